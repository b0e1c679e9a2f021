// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations reach their elements by small tables of their own, pointers to one
// of several numbers and objects that are made on some ways alone: those that
// share elements run in order.
// RUN: %clangxx %plugin -w -O1 -std=c++20 %s -o %t %runtime_flags
// RUN: %clangxx -w -O1 -std=c++20 %s -o %t.serial
// RUN: %t.serial >%t.expected
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=1 \
// RUN:   TWOFOLD_INFO=1 %t 2>%t.told | diff %t.expected -
// RUN: %FileCheck %s --input-file=%t.told
// CHECK-DAG: offsets: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: changeable: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: pointed: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: optional: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: assigned: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: offsetsOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: modeOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: pointedOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: optionalOwn: 1 call {{.*}} 1 on threads
#include <cstdio>
#include <optional>

enum { N = 40000 };
static std::optional<int> found(const int *K, int I) {
  if (K[I] & 1)
    return std::nullopt;
  return K[I] % 3 + 1;
}
static void offsets(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    const int Offsets[] = {1, 2, 5};
    double Sum = 0;
    for (int J = 0; J < 3; ++J)
      Sum += B[I - Offsets[J]];
    B[I] = Sum / 4;
  }
}
static void changeable(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int Offsets[2] = {1, 0};
    Offsets[1] = Back;
    double Sum = 0;
    for (int J = 0; J < 2; ++J)
      Sum += B[I - Offsets[J]];
    B[I] = Sum / 4;
  }
}
static void pointed(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int X = 0, Y = 0;
    int *To = K[I] & 1 ? &X : &Y;
    *To = 2;
    B[I] = B[I - X] + Y;
  }
}
static void optional(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    auto Far = found(K, I);
    if (Far)
      B[I] = B[I - *Far] + 1;
  }
}
static void assigned(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    std::optional<int> Far;
    if (K[I] & 1)
      Far = Back;
    if (Far)
      B[I] = B[I - *Far] + 1;
  }
}
static void offsetsOwn(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    const int Offsets[] = {0, N};
    for (int J = 0; J < 2; ++J)
      B[I + Offsets[J]] += 1;
  }
}
static void modeOwn(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int Offsets[] = {0, 0, 0, N};
    B[I + Offsets[Back]] = B[I] + 1;
  }
}
static void pointedOwn(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int X = I, Y = I;
    int *To = K[I] & 1 ? &X : &Y;
    *To = I + N;
    B[X] = B[X] + Y;
  }
}
static void optionalOwn(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    auto Far = found(K, I);
    if (Far)
      B[I] = B[I + N + *Far] + 1;
  }
}
static void show(const char *Name, double *B) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Sum += B[I] * (I % 13 + 1);
    B[I] = I * 37 % 101;
  }
  printf("%s %.17g\n", Name, Sum);
}

int main(void) {
  static double B[2 * N];
  static int K[N];
  for (int I = 0; I < N; ++I)
    K[I] = I * 31 % 97;
  show("", B);
  offsets(B, K, 3);
  show("offsets", B);
  changeable(B, K, 3);
  show("changeable", B);
  pointed(B, K, 3);
  show("pointed", B);
  optional(B, K, 3);
  show("optional", B);
  assigned(B, K, 3);
  show("assigned", B);
  offsetsOwn(B, K, 3);
  show("offsetsOwn", B);
  modeOwn(B, K, 3);
  show("modeOwn", B);
  pointedOwn(B, K, 3);
  show("pointedOwn", B);
  optionalOwn(B, K, 3);
  show("optionalOwn", B);
}
