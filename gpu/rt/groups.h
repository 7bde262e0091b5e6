// Elements side by side, which a thread reads and writes in one access.
#pragma once

// Some elements side by side, read or written in one access.
template <class T, int count> struct alignas(count * sizeof(T)) Group {
  T each[count];
};

// The group of an array that a thread is at: what it only reads is loaded, what it sets is stored at the end.
template <class T, int count> struct Held {
  Group<T, count>* at;
  Group<T, count> group;
  Held(T* array, i64 number) : at(reinterpret_cast<Group<T, count>*>(array) + number) {}
  T& operator[](int place) { return group.each[place]; }
  void store() { *at = group; }
};
template <class T, int count> struct Held<const T, count> {
  Group<T, count> group;
  Held(const T* array, i64 number) : group(reinterpret_cast<const Group<T, count>*>(array)[number]) {}
  T operator[](int place) const { return group.each[place]; }
  void store() {}
};

template <int count, class F, class... H> void do_group(i64 first, F element, H... held) {
  for (int place = 0; place < count; ++place) element(first + place, held[place]...);
  (held.store(), ...);
}

// `element(i, x, ...)` for n trips, with element i of each array, in groups of trips where all arrays are aligned.
template <int count, class F, class... T> void in_groups(i64 n, F element, T*... arrays) {
  const bool aligned = (... && (reinterpret_cast<u64>(arrays) % (count * sizeof(T)) == 0));
  const i64 groups = aligned ? n / count : 0;
  for (i64 number = thread_of_grid(); number < groups; number += threads_of_grid()) {
    do_group<count>(number * count, element, Held<T, count>(arrays, number)...);
  }
  for (i64 i = groups * count + thread_of_grid(); i < n; i += threads_of_grid()) element(i, arrays[i]...);
}
