// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives of OpenMP's in forms that other tests do not come to. Nothing runs
// them: record.txt has what the plugin makes of them.
struct Total {
  double sum = 0;
  int *at = nullptr;
  void add(double x) { sum += x; }
};
static void store(Total &t, int *p) { t.at = p; }

void merged(int n, const double *a, double *out) {
  double all = 0;
#pragma omp parallel
  {
    Total own;
    double *p = &own.sum;
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      own.add(a[i] * *p);
#pragma omp critical
    all += own.sum;
  }
  *out = all;
}

int lasts(int n, int from, int by, const int *a, int *b) {
  int last = 0, i, k = 0;
  const int *p;
#pragma omp parallel for lastprivate(last) linear(k : 2)
  for (i = from; i < n; i += by) {
    last = a[i] + k;
    b[i] = last;
    k += 2;
  }
#pragma omp parallel for lastprivate(p)
  for (p = a; p < a + n; p += 2)
    b[p - a] = *p;
#pragma omp parallel for lastprivate(i) schedule(static, 3)
  for (i = n; i > from; i -= 3)
    b[i] = i;
  return last + i + k + *p;
}

void regions(int n, int *a, int *b, bool twice) {
#pragma omp parallel
  {
    if (n > 4) {
#pragma omp for
      for (int i = 0; i < n; ++i)
        a[i] = i;
    } else {
#pragma omp single
      a[0] = 7;
    }
#pragma omp barrier
#pragma omp for collapse(2) nowait
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 8; ++j)
        b[i * 8 + j] = a[i] * j;
#pragma omp master
    b[0] = 3;
  }
#pragma omp parallel if (twice)
#pragma omp for ordered(1)
  for (int i = 1; i < n; ++i) {
#pragma omp ordered depend(sink : i - 1)
    a[i] += a[i - 1];
#pragma omp ordered depend(source)
  }
}

void atomics(int n, const int *at, int *counts, double *sums, int *old) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    counts[at[i]] &= i;
#pragma omp atomic update
    sums[at[i]] = sums[at[i]] * 0.5;
#pragma omp atomic capture
    old[i] = counts[0]++;
#pragma omp atomic write
    counts[at[i] + 1] = i;
  }
  Total t;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    store(t, old + i);
}

void chosen(int n, float *y) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if constexpr (sizeof(int) == 8)
      y[i] = 1;
    if constexpr (sizeof(int) == 4)
      y[i] += 2;
    else
      y[i] = 3;
  }
#pragma omp parallel
  {
    if constexpr (sizeof(long) == 4)
      y[n] = 1;
#pragma omp for
    for (int i = 0; i < n; ++i)
      y[i] = i;
  }
}
