// Runs CUDA kernels on one CPU thread: a fiber for each thread of a block, blocks one after the other.
//
// The kernel is compiled with calls at each access to memory (`-fsanitize=thread`), which
// arrive here: they count bytes, and find what is out of bounds, misaligned, or a race. Shared memory is
// filled with NaN before each block. After CUDA C++ Programming Guide, "Hardware multithreading",
// "Synchronization functions", "Warp shuffle functions".
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {
using u8 = unsigned char;
using u32 = unsigned;
using u64 = unsigned long long;

struct uint3 {
  u32 x, y, z;
};
struct Coordinates {
  uint3 thread, block, threads, blocks;
};
enum How { sync, at_index, up, down, exclusive, any, all, ballot };
enum class State : u8 { fresh, ready, at_barrier, at_meeting, done };

// What the last accesses to a byte were.
struct Access {
  u32 thread = 0;  // + 1, 0 for none; `several | warp` of one warp, `many` of one block in one epoch
  u32 block = 0;
  u32 epoch = 0;  // barriers of the block before it
  u32 lanes = 0;  // meetings of the warp before it
};
constexpr u32 several = 0x80000000u, many = 0xfffffffeu, everywhere = 0xffffffffu;
struct Shadow {
  Access writer, reader;
};

struct Range {
  uintptr_t first, last;
  bool constant;
  std::vector<Shadow> shadows;  // empty where races are not looked for
};

struct Thread {
  State state;
  int line;
  u32 mask;
  int how, operand, width;
  u64 given, found;
  bool touched;
};

constexpr size_t stack_bytes = 128 << 10;

#if defined(__x86_64__)
struct Context {
  void* stack_pointer = nullptr;
};
// Keep what a call keeps, and go on where the other context stopped.
extern "C" void emulator_switch(void** from, void* to);
asm(R"(
.text
.hidden emulator_switch
.type emulator_switch, @function
emulator_switch:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
.size emulator_switch, .-emulator_switch
)");
void go(Context& from, Context& to) { emulator_switch(&from.stack_pointer, to.stack_pointer); }
#else
struct Context {
  ucontext_t context;
};
void go(Context& from, Context& to) { swapcontext(&from.context, &to.context); }
#endif

void run_thread();

struct Fiber {
  u8* stack = nullptr;
  Context context;

  void start() {
    if (!stack) {
      void* made = mmap(nullptr, stack_bytes + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      mprotect(made, 4096, PROT_NONE);
      stack = static_cast<u8*>(made) + 4096;
    }
#if defined(__x86_64__)
    void** top = reinterpret_cast<void**>(stack + stack_bytes) - 3;  // as after a call
    *--top = reinterpret_cast<void*>(run_thread);
    top -= 6;
    context.stack_pointer = top;
#else
    getcontext(&context.context);
    context.context.uc_stack.ss_sp = stack;
    context.context.uc_stack.ss_size = stack_bytes;
    makecontext(&context.context, run_thread, 0);
#endif
  }
};

struct Counts {
  u64 blocks, threads, active, loaded, stored;
};

struct Machine {
  void (*body)(void**);
  void** arguments;
  int argument_count;
  Coordinates now;
  std::vector<Thread> threads;
  std::vector<int> fiber_of;  // of each thread
  std::vector<int> free_fibers;
  std::vector<Fiber> fibers;
  std::vector<int> ready;
  size_t head;
  std::vector<u32> warp_epoch;
  u32 block_epoch;
  u32 block_number;
  int current = -1;
  int left, waiting;
  int schedule;
  u64 random;
  Context scheduler;
  std::vector<Range> ranges;
  Range shared_static, shared_dynamic;
  uintptr_t code_first, code_last;
  bool failed;
  char message[512];
  const void* at;  // the instruction of an access that failed
  Counts counts;
} machine;

}  // namespace
EXPORT Coordinates* emulator_thread;
EXPORT u8* emulator_dynamic_shared;
Coordinates* emulator_thread = &machine.now;
u8* emulator_dynamic_shared = nullptr;
namespace {

Thread& thread() { return machine.threads[size_t(machine.current)]; }

void leave_thread() { go(machine.fibers[size_t(machine.fiber_of[size_t(machine.current)])].context, machine.scheduler); }

void fail(const char* text, ...) {
  if (machine.failed) return;
  machine.failed = true;
  va_list list;
  va_start(list, text);
  vsnprintf(machine.message, sizeof machine.message, text, list);
  va_end(list);
}

// An error of the thread that runs: it does not come back.
#define FAIL_HERE(...)   \
  do {                   \
    fail(__VA_ARGS__);   \
    leave_thread();      \
  } while (0)

void run_thread() {
  machine.body(machine.arguments);
  thread().state = State::done;
  leave_thread();
}

// --- which thread goes on ----------------------------------------------------------------------

u64 drawn() {
  machine.random ^= machine.random << 13;
  machine.random ^= machine.random >> 7;
  machine.random ^= machine.random << 17;
  return machine.random;
}

int next_thread() {
  auto& ready = machine.ready;
  if (machine.head == ready.size()) return -1;
  if (machine.schedule == 2) std::swap(ready[machine.head], ready[machine.head + drawn() % (ready.size() - machine.head)]);
  if (machine.schedule == 3) {  // the last one that may go on: one warp runs ahead
    const int last = ready.back();
    ready.pop_back();
    return last;
  }
  return ready[machine.head++];
}

void release(int number) {
  machine.threads[size_t(number)].state = State::ready;
  machine.ready.push_back(number);
}

// --- barriers ----------------------------------------------------------------------------------

// All threads of a block that are left wait: they go on, unless they wait in different places.
void open_barrier() {
  int line = 0, first = -1, count = int(machine.threads.size());
  for (int number = 0; number < count; ++number) {
    const Thread& one = machine.threads[size_t(number)];
    if (one.state == State::done) continue;
    if (first < 0) first = number, line = one.line;
    if (one.line != line) return fail("threads %d and %d wait at barriers of lines %d and %d", first, number, line, one.line);
  }
  if (machine.left < count) {
    return fail("%d of %d threads have returned before the barrier of line %d", count - machine.left, count, line);
  }
  ++machine.block_epoch;
  machine.waiting = 0;
  for (int number = 0; number < count; ++number) release(machine.schedule == 1 ? count - 1 - number : number);
}

void explain_deadlock() {
  int number = 0;
  for (const Thread& one : machine.threads) {
    if (one.state == State::at_meeting) {
      return fail("thread %d waits for ever at line %d: lanes of its mask %08x do not come", number, one.line, one.mask);
    }
    ++number;
  }
  number = 0;
  for (const Thread& one : machine.threads) {
    if (one.state == State::at_barrier) return fail("thread %d waits for ever at the barrier of line %d", number, one.line);
    ++number;
  }
}

// --- meetings of lanes -------------------------------------------------------------------------

int source_lane(const Thread& one, int lane) {
  const int first = lane / one.width * one.width;
  switch (one.how) {
    case at_index: return first + ((one.operand % one.width) + one.width) % one.width;
    case up: return lane - one.operand < first ? lane : lane - one.operand;
    case down: return lane + one.operand >= first + one.width ? lane : lane + one.operand;
    default: return (lane ^ one.operand) >= first + one.width ? lane : lane ^ one.operand;
  }
}

// All lanes of the mask of the thread that runs are here: what each gets.
void hold_meeting(int base) {
  const Thread& mine = thread();
  u32 truths = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (!(mine.mask >> lane & 1)) continue;
    const Thread& other = machine.threads[size_t(base + lane)];
    if (other.mask != mine.mask || other.how != mine.how || other.line != mine.line) {
      FAIL_HERE("lanes of one warp meet at different places: thread %d at line %d with mask %08x, thread %d at line %d with mask %08x",
                machine.current, mine.line, mine.mask, base + lane, other.line, other.mask);
    }
    truths |= u32(other.given != 0) << lane;
  }
  ++machine.warp_epoch[size_t(base / 32)];
  for (int lane = 0; lane < 32; ++lane) {
    if (!(mine.mask >> lane & 1)) continue;
    Thread& other = machine.threads[size_t(base + lane)];
    if (other.how == any) other.found = truths != 0;
    else if (other.how == all) other.found = truths == mine.mask;
    else if (other.how == ballot) other.found = truths;
    else if (other.how != sync) {
      const int source = source_lane(other, lane);
      if (source < 0 || source > 31 || !(mine.mask >> source & 1)) {
        FAIL_HERE("thread %d reads lane %d at line %d, which is not in its mask %08x", base + lane, source, other.line, mine.mask);
      }
      other.found = machine.threads[size_t(base + source)].given;
    }
  }
  for (int lane = 0; lane < 32; ++lane) {
    if (mine.mask >> lane & 1) {
      if (base + lane == machine.current) machine.threads[size_t(base + lane)].state = State::ready;
      else release(base + lane);
    }
  }
}

// --- memory ------------------------------------------------------------------------------------

bool inside(const Range& range, uintptr_t at, size_t bytes) { return at >= range.first && at + bytes <= range.last; }

u32 warp_of(const Access& access) { return access.thread & several ? access.thread & ~several : (access.thread - 1) / 32; }

// Whether nothing orders an access of before and one of the thread that runs.
bool is_conflict(const Access& before, bool across_blocks) {
  if (before.thread == 0) return false;
  if (before.thread == everywhere || before.block != machine.block_number) return across_blocks;
  if (before.epoch != machine.block_epoch) return false;
  if (before.thread == many) return true;
  if (before.thread - 1 == u32(machine.current)) return false;
  const u32 warp = warp_of(before);
  return warp != u32(machine.current) / 32 || before.lanes == machine.warp_epoch[warp];
}

// Who has read, after one more thread has that nothing orders behind the others.
u32 readers(const Access& before, const Access& mine) {
  if (before.thread == everywhere || before.block != machine.block_number) return everywhere;
  if (before.thread == many || before.lanes != mine.lanes) return many;
  return warp_of(before) == warp_of(mine) ? several | warp_of(mine) : many;
}

void look_for_races(Range& range, uintptr_t at, size_t bytes, bool write, bool across_blocks, const void* from) {
  if (range.shadows.empty()) return;
  const u32 lanes = machine.warp_epoch[size_t(machine.current / 32)];
  const Access mine = {u32(machine.current) + 1, machine.block_number, machine.block_epoch, lanes};
  for (size_t byte = 0; byte < bytes; ++byte) {
    Shadow& shadow = range.shadows[at - range.first + byte];
    const bool after_write = is_conflict(shadow.writer, across_blocks), after_read = is_conflict(shadow.reader, across_blocks);
    if (after_write || (write && after_read)) {
      machine.at = from;
      FAIL_HERE("a race: thread %d of block %u %s what another thread %s, and nothing orders the two", machine.current,
                machine.block_number, write ? "writes" : "reads", after_write ? "writes" : "reads");
    }
    if (write) {
      shadow.writer = mine;
    } else if (!after_read) {
      shadow.reader = mine;
    } else {
      const u32 all = readers(shadow.reader, mine);
      shadow.reader = mine;
      shadow.reader.thread = all;
    }
  }
}

bool check(Range& range, uintptr_t at, size_t bytes, bool write, bool across_blocks, const void* from) {
  if (at >= range.last || at + bytes <= range.first) return false;
  if (!inside(range, at, bytes)) return false;
  look_for_races(range, at, bytes, write, across_blocks, from);
  return true;
}

// What a kernel reads of the emulator itself, by the names threadIdx, ...
bool is_ours(uintptr_t at) {
  const auto among = [at](const auto& object) { return at - reinterpret_cast<uintptr_t>(&object) < sizeof object; };
  if (among(machine.now) || among(emulator_thread) || among(emulator_dynamic_shared)) return true;
  if (at - reinterpret_cast<uintptr_t>(machine.arguments) < size_t(machine.argument_count) * sizeof(void*)) return true;
  for (int number = 0; number < machine.argument_count; ++number) {
    if (at - reinterpret_cast<uintptr_t>(machine.arguments[number]) < 16) return true;
  }
  return false;
}

void on_access(uintptr_t at, size_t bytes, bool write, const void* from) {
  if (machine.current < 0) return;
  const u8* stack = machine.fibers[size_t(machine.fiber_of[size_t(machine.current)])].stack;
  const uintptr_t low = reinterpret_cast<uintptr_t>(stack);
  if (at >= low && at < low + stack_bytes) return;
  if ((bytes & (bytes - 1)) == 0 && at % bytes) {
    machine.at = from;
    FAIL_HERE("thread %d of block %u reaches %zu bytes at an address that is no multiple of that", machine.current, machine.block_number, bytes);
  }
  for (Range& range : machine.ranges) {
    if (check(range, at, bytes, write, true, from)) {
      thread().touched = true;
      (write ? machine.counts.stored : machine.counts.loaded) += bytes;
      if (write && range.constant) {
        machine.at = from;
        FAIL_HERE("thread %d of block %u writes to an array that the kernel only reads", machine.current, machine.block_number);
      }
      return;
    }
  }
  if (check(machine.shared_static, at, bytes, write, false, from)) return;
  if (check(machine.shared_dynamic, at, bytes, write, false, from)) return;
  if (is_ours(at) || (at >= machine.code_first && at < machine.code_last)) return;
  machine.at = from;
  uintptr_t closest = 0;
  long long distance = 1LL << 62;
  for (const Range& range : machine.ranges) {
    const long long off = at >= range.last ? (long long)(at - range.last) + (long long)bytes : (long long)(range.first - at);
    if (off < distance) distance = off, closest = range.last - range.first;
  }
  FAIL_HERE("out of bounds: thread %d of block %u %s %zu bytes; the closest array has %zu bytes", machine.current,
            machine.block_number, write ? "writes" : "reads", bytes, size_t(closest));
}

int find_code(dl_phdr_info* info, size_t, void* wanted) {
  const uintptr_t at = reinterpret_cast<uintptr_t>(wanted);
  uintptr_t low = ~uintptr_t(0), high = 0, constants = 0;  // writable segments come last
  for (int number = 0; number < info->dlpi_phnum; ++number) {
    const auto& segment = info->dlpi_phdr[number];
    if (segment.p_type != PT_LOAD) continue;
    low = std::min<uintptr_t>(low, info->dlpi_addr + segment.p_vaddr);
    const uintptr_t last = info->dlpi_addr + segment.p_vaddr + segment.p_memsz;
    high = std::max(high, last);
    if (!(segment.p_flags & PF_W)) constants = std::max(constants, last);
  }
  if (at < low || at >= high) return 0;
  machine.code_first = low;
  machine.code_last = constants;
  return 1;
}

void set_range(Range& range, void* first, size_t bytes, bool constant, bool races) {
  range.first = reinterpret_cast<uintptr_t>(first);
  range.last = range.first + bytes;
  range.constant = constant;
  range.shadows.assign(races ? bytes : 0, Shadow());
}

// --- one block ---------------------------------------------------------------------------------

void poison(Range& range) {
  if (range.last > range.first) memset(reinterpret_cast<void*>(range.first), 0xff, range.last - range.first);
  std::fill(range.shadows.begin(), range.shadows.end(), Shadow());
}

void run_block() {
  const int count = int(machine.threads.size());
  machine.ready.clear();
  machine.head = 0;
  machine.block_epoch = 0;
  for (int number = 0; number < count; ++number) {
    machine.threads[size_t(number)] = Thread();
    machine.threads[size_t(number)].state = State::fresh;
    const bool back = machine.schedule == 1 || machine.schedule == 3;
    machine.ready.push_back(back ? count - 1 - number : number);
  }
  std::fill(machine.warp_epoch.begin(), machine.warp_epoch.end(), 0u);
  machine.left = count;
  machine.waiting = 0;
  poison(machine.shared_static);
  poison(machine.shared_dynamic);
  while (!machine.failed) {
    const int number = next_thread();
    if (number < 0) break;
    machine.current = number;
    Thread& chosen = thread();
    if (chosen.state == State::fresh) {
      if (machine.free_fibers.empty()) {
        machine.fibers.emplace_back();
        machine.free_fibers.push_back(int(machine.fibers.size()) - 1);
      }
      machine.fiber_of[size_t(number)] = machine.free_fibers.back();
      machine.free_fibers.pop_back();
      machine.fibers[size_t(machine.fiber_of[size_t(number)])].start();
      chosen.state = State::ready;
    }
    const uint3 sizes = machine.now.threads;
    machine.now.thread = {u32(number) % sizes.x, u32(number) / sizes.x % sizes.y, u32(number) / sizes.x / sizes.y};
    const int fiber = machine.fiber_of[size_t(number)];
    go(machine.scheduler, machine.fibers[size_t(fiber)].context);
    if (machine.failed) break;
    if (chosen.state == State::done) {
      machine.free_fibers.push_back(fiber);
      --machine.left;
      machine.counts.active += chosen.touched;
    }
    if (machine.waiting && machine.waiting == machine.left) open_barrier();
  }
  if (!machine.failed && machine.left) explain_deadlock();
  machine.current = -1;
}
}  // namespace

