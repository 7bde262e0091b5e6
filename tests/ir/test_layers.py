"""A dict in layers behaves as a dict, and its copies as copies."""

from hypothesis import given
from hypothesis import strategies as st

from dslc.ir.layers import Layers

KEYS = st.integers(0, 5)


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), KEYS, st.integers(1, 9)), max_size=40))
def test_copies_are_independent(steps: list[tuple[int, bool, int, int]]) -> None:
    dicts: list[dict[int, int]] = [{}]
    layers: list[Layers[int, int]] = [Layers()]
    for which, copies, key, value in steps:
        number = which % len(dicts)
        if copies:
            dicts.append(dicts[number].copy())
            layers.append(layers[number].copy())
        else:
            dicts[number][key] = value
            layers[number][key] = value
        for plain, found in zip(dicts, layers, strict=True):
            assert [found.get(each) for each in range(6)] == [plain.get(each) for each in range(6)]
            assert [each in found for each in range(6)] == [each in plain for each in range(6)]
            assert bool(found) is bool(plain)


def test_copies_of_copies_have_few_layers() -> None:
    layers: Layers[int, int] = Layers()
    for key in range(1000):
        layers[key] = key
        layers = layers.copy()
    assert len(layers._below) <= 12
    assert layers.get(0) == 0
    assert layers.get(999) == 999
