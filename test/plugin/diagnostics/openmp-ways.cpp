// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reasons that stand in called functions are told at the directive, too; all
// name what stands in the way and a way out.
// RUN: %clangxx %plugin -fplugin-arg-twofold-openmp -fopenmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
int elsewhere(const char *text, int i);
int show(const char *text, ...);
static int last(int i) {
  return elsewhere("x", i); // expected-remark {{OpenMP's 'parallel for' stays as it is: 'elsewhere' is called and its definition is not visible; define it in this file}}
}
static int first(int i) { return last(i) + 1; }
static void shared(int *a, int n) {
#pragma omp for
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1]; // expected-remark 2 {{stays as it is: iterations of the parallel loop depend on each other}}
}
static void timed(int *a, int n) {
#pragma omp master
  a[0] = n;
}
static void both(int *a, int n) { timed(a, n); }
void called(int n, int *a) {
#pragma omp parallel for // expected-note {{'#pragma omp parallel for' here comes to it by way of 'first', 'last'}}
  for (int i = 0; i < n; ++i)
    a[i] = first(i);
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] < 0)
      show("negative\n"); // expected-remark {{'show' takes a variable number of arguments; give it a fixed number}}
#pragma omp parallel // expected-note {{'#pragma omp parallel' here comes to it by way of 'shared'}}
  shared(a, n);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i)
      a[i] = i;
#pragma omp single
    both(a, n); // expected-remark {{OpenMP's 'parallel' stays as it is: one of its threads calls 'timed', which has 'master' in it; call it outside of 'single'}}
  }
#pragma omp parallel
#pragma omp single
#pragma omp parallel for // expected-remark {{OpenMP's 'parallel' stays as it is: 'parallel for' stands in its 'single'; put the loop behind the region}}
  for (int i = 0; i < n; ++i)
    a[i]++;
#pragma omp parallel
  {
#pragma omp master
    for (int i = 0; i < n; ++i) // expected-remark {{a loop in its 'master' runs beside what other threads do; have it under a 'single' for which they wait, or behind the region}}
      a[i]++;
#pragma omp for
    for (int i = 0; i < n; ++i)
      a[i] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 5; ++k)
        if (a[i] == j * k)
          goto other; // expected-remark {{no other statement says what 'goto other' in it does; put what it leaves out under an 'if', or in a function that returns there}}
    a[i] = 2;
    continue;
  other:
    a[i] = 4;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 5; ++k)
        if (a[i] == j * k)
          goto __pyx_L7_error; // expected-remark {{an iteration may raise an exception in a loop or a 'try' of its own; put 'try' around 'prange', or say that none is (boundscheck, initializedcheck, cdivision, 'noexcept')}}
    a[i] = 2;
    continue;
  __pyx_L7_error:
    a[i] = 4;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 5; ++k)
        if (a[i] == j * k)
          goto __pyx_L8_try_end; // expected-remark {{Cython has a 'try' or a 'with' in it jump by 'goto'; put that around 'prange' and 'parallel'}}
    a[i] = 2;
    continue;
  __pyx_L8_try_end:
    a[i] = 4;
  }
}
struct Table {
  double *values;
};
struct Named {
  int *counts, *places, limit, limits[3];
  void fill(int n) {
#pragma omp parallel for // expected-remark {{iterations change 'places' besides atomic operations that order this; use '#pragma omp atomic capture', which orders nothing else}}
    for (int i = 0; i < n; ++i) {
      const int at = __sync_fetch_and_add(counts + i % 7, 1);
      if (counts[i % 5] < limit)
        places[i] = at;
    }
#pragma omp parallel for firstprivate(limits) // expected-remark {{clause 'firstprivate' names 'limits', which is no variable of the function's}}
    for (int i = 0; i < n; ++i)
      places[i] = limits[i % 3]++;
#pragma omp parallel firstprivate(limits) // expected-remark {{each of its threads has a copy of 'limits', an object or array}}
    {
#pragma omp for
      for (int i = 0; i < n; ++i)
        places[i] = limits[i % 3]++;
    }
  }
};
void use(Named &named, Table *given, int *a, int n) {
  named.fill(n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    Table *t = i % 2 ? given : nullptr; // expected-remark {{member 'values' is a pointer, and a kernel has no such records; keep the pointer outside of them, in a variable or an array of its own}}
    if (t != nullptr)
      a[i] = 3;
  }
}
struct Unknown;
Unknown *of(int i);
struct Log {
  void put(const char *text);
};
void opaque(Unknown **all, Unknown *one, Log &log, int *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    Unknown *u = of(i); // expected-remark {{'of' is called and its definition is not visible; define it in this file}}
    a[i] = u == nullptr;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    Unknown *u = all[i]; // expected-remark {{'all' points at pointers; use one block and compute the subscripts}}
    a[i] = u == nullptr;
  }
  Unknown *own;
#pragma omp parallel for private(own)
  for (int i = 0; i < n; ++i) {
    own = one; // expected-remark {{where 'own' points to is not known; index a captured array or pointer instead}}
    a[i] = own == nullptr;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    log.put("text"); // expected-remark {{'put' is called and its definition is not visible; define it in this file}}
}
class Rows {
  int *data, *count;

public:
  Rows(const Rows &other) : data(other.data), count(other.count) {
    if (count)
      __sync_fetch_and_add(count, 1);
  }
  ~Rows() {
    if (count && __atomic_fetch_add(count, -1, __ATOMIC_ACQ_REL) == 1)
      delete[] data;
  }
  int &at(int i) { return data[i]; }
};
struct Ending {
  int value;
  ~Ending() { elsewhere("ends", value); }
};
void objects(Rows &rows, Ending *ends, int *a, int n) {
#pragma omp parallel for // expected-remark {{iterations make objects of 'Rows', which count references to their memory; use pointers into it instead}}
  for (int i = 0; i < n; ++i) {
    Rows own = rows;
    a[i] = own.at(i);
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = ends[i].value; // expected-remark {{elements of 'ends' are of class 'Ending', which has a destructor, virtual functions or virtual bases; use a class without}}
}
