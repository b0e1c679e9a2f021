// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts that a loop, or a function that it calls, picks characters from, are in
// kernels.
// RUN: %openmp %s %t --kernels 3
#include <cstdio>
enum { N = 100 };
static char out[N], chosen[N];
static unsigned short wide[N];

static char digit(int value) { return "0123456789abcdef"[value & 15]; }

static char nth(const char *text, int n) { return text[n]; }

int main() {
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    out[i] = i % 3 ? digit(i * 7) : " .:-=+*#%@"[i % 10];
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const char *grades = "\xff\001ABCDEF";
    chosen[i] = static_cast<char>(grades[i % 9] + (nth("xyz", i % 4) == 'y'));
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    wide[i] = u"\u00e4\u4e2dz"[i % 4];
  for (int i = 0; i < N; ++i)
    std::printf("%d %d %d\n", out[i], chosen[i], wide[i]);
}
