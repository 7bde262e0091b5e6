"""Questions on parts whose answer is yes: slices, halving, tiles, loops."""

from __future__ import annotations

from .question import Question as Q

SLICES = [
    Q("x[:k] of a longer x", "k <= n", "min(k, n) == k"),
    Q("x[k:]", "k <= n", "max(n - k, 0) == n - k"),
    Q("x[2:]", "n >= 2", "max(n - 2, 0) == n - 2"),
    Q("x[1:][1:]", "n >= 2", "max(max(n - 1, 0) - 1, 0) == n - 2"),
    Q("x[1:][1:] of any x", "", "max(max(n - 1, 0) - 1, 0) == max(n - 2, 0)"),
    Q("x[:-1]", "n >= 1", "max(n - 1, 0) == n - 1"),
    Q("x[-k:]", "k <= n", "n - max(n - k, 0) == k"),
    Q("x[-4:]", "n >= 4", "n - max(n - 4, 0) == 4"),
    Q("x[a:b]", "a <= b; b <= n", "max(min(b, n) - min(a, n), 0) == b - a"),
    Q("x[a:b][c:d]", "a <= b; b <= n; c <= d; d <= b - a", "min(d, b - a) - c == d - c"),
    Q("x[::2] and x[1::2] together", "", "(n + 1)//2 + n//2 == n"),
    Q("x[::2]", "n % 2 == 0", "(n + 1)//2 == n//2"),
    Q("x[::k] is not longer", "k >= 1; n >= 1", "(n + k - 1)//k <= n"),
    Q("x[:n // 2]", "", "min(n, n//2) == n//2"),
    Q("x[n // 2 : 2 * (n // 2)]", "", "max(min(n, 2*(n//2)) - n//2, 0) == n//2"),
    Q("x[:64] of a long x", "n >= 64", "min(n, 64) == 64"),
    Q("x[:64] of a longer x", "n > 64", "min(n, 64) == 64"),
    Q("x[: min(k, n)]", "", "min(min(k, n), n) == min(k, n)"),
    Q("x[k:][:m] in x[: k + m]", "k + m <= n", "min(n - k, m) == m"),
    Q("what is cut off and what is left", "", "min(k, n) + max(n - k, 0) == n"),
    Q("a slice is not longer than what it is of", "", "max(min(b, n) - a, 0) <= n"),
]

HALVING = [
    Q("while n > 1: n = n // 2", "n > 1", "n//2 >= 1"),
    Q("while n > 1: n = n // 2 ends", "n > 1", "n//2 < n"),
    Q("merge sort: left and right", "", "n//2 + (n - n//2) == n"),
    Q("the right half is not shorter", "", "n//2 <= n - n//2"),
    Q("the right half is at most one longer", "", "n - n//2 <= n//2 + 1"),
    Q("binary search: lo <= mid", "lo < hi", "lo <= (lo + hi)//2"),
    Q("binary search: mid < hi", "lo < hi", "(lo + hi)//2 < hi"),
    Q("the right half by rounding up", "", "n - n//2 == (n + 1)//2"),
    Q("U-Net: three times down and up", "n % 8 == 0", "2*(2*(2*(n//2//2//2))) == n"),
    Q("U-Net: the skip of the middle level", "n % 8 == 0", "2*(n//2//2) == n//2"),
    Q("U-Net: the deepest skip", "n % 8 == 0", "2*(n//2//2//2) == n//2//2"),
    Q("U-Net on images", "h % 4 == 0; w % 4 == 0", "4*(h//2//2)*(4*(w//2//2)) == h*w"),
    Q("doubling then halving", "", "2*n//2 == n"),
    Q("doubling then pooling by 4", "n % 2 == 0", "(2*n)//4 == n//2"),
    Q("Haar wavelet: approximation and detail", "n % 2 == 0", "n//2 + n//2 == n"),
    Q("tree reduction, rounding up", "n >= 2", "(n + 1)//2 < n"),
]

TILES = [
    Q("whole tiles and a tail", "", "n//64*64 + n % 64 == n"),
    Q("whole tiles of k and a tail", "k >= 1", "n//k*k + n % k == n"),
    Q("the tail is shorter than a tile", "k >= 1", "n % k < k"),
    Q("no tail", "n % 64 == 0", "n % 16 == 0"),
    Q("no tail in a product", "n % 8 == 0", "(n*m) % 8 == 0"),
    Q("no tail in a sum", "n % 8 == 0; m % 8 == 0", "(n + m) % 8 == 0"),
    Q("no tail in half of it", "n % 16 == 0", "(n//2) % 8 == 0"),
    Q("tile i of the tiles", "i < n//64", "64*i + 63 < n"),
    Q("lane j of tile i", "i < n//64; j < 64", "64*i + j < n"),
    Q("lane j of tile i of k", "i < n//k; j < k", "k*i + j < n"),
    Q("the last tile begins inside", "n >= 1", "64*((n + 63)//64 - 1) < n"),
    Q("the tiles cover everything", "", "64*((n + 63)//64) >= n"),
    Q("tiles of tiles", "", "n//8//8 == n//64"),
    Q("np.tile(x, k)[:n]", "k >= 1", "min(n, k*n) == n"),
    Q("np.repeat(x, 2)[::2]", "", "(2*n + 1)//2 == n"),
    Q("n is 3 more than a multiple of 8", "n % 8 == 3", "(n - 3) % 8 == 0"),
    Q("n is odd", "n % 2 == 1", "2*(n//2) + 1 == n"),
]

LOOPS = [
    Q("for i in range(n): x[i]", "i < n", "i <= n - 1"),
    Q("for i in range(n): x[n - 1 - i]", "i < n", "n - 1 - i >= 0"),
    Q("for i in range(a, b): x[i - a]", "i >= a; i < b; b <= n", "i - a < n"),
    Q("for i in range(n): for j in range(i): x[j]", "i < n; j < i", "j < n"),
    Q("for i in range(n): for j in range(i + 1): x[j]", "i < n; j < i + 1", "j < n"),
    Q("causal: row i sees i + 1 keys", "i < s; s <= t", "min(i + 1, t) == i + 1"),
    Q("a chain of bounds", "a <= b; b <= c; c < d; d <= e", "a < e"),
    Q("a counter that grows no faster than i", "c <= i; i < n", "c + 1 <= n"),
    Q("kept of kept", "kept <= n; again <= kept", "again <= n"),
    Q("two parts of a whole", "a + b == n", "a <= n"),
    Q("what is left of a whole", "a + b == n", "n - a == b"),
    Q("not empty, so at least 1", "n != 0", "n >= 1"),
    Q("not more and not the same", "n <= m; n != m", "n + 1 <= m"),
    Q("a product of sizes above 0", "n >= 1; m >= 1", "n*m >= 1"),
    Q("a product is no smaller than a factor", "m >= 1", "n <= n*m"),
    Q("a larger grid has more cells", "n <= a; m <= b", "n*m <= a*b"),
    Q("corners of a grid", "n >= 1; m >= 1", "n + m - 1 <= n*m"),
]

SLICING = {"slices": SLICES, "halving": HALVING, "tiles": TILES, "loops": LOOPS}
