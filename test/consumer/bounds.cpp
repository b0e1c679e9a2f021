// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop of a target with BOUNDS throws where it leaves its array.
#include <cstdio>
#include <twofold/error.hpp>

int main() {
  static int a[100], at[100];
  at[42] = 100;
  twofold::error_scope throwing;
  try {
#pragma twofold parallel for
    for (int i = 0; i < 100; ++i)
      a[at[i]] = i;
  } catch (const twofold::bounds_error &e) {
    std::printf("%s[%lld] of %llu\n", e.array().c_str(), e.index(), e.count());
    return e.index() == 100 && e.count() == 100 ? 0 : 1;
  }
  return 1;
}
