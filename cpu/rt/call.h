// How Python calls a kernel: flat arguments are read, the kernel runs, results become new objects.
#pragma once

#include "array.h"
#include "element.h"
#include "host.h"
#include "pyabi.h"

template <class T> constexpr const char* buffer_formats = "";
template <> constexpr const char* buffer_formats<f32> = "f";
template <> constexpr const char* buffer_formats<f64> = "d";
template <> constexpr const char* buffer_formats<i8> = "b";
template <> constexpr const char* buffer_formats<i16> = "h";
template <> constexpr const char* buffer_formats<i32> = "i";
template <> constexpr const char* buffer_formats<i64> = "lq";
template <> constexpr const char* buffer_formats<u8> = "B";
template <> constexpr const char* buffer_formats<u16> = "H";
template <> constexpr const char* buffer_formats<u32> = "I";
template <> constexpr const char* buffer_formats<u64> = "LQ";
template <> constexpr const char* buffer_formats<bool> = "?";
template <> constexpr const char* buffer_formats<c64> = "f";  // after a Z, as of all complex numbers
template <> constexpr const char* buffer_formats<c128> = "d";

// One call. The outcome is a list of results and two sizes, or a tuple (kind, place, details...) when the kernel failed.
template <int ARRAYS> class Call : public Host {
 public:
  // The last of the arguments are the memory plan and its size, and the memory and its size.
  Call(PyObject* constants, PyObject* const* arguments, i64 count)
      : Host(constants),
        arguments_(arguments),
        plan_{read_address<Spot>(count - 4)},
        arena_(read_address<char>(count - 2), read<i64>(count - 1), read<i64>(count - 3)) {
    arena = &arena_;
  }
  Call(const Call&) = delete;
  ~Call() {
    arena = outer_;
    for (int at = 0; at < held_; ++at) PyBuffer_Release(&buffers_[at]);
    if (outcome_) Py_DecRef(outcome_);
  }

  // A Python number or NumPy scalar.
  template <class T> T read(i64 number) {
    if (failed_) return T();
    PyObject* const given = arguments_[number];
    T value;
    if constexpr (is_complex<T>) {
      Py_buffer view;
      if (PyObject_GetBuffer(given, &view, PyBUF_SIMPLE)) return fail<T>();
      __builtin_memcpy(&value, view.buf, sizeof(T));
      PyBuffer_Release(&view);
    } else if constexpr (is_bool<T>) {
      value = PyObject_IsTrue(given) == 1;
    } else if constexpr (is_float<T>) {
      value = static_cast<T>(PyFloat_AsDouble(given));
    } else {
      PyObject* const integer = PyNumber_Index(given);
      if (!integer) return fail<T>();
      value = static_cast<T>(is_signed<T> ? u64(PyLong_AsLongLong(integer)) : PyLong_AsUnsignedLongLong(integer));
      Py_DecRef(integer);
    }
    return PyErr_Occurred() ? fail<T>() : value;
  }

  // An array of these sizes: the caller's own elements where they are dense and aligned, else a copy.
  template <class T, class... S> Array<T, sizeof...(S)> read_array(i64 number, S... sizes) {
    constexpr int R = sizeof...(S);
    Array<T, R> array;
    if (failed_) return array;
    int axis = 0;
    ((array.shape[axis++] = sizes), ...);
    (void)axis;
    Py_buffer& view = buffers_[held_];
    if (PyObject_GetBuffer(arguments_[number], &view, PyBUF_STRIDES | PyBUF_FORMAT)) return fail<Array<T, R>>();
    ++held_;
    if (!matches(view, array)) {
      PyErr_Format(PyExc_TypeError, "argument %lld has another dtype or shape than declared", number);
      return fail<Array<T, R>>();
    }
    if (!is_bool<T> && is_dense(view, array)) {
      array.data = static_cast<T*>(view.buf);
      return array;
    }
    if (Status made = array.allocate(); made.failure.kind != Kind::none) {
      PyErr_NoMemory();
      return fail<Array<T, R>>();
    }
    copy_strided(view, static_cast<const char*>(view.buf), 0, array.data);
    return array;
  }

  // Where its arrays are to lie.
  Plan plan() const { return plan_; }

  // Run the kernel, other Python threads meanwhile going on; whether there are results.
  template <class F> bool run(F kernel) {
    if (failed_) return false;
    error_.host = this;
    leave();
    failed_ = !kernel(error_);
    enter();
    return !failed_;
  }

  // Results, in order; `expect` says how many. Behind them stands what the arena took, and the most that was in use.
  void expect(i64 count) {
    outcome_ = PyList_New(count + 2);
    failed_ = !outcome_;
  }
  template <class T, int R> void give(const Array<T, R>& array) {
    if (!failed_) append(new_array(array));
  }
  template <class T> void give_scalar(T value) {
    if (failed_) return;
    PyObject* const number = as_number(value);
    PyObject* const scalar = number ? PyObject_CallFunctionObjArgs(dtype<T>(), number, nullptr) : nullptr;
    if (number) Py_DecRef(number);
    append(scalar);
  }
  template <class T> void give_number(T value) {
    if (!failed_) append(as_number(value));
  }

  // What the entry returns: a new reference, or null with a Python exception set.
  PyObject* outcome() {
    if (error_.failure.kind != Kind::none) return failure();
    give_number(arena_.used());
    give_number(arena_.most_live());
    if (failed_) return nullptr;
    PyObject* const given = outcome_;
    outcome_ = nullptr;
    return given;
  }

 private:
  PyObject* const* const arguments_;
  bool failed_ = false;
  const Plan plan_;
  Arena arena_;
  Arena* const outer_ = arena;  // of the call whose `print` makes this one
  Py_buffer buffers_[ARRAYS ? ARRAYS : 1];
  int held_ = 0;
  Error error_;
  PyObject* outcome_ = nullptr;
  i64 given_ = 0;

  template <class T> T* read_address(i64 number) { return reinterpret_cast<T*>(read<i64>(number)); }

  template <class T> T fail() {
    failed_ = true;
    return T();
  }

  template <class T, int R> static bool matches(const Py_buffer& view, const Array<T, R>& array) {
    if (view.ndim != R || view.itemsize != i64(sizeof(T)) || !view.format) return false;
    const char* given = view.format;
    if (*given == '^' || *given == '=' || *given == '@') ++given;  // unaligned elements, of native order
    if (is_complex<T> && *given++ != 'Z') return false;
    bool known = false;
    for (const char* format = buffer_formats<T>; *format; ++format) known |= *format == *given && !given[1];
    for (int axis = 0; axis < R; ++axis) known &= view.shape[axis] == array.shape[axis];
    return known;
  }

  template <class T, int R> static bool is_dense(const Py_buffer& view, const Array<T, R>& array) {
    i64 stride = sizeof(T);
    bool dense = reinterpret_cast<u64>(view.buf) % alignof(T) == 0;
    for (int axis = R - 1; axis >= 0; --axis) {
      dense &= array.shape[axis] == 1 || view.strides[axis] == stride;
      stride *= array.shape[axis];
    }
    return dense || (stride == 0 && reinterpret_cast<u64>(view.buf) % alignof(T) == 0);
  }

  // The elements from one axis on, in C order; returns where the next one goes.
  template <class T> static T* copy_strided(const Py_buffer& view, const char* from, int axis, T* to) {
    if (axis == view.ndim) {
      if constexpr (is_bool<T>) *to = *from != 0;
      else __builtin_memcpy(to, from, sizeof(T));
      return to + 1;
    }
    for (i64 index = 0; index < view.shape[axis]; ++index) {
      to = copy_strided(view, from + index * view.strides[axis], axis + 1, to);
    }
    return to;
  }

  void append(PyObject* object) {
    failed_ = !object || PyList_SetItem(outcome_, given_++, object);
  }

  PyObject* failure() {
    const Failure& why = error_.failure;
    const i64 numbers[5] = {i64(why.kind), error_.place, why.details[0], why.details[1], why.details[2]};
    PyObject* const report = PyTuple_New(5);
    for (int at = 0; report && at < 5; ++at) PyTuple_SetItem(report, at, PyLong_FromLongLong(numbers[at]));
    return report;
  }
};

// The one symbol of a kernel's library: the callable object of an entry.
#define EXPORT(entry)                                                                                       \
  extern "C" __attribute__((visibility("default"))) PyObject* dslc_bind(PyObject* constants) {              \
    static PyMethodDef method = {#entry, entry, METH_FASTCALL, nullptr};                                    \
    return PyCFunction_NewEx(&method, constants, nullptr);                                                  \
  }
