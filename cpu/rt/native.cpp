// The objects that Python calls kernels by; compiled once for all kernels.
//
// `dslc_native(table)` takes NumPy's table of functions and gives four: `kernel(spec)`, whose `run` runs a kernel,
// `shortcut()`, an object that is called as the function itself and knows the forms of calls, and `quick(class)`, a
// subclass whose objects, when they are called, ask their attribute `_shortcut` first and their method `_call` then,
// and `threads(count)`, which says how many threads calls may use.
#include "forms.h"

// What a call gives whose form is not known: the caller has to look at it.
static PyObject* const UNKNOWN = &_Py_NotImplementedStruct;

static PyObject* kernel_type;
static PyObject* shortcut_type;

struct Shortcut {
  PyObject head;
  PyObject* (*call)(PyObject*, PyObject* const*, u64, PyObject*);
  static constexpr int MOST = 8;
  static constexpr int RECENT = 100;
  Form* forms[MOST];
  int count;
  i64 calls;
  Form* recent[RECENT];  // of the last calls, each with a use of its own
};

template <class T> static T* of(PyObject* object) { return reinterpret_cast<T*>(object); }

static int traverse_kernel(PyObject* self, visitproc visit, void* context) {
  if (int stop = visit(self->type, context)) return stop;
  PyObject* const spec = of<Kernel>(self)->spec;
  return spec ? visit(spec, context) : 0;
}

static int clear_kernel(PyObject*) { return 0; }

static void free_kernel(PyObject* self) {
  PyObject_GC_UnTrack(self);
  Kernel* const kernel = of<Kernel>(self);
  __builtin_free(kernel->parameters);
  __builtin_free(kernel->results);
  if (kernel->pool) kernel->pool->close();
  if (kernel->spec) Py_DecRef(kernel->spec);
  PyObject* const type = self->type;
  PyObject_GC_Del(self);
  Py_DecRef(type);
}

static PyObject* run(PyObject* self, PyObject* const* given, i64) { return run_kernel(*of<Kernel>(self), given); }

static PyObject* memory(PyObject* self, PyObject*) {
  return tuple_of(as_number(of<Kernel>(self)->used), as_number(of<Kernel>(self)->live));
}

static PyObject* make_kernel(PyObject*, PyObject* spec) {
  PyObject* const self = PyType_GenericAlloc(kernel_type, 0);
  if (!self) return nullptr;
  Kernel* const kernel = of<Kernel>(self);
  kernel->spec = held(spec);
  kernel->used = -1;  // there was no call yet
  kernel->entry = reinterpret_cast<Entry>(integer_at(spec, 0));
  kernel->constants = PyTuple_GetItem(spec, 1);
  kernel->raises = PyTuple_GetItem(spec, 2);
  kernel->dtypes = PyTuple_GetItem(spec, 3);
  PyObject* const parameters = PyTuple_GetItem(spec, 4);
  PyObject* const results = PyTuple_GetItem(spec, 5);
  kernel->count = int(PyTuple_Size(parameters));
  kernel->returned = int(PyTuple_Size(results));
  kernel->parameters = zeroed<KernelParameter>(kernel->count);
  kernel->results = zeroed<KernelResult>(kernel->returned);
  kernel->pool = Pool::make();
  if (!kernel->parameters || !kernel->results || !kernel->pool) return Py_DecRef(self), PyErr_NoMemory();
  for (int at = 0; at < kernel->count; ++at) {
    PyObject* const each = PyTuple_GetItem(parameters, at);
    kernel->parameters[at] = {integer_at(each, 0), integer_at(each, 1)};
  }
  for (int at = 0; at < kernel->returned; ++at) {
    PyObject* const each = PyTuple_GetItem(results, at);
    kernel->results[at] = {integer_at(each, 0), integer_at(each, 1), integer_at(each, 2)};
    kernel->room += int(kernel->results[at].rank);
  }
  if (PyErr_Occurred()) return Py_DecRef(self), nullptr;
  return self;
}

static int traverse_shortcut(PyObject* self, visitproc visit, void* context) {
  if (int stop = visit(self->type, context)) return stop;
  const Shortcut* const shortcut = of<Shortcut>(self);
  for (int at = 0; at < shortcut->count; ++at) {
    // A form whose kernel runs is held by that call too, which the collector does not know: it is then not garbage.
    if (int stop = visit(shortcut->forms[at]->spec, context)) return stop;
  }
  return 0;
}

