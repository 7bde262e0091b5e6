// Arrays: dense, in C order; values that share their elements until one of them is written.
#pragma once

#include "arena.h"
#include "base.h"

// One use of a buffer ends. Not inlined, since it is called so often, and not given the array: where the address of
// an array is known elsewhere, every element that is written could be a part of it, to the compiler.
__attribute__((noinline)) inline void drop(Buffer* buffer) {
  if (--buffer->uses == 0) buffer->arena->give_back(buffer);
}

// A new buffer for a shape, with room for so many bytes at least; so is this one.
__attribute__((noinline)) inline Result<Buffer*> allocated(i64 bytes, const i64* shape, int rank, Spot spot, i64 room) {
  bool empty = false, too_big = false;
  for (int axis = 0; axis < rank; ++axis) {
    if (shape[axis] < 0) return Kind::negative_size;
    if (shape[axis] == 0) empty = true;
    else too_big |= __builtin_mul_overflow(bytes, shape[axis], &bytes);
  }
  if (too_big) return Kind::array_too_big;
  if (empty) bytes = 0;
  Buffer* const made = arena->take(bytes < room ? room : bytes, spot);
  if (!made) return Kind::memory;
  return made;
}

// An array of rank R. A copy shares the elements; `own` makes them its own before a write, so that no value ever
// changes under another. Elements without a buffer are the caller's and are only read.
template <class T, int R> struct Array {
  Buffer* buffer = nullptr;
  T* data = nullptr;
  i64 shape[R ? R : 1] = {};

  Array() = default;
  Array(const Array& other) : buffer(other.buffer), data(other.data) {
    for (int axis = 0; axis < R; ++axis) shape[axis] = other.shape[axis];
    if (buffer) ++buffer->uses;
  }
  Array(Array&& other) : buffer(other.buffer), data(other.data) {
    for (int axis = 0; axis < R; ++axis) shape[axis] = other.shape[axis];
    other.buffer = nullptr;
    other.data = nullptr;
  }
  Array& operator=(const Array& other) { return *this = Array(other); }
  Array& operator=(Array&& other) {
    Buffer* const released = buffer;
    buffer = other.buffer;
    data = other.data;
    for (int axis = 0; axis < R; ++axis) shape[axis] = other.shape[axis];
    other.buffer = released;  // its destructor gives it back
    other.data = nullptr;
    return *this;
  }
  ~Array() {
    if (buffer) release();
  }

  // Give the elements back, which nothing here reads from now on.
  void release() {
    if (buffer) drop(buffer);
    buffer = nullptr;
    data = nullptr;
  }

  i64 size() const {
    i64 product = 1;
    for (int axis = 0; axis < R; ++axis) product *= shape[axis];
    return product;
  }

  // One element by its position in C order.
  T& operator[](i64 position) { return data[position]; }
  const T& operator[](i64 position) const { return data[position]; }

  // One element by an index for each axis.
  template <class... I> T& operator()(I... index) { return data[position(index...)]; }
  template <class... I> const T& operator()(I... index) const { return data[position(index...)]; }

  template <class... I> i64 position(I... index) const {
    static_assert(sizeof...(I) == R, "an index for each axis");
    i64 at = 0;
    int axis = 0;
    ((at = at * shape[axis++] + index), ...);
    return at;
  }

  // Make the elements this array's own.
  Status own() {
    if (buffer && buffer->uses == 1) return Nothing{};
    Array copy;
    for (int axis = 0; axis < R; ++axis) copy.shape[axis] = shape[axis];
    if (Status made = copy.allocate(); made.failure.kind != Kind::none) return made;
    __builtin_memcpy(copy.data, data, size() * sizeof(T));
    *this = move(copy);
    return Nothing{};
  }

  // Make room for one more row along the first axis, which is not set: in place where nobody else has the elements and
  // the block is large enough, else in a block of twice the size. So many rows take time in proportion to their number.
  Status grow() {
    const i64 filled = size() * i64(sizeof(T));
    ++shape[0];
    const i64 needed = size() * i64(sizeof(T));
    const bool first = buffer && reinterpret_cast<T*>(buffer + 1) == data;
    if (first && buffer->uses == 1 && needed <= buffer->bytes) return Nothing{};
    Array grown;
    for (int axis = 0; axis < R; ++axis) grown.shape[axis] = shape[axis];
    if (Status made = grown.allocate(Spot(), 2 * filled); made.failure.kind != Kind::none) return made;
    __builtin_memcpy(grown.data, data, filled);
    *this = move(grown);
    return Nothing{};
  }

  // New elements, not set, for the shape, in a block with room for so many bytes at least.
  Status allocate(Spot spot = Spot(), i64 room = 0) {
    i64 sizes[R ? R : 1];
    for (int axis = 0; axis < R; ++axis) sizes[axis] = shape[axis];
    Result<Buffer*> made = allocated(sizeof(T), sizes, R, spot, room);
    if (made.failure.kind != Kind::none) return made.failure;
    buffer = made.value;
    data = reinterpret_cast<T*>(buffer + 1);
    return Nothing{};
  }
};

// At the last use of arrays.
template <class... A> void release(A&... arrays) { (arrays.release(), ...); }

// Python, for the kernel that this thread runs: a kernel's library has this of its own.
static __thread Host* host_of_kernel = nullptr;

namespace np {

// Whether all indices lie on an axis of this size, negative ones counted from the end.
template <class T> Status within(const T* indices, i64 count, int axis, i64 size) {
  for (i64 place = 0; place < count; ++place) {
    const i64 index = i64(indices[place]);
    if (index < -size || index >= size) return Failure{Kind::index, {index, axis, size}};
  }
  return Nothing{};
}
template <class T, int R> Status within(const Array<T, R>& indices, int axis, i64 size) {
  return within(indices.data, indices.size(), axis, size);
}

// A checked index as the position on an axis.
inline i64 wrapped(i64 index, i64 size) { return index < 0 ? index + size : index; }

// An array whose elements are not set yet.
template <class T, class... S> Result<Array<T, sizeof...(S)>> empty(Spot spot, S... sizes) {
  Array<T, sizeof...(S)> made;
  int axis = 0;
  ((made.shape[axis++] = sizes), ...);
  (void)axis;
  if (Status status = made.allocate(spot); status.failure.kind != Kind::none) return status.failure;
  return made;
}

// The same for the shape of another array.
template <class T, class U, int R> Result<Array<T, R>> empty_like(Spot spot, const Array<U, R>& other) {
  Array<T, R> made;
  for (int axis = 0; axis < R; ++axis) made.shape[axis] = other.shape[axis];
  if (Status status = made.allocate(spot); status.failure.kind != Kind::none) return status.failure;
  return made;
}

// The same elements in the same order, under another shape of the same size.
template <class T, int R, class... S> Array<T, sizeof...(S)> reshape(const Array<T, R>& x, S... sizes) {
  Array<T, sizeof...(S)> made;
  made.buffer = x.buffer;
  made.data = x.data;
  int axis = 0;
  ((made.shape[axis++] = sizes), ...);
  (void)axis;
  if (made.buffer) ++made.buffer->uses;
  return made;
}

// Some rows from one on, where they are.
template <class T, int R> Array<T, R> rows(const Array<T, R>& x, i64 first, i64 count) {
  Array<T, R> made = x;
  if (count) made.data += first * (x.size() / x.shape[0]);
  made.shape[0] = count;
  return made;
}

}  // namespace np
