// Python's numbers as those of kernels, and back. Types are told by the number of their dtype.
#pragma once

#include "element.h"
#include "numpy.h"

// Calls a function with a value of the C++ type of a dtype.
template <class F> auto with_type(int code, F function) {
  switch (code) {
    case 0: return function(f32());
    case 1: return function(f64());
    case 2: return function(i8());
    case 3: return function(i16());
    case 4: return function(i32());
    case 5: return function(i64());
    case 6: return function(u8());
    case 7: return function(u16());
    case 8: return function(u32());
    case 9: return function(u64());
    case 10: return function(bool());
    case 11: return function(c64());
    case 12: return function(c128());
    case 13: return function(f16());
    default: return function(bf16());
  }
}

inline i64 size_of_type(int code) {
  return with_type(code, [](auto zero) { return i64(sizeof(zero)); });
}

// A Python number or NumPy scalar; false with a Python exception set where it is none.
template <class T> inline bool read_number(PyObject* given, T& value) {
  if constexpr (is_complex<T>) {
    Py_buffer view;
    if (PyObject_GetBuffer(given, &view, PyBUF_SIMPLE)) return false;
    __builtin_memcpy(&value, view.buf, sizeof(T));
    PyBuffer_Release(&view);
    return true;
  } else if constexpr (is_bool<T>) {
    value = PyObject_IsTrue(given) == 1;
  } else if constexpr (is_float<T>) {
    value = static_cast<T>(PyFloat_AsDouble(given));
  } else {
    PyObject* const integer = PyNumber_Index(given);
    if (!integer) return false;
    value = static_cast<T>(is_signed<T> ? u64(PyLong_AsLongLong(integer)) : PyLong_AsUnsignedLongLong(integer));
    Py_DecRef(integer);
  }
  return !PyErr_Occurred();
}

template <class T> inline PyObject* as_number(T value) {
  if constexpr (is_complex<T>) return PyComplex_FromDoubles(value.real, value.imag);
  else if constexpr (is_bool<T>) return PyBool_FromLong(value);
  else if constexpr (is_float<T>) return PyFloat_FromDouble(f64(value));
  else if constexpr (is_signed<T>) return PyLong_FromLongLong(value);
  else return PyLong_FromUnsignedLongLong(value);
}

// A Python float, or an integer that a float holds exactly, as a float; whether it is one.
template <class T> inline bool read_float(PyObject* given, T& value) {
  const f64 number = PyFloat_AsDouble(given);
  if (number == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    return false;
  }
  if (given->type == &PyLong_Type && !(number > -9e15 && number < 9e15)) return false;
  value = static_cast<T>(number);
  return true;
}

// A Python integer as one of these types; whether it is in range.
template <class T> inline bool read_integer(PyObject* given, T& value) {
  if constexpr (is_signed<T>) {
    const i64 number = PyLong_AsLongLong(given);
    value = static_cast<T>(number);
    if (number == -1 && PyErr_Occurred()) return PyErr_Clear(), false;
    return i64(value) == number;
  } else {
    const u64 number = PyLong_AsUnsignedLongLong(given);
    value = static_cast<T>(number);
    if (number == u64(-1) && PyErr_Occurred()) return PyErr_Clear(), false;
    return u64(value) == number;
  }
}
