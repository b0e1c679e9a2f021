// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Some iterations alone store through a pointer, wherever they do, and all of
// them read a variable by its name: if the pointer leads there they run in
// order, and if it leads elsewhere on threads.
// RUN: %clang %plugin -w -O1 %s -o %t %runtime_flags
// RUN: %clang -w -O1 %s -o %t.serial
// RUN: %t.serial >%t.expected
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=1 \
// RUN:   TWOFOLD_INFO=1 %t 2>%t.told | diff %t.expected -
// RUN: %FileCheck %s --check-prefix=ORDER --input-file=%t.told
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=1 \
// RUN:   TWOFOLD_INFO=1 %t own 2>&1 | %FileCheck %s
// CHECK-DAG: moved: 1 call {{.*}} 1 on threads
// CHECK-DAG: inner: 1 call {{.*}} 1 on threads
// CHECK-DAG: loaded: 1 call {{.*}} 1 on threads
// CHECK-DAG: bytes: 1 call {{.*}} 1 on threads
// CHECK-DAG: enumeration: 1 call {{.*}} 1 on threads
// CHECK-DAG: total: 1 call {{.*}} 1 on threads
// ORDER-DAG: moved: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: inner: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: loaded: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: bytes: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: enumeration: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: total: 1 call {{.*}} 1 on the calling thread
#include <stdio.h>

enum { N = 40000 };
enum Mode { Off, Slow, Fast };
static double A[N], B[N], Scale = 1;
static enum Mode Which;
static int Index[4];

static void moved(double *To, int K) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    if (I == K)
      To[I - K] = 7;
    B[I] = Scale + A[I];
  }
}
static void inner(double *To, int K, int M) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    if (I == K)
      for (int J = 0; J < M; ++J)
        To[J] = 8;
    B[I] = Scale + A[I];
  }
}
static void loaded(double *To, int K) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    if (I == K)
      To[Index[0]] = 9;
    B[I] = Scale + A[I];
  }
}
static void bytes(char *To, int K) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    if (I == K)
      for (int J = 0; J < 8; ++J)
        To[J] = 64;
    B[I] = Scale + A[I];
  }
}
static void enumeration(int *To, int K) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    if (I == K)
      *To = Fast;
    B[I] = Which;
  }
}
static void total(const double *From, int K) {
#pragma twofold parallel for reduction(+ : Scale)
  for (int I = 0; I < N; ++I) {
    Scale += A[I];
    B[I] = I >= K ? From[I - I % (K * 2)] : 0;
  }
}

static void show(const char *Name) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += B[I] * (I % 13 + 1);
  printf("%s %.17g %g\n", Name, Sum, Scale);
  Scale = 1;
}

int main(int Argc, char **Argv) {
  static double Other[N];
  static int Number;
  const int Own = Argc > 1;
  double *To = Own ? Other : &Scale;
  for (int I = 0; I < N; ++I)
    A[I] = I % 11;
  moved(To, N / 2);
  show("moved");
  inner(To, N / 2, 1);
  show("inner");
  loaded(To, N / 2);
  show("loaded");
  bytes((char *)To, N / 2);
  show("bytes");
  enumeration(Own ? &Number : (int *)&Which, N / 2);
  show("enumeration");
  total(To, N / 2);
  show("total");
}
