// Floats of 16 bits: kernels compute in f32, and round what an op gives as NumPy does.
#pragma once

#include "half.h"

namespace np {
// A number as one of 16 bits holds it.
template <class H, class T> f32 rounded(T x) { return f32(H(x)); }
}  // namespace np
