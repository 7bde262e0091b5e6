// Python, as a kernel sees it: the objects it makes, and what it asks for while it runs.
#pragma once

#include "array.h"
#include "element.h"
#include "numbers.h"
#include "pyabi.h"

extern "C" {
struct timespec {
  long tv_sec;
  long tv_nsec;
};
int clock_gettime(int clock, timespec* time);
}

// Values that Python gives, as those of a kernel: Python's numbers, and all others as their memory holds them.
inline bool take(PyObject* given, f64& value) {
  value = PyFloat_AsDouble(given);
  return true;
}
inline bool take(PyObject* given, i64& value) {
  value = PyLong_AsLongLong(given);
  return true;
}
inline bool take(PyObject* given, bool& value) {
  value = PyObject_IsTrue(given) == 1;
  return true;
}
template <class T> bool take(PyObject* given, T& value) {
  Py_buffer view;
  if (PyObject_GetBuffer(given, &view, PyBUF_SIMPLE)) return false;
  __builtin_memcpy(&value, view.buf, sizeof(T));
  PyBuffer_Release(&view);
  return true;
}
// An array of the shape that it has; one without elements yet gets the given one's shape.
template <class T, int R> bool take(PyObject* given, Array<T, R>& array) {
  Py_buffer view;
  if (PyObject_GetBuffer(given, &view, PyBUF_ND)) return false;
  bool made = true;
  if (!array.buffer) {
    for (int axis = 0; axis < R; ++axis) array.shape[axis] = view.shape[axis];
    made = array.allocate().failure.kind == Kind::none;
  }
  if (made) __builtin_memcpy(array.data, view.buf, array.size() * sizeof(T));
  else PyErr_NoMemory();
  PyBuffer_Release(&view);
  return made;
}

// The variables that take the results of a node, which Python gives in a tuple.
template <class... R> struct Into;
template <> struct Into<> {
  bool take(PyObject*, i64) { return true; }
};
template <class F, class... R> struct Into<F, R...> {
  F& first;
  Into<R...> rest;
  bool take(PyObject* given, i64 at) { return ::take(PyTuple_GetItem(given, at), first) && rest.take(given, at + 1); }
};
inline Into<> into() { return {}; }
template <class F, class... R> Into<F, R...> into(F& first, R&... rest) { return {first, into(rest...)}; }

// `constants` are np.empty, what runs a node, and the scalar class of each dtype by its code.
class Host {
 public:
  // `release`: whether other Python threads go on while the kernel runs. Where they do not, they do from the moment on
  // when it has asked Python for something.
  Host(PyObject* constants, bool release) : constants_(constants), release_(release) {}

  void begin() {
    outer_ = current_;
    current_ = this;
    if (release_) leave();
  }
  void finish() {
    enter();
    current_ = outer_;
  }

  // Whether the call that this thread runs goes on; false from the moment on when a signal raised. Signals are looked
  // at every tenth of a second.
  static bool goes_on() {
    Host* const mine = current_;
    return !mine || mine->is_going_on();
  }
  bool is_going_on() { return !stopped_ && look(milliseconds()); }
  bool is_stopped() const { return stopped_; }

  // Other Python threads go on between `leave` and `enter`.
  void leave() { state_ = PyEval_SaveThread(); }
  void enter() {
    if (state_) PyEval_RestoreThread(state_);
    state_ = nullptr;
  }

  // Run the `print` of this number on arrays and Python numbers; whether it raised nothing.
  template <class... T> bool print(i64 number, const T&... values) {
    enter();
    PyObject* const printed = run(number, values...);
    if (printed) Py_DecRef(printed);
    leave();
    return printed != nullptr;
  }

  // Let Python run the node of this number, whose results are taken into variables; whether it raised nothing.
  template <class Results, class... T> bool ask(Results results, i64 number, const T&... values) {
    enter();
    PyObject* const given = run(number, values...);
    const bool taken = given && results.take(given, 0);
    if (given) Py_DecRef(given);
    leave();
    return taken;
  }

  // How many trips of loops to go before the next look at the clock; negative when a signal raised.
  // The clock is looked at often enough for that, however long a trip takes.
  int poll() {
    const i64 now = milliseconds();
    if (!polled_) polled_ = looked_ = now;
    const i64 passed = now - polled_;
    polled_ = now;
    if (passed < 5) trips_ = trips_ < 1000 ? 2 * trips_ : trips_;
    if (passed > 20) trips_ = 1;
    return !stopped_ && look(now) ? trips_ : -1;
  }

 private:
  bool look(i64 now) {
    if (!looked_) looked_ = now;
    if (now - looked_ < 100) return true;
    looked_ = now;
    enter();
    stopped_ = PyErr_CheckSignals();
    leave();
    return !stopped_;
  }

  static __thread Host* current_;  // of the call that this thread runs
  Host* outer_ = nullptr;          // whose `print` makes this one
  bool stopped_ = false;
  PyObject* const constants_;

  template <class T> PyObject* dtype() { return PyTuple_GetItem(constants_, 2 + np::dtype_code<T>); }

  template <class T, int R> PyObject* new_array(const Array<T, R>& array) {
    PyObject* const shape = PyTuple_New(R);
    if (!shape) return nullptr;
    for (int axis = 0; axis < R; ++axis) PyTuple_SetItem(shape, axis, PyLong_FromLongLong(array.shape[axis]));
    PyObject* const made =
        PyObject_CallFunctionObjArgs(PyTuple_GetItem(constants_, 0), shape, dtype<T>(), nullptr);
    Py_DecRef(shape);
    Py_buffer view;
    if (!made) return nullptr;
    if (PyObject_GetBuffer(made, &view, PyBUF_WRITABLE)) {
      Py_DecRef(made);
      return nullptr;
    }
    if (array.data) __builtin_memcpy(view.buf, array.data, view.len);
    PyBuffer_Release(&view);
    return made;
  }

  template <class... T> PyObject* run(i64 number, const T&... values) {
    PyObject* const arguments = PyTuple_New(1 + sizeof...(values));
    i64 at = 0;
    bool done = arguments && !PyTuple_SetItem(arguments, at++, as_number(number));
    ((done = done && !PyTuple_SetItem(arguments, at++, object(values))), ...);
    PyObject* const given =
        done && !PyErr_Occurred() ? PyObject_CallObject(PyTuple_GetItem(constants_, 1), arguments) : nullptr;
    if (arguments) Py_DecRef(arguments);
    return given;
  }

  PyThreadState* state_ = nullptr;
  const bool release_;
  i64 polled_ = 0;
  i64 looked_ = 0;
  int trips_ = 1;

  template <class T> PyObject* object(T value) { return as_number(value); }
  template <class T, int R> PyObject* object(const Array<T, R>& array) { return new_array(array); }

  static i64 milliseconds() {
    timespec now;
    clock_gettime(6, &now);  // CLOCK_MONOTONIC_COARSE
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
  }
};

inline __thread Host* Host::current_ = nullptr;

inline bool go_on(Error& error) {
  error.trips = error.host->poll();
  return error.trips >= 0;
}

inline bool goes_on() { return !host_of_kernel || host_of_kernel->is_going_on(); }

#define PRINT(...)                                                                             \
  if (!error.host->print(__VA_ARGS__)) return false

#define ASK(results, ...)                                                                      \
  if (!error.host->ask(results, __VA_ARGS__)) return false
