// NumPy as calls see it: what an array is, and functions of its C API, by their number. Both are the same in all of 2.x.
#pragma once

#include "pyabi.h"

struct NumpyArray {
  PyObject object;
  char* data;
  int rank;
  i64* shape;
  i64* strides;
  PyObject* base;
  PyObject* dtype;
  int flags;
  PyObject* weak;
  void* buffers;
  PyObject* allocator;
};

// How NumPy gives memory back: the struct in a capsule named "mem_handler", see NEP 49.
struct NumpyAllocator {
  char name[127];
  unsigned char version;
  void* context;
  void* (*allocate)(void*, unsigned long);
  void* (*zeroed)(void*, unsigned long, unsigned long);
  void* (*resized)(void*, void*, unsigned long);
  void (*freed)(void*, void*, unsigned long);
};

constexpr int ARRAY_C = 0x0001;
constexpr int ARRAY_OWNS = 0x0004;
constexpr int ARRAY_ALIGNED = 0x0100;
constexpr int ARRAY_WRITEABLE = 0x0400;

// The table of NumPy's functions.
class Numpy {
 public:
  static constexpr unsigned VERSION = 0x02000000;

  Numpy() = default;
  explicit Numpy(void** table) : table_(table) {}

  unsigned version() const { return as<unsigned()>(0)(); }
  PyObject* array_type() const { return static_cast<PyObject*>(table_[2]); }

  // An array of these elements, or, where they are null, of elements that are not set.
  PyObject* array(PyObject* dtype, int rank, const i64* shape, void* data) const {
    using Make = PyObject*(PyObject*, PyObject*, int, const i64*, const i64*, void*, int, PyObject*);
    const int flags = data ? ARRAY_C | ARRAY_ALIGNED | ARRAY_WRITEABLE : 0;
    return as<Make>(94)(array_type(), held(dtype), rank, shape, nullptr, data, flags, nullptr);
  }
  PyObject* scalar(const void* value, PyObject* dtype) const {
    return as<PyObject*(const void*, PyObject*, PyObject*)>(60)(value, dtype, nullptr);
  }
  void read_scalar(PyObject* scalar, void* value) const { as<void(PyObject*, void*)>(62)(scalar, value); }
  PyObject* dense_copy(PyObject* array) const { return as<PyObject*(PyObject*, int)>(85)(array, 0); }
  bool is_same(PyObject* dtype, PyObject* other) const {
    return dtype == other || as<unsigned char(PyObject*, PyObject*)>(182)(dtype, other);
  }

 private:
  void** table_ = nullptr;
  template <class F> F* as(int number) const { return reinterpret_cast<F*>(table_[number]); }
};

inline bool is_dense(const NumpyArray* array) {
  constexpr int needed = ARRAY_C | ARRAY_ALIGNED;
  return (array->flags & needed) == needed;
}
