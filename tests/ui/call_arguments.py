from dslc import Tensor, dims, f32, f64, graph

n, m = dims("n m")


@graph
def double(s: Tensor[f32, n]):
    return s * 2


@graph
def f(x: Tensor[f64, n], y: Tensor[f32, n, m], a: float):
    b = double(x)  # error: [argument-mismatch]
    c = double(y)  # error: [argument-mismatch]
    d = double(a)  # error: [argument-mismatch]
    e = double(None)  # error: [argument-mismatch]
    return b, c, d, e
# --- diagnostics ---
error[argument-mismatch]: `s` of `double` is declared f32[n], the argument is f64[n]
  --> call_arguments.py:13:16
   |
13 |     b = double(x)
   |                ^ this is f64[n]

error[argument-mismatch]: `s` of `double` is declared f32[n], the argument is f32[n, m]
  --> call_arguments.py:14:16
   |
14 |     c = double(y)
   |                ^ this is f32[n, m]

error[argument-mismatch]: `s` of `double` is declared f32[n], the argument is float
  --> call_arguments.py:15:16
   |
15 |     d = double(a)
   |                ^ this is float

error[argument-mismatch]: `s` of `double` is declared f32[n], the argument is NoneType
  --> call_arguments.py:16:16
   |
16 |     e = double(None)
   |                ^^^^ this is NoneType
