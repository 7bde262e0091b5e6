"""The emulator runs right kernels in every schedule, and finds what is wrong in others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dslc.gpu.emulator.machine import SCHEDULES, Argument, EmulatorError, Module, Schedule

RIGHT = r"""
extern "C" __global__ void block_sum(const float* x, float* total, long long n) {
  __shared__ float scratch[64];
  float mine = 0;
  for (long long i = threadIdx.x; i < n; i += blockDim.x) mine += x[i];
  scratch[threadIdx.x] = mine;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) scratch[threadIdx.x] += scratch[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *total = scratch[0];
}
extern "C" __global__ void warp_sums(const float* x, float* sums) {
  float value = x[blockIdx.x * 32 + threadIdx.x];
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_xor_sync(0xffffffffu, value, lanes);
  if (threadIdx.x == 0) sums[blockIdx.x] = value;
}
extern "C" __global__ void groups(const int* x, int* to) {
  const unsigned mask = 0xffu << (threadIdx.x / 8 * 8);
  const int i = threadIdx.x;
  to[i] = __shfl_sync(mask, x[i], 0, 8) + __shfl_up_sync(mask, x[i], 1, 8);
}
extern "C" __global__ void votes(const int* x, unsigned* to) {
  const int i = threadIdx.x;
  const unsigned some = __any_sync(0xffffffffu, x[i] > 30);
  const unsigned all = __all_sync(0xffffffffu, x[i] >= 0);
  const unsigned odd = __ballot_sync(0xffffffffu, x[i] % 2);
  if (i == 0) { to[0] = some; to[1] = all; to[2] = odd; }
}
extern "C" __global__ void histogram(const int* x, int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[x[i]], 1);
}
extern "C" __global__ void transposed(const float* x, float* y, int n) {
  __shared__ float tile[8][9];
  const int column = blockIdx.x * 8 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < n && column < n) tile[threadIdx.y][threadIdx.x] = x[row * n + column];
  __syncthreads();
  const int to_row = blockIdx.x * 8 + threadIdx.y, to_column = blockIdx.y * 8 + threadIdx.x;
  if (to_row < n && to_column < n) y[to_row * n + to_column] = tile[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void told_to_all(const float* x, float* y, int n) {
  DYNAMIC_SHARED(memory);
  float* copy = (float*)memory;
  for (int i = 0; i < n; ++i) {
    copy[threadIdx.x] = x[threadIdx.x] * i;
    __syncwarp();
    const float first = copy[0];
    __syncwarp();
    if (threadIdx.x == 5) y[i] = first;
  }
}
extern "C" __global__ void reversed(float* x, int n) {
  DYNAMIC_SHARED(memory);
  float* copy = (float*)memory;
  copy[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = copy[n - 1 - threadIdx.x];
}
"""
KERNELS = (
    "block_sum",
    "warp_sums",
    "groups",
    "votes",
    "histogram",
    "transposed",
    "told_to_all",
    "reversed",
)


@pytest.fixture(scope="module")
def right() -> Module:
    return Module(RIGHT, KERNELS)


def read(array: np.ndarray) -> Argument:
    return Argument(array, constant=True)


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_right_kernels(right: Module, schedule: Schedule) -> None:
    def run(kernel: str, grid: Any, block: Any, *given: Any, shared: int = 0) -> Any:
        return right.launch(kernel, grid, block, given, shared=shared, schedule=schedule)

    x = np.arange(1000, dtype=np.float32)
    total = np.zeros(1, np.float32)
    did = run("block_sum", (1, 1, 1), (64, 1, 1), read(x), Argument(total), np.int64(1000))
    assert total[0] == x.sum()
    assert (did.blocks, did.threads, did.active) == (1, 64, 64)
    assert (did.loaded, did.stored) == (4000, 4)

    sums = np.zeros(3, np.float32)
    run("warp_sums", (3, 1, 1), (32, 1, 1), read(x), Argument(sums))
    assert (sums == x[:96].reshape(3, 32).sum(1)).all()

    of = np.arange(32, dtype=np.int32)
    to = np.zeros(32, np.int32)
    run("groups", (1, 1, 1), (32, 1, 1), read(of), Argument(to))
    assert (to == of // 8 * 8 + np.where(of % 8, of - 1, of)).all()

    found = np.zeros(3, np.uint32)
    run("votes", (1, 1, 1), (32, 1, 1), read(of), Argument(found))
    assert found.tolist() == [1, 1, 0xAAAAAAAA]

    numbers = np.random.default_rng(1).integers(0, 9, 500).astype(np.int32)
    counts = np.zeros(9, np.int32)
    run("histogram", (4, 1, 1), (128, 1, 1), read(numbers), Argument(counts), np.int32(500))
    assert (counts == np.bincount(numbers, minlength=9)).all()

    square = x[:400].reshape(20, 20).copy()
    turned = np.zeros_like(square)
    run("transposed", (3, 3, 1), (8, 8, 1), read(square), Argument(turned), np.int32(20))
    assert (turned == square.T).all()

    part = x[:64].copy()
    run("reversed", (1, 1, 1), (64, 1, 1), Argument(part), np.int32(64), shared=256)
    assert (part == x[:64][::-1]).all()

    told = np.zeros(4, np.float32)
    one = x[1:33].copy()
    run("told_to_all", (1, 1, 1), (32, 1, 1), read(one), Argument(told), np.int32(4), shared=128)
    assert told.tolist() == [0, 1, 2, 3]


FAULTS = r"""
extern "C" __global__ void no_barrier(float* x) {
  __shared__ float copy[64];
  copy[threadIdx.x] = x[threadIdx.x];  // as others read it
  x[threadIdx.x] = copy[63 - threadIdx.x];
}
extern "C" __global__ void no_second_barrier(float* x) {
  __shared__ float copy[64];
  for (int i = 0; i < 2; ++i) {
    copy[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = copy[63 - threadIdx.x] + i;
  }
}
extern "C" __global__ void without_lanes(float* x) {
  __shared__ float copy[32];
  copy[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = copy[31 - threadIdx.x];
}
extern "C" __global__ void read_by_all(float* x) {
  __shared__ float copy[64];
  for (int i = 0; i < 2; ++i) {
    copy[threadIdx.x] = x[threadIdx.x];
    __syncwarp();
    x[threadIdx.x] = copy[threadIdx.x / 32 * 32];
  }
}
extern "C" __global__ void blocks_meet(float* x) { x[threadIdx.x] += blockIdx.x; }
extern "C" __global__ void beyond(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) y[i] = x[i];
}
extern "C" __global__ void beyond_shared(float* x, int n) {
  DYNAMIC_SHARED(memory);
  ((float*)memory)[threadIdx.x + n] = x[threadIdx.x];
}
extern "C" __global__ void writes_operand(const float* x) { ((float*)x)[threadIdx.x] = 1; }
extern "C" __global__ void misaligned(float* x) { *(double*)(x + 1) = 1; }
extern "C" __global__ void divergent_barrier(float* x) {
  if (threadIdx.x < 32) __syncthreads();
  else __syncthreads();
}
extern "C" __global__ void left_behind(float* x) {
  if (threadIdx.x == 5) return;
  __syncthreads();
}
extern "C" __global__ void divergent_shuffle(float* x) {
  float value = x[threadIdx.x];
  if (threadIdx.x < 16) value = __shfl_xor_sync(0xffffffffu, value, 1);
  else value = __shfl_xor_sync(0xffffffffu, value, 2);
  x[threadIdx.x] = value;
}
extern "C" __global__ void shuffle_of_few(float* x) {
  if (threadIdx.x < 16) x[threadIdx.x] = __shfl_down_sync(0xffffffffu, x[threadIdx.x], 1);
}
extern "C" __global__ void foreign_lane(float* x) {
  if (threadIdx.x < 16) x[threadIdx.x] = __shfl_sync(0xffffu, x[threadIdx.x], 20);
}
extern "C" __global__ void poisoned(float* x) {
  __shared__ float never_set[64];
  x[threadIdx.x] = never_set[threadIdx.x];
}
"""
FOUND = {
    "no_barrier": "a race",
    "no_second_barrier": "a race",
    "without_lanes": "a race",
    "read_by_all": "a race",
    "blocks_meet": "a race",
    "beyond": r"out of bounds.*reads 4 bytes; the closest array has 256 bytes",
    "beyond_shared": "out of bounds",
    "writes_operand": "only reads",
    "misaligned": "no multiple",
    "divergent_barrier": "wait at barriers of lines",
    "left_behind": "1 of 64 threads have returned before the barrier",
    "divergent_shuffle": "meet at different places",
    "shuffle_of_few": "has returned|do not come",
    "foreign_lane": "reads lane 20",
}


@pytest.fixture(scope="module")
def faulty() -> Module:
    return Module(FAULTS, (*FOUND, "poisoned"))


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("kernel", FOUND)
def test_faults_are_found(faulty: Module, kernel: str, schedule: Schedule) -> None:
    x = np.arange(64, dtype=np.float32)
    given: list[Any] = [Argument(x)]
    if kernel == "beyond":
        given = [read(x), Argument(np.zeros(65, np.float32)), np.int32(64)]
    if kernel == "beyond_shared":
        given.append(np.int32(1))
    if kernel == "writes_operand":
        given = [read(x)]
    grid = (2, 1, 1) if kernel in ("blocks_meet", "beyond") else (1, 1, 1)
    block = (32, 1, 1) if kernel in ("without_lanes", "divergent_shuffle") else (64, 1, 1)
    with pytest.raises(EmulatorError, match=FOUND[kernel]):
        faulty.launch(kernel, grid, block, given, shared=256, schedule=schedule)


def test_shared_memory_is_poisoned(faulty: Module) -> None:
    x = np.zeros(64, np.float32)
    faulty.launch("poisoned", (1, 1, 1), (64, 1, 1), [Argument(x)])
    assert np.isnan(x).all()


def test_launches_are_checked(right: Module) -> None:
    x = Argument(np.zeros(64, np.float32))
    with pytest.raises(EmulatorError, match="a block of"):
        right.launch("reversed", (1, 1, 1), (2048, 1, 1), [x, np.int32(64)])
    with pytest.raises(EmulatorError, match="a grid of"):
        right.launch("reversed", (0, 1, 1), (64, 1, 1), [x, np.int32(64)])
    with pytest.raises(EmulatorError, match="shared memory"):
        right.launch("reversed", (1, 1, 1), (64, 1, 1), [x, np.int32(64)], shared=1 << 20)
    with pytest.raises(EmulatorError, match="takes"):
        right.launch("reversed", (1, 1, 1), (64, 1, 1), [x, np.int64(64)])
    with pytest.raises(EmulatorError, match="takes"):
        right.launch("reversed", (1, 1, 1), (64, 1, 1), [x])


def test_an_error_names_the_line_of_the_kernel(faulty: Module) -> None:
    x = np.arange(64, dtype=np.float32)
    line = (
        FAULTS.splitlines().index("  copy[threadIdx.x] = x[threadIdx.x];  // as others read it") + 1
    )
    with pytest.raises(EmulatorError, match=rf"kernel\.cu:{line}"):
        faulty.launch("no_barrier", (1, 1, 1), (64, 1, 1), [Argument(x)])
