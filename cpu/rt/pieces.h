// Memory for calls and results, kept for the next ones. All of it is done by one Python thread at a time.
#pragma once

#include "arena.h"

extern "C" int madvise(void* start, unsigned long size, int advice);

class Pool;

// A piece of memory, behind this header. It is taken for a call; each result that stays in it is a further use.
struct Piece {
  Pool* pool;
  Piece* next;
  i64 size;
  i64 uses;
  i64 padding[4];

  char* memory() { return reinterpret_cast<char*>(this + 1); }
};

static_assert(sizeof(Piece) == 64, "one cache line");

// The pieces of one kernel. It lives as long as the last of them, so that results may live longer than the kernel.
class Pool {
 public:
  // One without pieces; null when there is no memory.
  static Pool* make() { return static_cast<Pool*>(__builtin_calloc(1, sizeof(Pool))); }

  // A piece with one use, of so many bytes at least; null when there is no memory.
  Piece* take(i64 size) {
    Piece** best = nullptr;
    for (Piece** at = &free_; *at; at = &(*at)->next) {
      if ((*at)->size >= size && (!best || (*at)->size < (*best)->size)) best = at;
    }
    Piece* piece = best && (*best)->size / 4 <= size ? *best : nullptr;
    if (piece) {
      *best = piece->next;
      --kept_;
    } else {
      piece = made(size);
      if (!piece) return nullptr;
      ++alive_;
    }
    piece->uses = 1;
    return piece;
  }

  // One use of a piece ends.
  void give_back(Piece* piece) {
    if (--piece->uses) return;
    if (!closed_) {
      piece->next = free_;
      free_ = piece;
      if (++kept_ <= MOST) return;
      piece = without_oldest();
    }
    __builtin_free(piece);
    --alive_;
    end();
  }

  // The kernel is gone.
  void close() {
    closed_ = true;
    while (free_) {
      Piece* const piece = free_;
      free_ = piece->next;
      __builtin_free(piece);
      --alive_;
    }
    end();
  }

 private:
  static constexpr int MOST = 4;
  static constexpr i64 HUGE_PAGE = i64(1) << 21;
  Piece* free_;
  int kept_;
  bool closed_;
  i64 alive_;  // pieces, kept or in use

  void end() {
    if (closed_ && !alive_) __builtin_free(this);
  }

  Piece* without_oldest() {
    Piece** at = &free_;
    while ((*at)->next) at = &(*at)->next;
    Piece* const oldest = *at;
    *at = nullptr;
    --kept_;
    return oldest;
  }

  // Large pieces lie in huge pages: to touch a small one for the first time takes longer than to compute its elements.
  Piece* made(i64 size) {
    const i64 bytes = size + i64(sizeof(Piece));
    if (bytes < 0) return nullptr;
    const bool huge = bytes >= 2 * HUGE_PAGE;
    void* block = nullptr;
    if (posix_memalign(&block, huge ? HUGE_PAGE : 64, static_cast<unsigned long>(bytes))) return nullptr;
    if (huge) madvise(block, static_cast<unsigned long>(bytes), 14);
    Piece* const piece = static_cast<Piece*>(block);
    *piece = {this, nullptr, size, 0, {}};
    return piece;
  }
};
