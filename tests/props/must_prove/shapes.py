"""Questions on shapes whose answer is yes: padding, heads, reshapes, joining, broadcasting."""

from __future__ import annotations

from .question import Question as Q

PADDING = [
    Q("x = np.pad(x, (0, -n % 8)); x.reshape(-1, 8)", "", "(n + -n % 8) % 8 == 0"),
    Q("padded = (n + 7) // 8 * 8; out = np.zeros(padded); out[:n] = x", "", "n <= (n + 7)//8*8"),
    Q("np.pad(x, (0, (n + 7) // 8 * 8 - n))", "", "(n + 7)//8*8 - n >= 0"),
    Q("np.pad(x, (0, (n + 7) // 8 * 8 - n))", "", "(n + 7)//8*8 - n < 8"),
    Q("n + -n % 8 and (n + 7) // 8 * 8 are one size", "", "n + -n % 8 == (n + 7)//8*8"),
    Q("blocks = -(-n // k)", "", "-(-n//k) == (n + k - 1)//k"),
    Q("blocks = (n + k - 1) // k; out = np.zeros(blocks * k)", "k >= 1", "n <= (n + k - 1)//k*k"),
    Q("np.zeros(blocks * k)[n:] is a rest", "k >= 1", "(n + k - 1)//k*k - n < k"),
    Q("x is padded already", "n % 8 == 0", "(n + 7)//8*8 == n"),
    Q("x is padded already", "n % 8 == 0", "-n % 8 == 0"),
    Q("np.pad(x, p)[p:-p]", "", "n + 2*p - p - p == n"),
    Q("np.pad(x, (a, b))[a:a + n] is all of x", "", "min(a + n, a + n + b) - a == n"),
]

HEADS = [
    Q("q.reshape(b, s, h, d // h)", "d % h == 0", "b*s*d == b*s*h*(d//h)"),
    Q("q.reshape(b, s, 12, d // 12)", "d % 12 == 0", "b*s*d == b*s*12*(d//12)"),
    Q("heads.reshape(b, s, h * (d // h)) + residual", "d % h == 0", "h*(d//h) == d"),
    Q("heads.reshape(b, s, d) with d = h * e", "d == h*e; h >= 1", "d//h == e"),
    Q("qkv.reshape(b, s, 3, h, e)", "w == 3*h*e", "b*s*w == b*s*3*h*e"),
    Q("q, k, v = np.split(qkv, 3, axis=-1)", "w == 3*d", "w//3 == d"),
    Q("rotary: x[..., : e // 2], x[..., e // 2 :]", "e % 2 == 0", "e - e//2 == e//2"),
    Q("grouped queries: h // g heads for each", "h % g == 0; g >= 1", "g*(h//g) == h"),
    Q("np.repeat(k, h // g, axis=1) meets q", "h % g == 0", "g*(h//g) - h == 0"),
    Q("scores = q @ k.swapaxes(-1, -2)", "d == e; t == s", "b*t*d == b*s*e"),
]

RESHAPES = [
    Q("x.reshape(-1, 8) of n * 8", "", "(8*n)//8 == n"),
    Q("x.reshape(m, -1)", "m >= 1", "(m*n)//m == n"),
    Q("x.reshape(m, -1).ravel()", "m >= 1", "m*((m*n)//m) == m*n"),
    Q("x.reshape(n, -1) of (n, a, b)", "n >= 1", "(n*a*b)//n == a*b"),
    Q("x.reshape(-1, 4).reshape(-1, 2)", "n % 4 == 0", "4*(n//4)//2 == n//2"),
    Q("x.reshape(b, -1) of (b, h, w) at b >= 1", "b >= 1", "b*((b*h*w)//b) == b*h*w"),
    Q("x.reshape(2 * m, -1)", "m >= 1", "(2*m*n)//(2*m) == n"),
    Q("b * n == b * m says n == m", "b >= 1; b*n == b*m", "n == m"),
    Q("y = x.reshape(b, m); x is (b, n)", "b >= 1; b*m == b*n", "m*k == k*n"),
    Q("patches: h // p * p == h", "h % p == 0; w % p == 0", "h*w == (h//p)*p*(w//p)*p"),
    Q(
        "x.reshape(h // 16, 16, w // 16, 16)",
        "h % 16 == 0; w % 16 == 0",
        "16*(h//16)*16*(w//16) == h*w",
    ),
    Q("x.reshape(n * m // 8, 8)", "(n*m) % 8 == 0", "(n*m)//8*8 == m*n"),
    Q("x.reshape(k * n * m // 8, 8)", "(n*m) % 8 == 0", "(k*n*m) % 8 == 0"),
    Q("pixel shuffle: c // 4 channels", "c % 4 == 0", "(c//4)*(2*h)*(2*w) == c*h*w"),
    Q("x.reshape(n // 64, 8, 8)", "n % 64 == 0", "(n//8) % 8 == 0"),
    Q("x.reshape(a // g, g * b)", "a % g == 0", "(a//g)*(g*b) == a*b"),
]

JOINING = [
    Q("np.concatenate([x, y])[:n] is x", "", "min(n, n + m) == n"),
    Q("np.concatenate([x, y])[n:] is y", "", "n + m - min(n, n + m) == m"),
    Q("cache = np.concatenate([cache, new]); attend to all", "t == c + s", "t - c == s"),
    Q("in a loop: y = np.concatenate([y, x[:1]])", "n >= 1", "min(1, n) == 1"),
    Q("the list of steps grows by one", "y == n + i", "y + 1 == n + (i + 1)"),
    Q("np.concatenate([x[:k], x[k:]])", "k <= n", "min(k, n) + (n - min(k, n)) == n"),
    Q("np.concatenate([x[:k], x[k:]]), k unknown", "", "min(k, n) + max(n - k, 0) == n"),
    Q("np.stack of n // 2 pairs", "n % 2 == 0", "n//2 + n//2 == n"),
    Q("np.roll as two slices", "k <= n", "(n - k) + k == n"),
    Q(
        "x[~mask][:k // 3], k of what is not masked",
        "c <= min(n, m); k == min(n, m) - c; k % 3 == 0",
        "k//3 >= 0",
    ),
    Q("np.diff(x) has one less, cumsum back one more", "n >= 1", "max(n - 1, 0) + 1 == n"),
]

BROADCASTING = [
    Q("x + y, both cut to m", "m <= n; m <= k", "min(n, m) == min(k, m)"),
    Q("x + bias after a check", "n == m", "n == m"),
    Q("three arrays of one length", "n == m; m == k", "n == k"),
    Q("the same through an expression", "n == 2*m; k == 2*m", "n == k"),
    Q("batch is what is left", "t == b*n; n >= 1", "t//n == b"),
    Q("x.T @ x", "m == n", "m*m == n*n"),
    Q("outer product flattened", "", "n*m == m*n"),
    Q("an axis that is at least 1 and at most 1", "n >= 1; n <= 1", "n == 1"),
    Q("two bounds meet", "n <= m; m <= n", "n == m"),
    Q("x[1:] met y of 2*n", "m == 2*n; min(n, max(n - 1, 0)) == m", "n == 0"),
]

SHAPES = {
    "padding": PADDING,
    "heads": HEADS,
    "reshapes": RESHAPES,
    "joining": JOINING,
    "broadcasting": BROADCASTING,
}
