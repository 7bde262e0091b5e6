# A `while` over whole arrays whose mask is carried: each element tests its own at first; counting is the loop's.
import dslc
from dslc import Tensor, f64, i32

h, w = dslc.dims("h w")


@dslc.builder("case.py")
def steps(g, re: Tensor[f64, h, w], im: Tensor[f64, h, w], limit: int):
    x = g.multiply(re, 0.5)
    count = g.zeros((re.shape[0], re.shape[1]), i32)
    inside = g.less(x, 4.0)

    def loop1_test(x, count, k, inside):
        test_less = g.less(k, limit)
        test_any = g.any(inside)
        test = g.and_(test_less, test_any)
        return test

    def loop1_body(x, count, k, inside):
        one_more = g.add(count, 1)
        count = g.copyto(count, one_more, where=inside)
        product = g.multiply(x, x)
        sum = g.add(product, im)
        x = g.where(inside, sum, x)
        inside = g.less(x, 4.0)
        k = g.add(k, 1)
        return x, count, k, inside

    x, count, k, inside = g.while_(loop1_test, loop1_body, (x, count, 0, inside))
    return count
# --- nests
# (re: f64[h, w], im: f64[h, w]) -> (count: i32[h, w])
# for i0 < h*w:
#     x = multiply(re[i0], 0.5)
#     inside = less(x, 4.0)
#     count_2 = i32(0)
#     im_2 = im[i0]
#     for i1 < limit:
#         carry x_2 from x
#         carry count_3 from count_2
#         inside_2 = less(x_2, 4.0)
#         while inside_2
#         one_more = add(count_3, 1)
#         count_4 = where(inside_2, one_more, count_3)
#         product = multiply(x_2, x_2)
#         sum = add(product, im_2)
#         x_3 = where(inside_2, sum, x_2)
#         next x_2 = x_3
#         next count_3 = count_4
#     count[i0] = count_3
