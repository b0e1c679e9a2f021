// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several variables of several types come along with the least and the
// greatest.
// RUN: %conform %s %t
#include "show.h"

enum { N = 140 };

int main(void) {
  static int key[N];
  static double weight[N];
  int low = 10000, high = -10000;
  double its = -1, other = -1;
  long at = -1;
  char tag = '?';
  for (int i = 0; i < N; ++i)
    key[i] = i * 71 % 53, weight[i] = i * 0.125;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (low > key[i]) {
      low = key[i];
      its = weight[i];
      at = 2L * i;
    }
    if (key[i] >= high) {
      tag = 'a' + i % 26;
      high = key[i];
      other = weight[i] + 1;
    }
  }
  SHOW_INTEGER(low);
  SHOW_FLOAT(its);
  SHOW_INTEGER(at);
  SHOW_INTEGER(high);
  SHOW_FLOAT(other);
  SHOW_INTEGER(tag);
}
