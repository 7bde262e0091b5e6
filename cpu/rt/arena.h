// The memory of a call: blocks of one piece of memory, each given back after its last use.
#pragma once

#include "base.h"

extern "C" int posix_memalign(void** block, unsigned long alignment, unsigned long size);

class Arena;

// What stands before the elements of an owned array, on a cache line of its own.
struct Buffer {
  i64 uses;
  i64 bytes;  // of the elements
  i64 start;  // in the arena
  Arena* arena;
  Buffer* before;  // the neighbours in use
  Buffer* behind;
  i64 padding[2];

  i64 end() const { return start + extent(bytes); }

  // What a block of so many bytes takes: whole cache lines.
  static i64 extent(i64 bytes) { return i64(sizeof(Buffer)) + (bytes + 63) / 64 * 64; }
};

static_assert(sizeof(Buffer) == 64, "one cache line");

// Where a block lies depends on the blocks before it only, never on how much memory there is: what lies behind the end
// of the memory is allocated by itself, and the next call gets as much memory as this one took.
class Arena {
 public:
  // `memory` begins on a cache line.
  Arena(void* memory, i64 capacity) : memory_(static_cast<char*>(memory)), capacity_(capacity) {}
  Arena(const Arena&) = delete;

  // A block for elements that are not set, in the smallest gap that is large enough; null when there is no memory.
  Buffer* take(i64 bytes) {
    if (bytes >> 56) return nullptr;
    Buffer* const before = gap(Buffer::extent(bytes));
    const i64 start = before ? before->end() : 0;
    Buffer* const made = at(start, Buffer::extent(bytes));
    if (!made) return nullptr;
    *made = {1, bytes, start, this, before, before ? before->behind : first_, {}};
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
  char* const memory_;
  const i64 capacity_;
  Buffer* first_ = nullptr;
  Buffer* last_ = nullptr;
  i64 used_ = 0;
  i64 live_ = 0;
  i64 most_live_ = 0;

  // The block before the gap; null stands for the front.
  Buffer* gap(i64 extent) const {
    Buffer* best = last_;
    i64 least = i64(1) << 62, end = 0;
    for (Buffer* block = first_; block; end = block->end(), block = block->behind) {
      const i64 free = block->start - end;
      if (free >= extent && free < least) {
        best = block->before;
        least = free;
      }
    }
    return best;
  }

  Buffer* at(i64 start, i64 extent) const {
    if (start + extent <= capacity_) return reinterpret_cast<Buffer*>(memory_ + start);
    void* block = nullptr;
    return posix_memalign(&block, 64, static_cast<unsigned long>(extent)) ? nullptr : static_cast<Buffer*>(block);
  }
};

// The arena of the call that this thread runs.
static __thread Arena* arena = nullptr;
