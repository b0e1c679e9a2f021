// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Editors and linters stop after Sema; nothing is written, nothing is said.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang %plugin -fsyntax-only -Wall -Wextra -Werror %s
// RUN: %clang %plugin -fsyntax-only -Wall -Wextra -Werror -Wno-comment -std=c89 %s
// RUN: %clangxx %plugin -x c++ -fsyntax-only -Wall -Wextra -Werror %s
// RUN: ls %t | count 0
void scale(float *x, int n) {
  int i;
#pragma twofold parallel for
  for (i = 0; i < n; ++i)
    x[i] *= 2;
}
