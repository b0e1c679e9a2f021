// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that `break`, `goto`, `switch` and loops leave on several ways are
// the subscripts of elements: iterations that share these run in order.
// RUN: %clang %plugin -w -O1 %s -o %t %runtime_flags
// RUN: %clang -w -O1 %s -o %t.serial
// RUN: %t.serial >%t.expected
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=1 \
// RUN:   TWOFOLD_INFO=1 %t 2>%t.told | diff %t.expected -
// RUN: %FileCheck %s --input-file=%t.told
// CHECK-DAG: switched: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: fallen: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: broken: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: jumped: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: forked: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: rounds: 1 call {{.*}} 1 on the calling thread
// CHECK-DAG: switchedOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: modeOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: brokenOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: jumpedOwn: 1 call {{.*}} 1 on threads
#include <stdio.h>

enum { N = 40000 };
static void switched(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int Far;
    switch (K[I] & 3) {
    case 0:
      Far = Back;
      break;
    case 1:
    case 2:
      Far = 2;
      break;
    default:
      Far = 1;
    }
    B[I] = B[I - Far] + 1;
  }
}
static void fallen(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int Far = 0;
    switch (K[I] & 1) {
    case 0:
      Far = 1;
    case 1:
      ++Far;
    }
    B[I] = B[I - Far] + 1;
  }
}
static void broken(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int Far;
    do {
      Far = 1;
      if (K[I] & 1)
        break;
      Far = Back;
    } while (0);
    B[I] = B[I - Far] + 1;
  }
}
static void jumped(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int Far;
    if (K[I] & 1)
      goto One;
    Far = Back;
    goto Found;
  One:
    Far = 1;
  Found:
    B[I] = B[I - Far] + 1;
  }
}
static void forked(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    if (K[I] & 1)
      goto Second;
    B[I] = K[I];
    continue;
  Second:
    B[N + I] = B[I + 1];
    B[I] = B[I - 1];
  }
}
static void rounds(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int Far;
    for (int J = 0; J < 2; ++J)
      if (J == 0)
        Far = 1;
      else
        Far = Far + 1;
    B[I] = B[I - Far] + 1;
  }
}
static void switchedOwn(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int At;
    switch (K[I] & 3) {
    case 0:
      At = I;
      break;
    case 1:
    case 2:
      At = I + N;
      break;
    default:
      At = I;
    }
    B[At] = B[At] + 1;
  }
}
static void modeOwn(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int Far;
    switch (Back) {
    case 1:
      Far = 1;
      break;
    case 2:
    case 4:
      Far = 2;
      break;
    default:
      Far = 0;
    }
    B[I] = B[I - Far] + 1;
  }
}
static void brokenOwn(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int At;
    do {
      At = I;
      if (K[I] & 1)
        break;
      At = I + N;
    } while (0);
    B[At] = B[At] + 1;
  }
}
static void jumpedOwn(double *B, const int *K, int Back) {
#pragma twofold parallel for
  for (int I = 8; I < N; ++I) {
    int At = I;
    if (K[I] & 1)
      goto Next;
    At = I + N;
    B[At] = B[At] + 1;
  Next:;
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
  switched(B, K, 3);
  show("switched", B);
  fallen(B, K, 3);
  show("fallen", B);
  broken(B, K, 3);
  show("broken", B);
  jumped(B, K, 3);
  show("jumped", B);
  forked(B, K, 3);
  show("forked", B);
  rounds(B, K, 3);
  show("rounds", B);
  switchedOwn(B, K, 3);
  show("switchedOwn", B);
  modeOwn(B, K, 3);
  show("modeOwn", B);
  brokenOwn(B, K, 3);
  show("brokenOwn", B);
  jumpedOwn(B, K, 3);
  show("jumpedOwn", B);
}
