// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Targets with static storage, of variable length, and declared elsewhere.
// RUN: %conform %s %t --native
#include "show.h"

extern int outside[];
static float inside[6];

static void run(int bins, const int *at, int n) {
  static unsigned kept[6];
  long counts[bins];
  for (int k = 0; k < bins; ++k)
    counts[k] = k;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    counts[at[i]] += i;
    inside[at[i]] += 2;
    kept[at[i]] ^= (unsigned)i;
    outside[at[i]]--;
  }
  SHOW_INTEGERS("counts", counts, bins);
  SHOW_INTEGERS("kept", kept, 6);
}

int outside[6];

int main(void) {
  static int at[700];
  for (int i = 0; i < 700; ++i)
    at[i] = i * 5 % 6;
  run(6, at, 700);
  run(6, at, 350);
  SHOW_FLOATS("inside", inside, 6);
  SHOW_INTEGERS("outside", outside, 6);
}
