// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions behind a way to the next iteration cost the compiler no more than
// they are.
// RUN: %conform %s %t
#include <stdio.h>
enum { N = 500 };
static int a[N], o[N];
#define IF(K)                                                                  \
  if (o[i] % (K + 2))                                                          \
    o[i] += K;
#define IFS(K) IF(K) IF(K + 1) IF(K + 2) IF(K + 3) IF(K + 4) IF(K + 5)
int main(void) {
  for (int i = 0; i < N; ++i)
    a[i] = i * 7919 % 101 - 50, o[i] = i;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (a[i] > 30)
      continue;
    IFS(1) IFS(8) IFS(15) IFS(22) IFS(29) IFS(36)
  }
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum = sum * 31 % 1000000007 + o[i];
  printf("%ld\n", sum);
}
