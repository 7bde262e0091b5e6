// Calls of a kernel: its arguments are read, it runs, and its results become objects.
#pragma once

#include "host.h"
#include "numbers.h"
#include "results.h"
#include "threads.h"

enum ResultKind { RESULT_ARRAY, RESULT_SCALAR, RESULT_NUMBER };

struct KernelParameter {
  i64 code;
  i64 rank;  // negative: a number
};

struct KernelResult {
  i64 code;
  i64 rank;
  i64 kind;
};

// A kernel as an object of Python.
struct Kernel {
  PyObject head;
  PyObject* spec;  // (address, constants, raises, dtypes, parameters, results): what it refers to
  Entry entry;
  PyObject* constants;  // of `Host`
  PyObject* raises;     // raises the exception for a failure
  PyObject* dtypes;     // by code
  KernelParameter* parameters;
  KernelResult* results;
  int count;
  int returned;
  int room;  // the axes of all results
  Pool* pool;
  i64 unplanned;  // how far the blocks of a call reached beyond the plan, at most
  i64 used;       // of the last call
  i64 live;

  PyObject* dtype(i64 code) const { return PyTuple_GetItem(dtypes, code); }
};

// What to run, and how.
struct Job {
  const Argument* arguments;
  const i64* sizes;
  Plan plan;
  i64 planned;
  bool release;  // let other Python threads go on meanwhile
  int updates;   // how many of the last results are what arguments hold from now on
  const i64* updated;  // which
};

class Running {
 public:
  Running(Kernel& kernel, const Job& job, Returned* results)
      : kernel_(kernel), job_(job), results_(results), count_(kernel.returned - job.updates) {}

  // Run, and make an object of each result that is not an update; false with a Python exception set.
  bool run(PyObject** objects) {
    Piece* piece = kernel_.pool->take(job_.planned + kernel_.unplanned);
    // The plan may have room for a branch that this call does not take.
    if (!piece) piece = kernel_.pool->take(0);
    if (!piece) return PyErr_NoMemory(), false;
    const bool done = run_in(piece, objects);
    kernel_.pool->give_back(piece);
    return done;
  }

 private:
  Kernel& kernel_;
  const Job& job_;
  Returned* const results_;
  const int count_;

  bool run_in(Piece* piece, PyObject** objects) {
    Host host(kernel_.constants, job_.release);
    Arena memory(piece->memory(), piece->size, job_.planned);
    Call call = {{}, &memory, job_.plan, job_.arguments, job_.sizes, results_, Threads::the().runner()};
    call.error.host = &host;
    host.begin();
    const bool done = kernel_.entry(call);
    host.finish();
    if (done && host.is_stopped()) give_back(memory);
    if (!done || host.is_stopped()) return fail(call, host.is_stopped());
    kernel_.used = memory.used();
    kernel_.live = memory.most_live();
    if (kernel_.used - job_.planned > kernel_.unplanned) kernel_.unplanned = kernel_.used - job_.planned;
    const bool stay = !SANITIZED && 2 * in_blocks(piece->size) >= piece->size;
    int made = 0;
    while (made < count_ && (objects[made] = object(results_[made], kernel_.results[made], stay ? piece : nullptr))) {
      ++made;
    }
    const bool whole = made == count_ && update();
    give_back(memory);
    if (!whole) {
      while (made) Py_DecRef(objects[--made]);
    }
    return whole;
  }

  // The bytes of results that are blocks of their own.
  i64 in_blocks(i64 capacity) const {
    i64 total = 0;
    for (int number = 0; number < count_; ++number) {
      const Returned& result = results_[number];
      if (kernel_.results[number].kind == RESULT_ARRAY && stays(result, capacity)) total += result.buffer->bytes;
    }
    return total;
  }

  static bool stays(const Returned& result, i64 capacity) {
    return is_block(result, capacity) && result.buffer->bytes >= WORTH_A_PIECE;
  }

  // A result; an array may stay in the piece.
  PyObject* object(Returned& result, const KernelResult& type, Piece* piece) {
    if (type.kind == RESULT_NUMBER) return with_type(int(type.code), [&](auto value) {
      __builtin_memcpy(&value, result.number, sizeof(value));
      return as_number(value);
    });
    PyObject* const dtype = kernel_.dtype(type.code);
    if (type.kind == RESULT_SCALAR) return numpy.scalar(result.number, dtype);
    if (piece && stays(result, piece->size)) {
      PyObject* const made = array_in_piece(dtype, int(type.rank), result.shape, result.buffer);
      if (!made) return nullptr;
      ++piece->uses;
      result.buffer->piece = piece;
      result.buffer = nullptr;
      return made;
    }
    const i64 bytes = bytes_of(int(type.rank), result.shape, size_of_type(int(type.code)));
    return copied(dtype, int(type.rank), result, bytes, kernel_.pool);
  }

  // Let arguments hold what they are updated to. One may become what another held before.
  bool update() {
    void* copies[job_.updates + 1];
    for (int each = 0; each < job_.updates; ++each) {
      const Returned& result = results_[count_ + each];
      copies[each] = nullptr;
      if (result.buffer || result.data == target(each) || job_.updates == 1) continue;
      copies[each] = __builtin_malloc(bytes(each) + 1);
      if (!copies[each]) {
        while (each--) __builtin_free(copies[each]);
        return PyErr_NoMemory(), false;
      }
      __builtin_memcpy(copies[each], result.data, bytes(each));
    }
    for (int each = 0; each < job_.updates; ++each) {
      void* const from = copies[each] ? copies[each] : results_[count_ + each].data;
      if (from != target(each) && bytes(each)) __builtin_memcpy(target(each), from, bytes(each));
      __builtin_free(copies[each]);
    }
    return true;
  }
  void* target(int each) const { return job_.arguments[job_.updated[each]].data; }
  i64 bytes(int each) const {
    const KernelResult& type = kernel_.results[count_ + each];
    return bytes_of(int(type.rank), results_[count_ + each].shape, size_of_type(int(type.code)));
  }

