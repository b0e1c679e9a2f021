// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of shared elements of a vector behind an exit that a vector decides.
// RUN: %conform %s %t --races-unseen
#include "show.h"
#include <vector>

int main() {
  std::vector<int> a(900);
  std::vector<unsigned> h(16);
  for (int i = 0; i < 900; ++i)
    a[i] = i * 11 % 907;
  for (int stop : {500, 0, 906, 2000}) {
    unsigned total = 0;
#pragma twofold parallel for
    for (int i = 0; i < (int)a.size(); ++i) {
      if (a[i] == stop)
        break;
      h[a[i] % 16] += a[i];
      total += a[i];
    }
    SHOW_INTEGERS("h", h.data(), 16);
    SHOW_INTEGER(total);
  }
}
