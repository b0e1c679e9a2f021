// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In C a pointer is a condition itself, also one that a kernel does not have.
// RUN: %openmp %s %t --kernels 6
#include <stdio.h>
enum { N = 3000 };
struct unknown;
struct list {
  int size;
  double *values;
  struct list *next;
};
static double y[N];
static struct list *head;
static void add(struct list *l, struct unknown *u) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (l)
      y[i] += l->values[i];
    else
      y[i] -= 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (l && l->next)
      y[i] *= l->size;
    if (!u || i % 7 == 3)
      y[i] += 2;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += l ? y[i] : i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] -= l ? l->values[i] : 3;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; head && j < i % 5; j++)
      y[i]++;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int j = i % 5;
    while (u && j-- > 0)
      y[i] *= 0.5;
  }
}
static void show(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 11);
  printf("%.6g\n", sum);
}
int main(void) {
  static double values[N];
  for (int i = 0; i < N; i++)
    values[i] = i % 13;
  struct list last = {3, values, NULL}, first = {2, values, &last};
  add(NULL, NULL);
  show();
  head = &first;
  add(&first, (struct unknown *)values);
  show();
  add(&last, NULL);
  show();
  return 0;
}