// --- what kernels call -------------------------------------------------------------------------

EXPORT void emulator_barrier(int line) {
  Thread& mine = thread();
  mine.state = State::at_barrier;
  mine.line = line;
  ++machine.waiting;
  leave_thread();
}

EXPORT u64 emulator_meet(u32 mask, int how, u64 given, int operand, int width, int line) {
  Thread& mine = thread();
  mine.mask = mask;
  mine.how = how;
  mine.given = given;
  mine.operand = operand;
  mine.width = width;
  mine.line = line;
  mine.state = State::at_meeting;
  const int lane = machine.current % 32, base = machine.current - lane;
  if (!(mask >> lane & 1)) FAIL_HERE("thread %d is not in the mask %08x that it gives at line %d", machine.current, mask, line);
  bool complete = true;
  for (int other = 0; other < 32; ++other) {
    if (!(mask >> other & 1)) continue;
    if (size_t(base + other) >= machine.threads.size()) FAIL_HERE("the mask %08x of line %d names lane %d, which the block has not", mask, line, other);
    const State state = machine.threads[size_t(base + other)].state;
    if (state == State::done) FAIL_HERE("the mask %08x of line %d names lane %d, which has returned", mask, line, other);
    complete = complete && state == State::at_meeting;
  }
  if (complete) hold_meeting(base);
  else leave_thread();
  return thread().found;
}

