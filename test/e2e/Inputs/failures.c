// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 200 launches of all kinds, with a host that reads, writes, frees and reuses
// between them. Integers: every variant gives the same bits.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Side = 64, Count = Side * Side };

static unsigned *grid, *next; // swapped while launches wait to be repeated
static unsigned factor = 3;

struct field {
  unsigned *values;
  unsigned shift;
};

static void stencil(void) {
#pragma twofold parallel for collapse(2)
  for (int i = 1; i < Side - 1; ++i)
    for (int j = 1; j < Side - 1; ++j)
      next[i * Side + j] =
          (grid[(i - 1) * Side + j] + grid[(i + 1) * Side + j] +
           grid[i * Side + j - 1] + grid[i * Side + j + 1]) *
          factor;
  unsigned *old = grid;
  grid = next;
  next = old;
}

static void update(unsigned *x, unsigned by) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    x[i] = x[i] * 5 + by;
}

static unsigned sum(const unsigned *x) {
  unsigned total = 0;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    total += x[i];
  return total;
}

static void some(unsigned *x, const unsigned *y) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    if (y[i] & 1)
      x[i] = y[i];
}

static void shift(struct field *f) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    f->values[i] += f->shift;
}

static void small(unsigned *table) {
#pragma twofold parallel for
  for (int i = 0; i < 16; ++i)
    table[i] = table[i] * 7 + (unsigned)i;
}

static unsigned *make(unsigned seed) {
  unsigned *x = aligned_alloc(4096, Count * sizeof *x);
  for (int i = 0; i < Count; ++i)
    x[i] = seed + (unsigned)i * 2654435761u;
  return x;
}

static void show(const char *name, const unsigned *x) {
  unsigned hash = 0;
  for (int i = 0; i < Count; ++i)
    hash = hash * 31 + x[i];
  printf("%s %u\n", name, hash);
}

int main(void) {
  unsigned *x = make(1), *y = make(2), table[16] = {1, 2, 3};
  grid = make(3);
  next = make(4);
  struct field field = {make(5), 1};
  for (int launch = 0; launch < 200; ++launch)
    switch (launch % 10) {
    case 0:
    case 1:
    case 2:
      stencil();
      break;
    case 3:
      update(x, (unsigned)launch);
      break;
    case 4:
      some(x, y);
      break;
    case 5:
      shift(&field);
      field.shift += 3;
      break;
    case 6:
      small(table);
      factor += table[3];
      break;
    case 7:
      update(y, factor);
      if (launch % 20 == 7)
        y[launch] += 9;
      break;
    case 8:
      if (launch % 40 == 8)
        printf("sum %u\n", sum(grid));
      else if (launch % 40 == 18) {
        free(x);
        x = make((unsigned)launch);
        sum(y);
      } else
        update(field.values, 2);
      break;
    default:
      if (launch % 50 == 9)
        grid[launch + Side] = x[launch];
      else if (launch % 50 == 19)
        memcpy(y, x, 8192);
      else if (launch % 50 == 29) {
        unsigned *swap = field.values;
        field.values = y;
        y = swap;
      }
      some(y, grid);
    }
  show("x", x);
  show("y", y);
  show("grid", grid);
  show("next", next);
  show("field", field.values);
  for (int i = 0; i < 16; ++i)
    printf("%u ", table[i]);
  printf("\n");
  return 0;
}
