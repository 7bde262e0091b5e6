// CUDA's words for a kernel that runs on the CPU. What they do stands in runtime.cpp.
#pragma once

using size_t = decltype(sizeof(0));

// The emulator's own accesses are not those of a kernel.
#define EMULATOR_OWN __attribute__((no_sanitize_thread, noinline))

#define __global__
#define __device__
#define __host__
#define __constant__ static
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __shared__ static __attribute__((section("emulator_shared")))
#define DYNAMIC_SHARED(name) unsigned char* const name = emulator_dynamic_shared

struct uint3 {
  unsigned x, y, z;
};
using dim3 = uint3;

// The thread that runs.
struct EmulatorThread {
  uint3 thread, block, threads, blocks;
};
extern "C" EmulatorThread* emulator_thread;
extern "C" unsigned char* emulator_dynamic_shared;
#define threadIdx (emulator_thread->thread)
#define blockIdx (emulator_thread->block)
#define blockDim (emulator_thread->threads)
#define gridDim (emulator_thread->blocks)
constexpr int warpSize = 32;

extern "C" void emulator_barrier(int line);
// All lanes of a mask meet; each gives a value, and gets one: `how` says which.
extern "C" unsigned long long emulator_meet(unsigned mask, int how, unsigned long long given, int operand, int width,
                                            int line);
extern "C" unsigned long long emulator_atomic(void* at, int bytes, int line);

namespace emulator {
enum How { sync, index, up, down, exclusive, any, all, ballot };
}

inline void __syncthreads(int line = __builtin_LINE()) { emulator_barrier(line); }
inline void __syncwarp(unsigned mask = 0xffffffffu, int line = __builtin_LINE()) {
  emulator_meet(mask, emulator::sync, 0, 0, 32, line);
}
inline int __any_sync(unsigned mask, int truth, int line = __builtin_LINE()) {
  return int(emulator_meet(mask, emulator::any, truth != 0, 0, 32, line));
}
inline int __all_sync(unsigned mask, int truth, int line = __builtin_LINE()) {
  return int(emulator_meet(mask, emulator::all, truth != 0, 0, 32, line));
}
inline unsigned __ballot_sync(unsigned mask, int truth, int line = __builtin_LINE()) {
  return unsigned(emulator_meet(mask, emulator::ballot, truth != 0, 0, 32, line));
}

template <class T> T emulator_shuffle(unsigned mask, int how, T value, int operand, int width, int line) {
  static_assert(sizeof(T) <= 8, "a shuffle moves up to 8 bytes");
  unsigned long long given = 0;
  __builtin_memcpy(&given, &value, sizeof(T));
  given = emulator_meet(mask, how, given, operand, width, line);
  __builtin_memcpy(&value, &given, sizeof(T));
  return value;
}
template <class T> T __shfl_sync(unsigned mask, T value, int lane, int width = 32, int line = __builtin_LINE()) {
  return emulator_shuffle(mask, emulator::index, value, lane, width, line);
}
template <class T> T __shfl_up_sync(unsigned mask, T value, int by, int width = 32, int line = __builtin_LINE()) {
  return emulator_shuffle(mask, emulator::up, value, by, width, line);
}
template <class T> T __shfl_down_sync(unsigned mask, T value, int by, int width = 32, int line = __builtin_LINE()) {
  return emulator_shuffle(mask, emulator::down, value, by, width, line);
}
template <class T> T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32, int line = __builtin_LINE()) {
  return emulator_shuffle(mask, emulator::exclusive, value, lanes, width, line);
}

// Threads run in turns, so that a plain operation is atomic; the runtime checks where it goes.
template <class T, class F> EMULATOR_OWN T emulator_update(T* at, int line, F step) {
  emulator_atomic(at, sizeof(T), line);
  T before, after;
  __builtin_memcpy(&before, at, sizeof(T));
  after = step(before);
  __builtin_memcpy(at, &after, sizeof(T));
  return before;
}
#define EMULATOR_ATOMIC(name, expression)                                 \
  template <class T> T name(T* at, T value, int line = __builtin_LINE()) { \
    return emulator_update(at, line, [&](T old) { return T(expression); }); \
  }
EMULATOR_ATOMIC(atomicAdd, old + value)
EMULATOR_ATOMIC(atomicSub, old - value)
EMULATOR_ATOMIC(atomicExch, value)
EMULATOR_ATOMIC(atomicMax, old > value ? old : value)
EMULATOR_ATOMIC(atomicMin, old < value ? old : value)
EMULATOR_ATOMIC(atomicAnd, old & value)
EMULATOR_ATOMIC(atomicOr, old | value)
#undef EMULATOR_ATOMIC
template <class T> T atomicCAS(T* at, T expected, T value, int line = __builtin_LINE()) {
  return emulator_update(at, line, [&](T old) { return old == expected ? value : old; });
}
inline int __ffs(int bits) { return __builtin_ffs(bits); }
inline void __threadfence() {}
inline void __threadfence_block() {}

// --- how the launcher calls a kernel --------------------------------------------------------------

namespace emulator {
template <int... numbers> struct Numbers {};
template <int count, int... numbers> struct Counted : Counted<count - 1, count - 1, numbers...> {};
template <int... numbers> struct Counted<0, numbers...> {
  using Type = Numbers<numbers...>;
};
template <class... A, int... numbers>
void call(void (*kernel)(A...), void** arguments, Numbers<numbers...>) {
  kernel(*static_cast<A*>(arguments[numbers])...);
}
template <class... A> void call(void (*kernel)(A...), void** arguments) {
  call(kernel, arguments, typename Counted<sizeof...(A)>::Type());
}
// The bytes of each parameter, then 0.
template <class... A> const int* sizes(void (*)(A...)) {
  static const int found[] = {int(sizeof(A))..., 0};
  return found;
}
}  // namespace emulator

extern "C" __attribute__((weak, visibility("hidden"))) unsigned char __start_emulator_shared[];
extern "C" __attribute__((weak, visibility("hidden"))) unsigned char __stop_emulator_shared[];
extern "C" __attribute__((visibility("default"), weak)) void emulator_static_shared(unsigned char** from,
                                                                                      unsigned char** to) {
  *from = __start_emulator_shared;
  *to = __stop_emulator_shared;
}
#define EMULATED(name)                                                                                 \
  extern "C" __attribute__((visibility("default"))) void emulated_##name(void** arguments) {           \
    emulator::call(&name, arguments);                                                                  \
  }                                                                                                    \
  extern "C" __attribute__((visibility("default"))) const int* emulated_sizes_##name() {               \
    return emulator::sizes(&name);                                                                     \
  }
