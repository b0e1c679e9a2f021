// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks whose ends are in memory: each loop is called where they are apart,
// then where one of thousands goes on into another one that is far away.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %clang %plugin -w -O1 %s -o %t.told %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=1 %t.told 2>&1 >%t.out | %FileCheck %s
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t.told apart 2>&1 >%t.out | count 0
// CHECK-DAG: repeats-blocks.c:[[@LINE+15]]: runs in order from this call on
// CHECK-DAG: repeats-blocks.c:[[@LINE+21]]: runs in order from this call on
// CHECK-DAG: repeats-blocks.c:[[@LINE+26]]: runs in order from this call on
// CHECK-DAG: repeats-blocks.c:[[@LINE+35]]: runs in order from this call on
#include <stdio.h>
#include <string.h>

enum { Blocks = 2500, Size = 40, Most = 2 * Blocks * Size };
static double Y[Most];
static float F[Most];
static char Bytes[Most];
static int Low[Blocks], High[Blocks], From[Blocks];

static void filled(double *y, const int *low, const int *high, int n) {
#pragma twofold parallel for
  for (int b = 0; b < n; ++b)
    for (int j = low[b]; j < high[b]; ++j)
      y[j] = b * 0.5;
}

static void cleared(char *y, const int *low, const int *high, int n) {
#pragma twofold parallel for
  for (int b = 0; b < n; ++b)
    memset(y + low[b], b, (size_t)(high[b] - low[b]));
}

static void moved(float *y, const int *low, const int *high, int n) {
#pragma twofold parallel for
  for (int b = 0; b < n; ++b) {
    float *p = y + low[b];
    for (int j = high[b] - low[b] - 1; j >= 0; --j)
      p[j] = p[j] * 0.5f + (float)b;
  }
}

static void copied(double *y, const int *low, const int *high, const int *from,
                   int n) {
#pragma twofold parallel for
  for (int b = 0; b < n; ++b)
    for (int j = low[b]; j < high[b]; ++j)
      y[j] = y[from[b] + j - low[b]] + 1;
}

static void fill(int meet, int read) {
  for (int i = 0; i < Most; ++i)
    Y[i] = F[i] = Bytes[i] = (char)(i % 50);
  for (int b = 0; b < Blocks; ++b) {
    Low[b] = b * Size;
    High[b] = Low[b] + Size;
    From[b] = Low[b] + Blocks * Size;
  }
  if (meet && read) {
    From[2100] = Low[70] + Size / 2;
  } else if (meet) {
    Low[1700] = Low[200] + Size / 2;
    High[1700] = Low[1700] + 3;
  }
}

static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < Most; ++i)
    sum += (i % 1000) * (Y[i] + F[i] + Bytes[i]);
  printf("%s %.17g\n", name, sum);
}

int main(int argc, char **argv) {
  (void)argv;
  for (int meet = 0; meet < (argc > 1 ? 1 : 2); ++meet) {
    fill(meet, 0);
    filled(Y, Low, High, Blocks);
    show("filled");
    fill(meet, 0);
    cleared(Bytes, Low, High, Blocks);
    show("cleared");
    fill(meet, 0);
    moved(F, Low, High, Blocks);
    show("moved");
    fill(meet, 1);
    copied(Y, Low, High, From, Blocks);
    show("copied");
  }
  return 0;
}
