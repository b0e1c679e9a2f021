// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates whose values nobody uses, of every operation and spelling, and
// complex elements that are read and changed in parts.
#include <complex.h>

#define LOOP _Pragma("twofold parallel for") for (int i = 0; i < n; ++i)

void builtins(int n, int *a, unsigned char *b, const int *x) {
  LOOP {
    __atomic_fetch_add(&a[x[i] & 7], i, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&a[8 + (x[i] & 7)], i, __ATOMIC_RELAXED);
    __atomic_fetch_and(&a[16 + (x[i] & 7)], i, __ATOMIC_RELAXED);
    __atomic_fetch_or(&a[24 + (x[i] & 7)], i, __ATOMIC_RELAXED);
    __atomic_fetch_xor(&a[32 + (x[i] & 7)], i, __ATOMIC_RELAXED);
  }
  LOOP __atomic_fetch_and(&a[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __atomic_fetch_or(&a[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __atomic_fetch_xor(&a[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __atomic_fetch_sub(&a[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __atomic_and_fetch(&a[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __atomic_xor_fetch(&b[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __atomic_fetch_nand(&a[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __atomic_fetch_min(&a[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __atomic_fetch_max(&a[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __sync_fetch_and_and(&a[x[i] & 7], x[i]);
  LOOP __sync_or_and_fetch(&a[x[i] & 7], x[i]);
  LOOP __sync_fetch_and_xor(&b[x[i] & 7], 3);
  LOOP __sync_fetch_and_sub(&a[x[i] & 7], x[i]);
}

void typed(int n, _Atomic int *a, _Atomic long *b, const int *x) {
  LOOP a[x[i] & 7] += 1;
  LOOP a[x[i] & 7] -= x[i];
  LOOP a[x[i] & 7] &= x[i];
  LOOP a[x[i] & 7] |= x[i];
  LOOP a[x[i] & 7] ^= x[i];
  LOOP b[x[i] & 7]++;
  LOOP __c11_atomic_fetch_and(&b[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __c11_atomic_fetch_or(&b[x[i] & 7], x[i], __ATOMIC_RELAXED);
  LOOP __c11_atomic_fetch_xor(&b[x[i] & 7], x[i], __ATOMIC_RELAXED);
}

void parts(int n, double _Complex *u, const float _Complex *w, double *out,
           const int *x) {
  LOOP {
    out[i] = __real__ u[i] + __imag__ w[i] + -__real__ w[i] + ~x[i];
    __imag__ u[i] = __real__ u[i] * 2;
  }
  LOOP __real__ u[x[i]] += 1;
  LOOP __imag__ u[i] -= __imag__ u[i + 1];
  LOOP out[i] += __real__(u[i] + 1.0) + (&out[n])[-i] + *(x + i);
}

void together(int n, int *a, const int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    __atomic_fetch_add(&a[x[i] & 7], i, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&a[8 + (x[i] & 7)], i, __ATOMIC_RELAXED);
    __atomic_fetch_and(&a[16 + (x[i] & 7)], i, __ATOMIC_RELAXED);
    __atomic_fetch_or(&a[24 + (x[i] & 7)], i, __ATOMIC_RELAXED);
    __atomic_fetch_xor(&a[32 + (x[i] & 7)], i, __ATOMIC_RELAXED);
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    __sync_fetch_and_and(&a[x[i] & 7], i);
}
