// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only iterations before the exit are summed up.
// RUN: %conform %s %t
#include "show.h"
int main(void) {
  static int a[1000];
  for (int i = 0; i < 1000; ++i)
    a[i] = i % 17;
  int ends[] = {0, 1, 2, 500, 999, 1000};
  for (int k = 0; k < 6; ++k) {
    if (ends[k] < 1000)
      a[ends[k]] = -5;
    int sum = 1000, most = -1;
#pragma twofold parallel for reduction(+ : sum) reduction(max : most)
    for (int i = 0; i < 1000; ++i) {
      if (a[i] < 0)
        break;
      sum += a[i];
      if (a[i] > most)
        most = a[i];
    }
    printf("%d %d\n", sum, most);
    if (ends[k] < 1000)
      a[ends[k]] = ends[k] % 17;
  }
}
