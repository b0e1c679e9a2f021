// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compound literals whose address is taken, which OpenCL C has in no address
// space: arrays, parts of structs, structs, unions.
// RUN: %openmp %s %t --kernels 7
#include <stdio.h>
enum { N = 100 };
struct P {
  double c[3];
  int k;
};
union U {
  long number;
  double real;
};
struct V {
  int k;
  union U u;
};
static double x[N], y[N], z[N], w[N];
static struct P p[N];

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static double real(const union U *u) { return u->real; }
static double last(const struct P *q) { return q->c[2] + q->k; }

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i * 0.5;
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const double *v = (double[3]){x[i], 1, 2};
    y[i] = v[i % 3];
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    z[i] = dot((double[3]){x[i], 1, 2}, (const double[]){1, x[i], 3});
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    w[i] = ((double[]){0.5, 1.5, 2.5, 3.5})[i % 4] + ((int[4]){1, 2})[i & 3];
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    p[i] = (struct P){{x[i], 1}, i};
    const struct P q = (struct P){.c = {[1] = x[i]}, .k = 3};
    p[i].c[2] = q.c[1] + q.k + q.c[0] + (struct P){{1}, 2}.k;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    y[i] += last(&(struct P){{1, 2, x[i]}, i}) + dot((struct P){{x[i], 4}, 2}.c, x);
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < 3; ++j) {
      double *a = (double[]){j, x[i], 1};
      a[j] += 2;
      w[i] += a[0] * 3 + a[1] * 5 + a[2];
    }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const struct V *v = &(struct V){.u = {.real = x[i]}, .k = i};
    z[i] += real(&(union U){.real = x[i]}) + v->u.real * v->k;
  }
  double s = 0;
  for (int i = 0; i < N; ++i)
    s += y[i] + 2 * z[i] + 3 * w[i] + p[i].c[0] + p[i].c[1] * i + p[i].c[2] + p[i].k;
  printf("%.10g\n", s);
}
