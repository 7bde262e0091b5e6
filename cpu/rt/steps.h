// What an argument has to be for a call to be of a known form, as a tree that the argument is walked along.
#pragma once

#include "calls.h"

enum StepKind {
  STEP_ARRAY,    // (kind, number, dtype, shape, writes, code[, default]): a dense array of just this dtype and shape
  STEP_NUMBER,   // (kind, number, type, way, code[, equal[, default]])
  STEP_SAME,     // (kind, object): this object, or an equal int or str
  STEP_FIELDS,   // (kind, type, names, steps)
  STEP_ITEMS,    // (kind, type, steps): a list or a tuple of so many
  STEP_ENTRIES,  // (kind, keys, steps): a dict of these keys in this order
};

enum Way {
  WAY_FLOAT,    // a Python number as a float
  WAY_INTEGER,  // a Python int, which has to fit
  WAY_BOOL,
  WAY_SCALAR,  // a NumPy scalar of the dtype itself
  WAY_EQUAL,   // a Python int with the number that the form was made for
};

struct Step {
  i64 kind;
  i64 number;  // of the flat parameter
  i64 code;
  i64 way;
  bool writes;
  PyObject* object;  // a dtype, a type, an object or the keys; all of them are the tuple's
  PyObject* names;  // or the array or number itself, where the call gives none
  i64* shape;
  i64 rank;
  i64 bytes;
  i64 equal;
  Step* inner;
  i64 count;  // of the inner ones
};

// What a call gives, as far as it is read.
struct Given {
  Argument* arguments;
  Number* numbers;
  i64* bytes;         // of arrays
  PyObject** arrays;  // which are held while the call lasts: what they stand in may change meanwhile
  int held = 0;

  Given(Argument* arguments_, Number* numbers_, i64* bytes_, PyObject** arrays_)
      : arguments(arguments_), numbers(numbers_), bytes(bytes_), arrays(arrays_) {}
  Given(const Given&) = delete;
  ~Given() {
    while (held) Py_DecRef(arrays[--held]);
  }
};

template <class T> inline T* zeroed(i64 count) {
  return static_cast<T*>(__builtin_calloc(static_cast<unsigned long>(count + 1), sizeof(T)));
}

inline i64* integers_of(PyObject* tuple, i64& count) {
  count = PyTuple_Size(tuple);
  i64* const made = zeroed<i64>(count);
  for (i64 at = 0; made && at < count; ++at) made[at] = integer_at(tuple, at);
  return made;
}

inline Step* steps_of(PyObject* tuple, i64& count);

// Of a tuple as listed above, which outlives the step.
inline void parse(Step& step, PyObject* tuple) {
  step.kind = integer_at(tuple, 0);
  const bool leaf = step.kind <= STEP_NUMBER;
  if (leaf) step.number = integer_at(tuple, 1);
  step.object = PyTuple_GetItem(tuple, leaf ? 2 : 1);
  if (step.kind == STEP_ARRAY) {
    step.shape = integers_of(PyTuple_GetItem(tuple, 3), step.rank);
    step.writes = integer_at(tuple, 4);
    step.code = integer_at(tuple, 5);
    if (PyTuple_Size(tuple) > 6) step.names = PyTuple_GetItem(tuple, 6);
    step.bytes = step.shape ? bytes_of(int(step.rank), step.shape, size_of_type(int(step.code))) : 0;
  } else if (step.kind == STEP_NUMBER) {
    step.way = integer_at(tuple, 3);
    step.code = integer_at(tuple, 4);
    if (step.way == WAY_EQUAL) step.equal = integer_at(tuple, 5);
    if (PyTuple_Size(tuple) > 6) step.names = PyTuple_GetItem(tuple, 6);
  } else if (step.kind == STEP_FIELDS) {
    step.names = PyTuple_GetItem(tuple, 2);
    step.inner = steps_of(PyTuple_GetItem(tuple, 3), step.count);
  } else if (step.kind != STEP_SAME) {
    step.inner = steps_of(PyTuple_GetItem(tuple, 2), step.count);
  }
}

inline Step* steps_of(PyObject* tuple, i64& count) {
  count = PyTuple_Size(tuple);
  Step* const made = zeroed<Step>(count);
  for (i64 at = 0; made && at < count; ++at) parse(made[at], PyTuple_GetItem(tuple, at));
  return made;
}

