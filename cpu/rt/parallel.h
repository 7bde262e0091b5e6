// Loops whose trips need nothing of each other, on several threads. Which trips go together does not depend on how many
// threads there are, and nothing is added up across trips: so neither do results.
#pragma once

#include "array.h"

// Runs tiles, each once, on whatever threads are free, this one among them; `worker` is the number of the thread, from
// 0 on below `MOST_WORKERS`. It returns true when all are done, false when a signal ends the call: then some are not.
using RunTiles = bool (*)(i64 tiles, void (*run)(void* context, i64 tile, int worker), void* context);

constexpr int MOST_WORKERS = 64;

struct Runner {
  RunTiles run;
  int workers;  // how many there may be
};

// Of the call that this thread runs; null in those that help it.
static __thread const Runner* runner = nullptr;

namespace np {

// The elements of an array, which somebody else holds.
template <class T, int R> struct View {
  T* data;
  i64 shape[R ? R : 1];

  T& operator[](i64 position) const { return data[position]; }
  template <class... I> T& operator()(I... index) const {
    i64 at = 0;
    int axis = 0;
    ((at = at * shape[axis++] + index), ...);
    return data[at];
  }
};

template <class T, int R> View<T, R> view(const Array<T, R>& array) {
  View<T, R> made;
  made.data = array.data;
  for (int axis = 0; axis < R; ++axis) made.shape[axis] = array.shape[axis];
  return made;
}

// An array for each thread, which is nobody's when the loop is over: that of the call, and further ones like it.
template <class T, int R> class Copies {
 public:
  explicit Copies(const Array<T, R>& array) : first_(view(array)), stride_((array.size() * sizeof(T) + 127) / 64 * 64) {
    const int more = runner ? runner->workers - 1 : 0;
    void* block = nullptr;
    if (more && !posix_memalign(&block, 64, static_cast<unsigned long>(more * stride_))) more_ = static_cast<char*>(block);
  }
  Copies(const Copies&) = delete;
  ~Copies() { __builtin_free(more_); }

  struct Each {
    View<T, R> first;
    char* more;
    i64 stride;

    View<T, R> of(int worker) const {
      View<T, R> made = first;
      if (worker) made.data = reinterpret_cast<T*>(more + (worker - 1) * stride);
      return made;
    }
  };
  Each each() const { return {first_, more_, stride_}; }
  bool is_whole() const { return more_ || !runner || runner->workers < 2; }

 private:
  View<T, R> first_;
  i64 stride_;
  char* more_ = nullptr;
};

// What a tile takes at least, in steps of a fraction of a nanosecond.
#ifndef DSLC_GRAIN
#define DSLC_GRAIN (i64(1) << 17)
#endif
constexpr i64 GRAIN = DSLC_GRAIN;

// Not inlined, so that a body stands once; what it captures becomes local here, so that no store can change it.
template <class F> __attribute__((noinline)) void run_trips(const F& body, i64 first, i64 last, int worker) {
  static_assert(__is_trivially_copyable(F), "views, sizes and numbers");
  const F own = body;
  own(first, last, worker);
}

// `body(first, last, worker)` for all trips, in parts where they are worth it; `work` is that of one trip. Whether the
// call goes on: see `RunTiles`.
template <class F, class... C> bool parallel(i64 trips, i64 work, const F& body, const C&... copies) {
  struct Tiles {
    const F* body;
    i64 size, trips;
  };
  const i64 size = work > 0 && work < GRAIN ? (GRAIN + work - 1) / work : 1;
  const i64 tiles = (trips + size - 1) / size;
  if (tiles < 2 || !runner || !(copies.is_whole() && ...)) return run_trips(body, 0, trips, 0), true;
  Tiles given = {&body, size, trips};
  return runner->run(tiles, [](void* context, i64 tile, int worker) {
    const Tiles& of = *static_cast<const Tiles*>(context);
    const i64 first = tile * of.size, last = first + of.size;
    run_trips(*of.body, first, last < of.trips ? last : of.trips, worker);
  }, &given);
}

// The same for trips whose own loops threads may share, which they do where trips are fewer than threads.
template <class F, class... C> bool parallel_outer(i64 trips, i64 work, const F& body, const C&... copies) {
  if (runner && trips < runner->workers) return run_trips(body, 0, trips, 0), true;
  return parallel(trips, work, body, copies...);
}

}  // namespace np
