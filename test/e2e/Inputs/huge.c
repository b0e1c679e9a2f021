// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array of 5 GiB, whose elements have numbers beyond 2^32.
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;
enum { Rows = 65536, Columns = 81920 };
static const long Count = 5L << 30, Beyond = 1L << 32;

static void show(const char *name, const byte *a) {
  unsigned long hash = 0;
  for (long i = 0; i < Count; i += 4093)
    hash = hash * 31 + a[i];
  for (long i = Beyond - 100; i < Beyond + 100; ++i)
    hash = hash * 31 + a[i];
  printf("%s %lu %d\n", name, hash, a[Count - 1]);
}

int main(void) {
  byte *a = malloc((size_t)Count);
  if (!a)
    return 1;
#pragma twofold parallel for
  for (long i = 0; i < Count; ++i)
    a[i] = (byte)(i * 7 + (i >> 32));
  show("all", a);
#pragma twofold parallel for
  for (long i = Count - 1; i >= 0; --i)
    a[i] ^= (byte)(i >> 29);
  show("from the end", a);
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      a[(long)i * Columns + j] += (byte)(i ^ j);
  show("rows", a);
#pragma twofold parallel for
  for (long i = 5; i < Count; i += 4099)
    a[i] = (byte)(a[i] * 3 + 1);
  show("steps", a);
  byte *end = a + (Count - 4096);
#pragma twofold parallel for
  for (int i = 0; i < 4096; ++i)
    end[i] = (byte)(end[i] + i);
  show("last page", a);
  a[Beyond + 77] = 200, a[Beyond + 78] = 201;
  unsigned long sum = 0;
#pragma twofold parallel for
  for (long i = 0; i < Count; ++i)
    sum += a[i];
  long place = -1;
#pragma twofold parallel for
  for (long i = Beyond + 50; i < Count; ++i)
    if (a[i] == 201 && a[i - 1] == 200) {
      place = i;
      break;
    }
  printf("%lu %ld\n", sum, place - Beyond);
#pragma twofold parallel for
  for (long i = 0; i < Count - Beyond; ++i)
    a[i] = a[i + Beyond];
  show("moved", a);
  free(a);
}
