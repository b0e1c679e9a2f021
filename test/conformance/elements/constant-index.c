// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The target is one element for all, and a member of a struct.
// RUN: %conform %s %t --races-unseen
#include "show.h"

struct totals {
  int count;
  float weight;
};

int main(void) {
  static struct totals t;
  static int s[2];
  int n = 500;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s[0] += i;
    s[1] -= i % 3;
    t.count++;
    t.weight += 0.5f;
  }
  SHOW_INTEGERS("s", s, 2);
  SHOW_INTEGER(t.count);
  SHOW_FLOAT(t.weight);
}
