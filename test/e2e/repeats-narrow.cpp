// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What narrow types keep of numbers that their references and increments change
// is the subscript of elements: iterations that share these run in order.
// RUN: %clangxx %plugin -w -O1 -std=c++20 %s -o %t %runtime_flags
// RUN: %clangxx -w -O1 -std=c++20 %s -o %t.serial
// RUN: %t.serial >%t.expected
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=1 \
// RUN:   TWOFOLD_INFO=1 %t 2>%t.told | diff %t.expected -
// RUN: %FileCheck %s --input-file=%t.told
// CHECK-DAG: narrow: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: truth: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: counted: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: narrowOwn: 1 call {{.*}} 1 on threads
#include <cstdint>
#include <cstdio>

enum { N = 40000 };
static void narrow(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    uint8_t X = 255;
    uint8_t &Y = X;
    Y += Back;
    B[I] = B[I - X] + 1;
  }
}
static void truth(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    bool X = false;
    bool &Y = X;
    Y = K[I] & 2;
    B[I] = B[I - X] + 1;
  }
}
static void counted(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int8_t X = 127;
    ++X;
    B[I] = B[I - (X + 130)] + 1;
  }
}
static void narrowOwn(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    uint8_t X = 255;
    uint8_t &Y = X;
    Y += 1;
    B[I - X] = B[I] + 1;
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
  narrow(B, K, 3);
  show("narrow", B);
  truth(B, K, 3);
  show("truth", B);
  counted(B, K, 3);
  show("counted", B);
  narrowOwn(B, K, 3);
  show("narrowOwn", B);
}
