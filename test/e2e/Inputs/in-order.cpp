// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>

constexpr int sum(int n) {
  int s = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s += i;
  return s;
}
static_assert(sum(10) == 45, "evaluated by the compiler");

static int leave(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i]++;
    if (a[i] == 50)
      return i;
  }
  return -1;
}

static void carried(int *a, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1] + 1;
}

static int stored(int *a, int n) {
  int s = 0;
  auto keep = [&](int e) { s = s * 2 % 99 + e; };
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    keep(a[i]);
  return s;
}

int main(int argc, char **argv) {
  static int a[100];
  for (int i = 0; i < 100; ++i)
    a[i] = i;
  switch (argc > 1 ? std::atoi(argv[1]) : 0) {
  case 1:
    std::printf("%d\n", sum(argc + 8));
    break;
  case 2:
    std::printf("%d\n", leave(a, 100));
    break;
  case 3:
    carried(a, 100);
    std::printf("%d\n", a[99]);
    break;
  case 4:
    std::printf("%d\n", stored(a, 100));
  }
}
