# inline_calls: a large function that is called twice stays one, and so does what shows something
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def shown(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("print(x)")
    g.print(x)
    return x


@dslc.builder("a.py")
def wave(g, x: Tensor[f32, n]):
    g.lines(4, 5, 6)

    g.at("y = np.sin(x) * 0.5 + np.cos(x) * 2.0")
    y_sin = g.sin(x)                                              # f32[n]
    y_mul = g.multiply(y_sin, 0.5)                                # f32[n]
    y_cos = g.cos(x)                                              # f32[n]
    y_mul_2 = g.multiply(y_cos, 2.0)                              # f32[n]
    y = g.add(y_mul, y_mul_2)                                     # f32[n]

    g.at("z = y * y - x")
    z_mul = g.multiply(y, y)                                      # f32[n]
    z = g.subtract(z_mul, x)                                      # f32[n]

    g.at("return np.tanh(z) / 3.0")
    result_tanh = g.tanh(z)                                       # f32[n]
    result = g.divide(result_tanh, 3.0)                           # f32[n]
    return result


@dslc.builder("a.py")
def main(g, x: Tensor[f32, n]):
    g.lines(14)

    g.at("return wave(wave(shown(x)))")
    result_shown = g.call(shown, x)                               # f32[n]
    result_wave = g.call(wave, result_shown)                      # f32[n]
    result = g.call(wave, result_wave)                            # f32[n]
    return result
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def shown(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("print(x)")
    g.print(x)
    return x


@dslc.builder("a.py")
def wave(g, x: Tensor[f32, n]):
    g.lines(4, 5, 6)

    g.at("y = np.sin(x) * 0.5 + np.cos(x) * 2.0")
    y_sin = g.sin(x)                                              # f32[n]
    y_mul = g.multiply(y_sin, 0.5)                                # f32[n]
    y_cos = g.cos(x)                                              # f32[n]
    y_mul_2 = g.multiply(y_cos, 2.0)                              # f32[n]
    y = g.add(y_mul, y_mul_2)                                     # f32[n]

    g.at("z = y * y - x")
    z_mul = g.multiply(y, y)                                      # f32[n]
    z = g.subtract(z_mul, x)                                      # f32[n]

    g.at("return np.tanh(z) / 3.0")
    result_tanh = g.tanh(z)                                       # f32[n]
    result = g.divide(result_tanh, 3.0)                           # f32[n]
    return result


@dslc.builder("a.py")
def main(g, x: Tensor[f32, n]):
    g.lines(14)

    g.at("return wave(wave(shown(x)))")
    result_shown = g.call(shown, x)                               # f32[n]
    result_wave = g.call(wave, result_shown)                      # f32[n]
    result = g.call(wave, result_wave)                            # f32[n]
    return result
