"""Questions whose answer is no, and questions that nobody can answer."""

from __future__ import annotations

from .question import Question as Q

NO = [
    Q("two lengths that differ by one", "", "n == n + 1"),
    Q("an even and an odd length", "", "2*n == 2*m + 1"),
    Q("3 channels in 4 groups", "", "4*n == 3 + 8*m"),
    Q("a length below 0", "", "n < 0"),
    Q("x[1:] is as long as x, which is not empty", "n >= 1", "n - 1 == n"),
    Q("x[: n // 2] is all of x, which is not empty", "n >= 1", "n//2 == n"),
    Q("a padded length is too short", "", "(n + 7)//8*8 < n"),
    Q("padding adds a whole block", "", "(n + 7)//8*8 - n >= 8"),
    Q("padding adds nothing to an odd length", "n % 2 == 1", "(n + 1)//2*2 == n"),
    Q("an odd length is even", "n % 2 == 1", "n % 2 == 0"),
    Q("3 more than a multiple of 8 divides by 4", "n % 8 == 3", "n % 4 == 0"),
    Q("a tail as long as a tile", "k >= 1", "n % k >= k"),
    Q("i is past the end in its loop", "i < n", "i >= n"),
    Q("the row above the diagonal", "i < n; j < i", "j == i"),
    Q("lane 64 of 64", "j < 64", "j == 64"),
    Q("short after a check that it is long", "n > 64", "n <= 64"),
    Q("min is the long one", "n < m", "min(n, m) == m"),
    Q("both not empty, the grid empty", "n >= 1; m >= 1", "n*m == 0"),
    Q("not equal after a check", "n != m", "n == m"),
    Q("not equal after a check, both doubled", "n != m", "2*n == 2*m"),
    Q("half of a longer one is longer", "n < m", "n//2 > m//2"),
    Q("more pairs than cells", "n >= 1", "n*(n - 1)//2 >= n*n"),
    Q("a window behind the end", "n >= 3", "2*((n - 3)//2) + 3 > n"),
    Q("around a circle of bounds", "a < b; b < c", "c <= a"),
]

UNKNOWN = [
    Q("x + y of two arguments", "", "n == m"),
    Q("x may be empty", "", "n >= 1"),
    Q("x.reshape(-1, 8)", "", "8*(n//8) == n"),
    Q("x.reshape(-1, 8) of an even length", "n % 2 == 0", "8*(n//8) == n"),
    Q("x[:k]", "", "min(k, n) == k"),
    Q("x[:k] of a k that may be the same", "k <= n", "k < n"),
    Q("x[::2] + x[1::2]", "", "(n + 1)//2 == n//2"),
    Q("b * n == b * m where b may be 0", "b*n == b*m", "n == m"),
    Q("n * m == 0 says that one of them is 0", "n*m == 0", "n == 0"),
    Q("longer, but not twice", "n < m", "2*n <= m"),
    Q("half of a longer one may be as long", "n < m", "n//2 < m//2"),
    Q("U-Net without enough factors of 2", "n % 4 == 0", "2*(2*(2*(n//2//2//2))) == n"),
    Q("a product that is a multiple, its factors not", "(n*m) % 8 == 0", "n % 8 == 0"),
    Q("a sum of two that are no multiples", "n % 8 == m % 8", "n % 8 == 0"),
    Q("bigger tiles may be fewer", "j < k; j >= 1", "n//k < n//j"),
    Q("a power of 2 or not", "n % 2 == 0", "(n//2) % 2 == 0"),
    Q("the index of another loop", "i < n; j < n", "i < j"),
    Q("one pair or none", "n >= 1", "n*(n - 1)//2 >= 1"),
    Q("max of two, one known", "n <= 8", "max(n, m) <= 8"),
    Q("not equal is no order", "n != m", "n < m"),
]
