// Calls of known forms: where the arguments have the types, sizes and build-time values of a call before, there is
// nothing left to find out, and the kernel runs at once.
#pragma once

#include "steps.h"

// A form: a tuple of Python holds all that it refers to, in the order of the fields.
struct Form {
  PyObject* spec;
  Kernel* kernel;
  Step* steps;  // one for each argument, those by position first
  i64 count;
  PyObject* keywords;  // the names of the others, or null
  Step* constants;     // what parameters are that the call does not give
  i64 constant_count;
  PyObject* guards;  // (names, path, object[, dtype, shape]): what a function reads from around it
  i64 guard_count;
  i64* sizes;
  i64 size_count;
  Plan plan;
  i64 planned;
  i64* apart;  // the numbers of arguments that share memory with no other
  i64 apart_count;
  i64* updated;
  i64 update_count;
  PyObject* whole;   // makes the function's result of a list of the kernel's; None for a single one, a type for a tuple
  PyObject* record;  // of those who count calls
  i64 uses;
  i64 calls;
  bool release;
};

inline void let_go(Form* form) {
  if (--form->uses) return;
  forget(form->steps, form->count);
  forget(form->constants, form->constant_count);
  __builtin_free(form->sizes);
  __builtin_free(form->apart);
  __builtin_free(form->updated);
  Py_DecRef(form->spec);
  __builtin_free(form);
}

// (kernel, steps, keywords, constants, guards, sizes, plan, planned, apart, updated, whole, record, ...)
inline Form* form_of(PyObject* spec) {
  Form* const form = zeroed<Form>(1);
  if (!form) return nullptr;
  auto part = [&](i64 at) { return PyTuple_GetItem(spec, at); };
  form->uses = 1;
  form->release = true;
  form->spec = held(spec);
  form->kernel = reinterpret_cast<Kernel*>(part(0));
  form->steps = steps_of(part(1), form->count);
  form->keywords = PyTuple_Size(part(2)) ? part(2) : nullptr;
  form->constants = steps_of(part(3), form->constant_count);
  form->guards = part(4);
  form->guard_count = PyTuple_Size(form->guards);
  form->sizes = integers_of(part(5), form->size_count);
  form->plan = {reinterpret_cast<const Spot*>(integer_at(spec, 6))};
  form->planned = integer_at(spec, 7);
  form->apart = integers_of(part(8), form->apart_count);
  form->updated = integers_of(part(9), form->update_count);
  form->whole = part(10);
  form->record = part(11);
  return form;
}

// Whether a name of a function's surroundings, or what a path of attributes leads to from there, is still the same.
inline bool is_as_before(PyObject* guard) {
  PyObject* const path = PyTuple_GetItem(guard, 1);
  PyObject* value = held(PyTuple_GetItem(guard, 0));
  for (i64 at = 0; value && at < PyTuple_Size(path); ++at) {
    PyObject* const name = PyTuple_GetItem(path, at);
    const bool is_names = at == 0 || value->type == &PyDict_Type;
    PyObject* const next = is_names ? PyObject_GetItem(value, name) : PyObject_GetAttr(value, name);
    Py_DecRef(value);
    value = next;
  }
  if (!value) return PyErr_Clear(), false;
  bool same = value == PyTuple_GetItem(guard, 2);
  if (same && PyTuple_Size(guard) > 3) {
    const NumpyArray* const array = reinterpret_cast<const NumpyArray*>(value);
    PyObject* const shape = PyTuple_GetItem(guard, 4);
    same = array->dtype == PyTuple_GetItem(guard, 3) && array->rank == PyTuple_Size(shape);
    for (i64 axis = 0; same && axis < array->rank; ++axis) same = array->shape[axis] == integer_at(shape, axis);
  }
  Py_DecRef(value);
  return same;
}

inline bool has_keywords(const Form& form, PyObject* names) {
  if (!names || !form.keywords) return !names && !form.keywords;
  const i64 count = PyTuple_Size(names);
  bool same = count == PyTuple_Size(form.keywords);
  for (i64 at = 0; same && at < count; ++at) {
    same = is_equal(PyTuple_GetItem(names, at), PyTuple_GetItem(form.keywords, at));
  }
  return same;
}

// Whether each array that may be written to shares no memory with another argument.
inline bool are_apart(const Form& form, const Given& given) {
  for (i64 each = 0; each < form.apart_count; ++each) {
    const i64 one = form.apart[each];
    const char* const start = static_cast<const char*>(given.arguments[one].data);
    for (int other = 0; other < form.kernel->count; ++other) {
      const char* const from = static_cast<const char*>(given.arguments[other].data);
      if (other != one && start < from + given.bytes[other] && from < start + given.bytes[one]) return false;
    }
  }
  return true;
}

inline bool is_of_form(const Form& form, PyObject* const* values, PyObject* keywords, Given& given) {
  for (i64 at = 0; at < form.count; ++at) {
    if (!take(form.steps[at], values[at], given)) return false;
  }
  if (!has_keywords(form, keywords)) return false;
  for (i64 at = 0; at < form.constant_count; ++at) {
    const Step& step = form.constants[at];
    if (!take(step, step.names, given)) return false;
  }
  for (i64 at = 0; at < form.guard_count; ++at) {
    if (!is_as_before(PyTuple_GetItem(form.guards, at))) return false;
  }
  return are_apart(form, given);
}

// What the function returns, of the kernel's results, which are taken over.
inline PyObject* whole_of(const Form& form, PyObject** objects, i64 count) {
  if (form.whole == &_Py_NoneStruct) return objects[0];
  const bool is_tuple = form.whole == &PyTuple_Type;
  PyObject* const made = is_tuple ? PyTuple_New(count) : PyList_New(count);
  for (i64 at = 0; at < count; ++at) {
    if (!made) Py_DecRef(objects[at]);
    else if (is_tuple) PyTuple_SetItem(made, at, objects[at]);
    else PyList_SetItem(made, at, objects[at]);
  }
  if (is_tuple || !made) return made;
  PyObject* const whole = PyObject_CallFunctionObjArgs(form.whole, made, nullptr);
  Py_DecRef(made);
  return whole;
}

// Some measure of time; where there is none, every call is a long one.
inline u64 ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  static u64 passed = 0;
  return passed += 1ull << 40;
#endif
}

// Fewer ticks than these, ten microseconds or so, other Python threads can wait.
constexpr u64 SHORT = 40000;

// Run the kernel if the call is of this form. Whether it is; `result` is null where Python has an exception.
inline bool call_form(Form& form, PyObject* const* values, PyObject* keywords, PyObject*& result) {
  Kernel& kernel = *form.kernel;
  STACK_FOR(kernel)
  i64 bytes[kernel.count + 1];
  PyObject* arrays[kernel.count + 1];
  Given given(arguments, numbers, bytes, arrays);
  if (!is_of_form(form, values, keywords, given)) return false;
  PyObject* objects[kernel.returned + 1];
  const Job job = {arguments, form.sizes, form.plan, form.planned, form.release, int(form.update_count), form.updated};
  ++form.uses;
  ++form.calls;
  const u64 start = ticks();
  const bool done = Running(kernel, job, results).run(objects);
  form.release = ticks() - start > SHORT;
  result = done ? whole_of(form, objects, kernel.returned - form.update_count) : nullptr;
  let_go(&form);
  return true;
}
