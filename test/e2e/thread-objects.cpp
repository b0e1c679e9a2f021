// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant references to thread-local objects, and constant methods of these,
// read the objects of the thread that comes to the loop, too.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"

enum { Size = 500 };

struct Pair {
  int first, second;
  int sum() const { return first + second; }
};
static thread_local Pair pair = {1, 2};
static thread_local int factor = 1;

static int first_of(const Pair &of) { return of.first; }
static int twice(const int &of) { return 2 * of; }

int main() {
  static int a[Size];
  pair = {30, 4};
  factor = 7;
#pragma twofold parallel for
  for (int i = 0; i < Size; ++i)
    a[i] = first_of(pair) * i;
  SHOW_INTEGERS("handed over", a, Size);
#pragma twofold parallel for
  for (int i = 0; i < Size; ++i)
    a[i] += pair.sum() + twice(factor);
  SHOW_INTEGERS("method", a, Size);
#pragma twofold parallel for
  for (int i = 0; i < Size; ++i) {
    const Pair &named = pair;
    a[i] -= named.second * i;
  }
  SHOW_INTEGERS("named", a, Size);
}
