// What a kernel is to those who call it: one function, which takes arguments, sizes and results by number.
#pragma once

#include "arena.h"
#include "array.h"
#include "parallel.h"

// An argument: the elements of a dense and aligned array, and its shape; or a number.
struct Argument {
  void* data;
  const i64* shape;
};

// Where a result goes: an array's elements, in a block of the call's arena, which is the result's own, or anywhere
// (`buffer` null), and its shape; or a number.
struct Returned {
  void* data;
  i64* shape;
  Buffer* buffer;
  i64 padding;
  alignas(16) char number[16];
};

struct Call {
  Error error;
  Arena* arena;
  Plan plan;
  const Argument* arguments;
  const i64* sizes;
  Returned* results;
  const Runner* runner;  // null where the call is to have one thread
  i64 wrong = -1;  // the number of an array that has another shape than declared

  template <class T> T number(i64 at) const { return *static_cast<const T*>(arguments[at].data); }

  template <class T, class... S> Array<T, sizeof...(S)> array(i64 at, S... sizes_) {
    Array<T, sizeof...(S)> made;
    int axis = 0;
    ((made.shape[axis++] = sizes_), ...);
    for (axis = 0; axis < int(sizeof...(S)); ++axis) {
      if (arguments[at].shape[axis] != made.shape[axis]) wrong = at;
    }
    made.data = static_cast<T*>(arguments[at].data);
    return made;
  }

  bool is_wrong() const { return wrong >= 0; }

  // An array, which gives its elements away, or a number.
  template <class T, int R> void give(i64 at, Array<T, R>& array) {
    Returned& to = results[at];
    for (int axis = 0; axis < R; ++axis) to.shape[axis] = array.shape[axis];
    to.data = array.data;
    to.buffer = array.buffer;
    array.buffer = nullptr;
  }
  template <class T> void give(i64 at, const T& value) { __builtin_memcpy(results[at].number, &value, sizeof(T)); }
};

using Entry = bool (*)(Call&);

// While a kernel runs in this thread, its arrays lie in the arena of the call.
class Entered {
 public:
  explicit Entered(Call& call) : outer_(arena), around_(runner), host_around_(host_of_kernel) {
    arena = call.arena;
    runner = call.runner;
    host_of_kernel = call.error.host;
  }
  Entered(const Entered&) = delete;
  ~Entered() {
    arena = outer_;
    runner = around_;
    host_of_kernel = host_around_;
  }

 private:
  Arena* const outer_;  // of the call whose `print` makes this one
  const Runner* const around_;
  Host* const host_around_;
};

// The one symbol of a kernel's library. It returns whether there are results; the error says why not, or Python does.
#define ENTRY extern "C" __attribute__((visibility("default"))) bool dslc_entry(Call& call)