EXPORT u64 emulator_atomic(void* given, int bytes, int line) {
  const uintptr_t at = reinterpret_cast<uintptr_t>(given);
  bool found = inside(machine.shared_static, at, size_t(bytes)) || inside(machine.shared_dynamic, at, size_t(bytes));
  for (const Range& range : machine.ranges) found = found || (inside(range, at, size_t(bytes)) && !range.constant);
  if (!found) FAIL_HERE("out of bounds: thread %d updates %d bytes atomically at line %d", machine.current, bytes, line);
  thread().touched = true;
  return 0;
}

#define ACCESS(bytes)                                                                                                \
  EXPORT void __tsan_read##bytes(uintptr_t at) { on_access(at, bytes, false, __builtin_return_address(0)); }           \
  EXPORT void __tsan_write##bytes(uintptr_t at) { on_access(at, bytes, true, __builtin_return_address(0)); }           \
  EXPORT void __tsan_volatile_read##bytes(uintptr_t at) { on_access(at, bytes, false, __builtin_return_address(0)); }  \
  EXPORT void __tsan_volatile_write##bytes(uintptr_t at) { on_access(at, bytes, true, __builtin_return_address(0)); }  \
  EXPORT void __tsan_unaligned_read##bytes(uintptr_t at) { on_access(at, bytes, false, __builtin_return_address(0)); } \
  EXPORT void __tsan_unaligned_write##bytes(uintptr_t at) { on_access(at, bytes, true, __builtin_return_address(0)); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
