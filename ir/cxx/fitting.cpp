// What `Fitting.run` of `dslc/ir/fitting.py` does, step by step the same: there it says why. Rows are placed from low to
// high below a height; parts are times that hold together.
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace {

typedef long long i64;

// Memory that is given back in the opposite order.
class Stack {
 public:
  struct Block {
    Block* before;
    i64 size;
  };
  struct Mark {
    Block* block;
    i64 used;
  };

  ~Stack() { back({nullptr, 0}); }
  Mark mark() const { return {block_, used_}; }
  void back(Mark mark) {
    while (block_ != mark.block) {
      Block* before = block_->before;
      free(block_);
      block_ = before;
    }
    used_ = mark.used;
  }
  // Null where there is no memory.
  template <class T> T* take(i64 count) {
    const i64 bytes = (count * i64(sizeof(T)) + 15) / 16 * 16;
    if (!block_ || used_ + bytes > block_->size) {
      const i64 size = bytes > (i64(1) << 20) ? bytes : i64(1) << 20;
      Block* made = static_cast<Block*>(malloc(sizeof(Block) + size));
      if (!made) return nullptr;
      *made = {block_, size};
      block_ = made;
      used_ = 0;
    }
    T* found = reinterpret_cast<T*>(reinterpret_cast<char*>(block_ + 1) + used_);
    used_ += bytes;
    return found;
  }

 private:
  Block* block_ = nullptr;
  i64 used_ = 0;
};

// Rows that are left to place; the arrays over times begin at `first`.
struct Part {
  i64 count, first, times;
  const i64 *rows, *tops, *floors, *loads, *least;
  i64 origin;
};

struct Pending {
  Part part;
  const Pending* next;
};

struct Choice {
  Part part;
  i64* floors;
  i64 *numbers, *offsets;
  i64 candidates, next;
  const Pending* pending;
  Stack::Mark mark;
};

enum Outcome { FITS, NEVER_FITS, GAVE_UP };

class Fitting {
 public:
  Fitting(const i64* starts, const i64* ends, const i64* sizes, i64 height, i64* offsets, double* failures)
      : starts_(starts), ends_(ends), sizes_(sizes), height_(height), offsets_(offsets), failures_(failures) {}

  int run(const Part& begin, i64 retreats, i64* steps, double until) {
    Choice* choices = static_cast<Choice*>(malloc((begin.count + 1) * sizeof(Choice)));
    const int found = choices ? search(begin, choices, retreats, steps, until) : GAVE_UP;
    free(choices);
    return found;
  }

 private:
  const i64 *starts_, *ends_, *sizes_;
  const i64 height_;
  i64* offsets_;
  double* failures_;
  Stack stack_;

  int search(const Part& begin, Choice* choices, i64 retreats, i64* steps, double until) {
    const Pending* pending = nullptr;
    if (!split(begin, true, pending)) return GAVE_UP;
    i64 depth = 0;
    while (pending) {
      if (--*steps < 0 || ((*steps & 63) == 0 && now() >= until)) return GAVE_UP;
      if (!choose(pending->part, pending->next, choices[depth])) return GAVE_UP;
      ++depth;
      while (choices[depth - 1].next == choices[depth - 1].candidates) {
        if (--retreats < 0) return GAVE_UP;
        depth = choices[depth - 1].part.origin + 1;
        if (!depth) return NEVER_FITS;
      }
      Choice& choice = choices[depth - 1];
      stack_.back(choice.mark);
      pending = choice.pending;
      const i64 which = choice.next++;
      if (!place(choice, choice.numbers[which], choice.offsets[which], depth - 1, pending)) return GAVE_UP;
    }
    return FITS;
  }

  static double now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
  }

  static i64 most(const i64* heights, i64 first, i64 last) {
    i64 found = heights[first];
    for (i64 t = first + 1; t < last; ++t) found = heights[t] > found ? heights[t] : found;
    return found;
  }

  // The rows of a part that can be placed next, the lowest first.
  bool choose(const Part& part, const Pending* rest, Choice& choice) {
    choice = {part, stack_.take<i64>(part.times), nullptr, nullptr, 0, 0, rest, {}};
    i64 *lowest = stack_.take<i64>(part.count), *tops = stack_.take<i64>(part.count);
    choice.numbers = stack_.take<i64>(part.count);
    choice.offsets = stack_.take<i64>(part.count);
    if (!choice.floors || !lowest || !tops || !choice.numbers || !choice.offsets) return false;
    i64* floors = choice.floors;
    for (i64 t = 0; t < part.times; ++t) floors[t] = MOST;
    i64 below = MOST;
    for (i64 k = 0; k < part.count; ++k) {
      const i64 row = part.rows[k], start = starts_[row] - part.first, end = ends_[row] - part.first;
      tops[k] = most(part.tops, start, end);
      const i64 floor = most(part.floors, start, end);
      lowest[k] = floor > part.least[k] ? floor : part.least[k];
      for (i64 t = start; t < end; ++t) floors[t] = lowest[k] < floors[t] ? lowest[k] : floors[t];
      if (tops[k] + sizes_[row] < below) below = tops[k] + sizes_[row];
    }
    i64 hardest = 0, over = -1;
    for (i64 t = 0; t < part.times; ++t) {
      floors[t] = part.floors[t] > floors[t] ? part.floors[t] : floors[t];
      if (over < 0 && floors[t] + part.loads[t] > height_) over = t;
      if (part.loads[t] > part.loads[hardest]) hardest = t;
    }
    if (over >= 0) failures_[part.first + over] += 1;
    else candidates(choice, lowest, tops, below, hardest);
    choice.mark = stack_.mark();
    return true;
  }

  void candidates(Choice& choice, const i64* lowest, const i64* tops, i64 below, i64 hardest) {
    const Part& part = choice.part;
    for (i64 k = 0; k < part.count; ++k) {
      if (lowest[k] != tops[k] || lowest[k] >= below) continue;
      if (lowest[k] > height_ - part.loads[hardest]) {
        failures_[part.first + hardest] += 1;
        continue;
      }
      i64 at = choice.candidates++;
      for (; at > 0 && choice.offsets[at - 1] > lowest[k]; --at) {
        choice.offsets[at] = choice.offsets[at - 1];
        choice.numbers[at] = choice.numbers[at - 1];
      }
      choice.offsets[at] = lowest[k];
      choice.numbers[at] = k;
    }
  }

  // What is left after a row is placed comes before the rest.
  bool place(const Choice& choice, i64 number, i64 offset, i64 origin, const Pending*& pending) {
    const Part& part = choice.part;
    const i64 row = part.rows[number], top = offset + sizes_[row];
    offsets_[row] = offset;
    i64 *rows = stack_.take<i64>(part.count), *least = stack_.take<i64>(part.count);
    i64 *tops = stack_.take<i64>(part.times), *floors = stack_.take<i64>(part.times);
    i64* loads = stack_.take<i64>(part.times);
    if (!rows || !least || !tops || !floors || !loads) return false;
    memcpy(tops, part.tops, part.times * sizeof(i64));
    memcpy(loads, part.loads, part.times * sizeof(i64));
    for (i64 t = 0; t < part.times; ++t) floors[t] = choice.floors[t] > offset ? choice.floors[t] : offset;
    for (i64 t = starts_[row] - part.first; t < ends_[row] - part.first; ++t) {
      tops[t] = floors[t] = top;
      loads[t] -= top - offset;
    }
    i64 count = 0;
    for (i64 k = 0; k < part.count; ++k) {
      if (k == number) continue;
      const i64 other = part.rows[k];
      // A row that could have come before, and lies apart, has to wait until it lies higher.
      const bool apart = k < number && (starts_[other] >= ends_[row] || ends_[other] <= starts_[row]);
      const i64 from = offset + apart;
      rows[count] = other;
      least[count++] = part.least[k] > from ? part.least[k] : from;
    }
    return split({count, part.first, part.times, rows, tops, floors, loads, least, origin}, false, pending);
  }

  // The parts that no row crosses come before what is pending: the last one first, or the first one.
  bool split(const Part& part, bool first_one, const Pending*& pending) {
    if (!part.count) return true;
    i64* crossing = stack_.take<i64>(part.times + 1);
    i64* cuts = stack_.take<i64>(part.times + 1);
    if (!crossing || !cuts) return false;
    memset(crossing, 0, (part.times + 1) * sizeof(i64));
    for (i64 k = 0; k < part.count; ++k) {
      ++crossing[starts_[part.rows[k]] - part.first + 1];
      --crossing[ends_[part.rows[k]] - part.first];
    }
    i64 count = 0, sum = 0;
    for (i64 t = 0; t <= part.times; ++t) {
      sum += crossing[t];
      if (sum <= 0) cuts[count++] = t;
    }
    for (i64 n = 0; n + 1 < count; ++n) {
      const i64 which = first_one ? count - 2 - n : n;
      if (!between(part, cuts[which], cuts[which + 1], pending)) return false;
    }
    return true;
  }

  bool between(const Part& part, i64 one, i64 other, const Pending*& pending) {
    if (!part.loads[one]) return true;
    i64 *rows = stack_.take<i64>(part.count), *least = stack_.take<i64>(part.count);
    Pending* made = stack_.take<Pending>(1);
    if (!rows || !least || !made) return false;
    i64 count = 0;
    for (i64 k = 0; k < part.count; ++k) {
      const i64 start = starts_[part.rows[k]] - part.first;
      if (start < one || start >= other) continue;
      rows[count] = part.rows[k];
      least[count++] = part.least[k];
    }
    made->part = {count, part.first + one, other - one, rows, part.tops + one, part.floors + one, part.loads + one, least, part.origin};
    made->next = pending;
    pending = made;
    return true;
  }

  static constexpr i64 MOST = i64(1) << 62;
};

}  // namespace

// The number of the outcome; `steps` is how many are left, `until` a time of the monotonic clock.
extern "C" __attribute__((visibility("default"))) int fit(
    i64 count, i64 times, const i64* starts, const i64* ends, const i64* sizes, const i64* loads, const i64* zeros,
    const i64* order, i64 height, i64 retreats, i64* steps, double until, i64* offsets, double* failures) {
  const Part begin = {count, 0, times, order, zeros, zeros, loads, zeros, -1};
  return Fitting(starts, ends, sizes, height, offsets, failures).run(begin, retreats, steps, until);
}
