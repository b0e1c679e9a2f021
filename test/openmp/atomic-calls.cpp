// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's atomic functions, whose values nobody uses, are updates as
// those of `omp atomic` are.
// RUN: %openmp %s %t --kernels 10 --alone 8
#include <cstdint>
#include <cstdio>
#include <vector>
enum { N = 20000, BINS = 64 };
static int bins[BINS], a[N], order[N];
static int64_t wide[BINS], total, found;
static unsigned flags[N / 32];

template <typename T, typename U> T fetch_and_add(T &x, U by) {
  return __sync_fetch_and_add(&x, by);
}
static inline void increment(int *x) { __atomic_add_fetch(x, 1, __ATOMIC_RELAXED); }
static void twice(int *x) {
  __sync_fetch_and_add(x, 1);
  __sync_fetch_and_add(x, 1);
}
static void show() {
  long sum = 0;
  for (int i = 0; i < BINS; i++)
    sum += (bins[i] + wide[i] * 3) * (i + 1);
  std::printf("%ld %ld %ld\n", sum, (long)total, (long)found);
}

int main() {
  const int n = N;
  std::vector<int> degrees(BINS);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = (int)((unsigned)i * 2654435761u >> 20) % BINS;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    __sync_fetch_and_add(&bins[a[i]], i % 5);
  show();
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] % 3)
      (void)fetch_and_add(wide[a[i]], a[i] % 7);
  show();
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    increment(bins + a[i]);
    fetch_and_add(degrees[a[i]], 1);
  }
  show();
  long sum = 0;
  for (int i = 0; i < BINS; i++)
    sum += degrees[i] * (long)i;
  std::printf("%ld\n", sum);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] == 9)
      __sync_fetch_and_or(&flags[i / 32], 1u << i % 32);
  unsigned all = 0;
  for (unsigned each : flags)
    all = all * 31 + each;
  std::printf("%u\n", all);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    __atomic_fetch_sub(&total, (int64_t)a[i], __ATOMIC_SEQ_CST);
    for (int j = 0; j < 3; __sync_add_and_fetch(&found, 2), j++)
      __sync_fetch_and_xor(&wide[(a[i] + j) % BINS], (int64_t)i);
  }
  show();
  // Values that are used, functions that do more; elements that are looked at stay.
  int next = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] < 9)
      order[__sync_fetch_and_add(&next, 1)] = i;
  std::printf("%d\n", next);
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++)
    if (bins[a[i]] < 1000)
      __sync_fetch_and_add(&bins[a[i]], 1);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    twice(&bins[a[i]]);
  show();
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      __sync_fetch_and_sub(&bins[i % BINS], 1);
#pragma omp for
    for (int i = 0; i < n; i++)
      fetch_and_add(bins[a[i]], a[i]);
  }
  show();
}
