// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports at run time name the user's line, not the library's.
// RUN: %clangxx %plugin -std=c++17 -O1 -Wno-pass-failed %s %runtime_flags -o %t
// RUN: env TWOFOLD_INFO=1 TWOFOLD_DEVICE=native %t 2>&1 | %FileCheck %s
#include "../diagnostics/Inputs/library.hpp"

static int twice(int x) { return 2 * x; }

int main() {
  int a[100];
  // CHECK-DAG: library-site.cpp:[[@LINE+1]]: library::inner
  library::outer(a, 100, twice);
  // CHECK-DAG: library-site.cpp:[[@LINE+1]]: {{.*}}deferred
  library::deferred(a, 100, twice);
  return a[7] != 14;
}
