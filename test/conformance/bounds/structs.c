// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of structs and arrays in structs.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 40 };
struct Cell {
  short kind;
  int v[3];
};

int main(void) {
  static struct Cell cells[N];
  static struct {
    int n, slots[N], tail[4];
  } all;
  static int at[N];
  for (int i = 0; i < N; ++i)
    at[i] = N - 1 - i;
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i) {
    cells[at[i]].kind = (short)i;
    cells[at[i]].v[i % 3] = i * 2;
    all.slots[at[i]] += i;
  }
  for (int i = 0; i < N; ++i)
    printf("%d %d %d %d %d\n", cells[i].kind, cells[i].v[0], cells[i].v[1],
           cells[i].v[2], all.slots[i]);
  at[4] = 3;
  VIOLATES(cells, 3, 3, 34)
#pragma twofold parallel for bounds
  for (int i = 4; i < 5; ++i)
    cells[i].v[at[i]] = 1;
  VIOLATED();
  VIOLATES(all, N, N, 39)
#pragma twofold parallel for bounds
  for (int i = 0; i < 1; ++i)
    all.slots[at[i] + 1] = 1;
  VIOLATED();
  SHOW_INTEGERS("slots", all.slots, N);
}
