// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References, reference parameters and structured bindings as targets.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 160 };
static int x[N];

static void run(int &sum, double &weight, int &last, int &&low) {
  struct pair {
    int a, b;
  } both = {1, 2};
  auto &[one, two] = both;
  int own = 4, &alias = own;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    sum += x[i];
    weight = weight + x[i] * 0.5;
    if (x[i] == 11)
      last = i;
    low = x[i] < low ? x[i] : low;
    one += x[i];
    two ^= x[i];
    alias++;
  }
  int results[] = {both.a, both.b, own, low};
  SHOW_INTEGERS("results", results, 4);
}

int main() {
  int sum = 3, last = -1;
  double weight = 1;
  for (int i = 0; i < N; ++i)
    x[i] = i * 71 % 83 + 1;
  run(sum, weight, last, 1000);
  SHOW_INTEGER(sum);
  SHOW_FLOAT(weight);
  SHOW_INTEGER(last);
}
