// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations in functions that loops call, and those of variables that
// threads or iterations have for themselves, which stay.
// RUN: %openmp %s %t --kernels 6 --alone 3
#include <stdio.h>
enum { N = 5000 };
static int a[N], out[N];
static long total;
static int draw(int *next) {
  int at;
#pragma omp atomic capture
  at = (*next)++;
  return at;
}
static void note(long *to, int by) {
  if (by % 3) {
#pragma omp atomic
    *to += by;
  } else {
#pragma omp atomic
    *to -= 1;
  }
}
static int add(int *x, int by) { return __sync_fetch_and_add(x, by); }
static void stored(int i) { out[i] = a[i]; }
static int last(int i) { return out[i]; }
static unsigned claim(unsigned *word, int bit) {
  return __sync_fetch_and_or(word, 1u << bit) >> bit & 1;
}
static void show(int n) {
  unsigned long sum = 0, product = 0;
  for (int i = 0; i < n; i++) {
    sum += (unsigned long)out[i] * out[i];
    product ^= (unsigned long)out[i] * 2654435761u;
  }
  printf("%d %lu %lu %ld\n", n, sum, product, total);
}
static void own(int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    out[i] = i;
}
int main(void) {
  int next = 0, again = 0, n = N;
  unsigned words[8] = {0};
  long firsts = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = (int)((unsigned)i * 2654435761u >> 21) % 300;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] < 100)
      out[draw(&next)] = i;
  show(next);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    note(&total, a[i]);
  show(0);
#pragma omp parallel for reduction(+ : firsts)
  for (int i = 0; i < n; i++)
    firsts += claim(&words[a[i] % 8], a[i] / 8 % 32) == 0;
  printf("%ld\n", firsts);
  // With and without the value; an array that a function reads by its name.
  int odd = 0;
  next = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    add(&odd, a[i] & 1);
    out[add(&next, 1)] = i;
  }
  show(n);
  printf("%d\n", odd);
  next = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    stored(i);
    add(&next, 1);
    if (add(&next, 1) == 2 * n - 1)
      total += last(0);
  }
  // Of threads and iterations.
#pragma omp parallel num_threads(1)
  {
    int mine = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      out[draw(&mine)] = i;
  }
  for (int i = 0; i < n; i++)
    again += out[i] != i;
#pragma omp parallel num_threads(3)
  {
    int mine = 0;
#pragma omp for
    for (int i = 0; i < n; i++) {
      int at;
#pragma omp atomic capture
      at = mine++;
      out[i] = at * 0 + i;
    }
#pragma omp atomic
    total += mine;
  }
#pragma omp parallel for firstprivate(next)
  for (int i = 0; i < n; i++)
    out[i] += draw(&next) * 0;
  again += next != 1671 && next == 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int k = i;
    out[i] = draw(&k) + k;
  }
  show(n);
#pragma omp parallel
  own(n);
  show(n);
  printf("%d\n", again);
  return 0;
}