EXPORT void __tsan_read_range(uintptr_t at, size_t bytes) { on_access(at, bytes, false, __builtin_return_address(0)); }
EXPORT void __tsan_write_range(uintptr_t at, size_t bytes) { on_access(at, bytes, true, __builtin_return_address(0)); }
EXPORT void __tsan_func_entry(void*) {}
EXPORT void __tsan_func_exit() {}
EXPORT void __tsan_init() {}

// --- what the launcher calls -------------------------------------------------------------------

// Give a kernel the arrays that it may reach; `flags`: 1 it is only read, 2 look for races.
EXPORT void emulator_arrays(int count, void** first, const size_t* bytes, const int* flags) {
  machine.ranges.resize(size_t(count));
  for (int number = 0; number < count; ++number) {
    set_range(machine.ranges[size_t(number)], first[number], bytes[number], flags[number] & 1, flags[number] & 2);
  }
}

EXPORT int emulator_launch(void (*body)(void**), void** arguments, int count_of_arguments, const u32* sizes, size_t dynamic, void* shared_first,
                           size_t shared_bytes, int schedule, u64 seed, Counts* counts, char* message, const void** at) {
  static std::vector<u8> memory;
  machine.body = body;
  machine.arguments = arguments;
  machine.argument_count = count_of_arguments;
  machine.now.blocks = {sizes[0], sizes[1], sizes[2]};
  machine.now.threads = {sizes[3], sizes[4], sizes[5]};
  const size_t count = size_t(sizes[3]) * sizes[4] * sizes[5];
  machine.threads.resize(count);
  machine.fiber_of.resize(count);
  machine.warp_epoch.assign((count + 31) / 32, 0);
  machine.schedule = schedule;
  machine.random = seed * 2654435761u + 88172645463325252ull;
  machine.failed = false;
  machine.at = nullptr;
  machine.message[0] = 0;
  machine.counts = Counts();
  memory.assign(dynamic + 16, 0);
  emulator_dynamic_shared = memory.data() + (16 - reinterpret_cast<uintptr_t>(memory.data()) % 16) % 16;
  set_range(machine.shared_dynamic, emulator_dynamic_shared, dynamic, false, true);
  set_range(machine.shared_static, shared_first, shared_bytes, false, true);
  dl_iterate_phdr(find_code, reinterpret_cast<void*>(body));
  const u32 blocks = sizes[0] * sizes[1] * sizes[2];
  for (u32 number = 0; number < blocks && !machine.failed; ++number) {
    machine.block_number = schedule == 1 ? blocks - 1 - number : number;
    const u32 where = machine.block_number;
    machine.now.block = {where % sizes[0], where / sizes[0] % sizes[1], where / sizes[0] / sizes[1]};
    run_block();
  }
  machine.counts.blocks = blocks;
  machine.counts.threads = blocks * count;
  *counts = machine.counts;
  *at = machine.at;
  memcpy(message, machine.message, sizeof machine.message);
  if (machine.failed) machine.fibers.clear();  // what they hold is never unwound; their stacks stay
  machine.free_fibers.clear();
  for (size_t number = 0; number < machine.fibers.size(); ++number) machine.free_fibers.push_back(int(number));
  return machine.failed;
}
