// The element types, failures, and TRY. No standard header is needed anywhere: a kernel compiles in milliseconds.
#pragma once

using i8 = signed char;
using i16 = short;
using i32 = int;
using i64 = long long;
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using f32 = float;
using f64 = double;

static_assert(sizeof(i64) == 8 && sizeof(i32) == 4 && sizeof(void*) == 8, "a 64-bit platform");

template <class T> struct Referred { using Type = T; };
template <class T> struct Referred<T&> { using Type = T; };
template <class T> struct Referred<T&&> { using Type = T; };

template <class T> constexpr typename Referred<T>::Type&& move(T&& value) {
  return static_cast<typename Referred<T>::Type&&>(value);
}

template <class T> constexpr bool is_float = false;
template <> constexpr bool is_float<f32> = true;
template <> constexpr bool is_float<f64> = true;
template <class T> constexpr bool is_f32 = false;
template <> constexpr bool is_f32<f32> = true;
template <class T> constexpr bool is_bool = false;
template <> constexpr bool is_bool<bool> = true;
template <class T> constexpr bool is_signed = T(-1) < T(0);

template <class T> constexpr T infinity = T(__builtin_inf());
template <class T> constexpr T nan = T(__builtin_nan(""));

// A function for loops that are to become vector code, which one call that stays a call stops.
#if defined(__CUDACC__)
#define INLINED inline
#else
#define INLINED __attribute__((always_inline)) inline
#endif

// Why a call fails. The numbers are those of FAILURES in cpu/failures.py.
enum class Kind : int {
  none,
  memory,             // no memory for an array
  array_too_big,      // its bytes do not fit in 63 bits
  negative_size,      // of an array
  integer_overflow,   // a Python integer that leaves 64 bits
  float_overflow,     // a Python float power
  integer_division,   // // of Python integers by 0
  integer_modulo,     // % of Python integers by 0
  true_division,      // / of Python integers by 0
  float_division,     // / of Python floats by 0
  float_floor_division,
  float_modulo,
  zero_to_negative,   // 0 to a negative power
  complex_power,      // a negative Python float to a fraction
  nan_to_integer,
  infinity_to_integer,
  too_large,          // a Python float that no 64-bit integer holds, for an integer dtype
  out_of_bounds,      // a Python integer and the dtype it does not fit; details: value, dtype code
  negative_power,     // a NumPy integer to a negative integer power
  negative_shift,     // a Python integer shifted by a negative count
  index,              // details: index, axis, size
  zero_step,          // of a slice
  zero_range_step,    // of a range
  empty_reduction,    // max or min of nothing
  empty_take,         // an element of an axis of size 0
  nothing_follows,    // for the -1 of a shape beside a 0
  does_not_fit,       // a value in a part of an open size; details: sizes
  check,              // a failed assert
  row_pointers,       // of a sparse matrix, that do not rise from 0 to the number of entries
  size_below,         // an integer that sizes something; details: value, least
  size_above,         // the same; details: value, greatest
  shape_assumption,   // two sizes that do not compare as they must; details: both
  stopped,            // by a signal, whose exception Python has
};

struct Failure {
  Kind kind = Kind::none;
  i64 details[3] = {0, 0, 0};
};

// A value, or why there is none.
template <class T> struct Result {
  Failure failure;
  T value;

  Result(T given) : value(move(given)) {}
  Result(Failure why) : failure(why), value() {}
  Result(Kind kind) : failure{kind}, value() {}
};

struct Nothing {};
using Status = Result<Nothing>;

class Host;

// The first failure of a call, and the number of the place where it happened; the way to Python while it runs.
struct Error {
  Failure failure;
  int place = 0;
  Host* host = nullptr;
  int trips = 0;  // of loops, until somebody looks whether the user has interrupted the call

  bool set(Failure why, int where) {
    failure = why;
    place = where;
    return false;
  }
};

// The value of a result; if there is none, the function returns false, with the reason and the place in `error`.
#define TRY(expression, place)                                                                 \
  __extension__({                                                                              \
    auto result_ = (expression);                                                               \
    if (__builtin_expect(result_.failure.kind != Kind::none, 0))                               \
      return error.set(result_.failure, place);                                                \
    move(result_.value);                                                                       \
  })

// No trip of the loop that follows reaches what another one writes.
#ifdef __clang__
#define SIDE_BY_SIDE _Pragma("clang loop vectorize(assume_safety)")
#else
#define SIDE_BY_SIDE _Pragma("GCC ivdep")
#endif

// At the start of a loop's body: the function returns false, with a Python exception set, when a signal asks for it.
#define POLL                                                                                   \
  if (__builtin_expect(--error.trips < 0, 0) && !go_on(error)) return false

bool go_on(Error& error);

// Whether the call that this thread runs goes on, for what knows no `Error`; false when a signal raised.
bool goes_on();

// `use(k)` for each k below n, in blocks; whether the call went on until the last.
template <class F> inline bool interruptible(i64 n, F use) {
  constexpr i64 most = 1 << 16;
  for (i64 first = 0; first < n; first += most) {
    if (n > most && !goes_on()) return false;
    const i64 last = n - first < most ? n : first + most;
    for (i64 k = first; k < last; ++k) use(k);
  }
  return true;
}

// Where the trips from `index` on to `stop` are to end so that somebody can look: a loop in blocks costs nothing more.
inline i64 block_end(i64 index, i64 stop) {
  constexpr i64 most = 16384;
  return u64(stop) - u64(index) > u64(most) ? index + most : stop;
}

// The same where one trip is to stand alone, since others read what it stores.
inline i64 block_end(i64 index, i64 stop, i64 alone) {
  if (index <= alone && alone < stop) stop = index < alone ? alone : alone + 1;
  return block_end(index, stop);
}
