// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector's size is its extent: known before the loop runs, without a clause.
// The access itself stands in the library, so the line is the loop's.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"
#include <vector>

int main() {
  std::vector<int> v(60, 1), at(60);
  for (int i = 0; i < 60; ++i)
    at[i] = 59 - i;
#pragma twofold parallel for bounds
  for (int i = 0; i < 60; ++i)
    v[i] = at[i] * 2 + at[at[i]];
  SHOW_INTEGERS("v", v.data(), 60);
  VIOLATES(v, 60, 60, 19)
#pragma twofold parallel for bounds
  for (int i = 0; i <= (int)v.size(); ++i)
    v[i] = 0;
  VIOLATED();
  SHOW_INTEGERS("v", v.data(), 60);
}
