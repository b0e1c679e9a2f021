// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that a loop around them repeats, with none, few and many iterations:
// the shortest calls run where the loop stands, on the variables themselves.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"
#include <vector>

constexpr int Most = 3000;
static int A[Most], B[Most];
static double D[Most], E[Most];
static int Shared = 3;

static void fill(int Seed) {
  for (int i = 0; i < Most; ++i) {
    A[i] = (i * 7 + Seed) % 101 - 50;
    B[i] = (i * 13 + Seed) % 97;
    D[i] = (i % 17) * 0.25 + Seed; // sums are exact in any order
    E[i] = (i % 23) * 0.5 - Seed;
  }
}

/// Sums that go on from one call to the next, in the order of the text.
static void sums(int n) {
  double Sum = 1;
  int Count = 0, Least = 1000, Last = -1, Place = -1;
  for (int i = 0; i < n; ++i) {
#pragma twofold parallel for
    for (int j = 0; j < i; ++j)
      Sum -= D[j] * E[i - j];
#pragma twofold parallel for lastprivate(Last)
    for (int j = 0; j < i; ++j) {
      Count += A[j] > 0;
      Last = B[j];
    }
#pragma twofold parallel for
    for (int j = i; j < n; ++j)
      if (A[j] < Least) {
        Least = A[j];
        Place = j;
      }
  }
  SHOW_FLOAT(Sum);
  SHOW_INTEGER(Count);
  SHOW_INTEGER(Last);
  SHOW_INTEGER(Least);
  SHOW_INTEGER(Place);
}

/// Variables of the function that each iteration assigns, or that count.
static void variables(int n) {
  int i = -5;
  for (int Step = 0; Step < 4; ++Step) {
    int Mine;
#pragma twofold parallel for
    for (i = Step; i < n; i += 3) {
      Mine = A[i] + Step;
      B[i] = Mine * 2;
    }
#pragma twofold parallel for
    for (int j = n - 1; j >= Step; --j)
      A[j] += Shared;
    ++Shared;
    SHOW_INTEGER(i);
  }
}

/// Places that iterations share in some calls, and names for one array.
static void overlaps(int n) {
  for (int Apart : {n, 0, 1, 2 * n}) {
    int *To = A + Apart, *From = A;
#pragma twofold parallel for
    for (int j = 0; j < n; ++j)
      To[j] = From[j] + 1;
#pragma twofold parallel for
    for (int j = 0; j < n; ++j)
      B[A[j] & 63] += j;
  }
}

/// Grids, whose results each step reads.
static void grids(std::vector<double> &V, int n) {
  double *G = V.data();
  for (int Step = 0; Step < 3; ++Step) {
#pragma twofold parallel for
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < n; ++j)
        V[i * n + j] += 0.5 * G[(i - 1) * n + j] * (j < Step);
#pragma twofold parallel for collapse(2)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        G[i * n + j] -= Step;
#pragma twofold parallel for
    for (auto &Each : V)
      Each *= 0.5;
  }
}

/// Rows whose lengths move with the row, or with the step, in either direction.
static void triangles(int n) {
  for (int Step = 1; Step < 5; ++Step) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        B[i] += A[j] % Step;
#pragma twofold parallel for
    for (int i = n - 1; i >= 0; i -= Step)
      for (int j = i; j < n; j += 2)
        for (int k = j; k <= i + Step; ++k)
          B[i] ^= A[k] + j;
#pragma twofold parallel for
    for (int i = 0; i < n - Step; ++i) {
      int Greatest = A[i];
      for (int k = i + 1; k < i + Step; ++k)
        if (Greatest < A[k] + B[k])
          Greatest = A[k] + B[k];
      D[i] = Greatest;
    }
  }
}

int main() {
  for (int n : {0, 1, 2, 3, 8, 17, 20, 100, 1000}) {
    fill(n);
    for (int Round = 0; Round < 3; ++Round) {
      sums(n < 60 ? n : 60);
      variables(n);
      overlaps(n);
      triangles(n);
      int m = n < 40 ? n : 40;
      std::vector<double> V(m * m + 1, 1.5);
      grids(V, m);
      double All = 0;
      for (double Each : V)
        All += Each;
      SHOW_FLOAT(All);
    }
    long Sum = 0;
    for (int i = 0; i < Most; ++i)
      Sum = Sum * 31 % 1000003 + A[i] + 7 * B[i];
    SHOW_INTEGER(Sum);
  }
}
