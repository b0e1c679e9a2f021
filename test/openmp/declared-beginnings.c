// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction that the program declares is taken where what each thread begins
// with changes no result, whatever the combiner is called; else it stays.
// RUN: %clang -O1 -fsyntax-only %plugin -fplugin-arg-twofold-openmp -fopenmp -Rpass-missed=twofold -Rpass=twofold %s 2>&1 | %FileCheck %s --implicit-check-not=remark:
#include <limits.h>
#include <math.h>
double lesser(double a, double b) { return b; }

#pragma omp declare reduction(add : int : omp_out += omp_in) initializer(omp_priv = 0)
int add(const int *x, int n, int t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(add : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

#pragma omp declare reduction(addOne : int : omp_out += omp_in) initializer(omp_priv = 1)
int addOne(const int *x, int n, int t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(addOne : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

#pragma omp declare reduction(addDefault : int : omp_out += omp_in)
int addDefault(const int *x, int n, int t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(addDefault : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

#pragma omp declare reduction(timesDefault : int : omp_out *= omp_in)
int timesDefault(const int *x, int n, int t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(timesDefault : t)
  for (int i = 0; i < n; ++i)
    t *= x[i];
  return t;
}

#pragma omp declare reduction(times : int : omp_out *= omp_in) initializer(omp_priv = 1)
int times(const int *x, int n, int t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(times : t)
  for (int i = 0; i < n; ++i)
    t *= x[i];
  return t;
}

#pragma omp declare reduction(timesTwo : int : omp_out *= omp_in) initializer(omp_priv = 2)
int timesTwo(const int *x, int n, int t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(timesTwo : t)
  for (int i = 0; i < n; ++i)
    t *= x[i];
  return t;
}

#pragma omp declare reduction(andAll : int : omp_out &= omp_in) initializer(omp_priv = ~0)
int andAll(const int *x, int n, int t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(andAll : t)
  for (int i = 0; i < n; ++i)
    t &= x[i];
  return t;
}

#pragma omp declare reduction(andOne : int : omp_out &= omp_in) initializer(omp_priv = 1)
int andOne(const int *x, int n, int t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(andOne : t)
  for (int i = 0; i < n; ++i)
    t &= x[i];
  return t;
}

#pragma omp declare reduction(leastMost : int : omp_out = omp_in < omp_out ? omp_in : omp_out) initializer(omp_priv = INT_MAX)
int leastMost(const int *x, int n, int t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(leastMost : t)
  for (int i = 0; i < n; ++i)
    if (x[i] < t) t = x[i];
  return t;
}

#pragma omp declare reduction(leastLess : int : omp_out = omp_in < omp_out ? omp_in : omp_out) initializer(omp_priv = INT_MAX - 1)
int leastLess(const int *x, int n, int t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(leastLess : t)
  for (int i = 0; i < n; ++i)
    if (x[i] < t) t = x[i];
  return t;
}

#pragma omp declare reduction(mostLeast : int : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = INT_MIN)
int mostLeast(const int *x, int n, int t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(mostLeast : t)
  for (int i = 0; i < n; ++i)
    if (x[i] > t) t = x[i];
  return t;
}

#pragma omp declare reduction(mostZero : int : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = 0)
int mostZero(const int *x, int n, int t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(mostZero : t)
  for (int i = 0; i < n; ++i)
    if (x[i] > t) t = x[i];
  return t;
}

#pragma omp declare reduction(mostOriginal : int : omp_out = omp_in < omp_out ? omp_out : omp_in) initializer(omp_priv = omp_orig)
int mostOriginal(const int *x, int n, int t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(mostOriginal : t)
  for (int i = 0; i < n; ++i)
    if (x[i] > t) t = x[i];
  return t;
}

#pragma omp declare reduction(addOriginal : int : omp_out += omp_in) initializer(omp_priv = omp_orig)
int addOriginal(const int *x, int n, int t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(addOriginal : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

#pragma omp declare reduction(addFloats : double : omp_out += omp_in) initializer(omp_priv = 0.0)
double addFloats(const double *x, int n, double t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(addFloats : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

#pragma omp declare reduction(addMinusZero : double : omp_out += omp_in) initializer(omp_priv = -0.0)
double addMinusZero(const double *x, int n, double t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(addMinusZero : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

#pragma omp declare reduction(addHalf : double : omp_out += omp_in) initializer(omp_priv = 0.5)
double addHalf(const double *x, int n, double t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(addHalf : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

#pragma omp declare reduction(timesFloats : double : omp_out *= omp_in) initializer(omp_priv = 1.0)
double timesFloats(const double *x, int n, double t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(timesFloats : t)
  for (int i = 0; i < n; ++i)
    t *= x[i];
  return t;
}

#pragma omp declare reduction(timesHalf : double : omp_out *= omp_in) initializer(omp_priv = 1.5)
double timesHalf(const double *x, int n, double t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(timesHalf : t)
  for (int i = 0; i < n; ++i)
    t *= x[i];
  return t;
}

#pragma omp declare reduction(leastInfinite : double : omp_out = fmin(omp_out, omp_in)) initializer(omp_priv = HUGE_VAL)
double leastInfinite(const double *x, int n, double t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(leastInfinite : t)
  for (int i = 0; i < n; ++i)
    t = fmin(t, x[i]);
  return t;
}

#pragma omp declare reduction(leastTurned : double : omp_out = fmin(omp_out, omp_in)) initializer(omp_priv = -HUGE_VAL)
double leastTurned(const double *x, int n, double t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(leastTurned : t)
  for (int i = 0; i < n; ++i)
    t = fmin(t, x[i]);
  return t;
}

#pragma omp declare reduction(leastFinite : double : omp_out = fmin(omp_out, omp_in)) initializer(omp_priv = 1e300)
double leastFinite(const double *x, int n, double t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(leastFinite : t)
  for (int i = 0; i < n; ++i)
    t = fmin(t, x[i]);
  return t;
}

#pragma omp declare reduction(mostInfinite : double : omp_out = fmax(omp_in, omp_out)) initializer(omp_priv = -HUGE_VAL)
double mostInfinite(const double *x, int n, double t) {
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(mostInfinite : t)
  for (int i = 0; i < n; ++i)
    t = fmax(t, x[i]);
  return t;
}

#pragma omp declare reduction(mostTurned : double : omp_out = fmax(omp_in, omp_out)) initializer(omp_priv = HUGE_VAL)
double mostTurned(const double *x, int n, double t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(mostTurned : t)
  for (int i = 0; i < n; ++i)
    t = fmax(t, x[i]);
  return t;
}

#pragma omp declare reduction(twice : double : omp_out = fmin(omp_in, omp_in)) initializer(omp_priv = HUGE_VAL)
double twice(const double *x, int n, double t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(twice : t)
  for (int i = 0; i < n; ++i)
    t = fmin(t, x[i]);
  return t;
}

#pragma omp declare reduction(apart : double : omp_out = fdim(omp_out, omp_in)) initializer(omp_priv = 0.0)
double apart(const double *x, int n, double t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(apart : t)
  for (int i = 0; i < n; ++i)
    t = fmin(t, x[i]);
  return t;
}

#pragma omp declare reduction(ours : double : omp_out = lesser(omp_out, omp_in)) initializer(omp_priv = HUGE_VAL)
double ours(const double *x, int n, double t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(ours : t)
  for (int i = 0; i < n; ++i)
    t = fmin(t, x[i]);
  return t;
}

#pragma omp declare reduction(less : int : omp_out -= omp_in) initializer(omp_priv = 0)
int less(const int *x, int n, int t) {
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(less : t)
  for (int i = 0; i < n; ++i)
    t -= x[i];
  return t;
}