  void give_back(Arena& memory) {
    for (int number = 0; number < kernel_.returned; ++number) {
      Buffer* const block = kernel_.results[number].kind == RESULT_ARRAY ? results_[number].buffer : nullptr;
      if (block && --block->uses == 0) memory.give_back(block);
    }
  }

  // With the exception for why a kernel has no results; there is one already where a signal stopped it.
  bool fail(const Call& call, bool is_stopped) {
    const Failure& why = call.error.failure;
    if (is_stopped) return false;
    if (call.is_wrong()) {
      PyErr_Format(PyExc_TypeError, "argument %lld has another shape than declared", call.wrong);
    } else if (why.kind != Kind::none) {
      PyObject* const report = tuple_of(as_number(i64(why.kind)), as_number(i64(call.error.place)),
                                        as_number(why.details[0]), as_number(why.details[1]),
                                        as_number(why.details[2]));
      PyObject* const none = report ? PyObject_CallFunctionObjArgs(kernel_.raises, report, nullptr) : nullptr;
      if (report) Py_DecRef(report);
      if (none) Py_DecRef(none);
    }
    return false;
  }
};

// Memory for the numbers and the shapes of a call, on the stack.
#define STACK_FOR(kernel)                                             \
  Argument arguments[(kernel).count + 1];                             \
  Number numbers[(kernel).count + 1];                                 \
  Returned results[(kernel).returned + 1];                            \
  i64 shapes[(kernel).room + 1];                                      \
  for (int each = 0, at = 0; each < (kernel).returned; ++each) {      \
    results[each].shape = shapes + at;                                \
    results[each].buffer = nullptr;                                   \
    at += int((kernel).results[each].rank);                           \
  }

struct alignas(16) Number {
  char bytes[16];
};

inline bool has_odd_bools(const void* data, i64 count) {
  const unsigned char* const bytes = static_cast<const unsigned char*>(data);
  unsigned char any = 0;
  for (i64 at = 0; at < count; ++at) any |= bytes[at];
  return any > 1;
}

// An argument of the declared type, as kernels get it; `copy` is a reference to what was copied for that, or null.
inline bool read_argument(const Kernel& kernel, int at, PyObject* given, Argument& to, Number& number, PyObject*& copy) {
  const KernelParameter& parameter = kernel.parameters[at];
  copy = nullptr;
  if (parameter.rank < 0) {
    to = {&number, nullptr};
    return with_type(int(parameter.code), [&](auto value) {
      if (!read_number(given, value)) return false;
      __builtin_memcpy(&number, &value, sizeof(value));
      return true;
    });
  }
  NumpyArray* array = reinterpret_cast<NumpyArray*>(given);
  const bool is_array = PyType_IsSubtype(given->type, numpy.array_type());
  if (!is_array || array->rank != parameter.rank || !numpy.is_same(array->dtype, kernel.dtype(parameter.code))) {
    PyErr_Format(PyExc_TypeError, "argument %d has another dtype or rank than declared", at);
    return false;
  }
  const bool is_bools = parameter.code == np::dtype_code<bool>;
  bool odd = false;
  if (is_dense(array)) odd = is_bools && has_odd_bools(array->data, bytes_of(array->rank, array->shape, 1));
  if (!is_dense(array) || odd) {
    copy = numpy.dense_copy(given);
    if (!copy) return false;
    array = reinterpret_cast<NumpyArray*>(copy);
    if (is_bools) {
      const i64 count = bytes_of(array->rank, array->shape, 1);
      for (i64 place = 0; place < count; ++place) array->data[place] = array->data[place] != 0;
    }
  }
  to = {array->data, array->shape};
  return true;
}

// `kernel.run(arguments, sizes, plan, planned)`: the results, in a list.
inline PyObject* run_kernel(Kernel& kernel, PyObject* const* given) {
  STACK_FOR(kernel)
  PyObject* copies[kernel.count + 1];
  const i64 symbols = PyTuple_Size(given[1]);
  i64 sizes[symbols + 1];
  for (i64 at = 0; at < symbols; ++at) sizes[at] = integer_at(given[1], at);
  const Plan plan = {reinterpret_cast<const Spot*>(PyLong_AsLongLong(given[2]))};
  const Job job = {arguments, sizes, plan, PyLong_AsLongLong(given[3]), true, 0, nullptr};
  int read = 0;
  bool done = !PyErr_Occurred();
  while (done && read < kernel.count) {
    PyObject* const argument = PyTuple_GetItem(given[0], read);
    done = read_argument(kernel, read, argument, arguments[read], numbers[read], copies[read]);
    ++read;
  }
  PyObject* objects[kernel.returned + 1];
  done = done && Running(kernel, job, results).run(objects);
  while (read) {
    PyObject* const copy = copies[--read];
    if (copy) Py_DecRef(copy);
  }
  PyObject* const list = done ? PyList_New(kernel.returned) : nullptr;
  for (int at = 0; list && at < kernel.returned; ++at) PyList_SetItem(list, at, objects[at]);
  return list;
}
