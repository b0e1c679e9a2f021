// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that calls itself may read, of what all iterations hand it or it
// has captured, all that other iterations write. What differs between
// iterations is taken for their own.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#define PARALLEL _Pragma("twofold parallel for")

static int around(const int *all, int at, int depth) {
  return depth == 0 ? all[at] : around(all, at / 2, depth - 1); // expected-warning {{iterations come to 'around', which calls itself}}
}
static int least(const int *p, int n) {
  if (n == 1)
    return p[0];
  const int rest = least(p + 1, n - 1);
  return p[0] < rest ? p[0] : rest;
}
static void sort(int *p, int n) {
  for (int i = 1; i < n; ++i)
    if (p[i] < p[0]) {
      const int least = p[i];
      p[i] = p[0];
      p[0] = least;
    }
  if (n > 1)
    sort(p + 1, n - 1);
}

void shared(int n, int *all, int *p) {
  PARALLEL for (int i = 0; i < n; ++i)
    all[i] = around(all, i, 3);
  auto sum = [&](auto &&self, int at, int depth) -> int {
    return depth == 0 ? p[at] : self(self, at / 2, depth - 1) + 1; // expected-warning {{which calls itself}}
  };
  PARALLEL for (int i = 0; i < n; ++i)
    p[i] = sum(sum, i, 3);
}

void own(int n, const int *all, int *p, int *of) {
  PARALLEL for (int i = 0; i < n; ++i)
    p[i] = around(all, i, 3);
  PARALLEL for (int i = 0; i < n; ++i)
    sort(p + 64 * i, 64);
  PARALLEL for (int i = 0; i < n; ++i)
    p[64 * i] = least(p + 64 * i, 64);
  PARALLEL for (int i = 0; i < n; ++i)
    of[i] = least(p, 64);
}
