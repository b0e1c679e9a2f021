// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why loops stay that use what atomic operations give.
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -fopenmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -fopenmp -fsyntax-only -Werror %s
static int again(int *x, int n) {
  if (n > 0)
    return again(x, n - 1);
  int v;
#pragma omp atomic capture
  v = (*x)++;
  return v;
}
static double product(double *x, int by) {
  double v;
#pragma omp atomic capture // expected-remark {{'x' is changed atomically otherwise than by sums of a number or bits of an integer of 32 or 64 bits; use such a number}}
  v = *x *= by;
  return v;
}
int f(int n, int *a, int *b, double *d, volatile int *v) {
  int next = 0, lock = 0, flag = 0;
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    double was;
#pragma omp atomic capture // expected-remark {{OpenMP's 'parallel for' stays as it is: 'sum' is changed atomically otherwise than by sums of a number or bits of an integer of 32 or 64 bits; use such a number}}
    was = sum *= 2;
    d[(int)was] = i;
  }
#pragma omp parallel for reduction(+ : next)
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture // expected-remark {{each thread has a 'next' of its own, which it changes atomically; share it}}
    at = next++;
    a[i] = at;
  }
#pragma omp parallel for num_threads(n)
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture // expected-remark {{values of atomic operations are used, and 'num_threads' may say that iterations come in their order; leave it out}}
    at = next++;
    a[at] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int at, own = i;
#pragma omp atomic capture // expected-remark {{each iteration has 'own' for itself; leave out the atomic directive}}
    at = own++;
    a[at] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp critical
    b[0] += i;
#pragma omp atomic capture // expected-remark {{'critical' stands beside atomic operations whose values are used; use one of the two}}
    at = next++;
    a[at] = i;
  }
#pragma omp parallel for // expected-remark {{a loop in it may wait for what other iterations do, which a device need not run meanwhile; give it an end}}
  for (int i = 0; i < n; ++i) {
    while (!__sync_bool_compare_and_swap(&lock, 0, 1))
      ;
    b[0] = b[0] * 2 + i;
    __sync_bool_compare_and_swap(&lock, 1, 0);
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int old;
    do {
#pragma omp atomic capture // expected-remark {{a loop in it may wait for what other iterations do to 'flag', which a device need not run meanwhile; give it an end}}
      {
        old = flag;
        flag = i;
      }
    } while (old != 0);
  }
#pragma omp parallel for // expected-remark {{it calls '__atomic_fetch_nand' for 'int', which a kernel does not have; use '__sync_fetch_and_add' and the like of integers of 32 or 64 bits}}
  for (int i = 0; i < n; ++i)
    a[i] = __atomic_fetch_nand(&flag, i, 5);
#pragma omp parallel for // expected-remark {{a loop in it may wait for what other iterations do, which a device need not run meanwhile; give it an end}}
  for (int i = 0; i < n; ++i)
    while (__sync_lock_test_and_set(&flag, 1))
      ;
#pragma omp parallel for // expected-remark {{a loop in it may wait for what other iterations do, which a device need not run meanwhile; give it an end}}
  for (int i = 0; i < n; ++i)
    for (;;) {
      int free = 0;
      if (__atomic_compare_exchange_n(&flag, &free, 1, 0, 5, 5))
        break;
    }
#pragma omp parallel for // expected-remark {{'again' calls itself; write it as a loop}}
  for (int i = 0; i < n; ++i)
    a[i] = again(&flag, i);
#pragma omp parallel for // expected-note {{'#pragma omp parallel for' here comes to it by way of 'product'}}
  for (int i = 0; i < n; ++i)
    d[i] = product(&sum, i);
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (b[a[i]] == 0)
      d[i] = __sync_bool_compare_and_swap(&b[a[i]], 0, 1); // expected-remark {{'b' is changed by atomic operations and read without them elsewhere, where another iteration may meet these, so iterations would run in order; use 'omp atomic read' or 'write' there, or another variable}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture
    at = next++;
    a[at] = *v; // expected-remark {{'v' is volatile; copy it to an ordinary variable first}}
  }
  return next;
}
int g(int n, int *a, long *b) {
  int count = 0;
#pragma omp parallel for // expected-remark {{iterations change 'b' besides atomic operations that order this; use '#pragma omp atomic capture', which orders nothing else}}
  for (int i = 0; i < n; ++i) {
    b[i] = i;
    if (__sync_fetch_and_add(&count, 1) == n - 1)
      a[i] = (int)b[0];
  }
  return count;
}
int h(int n, int *a, int *out) {
  int count = 0, last = 0, turn = 0;
#pragma omp teams distribute parallel for num_teams(1)
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture // expected-remark {{values of atomic operations are used, and 'num_teams' may say that iterations come in their order; leave it out}}
    at = count++;
    out[at] = i;
  }
#pragma omp parallel for // expected-remark {{iterations assign 'last' beside atomic operations that order this; use '#pragma omp atomic capture', which orders nothing else}}
  for (int i = 0; i < n; ++i) {
    out[i] = a[i];
    if (i == n - 1)
      last = 1;
    if (__sync_add_and_fetch(&count, 1) == n)
      last = 2;
  }
#pragma omp parallel for // expected-remark {{a loop in it may wait for what other iterations do, which a device need not run meanwhile; give it an end}}
  for (int i = 0; i < n; ++i) {
    int mine = i;
    while (!__sync_bool_compare_and_swap(&turn, mine, mine + 1))
      ;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int old = 0, was;
    while ((was = __sync_val_compare_and_swap(&turn, old, a[i])) != old)
      old = was;
    do {
#pragma omp atomic capture
      old = count++;
    } while (0);
    out[i] = old;
  }
  return last;
}
void orphan(int n, int *next, int *out) {
#pragma omp for
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture
    at = (*next)++; // expected-remark@-4 {{values of atomic operations are used, and where no region is around it one thread runs the loop, in order; put 'parallel' or 'teams' on it}}
    out[at] = i;
  }
}
// The way out is one: the type, or what counts references.
volatile int held;
void places(double *y, short *c, int n) {
#pragma omp parallel for // expected-remark {{'held' is volatile, which no atomic operation needs; leave that out}}
  for (int i = 0; i < n; ++i)
    y[i] = __sync_fetch_and_add(&held, 1) >= 0;
#pragma omp parallel for // expected-remark {{it calls '__sync_fetch_and_add' for 'short', which a kernel does not have}}
  for (int i = 0; i < n; ++i)
    y[i] = __sync_fetch_and_add(&c[i % 10], 1) >= 0;
}
static int __Pyx_INC_MEMVIEW(int gil) {
  return __sync_fetch_and_add(&held, 1) == gil;
}
void views(double *y, int n) {
#pragma omp parallel for // expected-remark {{iterations make views, as of rows, and count references to them; hand over the address of an element and a length}}
  for (int i = 0; i < n; ++i)
    y[i] = __Pyx_INC_MEMVIEW(0);
}
