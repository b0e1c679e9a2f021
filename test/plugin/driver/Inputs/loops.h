// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TEST_PLUGIN_DRIVER_LOOPS_H
#define TEST_PLUGIN_DRIVER_LOOPS_H

#include <stdio.h>

static inline void fill(int *a, int n, int by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i * by;
}

#ifdef __cplusplus
template <typename T> T total(const T *a, int n) {
  T sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}
#else
static inline int total(const int *a, int n) {
  int sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}
#endif

#endif
