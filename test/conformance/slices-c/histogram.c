// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compound assignment adds up where indices are the same.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int count[M], key[N];
  for (int i = 0; i < N; ++i)
    key[i] = i * i % M;
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  count[key[0:n]] += 1;
#else
  for (int i = 0; i < n; ++i)
    count[key[i]] += 1;
#endif
  SHOW_INTEGERS("count", count, M);
}