static void forget_recent(Shortcut* shortcut) {
  const i64 kept = shortcut->calls < Shortcut::RECENT ? shortcut->calls : Shortcut::RECENT;
  for (i64 at = 0; at < kept; ++at) let_go(shortcut->recent[at]);
  shortcut->calls = 0;
}

static int clear_shortcut(PyObject* self) {
  Shortcut* const shortcut = of<Shortcut>(self);
  forget_recent(shortcut);
  while (shortcut->count) let_go(shortcut->forms[--shortcut->count]);
  return 0;
}

static void free_shortcut(PyObject* self) {
  PyObject_GC_UnTrack(self);
  clear_shortcut(self);
  PyObject* const type = self->type;
  PyObject_GC_Del(self);
  Py_DecRef(type);
}

static PyObject* call(PyObject* self, PyObject* const* values, u64 flagged, PyObject* keywords) {
  Shortcut* const shortcut = of<Shortcut>(self);
  const i64 count = i64(flagged & ~(u64(1) << 63)) + (keywords ? PyTuple_Size(keywords) : 0);
  for (int at = 0; at < shortcut->count; ++at) {
    Form* const form = shortcut->forms[at];
    PyObject* result;
    if (form->count != count) continue;
    ++form->uses;
    const bool known = call_form(*form, values, keywords, result);
    if (!known) {
      let_go(form);
      continue;
    }
    Form*& place = shortcut->recent[shortcut->calls++ % Shortcut::RECENT];
    if (shortcut->calls > Shortcut::RECENT) let_go(place);
    place = form;
    if (at && at < shortcut->count && shortcut->forms[at] == form) {
      shortcut->forms[at] = shortcut->forms[0];
      shortcut->forms[0] = form;
    }
    return result;
  }
  return held(UNKNOWN);
}

// `shortcut.add(spec)`: know one more form; the one that was not called for longest is forgotten.
static PyObject* add(PyObject* self, PyObject* spec) {
  Shortcut* const shortcut = of<Shortcut>(self);
  Form* const form = form_of(spec);
  if (!form) return PyErr_NoMemory();
  if (PyErr_Occurred()) return let_go(form), nullptr;
  if (shortcut->count == Shortcut::MOST) let_go(shortcut->forms[--shortcut->count]);
  for (int at = shortcut->count++; at > 0; --at) shortcut->forms[at] = shortcut->forms[at - 1];
  shortcut->forms[0] = form;
  return held(&_Py_NoneStruct);
}

// `shortcut.count()`: since it was asked last, the pairs (record, calls) of all forms, and in order the records of the
// last hundred calls.
static PyObject* counted(PyObject* self, PyObject*) {
  Shortcut* const shortcut = of<Shortcut>(self);
  const i64 calls = shortcut->calls, kept = calls < Shortcut::RECENT ? calls : Shortcut::RECENT;
  PyObject* const totals = PyTuple_New(shortcut->count);
  PyObject* const recent = PyTuple_New(kept);
  for (int at = 0; totals && at < shortcut->count; ++at) {
    Form* const form = shortcut->forms[at];
    PyTuple_SetItem(totals, at, tuple_of(held(form->record), as_number(form->calls)));
    form->calls = 0;
  }
  for (i64 at = 0; recent && at < kept; ++at) {
    const Form* const form = shortcut->recent[(calls - kept + at) % Shortcut::RECENT];
    PyTuple_SetItem(recent, at, held(form->record));
  }
  forget_recent(shortcut);
  if (!totals || !recent || PyErr_Occurred()) return nullptr;
  return tuple_of(totals, recent);
}

static PyObject* make_shortcut(PyObject*, PyObject*) {
  PyObject* const self = PyType_GenericAlloc(shortcut_type, 0);
  if (self) of<Shortcut>(self)->call = call;
  return self;
}

static PyObject* shortcut_name;
static PyObject* call_name;

static PyObject* quick_call(PyObject* self, PyObject* arguments, PyObject* keywords) {
  PyObject* const shortcut = PyObject_GetAttr(self, shortcut_name);
  if (!shortcut) return nullptr;
  PyObject* result = held(UNKNOWN);
  if (shortcut->type == shortcut_type) {
    Py_DecRef(result);
    if (keywords && PyDict_Size(keywords)) {
      result = PyVectorcall_Call(shortcut, arguments, keywords);
    } else {
      const i64 count = PyTuple_Size(arguments);
      PyObject* values[count + 1];
      for (i64 at = 0; at < count; ++at) values[at] = PyTuple_GetItem(arguments, at);
      result = call(shortcut, values, u64(count), nullptr);
    }
  }
  Py_DecRef(shortcut);
  if (result != UNKNOWN) return result;
  Py_DecRef(result);
  PyObject* const slowly = PyObject_GetAttr(self, call_name);
  result = slowly ? PyObject_Call(slowly, arguments, keywords) : nullptr;
  if (slowly) Py_DecRef(slowly);
  return result;
}

