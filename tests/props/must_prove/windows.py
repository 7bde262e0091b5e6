"""Questions on windows whose answer is yes: convolution, pooling, sliding windows, FFT, counts."""

from __future__ import annotations

from .question import Question as Q

CONVOLUTION = [
    Q("conv(x, w, padding='same') at stride 1, kernel 3", "", "n + 2 - 3 + 1 == n"),
    Q("kernel 2*r + 1, padding r", "", "(n + 2*r - (2*r + 1))//1 + 1 == n"),
    Q("dilation d, kernel 3, padding d", "", "n + 2*d - d*(3 - 1) - 1 + 1 == n"),
    Q("stride 2, kernel 3, padding 1", "", "(n + 2 - 3)//2 + 1 == (n + 1)//2"),
    Q("stride 2 of an even length", "n % 2 == 0", "(n + 2 - 3)//2 + 1 == n//2"),
    Q("stride s, padding 'same' gives ceil(n / s)", "s >= 1", "(n - 1)//s + 1 == -(-n//s)"),
    Q("an output exists", "n >= 3", "(n - 3)//2 + 1 >= 1"),
    Q("the last window fits", "n >= 3", "2*((n - 3)//2) + 3 <= n"),
    Q("the last window of stride s fits", "s >= 1; n >= k", "s*((n - k)//s) + k <= n"),
    Q("dilated windows fit", "n >= d*(k - 1) + 1", "n - d*(k - 1) - 1 >= 0"),
    Q("transposed back: (m - 1)*2 + 2", "n % 2 == 0; n >= 2", "((n - 2)//2 + 1 - 1)*2 + 2 == n"),
    Q("transposed: (m - 1)*s + s", "", "(m - 1)*s + s == m*s"),
    Q("transposed of stride 2, kernel 4, padding 1", "", "(n - 1)*2 - 2*1 + 4 == 2*n"),
    Q("a valid convolution is shorter", "k >= 1", "n - k + 1 <= n"),
    Q("full then valid is what it was", "k >= 1", "(n + k - 1) - k + 1 == n"),
    Q("1 x 1 with stride 1", "", "(n - 1)//1 + 1 == n"),
]

POOLING = [
    Q("pool 2, stride 2", "", "(n - 2)//2 + 1 == n//2"),
    Q("pool 3, stride 3", "", "(n - 3)//3 + 1 == n//3"),
    Q("pool k, stride k", "k >= 1", "(n - k)//k + 1 == n//k"),
    Q("mean of blocks covers no more than x", "k >= 1", "k*(n//k) <= n"),
    Q("a tail that is left is less than a block", "k >= 1", "n - k*(n//k) < k"),
    Q("a tail is no less than nothing", "k >= 1", "n - k*(n//k) >= 0"),
    Q("pool twice is pool by 4", "", "n//2//2 == n//4"),
    Q("ceil mode twice is ceil by 4", "", "((n + 1)//2 + 1)//2 == (n + 3)//4"),
    Q("ceil by a then by b", "", "((n + a - 1)//a + 1)//2 == (n + 2*a - 1)//(2*a)"),
    Q("pool by k then by j", "", "n//k//j == n//(k*j)"),
    Q("pooling keeps the order of lengths", "n <= m", "n//2 <= m//2"),
    Q("pooling by k keeps the order of lengths", "n <= m; k >= 1", "n//k <= m//k"),
    Q("larger windows, fewer of them", "j <= k; j >= 1", "n//k <= n//j"),
]

SLIDING = [
    Q("sliding_window_view(x, k)", "k <= n; k >= 1", "n - k + 1 >= 1"),
    Q("for i in range(n - k + 1): x[i:i + k]", "i < n - k + 1", "min(i + k, n) - i == k"),
    Q("for i in range(n): x[i:i + 1]", "i < n", "max(min(i + 1, n) - i, 0) == 1"),
    Q("for i in range(1, n): x[i - 1]", "i >= 1; i < n", "i - 1 < n"),
    Q("for i in range(n // 8): x[8*i : 8*i + 8]", "i < n//8", "8*i + 8 <= n"),
    Q("for i in range(n // 8): x[8*i : 8*i + 8]", "i < n//8", "min(8*i + 8, n) - 8*i == 8"),
    Q("for i in range(n // k): x[k*i : k*i + k]", "i < n//k; k >= 1", "k*i + k <= n"),
    Q("for i in range(-(-n // 8)): x[8*i:]", "i < (n + 7)//8", "8*i < n"),
    Q("for i in range(0, n, 8): x[i : i + 8]", "i < n", "min(i + 8, n) - i <= 8"),
    Q("for i in range(0, n, 8): x[i : i + 8]", "i < n", "min(i + 8, n) - i >= 1"),
    Q("stencil: x[1:-1]", "n >= 2", "n - 1 - 1 == n - 2"),
    Q("stencil: x[2:] and x[:-2]", "n >= 2", "max(n - 2, 0) == n - min(2, n)"),
    Q("frames = (n - w) // hop + 1 overlap-add", "n >= w; hop >= 1", "((n - w)//hop)*hop + w <= n"),
    Q("frame i of the frames", "i <= (n - w)//hop; hop >= 1", "i*hop + w <= n"),
]

FFT = [
    Q("rfft has n // 2 + 1", "n >= 1", "n//2 + 1 >= 1"),
    Q("irfft of it, n even", "n % 2 == 0", "2*((n//2 + 1) - 1) == n"),
    Q("the bins fit into the signal", "n >= 2", "n//2 + 1 <= n"),
    Q("positive and negative frequencies", "n >= 1", "(n - 1)//2 + 1 + n//2 == n"),
    Q("fftshift: two parts", "", "(n + 1)//2 + n//2 == n"),
    Q("zero padding to 2*n - 1 and back", "n >= 1", "min(n, 2*n - 1) == n"),
    Q("butterflies of half the size", "n % 4 == 0", "2*(n//4) == n//2"),
    Q("even and odd samples", "n % 2 == 0", "(n + 1)//2 == n//2"),
]

COUNTS = [
    Q("pairs: n*(n - 1)//2", "", "2*(n*(n - 1)//2) == n*(n - 1)"),
    Q("pairs of one more", "", "n*(n - 1)//2 + n == n*(n + 1)//2"),
    Q("np.tril_indices(n)", "", "n*(n + 1)//2 >= n*(n - 1)//2"),
    Q("packed matrix has a place for each pair", "i < n", "i*(i + 1)//2 + i < n*(n + 1)//2"),
    Q("number of pairs is not below 0", "", "n*(n - 1)//2 >= 0"),
    Q("two triangles and a diagonal", "", "n*(n - 1)//2*2 + n == n*n"),
    Q("strict triangle inside the square", "n >= 1", "n*(n - 1)//2 <= n*n"),
    Q("ravelled index of a cell", "i < n; j < m", "i*m + j < n*m"),
    Q("row of a ravelled index", "i < n*m; m >= 1", "i//m < n"),
    Q("column of a ravelled index", "m >= 1", "i % m < m"),
    Q("index of the index", "j < m", "(i*m + j)//m == i"),
    Q("column of the index", "j < m", "(i*m + j) % m == j"),
]

WINDOWS = {
    "convolution": CONVOLUTION,
    "pooling": POOLING,
    "sliding": SLIDING,
    "fft": FFT,
    "counts": COUNTS,
}
