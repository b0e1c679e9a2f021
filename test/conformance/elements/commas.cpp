// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates on both sides of a comma, whose value is an object in C++.
// RUN: %conform %s %t --races-unseen
#include "show.h"

static int both[7], last[7], third[7];
static double sums[7];

static void count(const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    both[at[i]] += i, last[at[i]] -= 2, third[at[i]] += 3;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j, third[at[i]] += j)
      both[at[i]]++, sums[at[i]] += j;
}

int main() {
  static int at[300];
  for (int i = 0; i < 300; ++i)
    at[i] = i * 11 % 7;
  count(at, 300);
  SHOW_INTEGERS("both", both, 7);
  SHOW_INTEGERS("last", last, 7);
  SHOW_INTEGERS("third", third, 7);
  SHOW_FLOATS("sums", sums, 7);
}