template <class F> static void* address(F* function) { return reinterpret_cast<void*>(function); }

static PyMethodDef kernel_methods[] = {
    {"run", address(run), METH_FASTCALL, nullptr}, {"memory", address(memory), METH_NOARGS, nullptr}, {}};
static PyMethodDef shortcut_methods[] = {
    {"add", address(add), METH_O, nullptr}, {"count", address(counted), METH_NOARGS, nullptr}, {}};
static PyMemberDef shortcut_members[] = {
    {"__vectorcalloffset__", Py_T_PYSSIZET, sizeof(PyObject), Py_READONLY, nullptr}, {}};

static PyType_Slot kernel_slots[] = {{Py_tp_dealloc, address(free_kernel)},
                                     {Py_tp_traverse, address(traverse_kernel)},
                                     {Py_tp_clear, address(clear_kernel)},
                                     {Py_tp_methods, kernel_methods},
                                     {}};
static PyType_Slot shortcut_slots[] = {{Py_tp_dealloc, address(free_shortcut)},
                                       {Py_tp_traverse, address(traverse_shortcut)},
                                       {Py_tp_clear, address(clear_shortcut)},
                                       {Py_tp_call, address(PyVectorcall_Call)},
                                       {Py_tp_methods, shortcut_methods},
                                       {Py_tp_members, shortcut_members},
                                       {}};
static PyType_Slot quick_slots[] = {{Py_tp_call, address(quick_call)}, {}};
static PyType_Spec quick_spec = {"dslc.CompiledFunction", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, quick_slots};
static PyType_Spec kernel_spec = {"dslc.cpu.Kernel", sizeof(Kernel), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                                  kernel_slots};
static PyType_Spec shortcut_spec = {"dslc.cpu.Shortcut", sizeof(Shortcut), 0,
                                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
                                    shortcut_slots};

static PyObject* ask_threads(PyObject*, PyObject* count) {
  const i64 asked = PyLong_AsLongLong(count);
  if (PyErr_Occurred()) return nullptr;
  Threads::the().ask(int(asked < 1 ? 1 : asked < MOST_WORKERS ? asked : MOST_WORKERS));
  return held(&_Py_NoneStruct);
}

static PyObject* make_quick(PyObject*, PyObject* base) {
  PyObject* const bases = tuple_of(held(base));
  PyObject* const made = bases ? PyType_FromSpecWithBases(&quick_spec, bases) : nullptr;
  if (bases) Py_DecRef(bases);
  return made;
}

extern "C" __attribute__((visibility("default"))) PyObject* dslc_native(PyObject* table) {
  static PyMethodDef kernel = {"kernel", address(make_kernel), METH_O, nullptr};
  static PyMethodDef shortcut = {"shortcut", address(make_shortcut), METH_NOARGS, nullptr};
  static PyMethodDef threads = {"threads", address(ask_threads), METH_O, nullptr};
  static PyMethodDef quick = {"quick", address(make_quick), METH_O, nullptr};
  numpy = Numpy(static_cast<void**>(PyCapsule_GetPointer(table, nullptr)));
  if (PyErr_Occurred()) return nullptr;
  if (numpy.version() != Numpy::VERSION) {
    PyErr_Format(PyExc_RuntimeError, "this version of NumPy has another binary interface");
    return nullptr;
  }
  allocator = PyCapsule_New(&in_pieces, "mem_handler", nullptr);
  kernel_type = PyType_FromSpec(&kernel_spec);
  shortcut_type = PyType_FromSpec(&shortcut_spec);
  shortcut_name = PyUnicode_InternFromString("_shortcut");
  call_name = PyUnicode_InternFromString("_call");
  if (!allocator || !kernel_type || !shortcut_type || !shortcut_name || !call_name) return nullptr;
  auto function = [](PyMethodDef& method) { return PyCFunction_NewEx(&method, nullptr, nullptr); };
  return tuple_of(function(kernel), function(shortcut), function(quick), function(threads));
}
