// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What atomic operations give of numbers in floating point, swaps, and functions
// that write what they find to a variable. Sums are of whole numbers, and
// results are shown in forms that no order changes.
// RUN: %openmp %s %t --kernels 11 --alone 1 -std=c++20
#include <algorithm>
#include <atomic>
#include <cstdio>
enum { N = 6000, BINS = 32 };
static int out[N], key[N], owner[BINS], head[BINS], chain[N];
static float cell[BINS];
static std::atomic<int> drawn;

static void show(const char *what, int *x, int n) {
  std::sort(x, x + n);
  unsigned long sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 31 + (unsigned)x[i];
  std::printf("%s %d %lu\n", what, n, sum);
}
template <typename T> static T took(T &x, T by) {
  T v;
#pragma omp atomic capture
  v = x += by;
  return v;
}
static bool raised(int *x, int to) {
  int was = __atomic_load_n(x, __ATOMIC_RELAXED);
  while (was < to)
    if (__atomic_compare_exchange_n(x, &was, to, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      return true;
  return false;
}
static void raise(std::atomic<int> &x, int to) {
  int was = x.load();
  while (was < to && !x.compare_exchange_weak(was, to))
    ;
}

int main() {
  const int n = N;
  for (int i = 0; i < n; i++)
    key[i] = (int)((unsigned)i * 2654435761u >> 20) % BINS;

  // Sums in floating point draw places.
  float f = 0, half = 0;
  double d = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float at;
#pragma omp atomic capture
    at = f++;
    out[(int)at] = i;
  }
  show("float", out, n);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double at;
#pragma omp atomic capture
    {
      at = d;
      d = d + 2;
    }
    out[(int)at / 2] = key[i];
  }
  show("double", out, n);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[(int)(took(half, 0.5f) * 2) - 1] = i;
  show("called", out, n);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float at;
#pragma omp atomic capture
    {
      half -= 0.5;
      at = half;
    }
    out[(int)(at * 2)] = i;
  }
  show("back", out, n);
  std::printf("%g %g %g\n", f, d, half);

  // Written and read.
  int bad = 0;
#pragma omp parallel for reduction(+ : bad)
  for (int i = 0; i < n; i++) {
    float now;
#pragma omp atomic write
    cell[key[i]] = key[i] * 0.25f;
#pragma omp atomic read
    now = cell[key[i]];
    bad += now != key[i] * 0.25f;
  }
  std::printf("%d\n", bad);

  // Exchanges hand each value on to one other iteration.
  double last = -1, given = 0, third = 0;
  float first = 3;
#pragma omp parallel for reduction(+ : given, third)
  for (int i = 0; i < n; i++) {
    double was;
#pragma omp atomic capture
    {
      was = last;
      last = i;
    }
    given += was;
    float mine = i % 100, other;
    __atomic_exchange(&first, &mine, &other, __ATOMIC_RELAXED);
    third += other;
  }
  std::printf("%g %g\n", given + last, third + first);
  for (int &h : head)
    h = -1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    chain[i] = __sync_lock_test_and_set(&head[key[i]], i);
  unsigned long sum = 0;
  int length = 0;
  for (int h : head)
    for (int at = h; at >= 0; at = chain[at]) {
      sum += (unsigned long)at * at;
      length++;
    }
  std::printf("%d %lu\n", length, sum);

  // The greatest, and who is first.
  int top = 0, ways = 0, most = -1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    raised(&top, (int)((unsigned)i * 40503u % 65521u));
  std::printf("%d\n", top);
#pragma omp parallel for reduction(+ : ways)
  for (int i = 0; i < n; i++) {
    int free = 0;
    if (__atomic_compare_exchange_n(&owner[key[i]], &free, key[i] + 1, false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      ways += 1;
    else
      ways += free == key[i] + 1 ? 1000 : 1000000;
  }
  std::printf("%d\n", ways);
  std::atomic<int> high(0);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    raise(high, (int)((unsigned)i * 40503u % 65521u));
  std::printf("%d\n", high.load());
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[drawn++] = i;
  show("object", out, n);

  // Comparing directives.
  int least = n, equal = 7, found = 0, hits = 0;
#pragma omp parallel for reduction(+ : hits, found)
  for (int i = 0; i < n; i++) {
    const int v = (int)((unsigned)i * 40503u % 65521u) + 3;
    int was, now = 0;
#pragma omp atomic compare
    if (v < least) {
      least = v;
    }
#pragma omp atomic compare capture
    {
      was = most;
      if (most < v) {
        most = v;
      }
    }
    hits += was < v;
#pragma omp atomic compare capture
    if (equal == 7) {
      equal = i;
    } else {
      now = equal;
    }
    found += 1 + now * 0;
  }
  std::printf("%d %d %d %d %d\n", least, most, found, hits > 0,
              equal >= 0 && equal < n);
}
