// Convolution of floats as products of matrices: the weights of a group times a panel of what windows have at each
// place. Each element is a sum over channels and places in order, every product fused with its addition.
#pragma once

#include "matmul.h"
#include "windows.h"

namespace np {

// Elements of a plane that stand side by side in a panel, `step` apart in the plane.
struct Segment {
  int lane, count;
  i64 from;
};

// The windows of S axes over a plane that has all places of all windows.
template <int S> struct Plane {
  i64 shape[S], stride[S];  // of its axes
  i64 jump[S];              // from one window to the next, in elements
  i64 windows[S];
  i64 size;

  i64 offset(i64 number) const {
    i64 at = 0;
    for (int axis = S - 1; axis >= 0; --axis) {
      at += number % windows[axis] * jump[axis];
      number /= windows[axis];
    }
    return at;
  }

  // So many windows from one on, as segments; how many these are.
  int segments(i64 first, int count, Segment* found) const {
    int made = 0, lane = 0;
    while (lane < count) {
      const i64 left = windows[S - 1] - (first + lane) % windows[S - 1];
      const int some = left < count - lane ? int(left) : count - lane;
      found[made++] = {lane, some, offset(first + lane)};
      lane += some;
    }
    return made;
  }
};

// A row of a panel for each place from one on: what the windows of some segments have there.
template <class T>
void fill_panel(T* panel, int width, const T* plane, const i64* places, i64 depth, const Segment* segments, int count,
                i64 step, int lanes) {
  for (i64 k = 0; k < depth; ++k, panel += width) {
    const T* const from = plane + places[k];
    for (int each = 0; each < count; ++each) {
      const Segment& segment = segments[each];
      const T* const start = from + segment.from;
      T* const to = panel + segment.lane;
      if (step == 1) {
        for (int i = 0; i < segment.count; ++i) to[i] = start[i];
      } else {
        for (int i = 0; i < segment.count; ++i) to[i] = start[i * step];
      }
    }
    for (int lane = lanes; lane < width; ++lane) panel[lane] = 0;
  }
}

// y += weight @ windows for a tile of windows: `rows` outputs, `lanes` windows.
template <class T>
void add_windows(const T* weight, i64 rows, i64 depth, const T* plane, const i64* places, const Segment* segments,
                 int count, i64 step, T* y, i64 y_row, int lanes) {
  constexpr int vectors = most_vectors, width = vectors * Vector<T>::lanes, high = tile_rows(vectors);
  alignas(64) T panel[panel_depth * width];
  for (i64 k = 0; k < depth; k += panel_depth) {
    const i64 some = depth - k < panel_depth ? depth - k : panel_depth;
    fill_panel(panel, width, plane, places + k, some, segments, count, step, lanes);
    if (lanes == width) {
      add_tiles<T, vectors>(weight + k, depth, panel, width, some, y, y_row, rows, nullptr);
      continue;
    }
    for (i64 i = 0; i < rows; i += high) {
      T tile[high * width] = {};
      const i64 down = rows - i < high ? rows - i : high;
      for (i64 r = 0; r < down; ++r) __builtin_memcpy(tile + r * width, y + (i + r) * y_row, lanes * sizeof(T));
      add_tiles<T, vectors>(weight + i * depth + k, depth, panel, width, some, tile, width, down, nullptr);
      for (i64 r = 0; r < down; ++r) __builtin_memcpy(y + (i + r) * y_row, tile + r * width, lanes * sizeof(T));
    }
  }
}

template <int S, class T>
void copy_plane(const Axis (&axes)[S], const Planes<S, T>& x, const Plane<S>& plane, const T* from, T* to, int axis = 0) {
  for (i64 place = 0; place < plane.shape[axis]; ++place) {
    const i64 at = place - axes[axis].before;
    T* const row = to + place * plane.stride[axis];
    if (at < 0 || at >= x.size[axis]) __builtin_memset(row, 0, plane.stride[axis] * sizeof(T));
    else if (axis == S - 1) *row = from[at * x.apart[axis]];
    else copy_plane(axes, x, plane, from + at * x.apart[axis], row, axis + 1);
  }
}

template <class T> bool are_finite(const T* values, i64 count) {
  T sum = 0;
  for (i64 i = 0; i < count; ++i) sum += values[i] * T(0);
  return sum == 0;
}

// Whether it is done: not where few outputs share a window, or padding could not be elements that are 0.
template <int S, class T>
bool convolve_by_panels(const Axis (&axes)[S], const i64 (&window)[S], const i64 (&windows)[S], const Planes<S, T>& x,
                        const T* weight, T* y, i64 outputs) {
  constexpr int width = most_vectors * Vector<T>::lanes;
  const i64 out = product(windows, S), each = product(window, S), depth = x.channels * each;
  Plane<S> plane;
  bool whole = true;
  plane.size = 1;
  for (int axis = S - 1; axis >= 0; --axis) {
    const Axis& along = axes[axis];
    if (along.stretch != 1 || along.before < 0) return false;
    plane.windows[axis] = windows[axis];
    const i64 needed = (windows[axis] - 1) * along.stride + (window[axis] - 1) * along.dilation + 1;
    plane.shape[axis] = needed;
    whole &= along.before == 0 && needed <= x.size[axis];
  }
  for (int axis = S - 1; axis >= 0; --axis) {
    plane.stride[axis] = whole ? x.apart[axis] : plane.size;
    plane.jump[axis] = axes[axis].stride * plane.stride[axis];
    plane.size *= plane.shape[axis];
  }
  if (outputs < 4 || !out || !depth || (!whole && !are_finite(weight, outputs * depth))) return false;
  const i64 copied = whole ? 0 : x.channels * plane.size, between = whole ? x.between : plane.size;
  void* block = nullptr;
  if (posix_memalign(&block, 64, static_cast<unsigned long>(copied * sizeof(T) + depth * sizeof(i64) + 16))) return false;
  T* const padded = static_cast<T*>(block);
  i64* const places = reinterpret_cast<i64*>(padded + copied + copied % 2);
  for (i64 k = 0; k < depth; ++k) {
    i64 rest = k % each;
    places[k] = k / each * between;
    for (int axis = S - 1; axis >= 0; --axis) {
      places[k] += rest % window[axis] * axes[axis].dilation * plane.stride[axis];
      rest /= window[axis];
    }
  }
  __builtin_memset(y, 0, outputs * out * sizeof(T));
  if (!whole) {
    for (i64 c = 0; c < x.channels; ++c) copy_plane(axes, x, plane, x.data + c * x.between, padded + c * plane.size);
  }
  const i64 tiles = (out + width - 1) / width, step = plane.jump[S - 1];
  const T* const from = whole ? x.data : padded;
  parallel(tiles, outputs * depth * width / 8, [=](i64 first, i64 last, int) {
    for (i64 tile = first; tile < last; ++tile) {
      const i64 start = tile * width;
      const int lanes = out - start < width ? int(out - start) : width;
      Segment segments[width];
      const int count = plane.segments(start, lanes, segments);
      add_windows(weight, outputs, depth, from, places, segments, count, step, y + start, out, lanes);
    }
  });
  __builtin_free(block);
  return true;
}

}  // namespace np
