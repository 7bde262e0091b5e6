// Calls of kernels from C: errors, and results that go where the caller says.
#pragma once

#include "entry.h"

namespace c {

// Where a kernel can fail; the message is null where its kind says all.
struct Point {
  const char* file;
  int line;
  const char* message;
};

inline const char* text_of(Kind kind) {
  switch (kind) {
    case Kind::none: return "";
    case Kind::memory: return "no memory for an array";
    case Kind::array_too_big: return "an array is too big";
    case Kind::negative_size: return "a negative size of an array";
    case Kind::integer_overflow: return "an integer does not fit in 64 bits";
    case Kind::float_overflow: return "a power is too large";
    case Kind::integer_division:
    case Kind::integer_modulo:
    case Kind::true_division:
    case Kind::float_division:
    case Kind::float_floor_division:
    case Kind::float_modulo: return "division by zero";
    case Kind::zero_to_negative: return "zero to a negative power";
    case Kind::complex_power: return "a negative number to a fraction is complex";
    case Kind::nan_to_integer: return "NaN as an integer";
    case Kind::infinity_to_integer: return "infinity as an integer";
    case Kind::too_large: return "a number is too large for an integer";
    case Kind::out_of_bounds: return "an integer is out of bounds for its type";
    case Kind::negative_power: return "an integer to a negative power";
    case Kind::negative_shift: return "a negative shift";
    case Kind::index: return "an index is out of bounds";
    case Kind::zero_step:
    case Kind::zero_range_step: return "a step is zero";
    case Kind::empty_reduction: return "a reduction of nothing";
    case Kind::check: return "an assertion failed";
    case Kind::size_below:
    case Kind::size_above: return "a size is out of range";
    case Kind::shape_assumption: return "sizes are not as the function needs them";
    default: return "a shape does not fit";
  }
}

// The return value of a call, whose `error` (of type `E`, or null) is filled.
template <class E> int failed(const Failure& why, const Point& at, E* error) {
  if (error) {
    error->kind = int(why.kind);
    error->line = at.line;
    error->file = at.file;
    error->message = at.message ? at.message : text_of(why.kind);
    for (int place = 0; place < 3; ++place) error->details[place] = why.details[place];
  }
  return int(why.kind);
}

// An array result, and where it goes: to elements of the caller, or to new ones.
class Given {
 public:
  Given(Returned& result, int rank, i64 size) : result_(result), bytes_(size) {
    for (int axis = 0; axis < rank; ++axis) bytes_ *= result.shape[axis];
  }

  // Make the elements this result's own: those of an argument may change when another result is given. False where
  // there is no memory.
  bool keep() {
    if (result_.buffer) return true;
    own_ = __builtin_malloc(static_cast<unsigned long>(bytes_) + 1);
    if (own_ && bytes_) __builtin_memcpy(own_, result_.data, static_cast<unsigned long>(bytes_));
    return own_;
  }
  void to(void* elements) const {
    if (bytes_) __builtin_memcpy(elements, own_ ? own_ : result_.data, static_cast<unsigned long>(bytes_));
  }
  // New elements, which the caller frees; null where there is no memory.
  void* anew() const {
    void* const made = __builtin_malloc(static_cast<unsigned long>(bytes_) + 1);
    if (made) to(made);
    return made;
  }
  void release(Arena& memory) {
    __builtin_free(own_);
    if (result_.buffer && --result_.buffer->uses == 0) memory.give_back(result_.buffer);
  }

 private:
  Returned& result_;
  i64 bytes_;
  void* own_ = nullptr;
};

}  // namespace c
