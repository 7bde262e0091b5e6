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

// `constants` are np.empty, what runs a node, and the scalar class of each dtype by its code.
class Host {
 public:
  // `release`: whether other Python threads go on while the kernel runs. Where they do not, they do from the moment on
  // when it has asked Python for something.
  Host(PyObject* constants, bool release) : constants_(constants), release_(release) {}

  void begin() {
    if (release_) leave();
  }
  void finish() { enter(); }

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

  // Let Python run the node of this number, which gives one or two numbers; whether it raised nothing.
  template <class A, class... T> bool ask(A& result, i64 number, const T&... values) {
    bool second;
    return ask_both(result, second, 1, number, values...);
  }
  template <class A, class B, class... T> bool ask_2(A& first, B& second, i64 number, const T&... values) {
    return ask_both(first, second, 2, number, values...);
  }

  // How many trips of loops to go before the next look at the clock; negative when a signal raised.
  // Signals are looked at every tenth of a second; the clock often enough for that, however long a trip takes.
  int poll() {
    const i64 now = milliseconds();
    if (!polled_) polled_ = looked_ = now;
    const i64 passed = now - polled_;
    polled_ = now;
    if (passed < 5) trips_ = trips_ < 1000 ? 2 * trips_ : trips_;
    if (passed > 20) trips_ = 1;
    if (now - looked_ < 100) return trips_;
    looked_ = now;
    enter();
    const bool raised = PyErr_CheckSignals();
    leave();
    return raised ? -1 : trips_;
  }

 private:
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

  template <class A, class B, class... T>
  bool ask_both(A& first, B& second, int count, i64 number, const T&... values) {
    enter();
    PyObject* const given = run(number, values...);
    if (given) {
      take(PyTuple_GetItem(given, 0), first);
      if (count > 1) take(PyTuple_GetItem(given, 1), second);
      Py_DecRef(given);
    }
    leave();
    return given != nullptr;
  }

  static void take(PyObject* number, f64& value) { value = PyFloat_AsDouble(number); }
  static void take(PyObject* number, i64& value) { value = PyLong_AsLongLong(number); }
  static void take(PyObject* number, bool& value) { value = PyObject_IsTrue(number) == 1; }

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

inline bool go_on(Error& error) {
  error.trips = error.host->poll();
  return error.trips >= 0;
}

#define PRINT(...)                                                                             \
  if (!error.host->print(__VA_ARGS__)) return false

#define ASK(result, ...)                                                                       \
  if (!error.host->ask(result, __VA_ARGS__)) return false

#define ASK_2(first, second, ...)                                                              \
  if (!error.host->ask_2(first, second, __VA_ARGS__)) return false
