// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards under which iterations do not meet, or meet where the order does not
// matter: no such loop runs in order.
// RUN: %e2e %s %t --native
// RUN: %clang %plugin -O2 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=1 %t 2>&1 | %FileCheck %s --implicit-check-not="in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t 2>&1 | %FileCheck %s --implicit-check-not="in order"
#include <stdio.h>

enum { Most = 4000, Side = 64 };
static long Y[Most], Used[Most], Grid[Side][Side];
static int Apart[Most], Chosen[Most], Index[Most], Level[2 * Most], Row[Most];
static double X[Most], Real[Side][Side];
static float F[Most];

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < Most; ++i)
    hash = (hash ^ (unsigned long long)(Y[i] + 31 * Used[i] + 77 * Row[i] +
                                        7 * (Level[i] + Level[i + Most]))) *
           1099511628211ull;
  for (int i = 0; i < Side; ++i)
    for (int j = 0; j < Side; ++j)
      hash = (hash ^ (unsigned long long)(Grid[i][j] + (long)Real[i][j])) *
             1099511628211ull;
  printf("%s %016llx\n", name, hash);
}

__attribute__((noinline)) static void run(int n, int k, int level) {
  // Each element is claimed once.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (!Used[Apart[i]]) {
      Used[Apart[i]] = i + 1;
      Y[i] = i;
    }
  show("claimed");
  // Only what is chosen by a number has a place of its own.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (X[i] > 0.5)
      Y[Chosen[i]] = i;
  show("chosen");
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (F[i] != 0)
      Y[Chosen[i]] = 3 * i;
  show("nonzero");
  // Every second element is made of its neighbours.
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    if (X[i] > 0.5)
      Y[i] = Y[i - 1] + Y[i + 1];
  show("colours");
  // Whoever comes first, the same is stored.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (!Used[Index[i]])
      Used[Index[i]] = 7;
  show("marks");
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (Level[i] == level)
      for (int j = 0; j < 4; ++j) {
        const int to = Index[(i + 37 * j) % n] + n;
        if (Level[to] > 90)
          Level[to] = Level[i] + 1;
      }
  show("levels");
  // The row that all read improves nothing of itself.
#pragma twofold parallel for
  for (int i = 0; i < Side; ++i)
    for (int j = 0; j < Side; ++j)
      if (Grid[i][k] + Grid[k][j] < Grid[i][j])
        Grid[i][j] = Grid[i][k] + Grid[k][j];
  show("paths");
#pragma twofold parallel for
  for (int i = 0; i < Side; ++i)
    for (int j = 0; j < Side; ++j) {
      const double by = Real[i][k] + Real[k][j];
      if (by < Real[i][j])
        Real[i][j] = by;
    }
  show("real paths");
  // Numbers that an iteration changes before it goes where they lead.
#pragma twofold parallel for
  for (int i = 0; i < n / 10; ++i) {
    Row[i] = 0;
    for (int j = 0; j < 10; ++j)
      if (X[10 * i + j] > 0.5) {
        Y[10 * i + Row[i]] = j;
        Row[i]++;
      }
  }
  show("filled");
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    Y[(2 * Apart[i] + 1) / 2] = i;
  show("halves");
}

int main(void) {
  for (int i = 0; i < Most; ++i) {
    Y[i] = i * 7919 % 1000;
    Apart[i] = (int)(i * 1237L % Most);
    X[i] = i % 2;
    F[i] = i % 2 ? 0.5f : -0.0f;
    Chosen[i] = i % 2 ? Apart[i] : 8;
    Index[i] = i * 37 % (Most / 20);
    Level[i] = i % 5;
    Level[i + Most] = 80 + i % 25;
  }
  for (int i = 0; i < Side; ++i)
    for (int j = 0; j < Side; ++j)
      Real[i][j] =
          (double)(Grid[i][j] = i == j ? 0 : 1 + (i * 37 + j * 11) % 90);
  run(Most, 9, 3);
  return 0;
}
// CHECK: halves
