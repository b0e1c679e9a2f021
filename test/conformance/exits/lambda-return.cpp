// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return in a lambda is the lambda's; a loop in a lambda returns from that.
// RUN: %conform %s %t
#include "show.h"
int main() {
  static int a[700], b[700];
  for (int i = 0; i < 700; ++i)
    a[i] = i * 5 % 702;
  auto find = [&](int x) {
#pragma twofold parallel for
    for (int i = 0; i < 700; ++i)
      if (a[i] == x)
        return i;
    return -1;
  };
  SHOW_INTEGER(find(350));
  SHOW_INTEGER(find(701));
#pragma twofold parallel for
  for (int i = 0; i < 700; ++i) {
    auto clamp = [](int v) {
      if (v > 500)
        return 500;
      return v;
    };
    b[i] = clamp(a[i]);
  }
  SHOW_INTEGERS("b", b, 700);
}
