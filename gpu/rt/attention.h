// Attention with an online softmax (Milakov and Gimelshein, 2018; Dao and others, 2022): scores are never whole. A block of
// 256 threads has 16 queries, and goes over the keys 32 at a time; 16 lanes do a query. What was added up for a
// query is made smaller whenever a greater score is found.
#pragma once

#include "device.h"

namespace attention {
constexpr int queries = 16, keys = 32, depth = 16, lanes = 16;

// What a block has in shared memory besides the sums of its queries, `features` for each.
template <class A> constexpr int shared_bytes = (queries * depth + keys * (depth + 1) + queries * (keys + 1)) * sizeof(A);

enum class Mask { none, truths, added };

// How far apart the matrices of an operand lie along three axes before them.
struct Stack {
  i64 first, second, third;
  i64 of(const i64 (&at)[3]) const { return at[0] * first + at[1] * second + at[2] * third; }
};

template <class A> A greatest_of_lanes(unsigned mask, A value) {
  for (int step = 1; step < lanes; step *= 2) value = np::maximum(value, exchanged(mask, value, step));
  return value;
}
template <class A> A sum_of_lanes(unsigned mask, A value) {
  for (int step = 1; step < lanes; step *= 2) value += exchanged(mask, value, step);
  return value;
}

// `everywhere` where each query sees a key: then scores that are all -inf are no numbers, else they give zeros. A query sees
// the keys from `behind` before it to `ahead` behind it.
template <class T, class A, Mask form, class M>
void attend(const T* q, const T* k, const T* v, const M* mask, T* made, i64 count, i64 tokens, i64 places, i64 dim, i64 features,
            i64 second, i64 third, Stack of_q, Stack of_k, Stack of_v, Stack of_mask, i64 mask_row, i64 mask_column, A scale,
            i64 behind, i64 ahead, bool everywhere, unsigned char* shared) {
  A* const sums = reinterpret_cast<A*>(shared);
  A(*const part_of_q)[depth] = reinterpret_cast<A(*)[depth]>(sums + queries * features);
  A(*const part_of_k)[depth + 1] = reinterpret_cast<A(*)[depth + 1]>(part_of_q + queries);
  A(*const weights)[keys + 1] = reinterpret_cast<A(*)[keys + 1]>(part_of_k + keys);
  const int thread = int(threadIdx.x), mine = thread / lanes, lane = thread % lanes;
  const unsigned half = 0xffffu << (thread / lanes % 2 * lanes);
  const A nothing = -infinity<A>;
  const i64 blocks = (tokens + queries - 1) / queries;
  for (i64 number = blockIdx.x; number < count * blocks; number += gridDim.x) {
    const i64 matrix = number / blocks, query = number % blocks * queries + mine;
    const i64 at[3] = {matrix / (second * third), matrix / third % second, matrix % third};
    const T* const rows = q + of_q.of(at) * tokens * dim;
    const T* const columns = k + of_k.of(at) * places * dim;
    const T* const values = v + of_v.of(at) * places * features;
    const bool is_one = query < tokens;
    A top = nothing, total = 0;
    for (i64 c = lane; c < features; c += lanes) sums[mine * features + c] = 0;
    for (i64 first = 0; first < places; first += keys) {
      A scores[2] = {0, 0};
      for (i64 from = 0; from < dim; from += depth) {
        __syncthreads();
        part_of_q[mine][lane] = is_one && from + lane < dim ? A(rows[query * dim + from + lane]) * scale : A(0);
        for (int each = 0; each < 2; ++each) {
          const i64 key = first + mine + each * queries;
          part_of_k[mine + each * queries][lane] = key < places && from + lane < dim ? A(columns[key * dim + from + lane]) : A(0);
        }
        __syncthreads();
        for (int place = 0; place < depth; ++place) {
          const A x = part_of_q[mine][place];
          for (int each = 0; each < 2; ++each) scores[each] = multiply_add(x, part_of_k[lane + each * lanes][place], scores[each]);
        }
      }
      A best = nothing;
      for (int each = 0; each < 2; ++each) {
        const i64 key = first + lane + each * lanes;
        const bool is_seen = key < places && key - query <= ahead && query - key <= behind;
        if (!is_seen) scores[each] = nothing;
        if (form != Mask::none && key < places && is_one) {
          const i64 place = of_mask.of(at) + query * mask_row + key * mask_column;
          if constexpr (form == Mask::truths) scores[each] = mask[place] ? scores[each] : nothing;
          if constexpr (form == Mask::added) scores[each] += A(mask[place]);
        }
        if (key >= places) scores[each] = nothing;
        best = np::maximum(best, scores[each]);
      }
      const A new_top = np::maximum(top, greatest_of_lanes(half, best));
      const A less = new_top == nothing ? A(0) : new_top;
      const A kept = top == new_top ? A(1) : np::exp(top - less);
      A added = 0;
      for (int each = 0; each < 2; ++each) {
        const A weight = first + lane + each * lanes < places ? A(np::exp(scores[each] - less)) : A(0);
        weights[mine][lane + each * lanes] = weight;
        added += weight;
      }
      total = total * kept + sum_of_lanes(half, added);
      top = new_top;
      __syncwarp(half);
      const i64 size = places - first < keys ? places - first : keys;
      for (i64 c = lane; c < features; c += lanes) {
        A sum = sums[mine * features + c] * kept;
        for (i64 key = 0; key < size; ++key) sum = multiply_add(weights[mine][key], A(values[(first + key) * features + c]), sum);
        sums[mine * features + c] = sum;
      }
      __syncwarp(half);
    }
    const A by = top == nothing ? (everywhere ? A(0) : A(1)) : total;
    for (i64 c = lane; c < features && is_one; c += lanes) {
      made[(matrix * tokens + query) * features + c] = T(sums[mine * features + c] / by);
    }
  }
}
}  // namespace attention

#define STACK(s) i64 s##0, i64 s##1, i64 s##2
#define ATTEND(name, T, A, form, M)                                                                                       \
  extern "C" __global__ void name(const T* q, const T* k, const T* v, const M* mask, T* made, i64 count, i64 tokens,      \
                                  i64 places, i64 dim, i64 features, i64 second, i64 third, STACK(of_q), STACK(of_k),     \
                                  STACK(of_v), STACK(of_mask), i64 mask_row, i64 mask_column, A scale, i64 behind,        \
                                  i64 ahead, bool everywhere) {                                                           \
    DYNAMIC_SHARED(shared);                                                                                               \
    attention::attend<T, A, attention::Mask::form, M>(                                                                    \
        q, k, v, mask, made, count, tokens, places, dim, features, second, third, {of_q0, of_q1, of_q2},                  \
        {of_k0, of_k1, of_k2}, {of_v0, of_v1, of_v2}, {of_mask0, of_mask1, of_mask2}, mask_row, mask_column, scale,       \
        behind, ahead, everywhere, shared);                                                                               \
  }
