// The memory of a call: blocks of one piece of memory, each given back after its last use.
#pragma once

#include "base.h"

extern "C" int posix_memalign(void** block, unsigned long alignment, unsigned long size);

// For the address sanitizer every block is allocated by itself, so that it sees where one ends, and what stands before
// the elements may not be touched either.
#ifdef __SANITIZE_ADDRESS__
extern "C" void __asan_poison_memory_region(const volatile void* start, unsigned long size);
constexpr bool SANITIZED = true;
#else
inline void __asan_poison_memory_region(const volatile void*, unsigned long) {}
constexpr bool SANITIZED = false;
#endif

class Arena;
struct Piece;

// What stands before the elements of an owned array, on a cache line of its own.
struct Buffer {
  i64 uses;
  i64 bytes;  // of the elements
  i64 start;  // in the arena
  Arena* arena;
  Buffer* before;  // the neighbours in use
  Buffer* behind;
  Piece* piece;  // that a result stays in when the call is over
  i64 padding;

  i64 end() const { return start + extent(bytes); }

  // What a block of so many bytes takes: whole cache lines.
  static i64 extent(i64 bytes) { return i64(sizeof(Buffer)) + (bytes + 63) / 64 * 64; }
};

static_assert(sizeof(Buffer) == 64, "one cache line");

// Where the memory plan wants an array: a position in the arena, negative where the plan does not know.
struct Spot {
  i64 start = -1;
};

// The spots of a function's arrays, by number; null where there is no plan.
struct Plan {
  const Spot* spots = nullptr;
  Spot operator[](i64 number) const { return spots ? spots[number] : Spot(); }
  Plan from(i64 number) const { return {spots ? spots + number : nullptr}; }
};

// A plan is advice: a block goes where it wants if nothing is there, else, as one without a spot, behind all that is
// planned, into the smallest gap that is large enough. So a wrong plan takes more memory, and does no harm.
//
// Where a block lies never depends on how much memory there is: what reaches over its end is allocated by itself, and
// the next call gets as much memory as this one took.
class Arena {
 public:
  // `memory` begins on a cache line; the plan takes its first `planned` bytes.
  Arena(char* memory, i64 capacity, i64 planned)
      : memory_(memory), capacity_(SANITIZED ? 0 : capacity), planned_(planned) {}
  Arena(const Arena&) = delete;

  // A block for elements that are not set; null when there is no memory.
  Buffer* take(i64 bytes, Spot spot) {
    if (bytes >> 56) return nullptr;
    const i64 extent = Buffer::extent(bytes);
    Gap found = spot.start < 0 ? Gap{nullptr, -1} : planned(spot.start, extent);
    if (found.start < 0) found = smallest(extent);
    Buffer* const before = found.before;
    Buffer* const made = at(found.start, bytes);
    if (!made) return nullptr;
    *made = {1, bytes, found.start, this, before, before ? before->behind : first_, nullptr, 0};
    __asan_poison_memory_region(&made->padding, sizeof(made->padding));
    (before ? before->behind : first_) = made;
    (made->behind ? made->behind->before : last_) = made;
    live_ += bytes;
    if (made->end() > used_) used_ = made->end();
    if (live_ > most_live_) most_live_ = live_;
    return made;
  }

  void give_back(Buffer* block) {
    (block->before ? block->before->behind : first_) = block->behind;
    (block->behind ? block->behind->before : last_) = block->before;
    live_ -= block->bytes;
    if (block->end() > capacity_) __builtin_free(block);
  }

  // How far blocks reached, and the most bytes of elements that were in use at one time.
  i64 used() const { return used_; }
  i64 most_live() const { return most_live_; }

 private:
  struct Gap {
    Buffer* before;  // null at the front
    i64 start;
  };

  char* const memory_;
  const i64 capacity_;
  const i64 planned_;
  Buffer* first_ = nullptr;
  Buffer* last_ = nullptr;
  i64 used_ = 0;
  i64 live_ = 0;
  i64 most_live_ = 0;

  // The gap at a position; its start is negative where something is in the way.
  Gap planned(i64 start, i64 extent) const {
    Buffer* before = last_;
    while (before && before->start >= start) before = before->before;
    const Buffer* const behind = before ? before->behind : first_;
    const bool free = (!before || before->end() <= start) && (!behind || start + extent <= behind->start);
    return {before, free ? start : -1};
  }

  // The smallest gap behind the plan, the last of all if no other holds so much.
  Gap smallest(i64 extent) const {
    Gap best = {last_, last_ && last_->end() > planned_ ? last_->end() : planned_};
    i64 least = i64(1) << 62, end = planned_;
    for (Buffer* block = first_; block; block = block->behind) {
      const i64 free = block->start - end;
      if (free >= extent && free < least) {
        best = {block->before, end};
        least = free;
      }
      if (block->end() > end) end = block->end();
    }
    return best;
  }

  Buffer* at(i64 start, i64 bytes) const {
    if (start + Buffer::extent(bytes) <= capacity_) return reinterpret_cast<Buffer*>(memory_ + start);
    void* block = nullptr;
    const unsigned long size = sizeof(Buffer) + static_cast<unsigned long>(bytes);
    return posix_memalign(&block, 64, size) ? nullptr : static_cast<Buffer*>(block);
  }
};

// The arena of the call that this thread runs.
static __thread Arena* arena = nullptr;
