// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `omp atomic` in a lambda, also one that stands in the loop, in the call
// operator of a class and in what these call, for places that objects lead to
// and those that a lambda's head names.
// RUN: %openmp %s %t --kernels 10 --alone 9
#include <cstdio>
enum { N = 3000, BINS = 8 };
static double x[N], sums[BINS], total;
static int counts[BINS], places[N];
static long last;

struct Adder {
  double *to;
  const double *from;
  int *count;
  void operator()(int i) const {
#pragma omp atomic
    to[i % BINS] += from[i];
#pragma omp atomic
    ++count[i * i % BINS];
  }
};
static void add(double *to, const double *from, int i) {
#pragma omp atomic
  to[i % BINS] -= from[i];
}
struct Places {
  int *next, *of;
  int take(int by) const {
    int at;
#pragma omp atomic capture
    {
      at = *next;
      *next += by;
    }
    return at;
  }
  void note(int i) const { of[take(1)] = i; }
};

int main() {
  double *from = x, *to = sums, *all = &total;
  int *count = counts;
  for (int i = 0; i < N; ++i)
    x[i] = i % 16 * 0.25;
  auto by_value = [=](int i) {
#pragma omp atomic
    to[i % BINS] += from[i];
#pragma omp atomic
    count[i % BINS]++;
  };
  auto by_reference = [&](int i) {
#pragma omp atomic
    *all += from[i];
  };
  auto calls = [&](int i) { add(to, from, i); };
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    by_value(i);
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    by_reference(i);
#pragma omp parallel for
  for (int i = 0; i < N; i += 3)
    calls(i);
  const Adder adder{sums, x, counts};
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    adder(i);
  int next = 0;
  const Places at{&next, places};
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    if (i % 7 == 2)
      at.note(i);
  int odd = 0;
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto counted = [&sum = odd](int by) {
#pragma omp atomic
      sum += by;
    };
    counted(i & 1);
  }
  long weighted = 0;
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const int own = i % 5;
    auto put = [&](int bin) {
#pragma omp atomic
      counts[bin] += own;
    };
    put(i % BINS);
    put(i % 3);
    [&, own] {
#pragma omp atomic
      weighted += own * i;
    }();
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto spread = [to](int bin, double by) {
#pragma omp atomic
      to[bin] += by;
    };
    for (int k = 0; k < 3; ++k)
      spread((i + k) % BINS, k * 0.5);
  }
  auto scaled = [by = odd, &of = x](int n) {
#pragma omp parallel for firstprivate(by)
    for (int i = 0; i < n; ++i)
      of[i] += by;
  };
  scaled(N);
#pragma omp parallel for reduction(+ : last)
  for (int i = 0; i < next; ++i)
    last += places[i];
  for (int b = 0; b < BINS; ++b)
    std::printf("%g %d\n", sums[b], counts[b]);
  std::printf("%g %d %ld %d %g %ld\n", total, next, last, odd, x[9], weighted);
}
