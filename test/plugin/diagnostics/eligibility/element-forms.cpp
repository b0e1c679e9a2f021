// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of shared elements that are lost in greater expressions.
// RUN: %clangxx %plugin -fsyntax-only -Xclang -verify %s
#include <vector>

void counts(std::vector<int> &h, const std::vector<int> &at) {
#pragma twofold parallel for
  for (int i = 0; i < 1000; ++i)
    ++h[at[i]], h[0]--; // expected-warning {{not offloaded: this update of 'h' cannot be made atomic; make it a statement of its own, by += or another operator}}
#pragma twofold parallel for
  for (int i = 0; i < 1000; ++i) {
    ++h[at[i]];
    h[0]--;
  }
}
