// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions compiled for several processors, whose loops are too.
// RUN: %conform %s %t
#include <cstdio>

static int numbers[1000], shares[8];

__attribute__((target_clones("avx2", "default"))) static long run(int n) {
  long sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    numbers[i] = numbers[i] * 3 + i;
    sum += numbers[i];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    shares[numbers[i] & 7] += i;
  return sum;
}

template <class T>
__attribute__((target("sse4.2"))) T largest(const T *p, int n) {
  T most = p[0];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (p[i] > most)
      most = p[i];
  return most;
}

int main() {
  for (int i = 0; i < 1000; ++i)
    numbers[i] = i % 17;
  std::printf("%ld\n", run(1000));
  for (int s : shares)
    std::printf("%d\n", s);
  std::printf("%d\n", largest(numbers, 1000));
}
