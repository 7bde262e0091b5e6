// The threads of this process that run tiles. Whoever has tiles claims them too, and workers help if they are awake: a
// job is done when its tiles are, not when all workers have come. They spin a little and then sleep.
#pragma once

#include "host.h"
#include "parallel.h"

extern "C" {
long syscall(long number, ...);
int pthread_create(unsigned long* thread, const void* attributes, void* (*run)(void*), void* argument);
int pthread_detach(unsigned long thread);
int pthread_sigmask(int how, const void* set, void* old);
int pthread_atfork(void (*before)(), void (*parent)(), void (*child)());
}

class Threads {
 public:
  // Let there be so many, the caller among them.
  void ask(int count) {
    if (!asked_) pthread_atfork(nullptr, nullptr, forget);
    asked_ = count < MOST_WORKERS ? count : MOST_WORKERS;
    runner_ = {run_tiles, asked_ < made_ ? made_ : asked_};
  }

  const Runner* runner() const { return &runner_; }

  static Threads& the() { return threads_; }

 private:
  // In one word, so that it is claimed at once: the number of the job, the next tile, and how many there are.
  static constexpr int BITS = 20;
  static constexpr u64 MASK = (u64(1) << BITS) - 1;
  static Threads threads_;
  Runner runner_ = {run_tiles, 1};

  u64 state_ = 0;
  void (*run_)(void*, i64, int) = nullptr;
  void* context_ = nullptr;
  int done_ = 0;      // tiles
  int signal_ = 0;    // counts jobs, for those who sleep
  int sleeping_ = 0;
  int waits_ = 0;     // whether the caller sleeps until all is done
  int busy_ = 0;      // whether there is a job
  int stopped_ = 0;   // whether its other tiles are left out
  int asked_ = 0;
  int made_ = 1;

  static void forget() {
    Threads& mine = threads_;
    const int asked = mine.asked_;
    mine = Threads();
    mine.asked_ = asked;
    mine.runner_ = {run_tiles, asked};
  }

  static bool run_tiles(i64 tiles, void (*run)(void*, i64, int), void* context) {
    threads_.run(tiles, run, context);
    return Host::goes_on();
  }

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  static void sleep(int* word, int value) { syscall(FUTEX, word, 128, value, nullptr, nullptr, 0); }
  static void wake(int* word, int most) { syscall(FUTEX, word, 129, most, nullptr, nullptr, 0); }
#if defined(__x86_64__)
  static constexpr long FUTEX = 202;
#else
  static constexpr long FUTEX = 98;
#endif

  void run(i64 tiles, void (*run)(void*, i64, int), void* context) {
    int free = 0;
    const bool alone = asked_ < 2 || tiles > i64(MASK);
    if (alone || !__atomic_compare_exchange_n(&busy_, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      for (i64 tile = 0; tile < tiles && Host::goes_on(); ++tile) run(context, tile, 0);
      return;
    }
    make_workers();
    run_ = run;
    context_ = context;
    __atomic_store_n(&done_, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&stopped_, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&waits_, 0, __ATOMIC_RELAXED);
    const u64 job = (state_ >> (2 * BITS)) + 1;
    __atomic_store_n(&state_, job << (2 * BITS) | u64(tiles), __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&signal_, 1, __ATOMIC_SEQ_CST);
    const int sleeping = __atomic_load_n(&sleeping_, __ATOMIC_SEQ_CST);
    if (sleeping) wake(&signal_, tiles - 1 < sleeping ? int(tiles - 1) : sleeping);
    while (claim(0)) {
      if (!Host::goes_on()) __atomic_store_n(&stopped_, 1, __ATOMIC_RELAXED);
    }
    for (int spins = 0; __atomic_load_n(&done_, __ATOMIC_ACQUIRE) != tiles; ++spins) {
      if (spins < 2000) {
        pause();
        continue;
      }
      __atomic_store_n(&waits_, 1, __ATOMIC_SEQ_CST);
      const int done = __atomic_load_n(&done_, __ATOMIC_SEQ_CST);
      if (done != tiles) sleep(&done_, done);
    }
    __atomic_store_n(&busy_, 0, __ATOMIC_RELEASE);
  }

  // Run one tile, if one is left.
  bool claim(int worker) {
    if (worker >= __atomic_load_n(&asked_, __ATOMIC_RELAXED) && worker) return false;
    u64 state = __atomic_load_n(&state_, __ATOMIC_ACQUIRE);
    while (true) {
      const u64 next = state >> BITS & MASK, tiles = state & MASK;
      if (next >= tiles) return false;
      const u64 taken = state + (u64(1) << BITS);
      if (__atomic_compare_exchange_n(&state_, &state, taken, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        // The job is not over before this tile is.
        if (!__atomic_load_n(&stopped_, __ATOMIC_RELAXED)) run_(context_, i64(next), worker);
        __atomic_fetch_add(&done_, 1, __ATOMIC_SEQ_CST);
        if (__atomic_load_n(&waits_, __ATOMIC_SEQ_CST)) wake(&done_, 1);
        return true;
      }
    }
  }

  void make_workers() {
    while (made_ < asked_) {
      unsigned long thread;
      char all[128], before[128];
      __builtin_memset(all, 255, sizeof(all));
      pthread_sigmask(2, all, before);  // signals are for Python's threads
      const int failed = pthread_create(&thread, nullptr, work, reinterpret_cast<void*>(i64(made_)));
      pthread_sigmask(2, before, nullptr);
      if (failed) {
        asked_ = made_;
        return;
      }
      pthread_detach(thread);
      ++made_;
    }
  }

  static void* work(void* number) {
    Threads& mine = threads_;
    const int worker = int(reinterpret_cast<i64>(number));
    while (true) {
      const int signal = __atomic_load_n(&mine.signal_, __ATOMIC_SEQ_CST);
      bool worked = false;
      while (mine.claim(worker)) worked = true;
      for (int spins = 0; spins < (worked ? 2000 : 200); ++spins) {
        if (__atomic_load_n(&mine.signal_, __ATOMIC_RELAXED) != signal) break;
        pause();
      }
      __atomic_fetch_add(&mine.sleeping_, 1, __ATOMIC_SEQ_CST);
      sleep(&mine.signal_, signal);
      __atomic_fetch_sub(&mine.sleeping_, 1, __ATOMIC_SEQ_CST);
    }
  }
};

inline Threads Threads::threads_;
