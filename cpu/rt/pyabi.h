// The part of CPython's stable ABI that a kernel uses, declared by hand: no Python headers are needed.
#pragma once

#include "base.h"

extern "C" {

struct PyObject;
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
  PyObject* (*ml_meth)(PyObject* self, PyObject* const* arguments, i64 count);
  int ml_flags;
  const char* ml_doc;
};

extern PyObject* PyExc_TypeError;

void Py_DecRef(PyObject*);
PyObject* PyBool_FromLong(long);
void PyBuffer_Release(Py_buffer*);
PyObject* PyComplex_FromDoubles(double real, double imag);
PyObject* PyCFunction_NewEx(PyMethodDef*, PyObject* self, PyObject* module);
int PyErr_CheckSignals();
PyObject* PyErr_Format(PyObject* type, const char* format, ...);
PyObject* PyErr_NoMemory();
PyObject* PyErr_Occurred();
void PyEval_RestoreThread(PyThreadState*);
PyThreadState* PyEval_SaveThread();
double PyFloat_AsDouble(PyObject*);
PyObject* PyFloat_FromDouble(double);
PyObject* PyList_New(i64);
int PyList_SetItem(PyObject* list, i64 index, PyObject* item);
i64 PyLong_AsLongLong(PyObject*);
u64 PyLong_AsUnsignedLongLong(PyObject*);
PyObject* PyLong_FromLongLong(i64);
PyObject* PyLong_FromUnsignedLongLong(u64);
PyObject* PyNumber_Index(PyObject*);
PyObject* PyObject_CallFunctionObjArgs(PyObject* callable, ...);
PyObject* PyObject_CallObject(PyObject* callable, PyObject* arguments);
int PyObject_GetBuffer(PyObject*, Py_buffer*, int flags);
int PyObject_IsTrue(PyObject*);
PyObject* PyTuple_GetItem(PyObject* tuple, i64 index);
PyObject* PyTuple_New(i64);
int PyTuple_SetItem(PyObject* tuple, i64 index, PyObject* item);

}

constexpr int METH_FASTCALL = 0x0080;
constexpr int PyBUF_SIMPLE = 0;
constexpr int PyBUF_WRITABLE = 0x0001;
constexpr int PyBUF_FORMAT = 0x0004;
constexpr int PyBUF_STRIDES = 0x0018;
