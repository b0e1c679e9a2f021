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
// CHECK-DAG: keptOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: largestOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: passedOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: boundOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: countedOwn: 1 call {{.*}} 1 on threads
// CHECK-DAG: steppedOwn: 1 call {{.*}} 1 on threads
// ORDER-DAG: named: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: changed: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: pointed: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: chosen: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: swapped: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: found: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: assigned: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: kept: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: picked: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: larger: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: largest: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: passed: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: lesser: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: bound: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: biggest: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: counted: 1 call {{.*}} 1 on the calling thread
// ORDER-DAG: stepped: 1 call {{.*}} 1 on the calling thread
#include <algorithm>
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

static void keep(const int *K, int I, int *At) {
  if (K[I] < 10)
    return;
  if (K[I] < 20) {
    *At = I;
    return;
  }
  *At = K[I];
}
static int pick(int K) {
  if (K < 10)
    return 1;
  if (K < 20)
    return 1;
  return K;
}
static const int &greater(const int &X, const int &Y) { return X < Y ? Y : X; }
struct Cursor {
  int At, End;
};
static bool step(Cursor *C) {
  if (C->At >= C->End)
    return false;
  C->At += 2;
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
static void kept(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int At = I;
    keep(K, I, &At);
    B[At] = B[At] * 0.5 + A[I];
  }
}
static void picked(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    const int At = pick(K[I]);
    B[At] = B[At] * 0.5 + A[I];
  }
}
static void larger(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    const int &Last = greater(I - 1, 0);
    B[I] = B[Last] * 0.5 + A[I];
  }
}
static void largest(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    const int &Last = std::max(K[I] / 2, 1);
    B[Last] = B[Last] * 0.5 + A[I];
  }
}
static void counted(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N - 9; ++I) {
    Cursor C = {I, I + 3};
    while (C.At++ < C.End)
      B[C.At] = B[C.At] * 0.5 + A[I];
  }
}
static void stepped(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N - 9; ++I) {
    Cursor C = {I, I + 3};
    while (step(&C))
      B[C.At] = B[C.At] * 0.5 + A[I];
  }
}
static void keptOwn(double *B, const int *Own) {
#pragma twofold parallel for
  for (int I = 20; I < N; ++I) {
    int At = I;
    keep(Own, I, &At);
    B[At] = B[At] * 0.5 + A[I];
  }
}
// Numbers that functions take as `const int &`.
static int indexOf(const int &I, const int &Back) { return I - Back; }
template <class T> static T lesserOf(const T &A, const T &B) {
  return A < B ? A : B;
}
static void passed(double *B, int Back) {
#pragma twofold parallel for
  for (int I = 20; I < N; ++I)
    B[indexOf(I, 0)] = B[indexOf(I, Back)] + 1;
}
static void lesser(double *B, const int *K) {
#pragma twofold parallel for
  for (int I = 20; I < N; ++I) {
    int Back = K[I] & 3;
    B[I] = B[I - lesserOf(Back, 2)] + 1;
  }
}
// What a constant reference leads to changes by its other name.
static void bound(double *B, int Back) {
#pragma twofold parallel for
  for (int I = 20; I < N; ++I) {
    int At = I;
    const int &Before = At;
    At -= Back;
    B[I] = B[Before] + 1;
  }
}
template <class T> static const T &biggestOf(const T &A, const T &B) {
  return A < B ? B : A;
}
static void biggest(double *B, const int *K) {
#pragma twofold parallel for
  for (int I = 20; I < N; ++I) {
    int Back = K[I] & 3;
    B[I] = B[I - biggestOf(Back, 2)] + 1;
  }
}
static void boundOwn(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int At = I;
    const int &Now = At;
    At = N - 1 - At;
    B[Now] = B[biggestOf(At, 0)] + A[I];
  }
}
static void passedOwn(double *B, int Back) {
#pragma twofold parallel for
  for (int I = 20; I < N; ++I)
    B[indexOf(I, Back)] = A[lesserOf(I, N - 1)] + 1;
}
static void largestOwn(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    const int &Here = std::max(I, 0);
    B[I] = B[Here] * 0.5 + A[I];
  }
}
static void countedOwn(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N / 8; ++I) {
    Cursor C = {8 * I, 8 * I + 6};
    while (C.At++ < C.End)
      B[C.At] = B[C.At] * 0.5 + A[I];
  }
}
static void steppedOwn(double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N / 8; ++I) {
    Cursor C = {8 * I, 8 * I + 6};
    while (step(&C))
      B[C.At] = B[C.At] * 0.5 + A[I];
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
  for (int I = 20; I < N; ++I)
    Own[I] = N + 19 - I;
  keptOwn(B, Own);
  show("own kept");
  largestOwn(B);
  show("own largest");
  passedOwn(B, 2);
  show("own passed");
  boundOwn(B);
  show("own bound");
  countedOwn(B);
  show("own counted");
  steppedOwn(B);
  show("own stepped");
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
  kept(B);
  show("kept");
  picked(B);
  show("picked");
  larger(B);
  show("larger");
  largest(B);
  show("largest");
  passed(B, 3);
  show("passed");
  lesser(B, K);
  show("lesser");
  bound(B, 3);
  show("bound");
  biggest(B, K);
  show("biggest");
  counted(B);
  show("counted");
  stepped(B);
  show("stepped");
}
