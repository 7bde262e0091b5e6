import functools

from dslc import graph


def outer():
    @graph
    def inner(x: float):  # error: [unsupported-construct]
        return x

    return inner


class Model:
    @graph
    def method(self, x: float):  # error: [unsupported-construct]
        return x


@functools.cache
@graph
def cached(x: float):  # error: [unsupported-construct]
    return x


@graph
def twice(x: float):  # error: [unsupported-construct]
    return x


@graph
def twice(x: float):
    return x * 2
# --- diagnostics ---