inline void forget(Step* steps, i64 count) {
  for (i64 at = 0; steps && at < count; ++at) {
    forget(steps[at].inner, steps[at].count);
    __builtin_free(steps[at].shape);
  }
  __builtin_free(steps);
}

inline bool is_equal(PyObject* given, PyObject* known) {
  if (given == known) return true;
  if (given->type != known->type || (given->type != &PyLong_Type && given->type != &PyUnicode_Type)) return false;
  return PyObject_RichCompareBool(given, known, Py_EQ) == 1;
}

inline bool take_array(const Step& step, PyObject* value, Given& given) {
  if (value->type != numpy.array_type()) return false;
  const NumpyArray* const array = reinterpret_cast<const NumpyArray*>(value);
  if (array->dtype != step.object || array->rank != step.rank || !is_dense(array)) return false;
  for (i64 axis = 0; axis < step.rank; ++axis) {
    if (array->shape[axis] != step.shape[axis]) return false;
  }
  if (step.writes && !(array->flags & ARRAY_WRITEABLE)) return false;
  if (step.code == np::dtype_code<bool> && has_odd_bools(array->data, step.bytes)) return false;
  given.arguments[step.number] = {array->data, step.shape};
  given.bytes[step.number] = step.bytes;
  given.arrays[given.held++] = ::held(value);
  return true;
}

inline bool take_number(const Step& step, PyObject* value, Given& given) {
  if (value->type != step.object) return false;
  Number& number = given.numbers[step.number];
  given.arguments[step.number] = {&number, nullptr};
  given.bytes[step.number] = 0;
  if (step.way == WAY_SCALAR) return numpy.read_scalar(value, &number), true;
  return with_type(int(step.code), [&](auto read) {
    bool fits = false;
    if constexpr (is_float<decltype(read)>) {
      fits = step.way == WAY_FLOAT && read_float(value, read);
    } else if constexpr (is_bool<decltype(read)>) {
      read = value == &_Py_TrueStruct;
      fits = step.way == WAY_BOOL;
    } else if constexpr (!is_complex<decltype(read)>) {
      fits = (step.way == WAY_INTEGER || step.way == WAY_EQUAL) && read_integer(value, read);
      if (step.way == WAY_EQUAL) fits = fits && i64(read) == step.equal;
    }
    __builtin_memcpy(&number, &read, sizeof(read));
    return fits;
  });
}

inline bool take(const Step& step, PyObject* value, Given& given);

inline bool take_fields(const Step& step, PyObject* value, Given& given) {
  if (value->type != step.object) return false;
  for (i64 at = 0; at < step.count; ++at) {
    PyObject* const field = PyObject_GetAttr(value, PyTuple_GetItem(step.names, at));
    if (!field) return PyErr_Clear(), false;
    const bool taken = take(step.inner[at], field, given);
    Py_DecRef(field);
    if (!taken) return false;
  }
  return true;
}

inline bool take_items(const Step& step, PyObject* value, Given& given) {
  if (value->type != step.object) return false;
  const bool is_tuple = step.object == &PyTuple_Type;
  if ((is_tuple ? PyTuple_Size(value) : PyList_Size(value)) != step.count) return false;
  for (i64 at = 0; at < step.count; ++at) {
    PyObject* const item = is_tuple ? PyTuple_GetItem(value, at) : PyList_GetItem(value, at);
    if (!take(step.inner[at], item, given)) return false;
  }
  return true;
}

inline bool take_entries(const Step& step, PyObject* value, Given& given) {
  if (value->type != &PyDict_Type || PyDict_Size(value) != step.count) return false;
  PyObject *key, *item;
  i64 place = 0;
  for (i64 at = 0; PyDict_Next(value, &place, &key, &item); ++at) {
    if (!is_equal(key, PyTuple_GetItem(step.object, at)) || !take(step.inner[at], item, given)) return false;
  }
  return true;
}

// Whether a value is of the form; what it holds is then in `given`.
inline bool take(const Step& step, PyObject* value, Given& given) {
  switch (step.kind) {
    case STEP_ARRAY: return take_array(step, value, given);
    case STEP_NUMBER: return take_number(step, value, given);
    case STEP_SAME: return is_equal(value, step.object);
    case STEP_FIELDS: return take_fields(step, value, given);
    case STEP_ITEMS: return take_items(step, value, given);
    default: return take_entries(step, value, given);
  }
}
