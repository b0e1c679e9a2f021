// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions that a program declares by functions: what these do is seen, if it
// is one operation, the least or the greatest, and what they begin with.
// RUN: %openmp %s %t --kernels 5
// RUN: %clang -fsyntax-only -fopenmp %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %include %s 2>&1 | %FileCheck %s
#include <stdio.h>
static int zero(void) { return 0; }
static int plus(int a, int b) { return a + b; }
static void addto(int *a, int *b) { *a += *b; }
static void clear(int *a) { *a = 0; }
static void lost(int a, int b) { a += b; }
static void own(int a, int *b) { *&a += *b; }
static int larger(int a, int b) {
  if (a > b)
    return a;
  return b;
}
static int lesser(int a, int b) {
  if (a < b) {
    return a;
  } else {
    return b;
  }
}
static int low(void) { return -2147483647 - 1; }
static double mx(double a, double b) { return a < b ? b : a; }
static double both(double a, double b) { return mx(a, b); }
static int part(int a, int b) { return (short)(a + b); }
#pragma omp declare reduction(r1:int : omp_out = plus(omp_out, omp_in))        \
    initializer(omp_priv = zero())
#pragma omp declare reduction(r2:int : addto(&omp_out, &omp_in))               \
    initializer(clear(&omp_priv))
#pragma omp declare reduction(r3:int : lost(omp_out, omp_in))                  \
    initializer(omp_priv = 0)
#pragma omp declare reduction(r4:int : omp_out = larger(omp_out, omp_in))      \
    initializer(omp_priv = low())
#pragma omp declare reduction(r5:int : omp_out = lesser(omp_in, omp_out))      \
    initializer(omp_priv = omp_orig)
#pragma omp declare reduction(r6:double : omp_out = both(omp_out, omp_in))     \
    initializer(omp_priv = -1.0 / 0.0)
#pragma omp declare reduction(r7:int : omp_out = part(omp_out, omp_in))        \
    initializer(omp_priv = 0)
#pragma omp declare reduction(r8:int : own(omp_out, &omp_in))                  \
    initializer(omp_priv = 0)
enum { N = 1000 };
static int a[N];
int main(void) {
  for (int i = 0; i < N; ++i)
    a[i] = (i * 7919) % 1013 + 2;
  int s1 = 0, s2 = 1, s3 = 0, s4 = -5, s5 = 1 << 30, s7 = 0, s8 = 0;
  double s6 = -3;
#pragma omp parallel for reduction(r1 : s1)
  for (int i = 0; i < N; ++i)
    s1 += a[i];
#pragma omp parallel for reduction(r2 : s2)
  for (int i = 0; i < N; ++i)
    s2 += a[i];
// CHECK: [[#@LINE+1]]:1: remark: {{.*}} reduction 'r3' is declared by
#pragma omp parallel for reduction(r3 : s3)
  for (int i = 0; i < N; ++i)
    s3 += a[i];
#pragma omp parallel for reduction(r4 : s4)
  for (int i = 0; i < N; ++i)
    if (a[i] > s4)
      s4 = a[i];
#pragma omp parallel for reduction(r5 : s5)
  for (int i = 0; i < N; ++i)
    s5 = lesser(s5, a[i]);
#pragma omp parallel for reduction(r6 : s6)
  for (int i = 0; i < N; ++i)
    s6 = mx(s6, a[i]);
// CHECK: [[#@LINE+1]]:1: remark: {{.*}} reduction 'r7' is declared by
#pragma omp parallel for reduction(r7 : s7)
  for (int i = 0; i < N; ++i)
    s7 += a[i] & 1;
// CHECK: [[#@LINE+1]]:1: remark: {{.*}} reduction 'r8' is declared by
#pragma omp parallel for reduction(r8 : s8)
  for (int i = 0; i < N; ++i)
    s8 += a[i];
  printf("%d %d %d %d %d %g %d\n", s1, s2, s3 >= 0, s4, s5, s6, s7 + (s8 < 0));
}
