// The part of CPython's stable ABI that kernels and their calls use, declared by hand: no Python headers are needed.
#pragma once

#include "base.h"

extern "C" {

struct PyObject {
  i64 references;
  PyObject* type;
};
struct PyThreadState;

struct Py_buffer {
  void* buf;
  PyObject* obj;
  i64 len;
  i64 itemsize;
  int readonly;
  int ndim;
  char* format;
  i64* shape;
  i64* strides;
  i64* suboffsets;
  void* internal;
};

struct PyMethodDef {
  const char* ml_name;
  void* ml_meth;
  int ml_flags;
  const char* ml_doc;
};

struct PyMemberDef {
  const char* name;
  int type;
  i64 offset;
  int flags;
  const char* doc;
};

struct PyType_Slot {
  int slot;
  void* function;
};

struct PyType_Spec {
  const char* name;
  int basicsize;
  int itemsize;
  unsigned flags;
  PyType_Slot* slots;
};

using visitproc = int (*)(PyObject*, void*);

extern PyObject _Py_NoneStruct;
extern PyObject _Py_NotImplementedStruct;
extern PyObject _Py_TrueStruct;
extern PyObject PyTuple_Type;
extern PyObject PyDict_Type;
extern PyObject PyLong_Type;
extern PyObject PyUnicode_Type;
extern PyObject* PyExc_TypeError;
extern PyObject* PyExc_RuntimeError;

void Py_DecRef(PyObject*);
void Py_IncRef(PyObject*);
PyObject* PyBool_FromLong(long);
void PyBuffer_Release(Py_buffer*);
PyObject* PyCapsule_New(void* pointer, const char* name, void* destructor);
void* PyCapsule_GetPointer(PyObject*, const char* name);
PyObject* PyComplex_FromDoubles(double real, double imag);
PyObject* PyCFunction_NewEx(PyMethodDef*, PyObject* self, PyObject* module);
PyObject* PyDict_GetItem(PyObject*, PyObject* key);
int PyDict_Next(PyObject*, i64* place, PyObject** key, PyObject** value);
i64 PyDict_Size(PyObject*);
int PyErr_CheckSignals();
void PyErr_Clear();
PyObject* PyErr_Format(PyObject* type, const char* format, ...);
PyObject* PyErr_NoMemory();
PyObject* PyErr_Occurred();
void PyEval_RestoreThread(PyThreadState*);
PyThreadState* PyEval_SaveThread();
double PyFloat_AsDouble(PyObject*);
PyObject* PyFloat_FromDouble(double);
PyObject* PyList_GetItem(PyObject*, i64 index);
PyObject* PyList_New(i64);
int PyList_SetItem(PyObject* list, i64 index, PyObject* item);
i64 PyList_Size(PyObject*);
i64 PyLong_AsLongLong(PyObject*);
u64 PyLong_AsUnsignedLongLong(PyObject*);
PyObject* PyLong_FromLongLong(i64);
PyObject* PyLong_FromUnsignedLongLong(u64);
PyObject* PyNumber_Index(PyObject*);
PyObject* PyObject_Call(PyObject* callable, PyObject* arguments, PyObject* keywords);
PyObject* PyObject_CallFunctionObjArgs(PyObject* callable, ...);
PyObject* PyObject_CallObject(PyObject* callable, PyObject* arguments);
void PyObject_GC_Del(void*);
void PyObject_GC_UnTrack(void*);
PyObject* PyObject_GetAttr(PyObject*, PyObject* name);
int PyObject_GetBuffer(PyObject*, Py_buffer*, int flags);
PyObject* PyObject_GetItem(PyObject*, PyObject* key);
int PyObject_IsTrue(PyObject*);
int PyObject_RichCompareBool(PyObject*, PyObject*, int how);
PyObject* PyTuple_GetItem(PyObject* tuple, i64 index);
PyObject* PyTuple_New(i64);
int PyTuple_SetItem(PyObject* tuple, i64 index, PyObject* item);
i64 PyTuple_Size(PyObject*);
PyObject* PyType_FromSpec(PyType_Spec*);
PyObject* PyType_GenericAlloc(PyObject* type, i64 items);
PyObject* PyType_FromSpecWithBases(PyType_Spec*, PyObject* bases);
int PyType_IsSubtype(PyObject* type, PyObject* other);
PyObject* PyUnicode_InternFromString(const char*);
PyObject* PyVectorcall_Call(PyObject* callable, PyObject* tuple, PyObject* keywords);

}

constexpr int METH_O = 0x0008;
constexpr int METH_NOARGS = 0x0004;
constexpr int METH_FASTCALL = 0x0080;
constexpr int PyBUF_SIMPLE = 0;
constexpr int PyBUF_WRITABLE = 0x0001;
constexpr int PyBUF_ND = 0x0008;
constexpr int Py_EQ = 2;
constexpr unsigned Py_TPFLAGS_DEFAULT = 1u << 18;
constexpr unsigned Py_TPFLAGS_BASETYPE = 1u << 10;
constexpr unsigned Py_TPFLAGS_HAVE_GC = 1u << 14;
constexpr unsigned Py_TPFLAGS_HAVE_VECTORCALL = 1u << 11;
constexpr int Py_tp_call = 50;
constexpr int Py_tp_clear = 51;
constexpr int Py_tp_dealloc = 52;
constexpr int Py_tp_methods = 64;
constexpr int Py_tp_traverse = 71;
constexpr int Py_tp_members = 72;
constexpr int Py_T_PYSSIZET = 19;
constexpr int Py_READONLY = 1;

template <class... T> inline PyObject* tuple_of(T... items) {
  PyObject* const made = PyTuple_New(sizeof...(items));
  i64 at = 0;
  if (made) (PyTuple_SetItem(made, at++, items), ...);
  return made;
}

inline PyObject* held(PyObject* object) {
  Py_IncRef(object);
  return object;
}

// An integer in a tuple of ours.
inline i64 integer_at(PyObject* tuple, i64 place) { return PyLong_AsLongLong(PyTuple_GetItem(tuple, place)); }
