// Results of kernels as NumPy arrays, whose memory comes from the pool of the kernel and goes back to it.
#pragma once

#include "entry.h"
#include "numpy.h"
#include "pieces.h"

static Numpy numpy;
static PyObject* allocator;  // the capsule of NumPy's for arrays in pieces

// Fewer bytes than these NumPy copies into memory of its own faster than we find a piece.
constexpr i64 WORTH_A_PIECE = i64(1) << 15;

// A block that is all of a piece, for so many bytes.
inline Buffer* lone_block(Pool* pool, i64 bytes) {
  Piece* const piece = pool->take(bytes + i64(sizeof(Buffer)));
  if (!piece) return nullptr;
  Buffer* const block = reinterpret_cast<Buffer*>(piece->memory());
  *block = {1, bytes, 0, nullptr, nullptr, nullptr, piece, 0};
  return block;
}

// Of arrays that NumPy makes with our allocator by itself.
static Pool* pool_of_others;

inline void* allocate_data(void*, unsigned long bytes) {
  if (!pool_of_others) pool_of_others = Pool::make();
  Buffer* const block = pool_of_others ? lone_block(pool_of_others, i64(bytes)) : nullptr;
  return block ? block + 1 : nullptr;
}
inline void* allocate_zeroed(void* context, unsigned long count, unsigned long size) {
  void* const data = allocate_data(context, count * size);
  return data ? __builtin_memset(data, 0, count * size) : nullptr;
}
inline void free_data(void*, void* data, unsigned long) {
  Piece* const piece = (static_cast<Buffer*>(data) - 1)->piece;
  piece->pool->give_back(piece);
}
inline void* resize_data(void*, void* data, unsigned long bytes) {
  Buffer* const before = static_cast<Buffer*>(data) - 1;
  Buffer* const block = lone_block(before->piece->pool, i64(bytes));
  if (!block) return nullptr;
  __builtin_memcpy(block + 1, data, before->bytes < i64(bytes) ? before->bytes : i64(bytes));
  free_data(nullptr, data, 0);
  return block + 1;
}

static NumpyAllocator in_pieces = {"dslc", 1, nullptr, allocate_data, allocate_zeroed, resize_data, free_data};

// An array that owns its elements, which are those of a block in a piece.
inline PyObject* array_in_piece(PyObject* dtype, int rank, const i64* shape, Buffer* block) {
  PyObject* const made = numpy.array(dtype, rank, shape, block + 1);
  if (!made) return nullptr;
  NumpyArray* const array = reinterpret_cast<NumpyArray*>(made);
  array->allocator = held(allocator);
  array->flags |= ARRAY_OWNS;
  return made;
}

inline i64 bytes_of(int rank, const i64* shape, i64 size) {
  for (int axis = 0; axis < rank; ++axis) size *= shape[axis];
  return size;
}

// Whether the elements of a result are all of a block in the piece of the call, which nobody else reads.
inline bool is_block(const Returned& result, i64 capacity) {
  const Buffer* const block = result.buffer;
  return block && block->uses == 1 && result.data == block + 1 && block->end() <= capacity;
}

// A copy of a result's elements as an array.
inline PyObject* copied(PyObject* dtype, int rank, const Returned& result, i64 bytes, Pool* pool) {
  PyObject* made;
  if (bytes >= WORTH_A_PIECE) {
    Buffer* const block = lone_block(pool, bytes);
    if (!block) return PyErr_NoMemory();
    __builtin_memcpy(block + 1, result.data, bytes);
    made = array_in_piece(dtype, rank, result.shape, block);
    if (!made) pool->give_back(block->piece);
    return made;
  }
  made = numpy.array(dtype, rank, result.shape, nullptr);
  if (made && bytes) __builtin_memcpy(reinterpret_cast<NumpyArray*>(made)->data, result.data, bytes);
  return made;
}
