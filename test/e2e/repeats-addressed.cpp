// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index of an element is a number of the iteration's own that references,
// pointers and functions change: iterations that come to one element run in
// order, and those that do not run on threads.
// RUN: %clangxx %plugin -w -O1 %s -o %t %runtime_flags
// RUN: %clangxx -w -O1 %s -o %t.serial
// RUN: %t.serial >%t.expected
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=1 \
// RUN:   TWOFOLD_INFO=1 %t 2>%t.told | diff %t.expected -
// RUN: %FileCheck %s --check-prefix=ORDER --input-file=%t.told
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=1 \
// RUN:   TWOFOLD_INFO=1 %t own 2>&1 | %FileCheck %s
// CHECK-NOT: in order
// CHECK-DAG: updateOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: foundOwn: 1 call {{.*}} 1 on threads
// ORDER-DAG: named: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: changed: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: pointed: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: chosen: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: swapped: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: found: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: assigned: 1 call {{.*}} 1 on the calling thread
#include <cstdio>
#include <utility>

enum { N = 4000 };
static double A[N], B[N];
static int K[N];

static void halve(int &X) { X = X / 2 + 1; }
static bool locate(const int *K, int I, int *At) {
  if (K[I] < 10)
    return false;
  *At = K[I];
  return true;
}

static void named(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int T = K[I];
    int &R = T;
    R /= 2;
    B[R] = B[R] * 0.5 + A[I];
  }
}
static void changed(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int T = K[I];
    halve(T);
    B[T] = B[T] * 0.5 + A[I];
  }
}
static void pointed(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int T = I, *P = &T;
    *P -= 1;
    if (*P < 0)
      *P = 0;
    B[I] = B[*P] * 0.5 + A[I];
  }
}
static void chosen(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int Low = I - 1, None = 0;
    int &Most = Low > None ? Low : None;
    B[I] = B[Most] * 0.5 + A[I];
  }
}
static void swapped(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N - 1; ++I) {
    int X = I, Y = I + 1;
    if (A[I] > 3)
      std::swap(X, Y);
    B[X] += A[I];
    B[Y] = B[X] * 0.5;
  }
}
static void found(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int At;
    if (locate(K, I, &At))
      B[At] = B[At] * 0.5 + A[I];
  }
}
static void assigned(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int At;
    bool Is = false;
    if (K[I] >= 10) {
      At = K[I];
      Is = true;
    }
    if (Is)
      B[At] = B[At] * 0.5 + A[I];
  }
}
static void updateOwn(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int T = I;
    int &R = T;
    B[R] = B[T] * 0.5 + A[I];
  }
}
static void foundOwn(double *B, const int *Own) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int At;
    if (locate(Own, I, &At))
      B[At] = B[At] * 0.5 + A[I];
  }
}

static void show(const char *Name) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += B[I] * (I % 13 + 1);
  std::printf("%s %.17g\n", Name, Sum);
}

int main(int Argc, char **) {
  static int Own[N];
  for (int I = 0; I < N; ++I) {
    A[I] = I * 37 % 101 / 7.0;
    K[I] = I * 31 % 97;
    Own[I] = N - 1 - I;
  }
  updateOwn(B);
  show("own");
  foundOwn(B, Own);
  show("own found");
  if (Argc > 1)
    return 0;
  named(B);
  show("named");
  changed(B);
  show("changed");
  pointed(B);
  show("pointed");
  chosen(B);
  show("chosen");
  swapped(B);
  show("swapped");
  found(B);
  show("found");
  assigned(B);
  show("assigned");
}
