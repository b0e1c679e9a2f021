// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop reads of thread-local variables is what the thread that comes to
// it has in them. The other threads' own are what they were at their start.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"

enum { Size = 2000 };
struct pair {
  int first, second;
};
static _Thread_local int factor = 1;
static _Thread_local int table[8];
static _Thread_local double weights[4][2];
static _Thread_local struct pair both;
static _Thread_local int *elements;
static _Thread_local int many;

static int calls(int i) { return i + 1; }

int main(void) {
  static int a[Size], b[Size];
  factor = 5;
  both = (struct pair){3, 4};
  elements = b;
  many = Size;
  for (int k = 0; k < 8; ++k) {
    table[k] = k * k;
    weights[k / 2][k % 2] = k;
  }
#pragma twofold parallel for
  for (int i = 0; i < Size; ++i)
    a[i] = factor * i;
  SHOW_INTEGERS("number", a, Size);
#pragma twofold parallel for
  for (int i = 0; i < Size; ++i)
    a[i] += table[i & 7] + (int)weights[i & 3][i & 1];
  SHOW_INTEGERS("elements", a, Size);
#pragma twofold parallel for
  for (int i = 0; i < many; ++i)
    elements[i] = a[i] * both.second + both.first + calls(factor);
  SHOW_INTEGERS("pointer", b, Size);
  int sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < Size; ++i) {
    const struct pair own = both;
    sum += own.first * (factor > 2 ? table[3] : 0);
  }
  SHOW_INTEGER(sum);
#pragma twofold parallel for
  for (int i = 0; i < Size; ++i) {
    if (a[i] == factor)
      break;
    b[i] = factor;
  }
  SHOW_INTEGERS("until", b, Size);
  return 0;
}
