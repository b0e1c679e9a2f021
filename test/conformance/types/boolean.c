// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `_Bool` holds 0 and 1 whatever is stored; as element, capture, local, parameter and member.
// RUN: %conform %s %t
#include "show.h"
#include <stdbool.h>

enum { N = 40 };
struct flags {
  bool set[3];
  _Bool last;
};

static bool both(bool a, bool b) { return a & b; }

int main(void) {
  static bool a[N], b[N];
  static struct flags f[N];
  static int sums[N];
  bool yes = 5;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    bool local = i & 4;
    a[i] = i * 0.25;
    b[i] = both(a[i], yes) || local;
    b[i] |= 2;
    a[i] ^= local;
    f[i].set[i % 3] = 256 * i;
    f[i].last = !f[i].set[0];
    sums[i] = a[i] + b[i] + local + yes + (f[i].last == yes) + -f[i].set[1];
  }
  SHOW_INTEGERS("a", a, N);
  SHOW_INTEGERS("b", b, N);
  SHOW_INTEGERS("sums", sums, N);
}
