// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who casts const away stores to one of what std::max has been given.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Rpass-analysis=twofold %s 2>&1 | FileCheck %s --implicit-check-not=independent

#include <algorithm>

#define PARALLEL _Pragma("twofold parallel for")

void numbers(int n, int *o) {
  // CHECK: chosen-places.cpp:[[@LINE+4]]:{{[0-9]+}}: remark: iterations may depend on each other: the loop goes through a pointer that is not known; nothing was proven either way
  PARALLEL for (int i = 0; i < n; ++i) {
    int x = i + 1, y = i + 1;
    int &r = const_cast<int &>(std::max(x, y));
    r = i;
    o[i + 1] = o[x] + 1;
  }
}
static void set(const double &to) { const_cast<double &>(to) += 1; }
void elements(int n, double *d) {
  // CHECK: chosen-places.cpp:[[@LINE-2]]:{{[0-9]+}}: remark: iterations may depend on each other: the loop goes through a pointer that is not known; nothing was proven either way
  PARALLEL for (int i = 0; i < n; ++i)
    set(std::max(d[i], d[i + 1]));
}

void constant(int n, int *o) {
  // CHECK: chosen-places.cpp:[[@LINE+1]]:12: remark: iterations are independent: proven
  PARALLEL for (int i = 0; i < n; ++i) {
    const int &r = std::max(i, 5);
    o[i] = r;
  }
}
