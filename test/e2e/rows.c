// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of the rows of an array: column blocks, every k-th element, blocks of
// volumes. What is between belongs to others; of it nothing comes back.
// RUN: %e2e %s %t --also TWOFOLD_COHERENCE=eager,TWOFOLD_ZERO_COPY=0 \
// RUN:   --also TWOFOLD_COHERENCE=lazy,TWOFOLD_ZERO_COPY=0
#include "Inputs/show.h"
#include <stdlib.h>
#include <string.h>

enum { Rows = 300, Pitch = 700, Size = Rows * Pitch };

#ifdef WITH_PLUGIN
#include <twofold/twofold.h>
/* At most so many bytes to and fro, whatever the device and the mode. */
static void moved(const char *what, unsigned long long most_to,
                  unsigned long long most_from) {
  static unsigned long long all_to, all_from;
  struct twofold_statistics s = {sizeof s};
  twofold_get_statistics(&s);
  unsigned long long to_device = s.bytes_to_device - all_to;
  unsigned long long to_host = s.bytes_to_host - all_from;
  all_to = s.bytes_to_device;
  all_from = s.bytes_to_host;
  const char *mode = getenv("TWOFOLD_COHERENCE");
  if (!mode || strcmp(mode, "eager"))
    return; /* pages stay, and are fetched when they are touched */
  if (to_device > most_to || to_host > most_from) {
    fprintf(stderr, "%s: %llu bytes to the device, %llu back\n", what,
            to_device, to_host);
    exit(1);
  }
}
#else
#define moved(what, most_to, most_from) ((void)0)
#endif

static void show(const char *name, const int *a) {
  unsigned sum = 0;
  for (int i = 0; i < Size; ++i)
    sum = sum * 31 + (unsigned)a[i];
  printf("%s: %u\n", name, sum);
}

static void columns(int *to, const int *from, int first, int count) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < count; ++j)
      to[i * Pitch + first + j] = from[i * Pitch + first + j] + j;
}

static void update(int *a, int first, int count) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < count; ++j)
      a[i * Pitch + first + j] += i;
}

static void some(int *a, int first, int count) {
#pragma twofold parallel for collapse(2) extent(a, Size)
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < count; ++j)
      if ((i + j) % 3 == 0)
        a[i * Pitch + first + j] = j - i;
}

static void around(int *to, const int *from, int first, int count) {
#pragma twofold parallel for collapse(2)
  for (int i = 1; i < Rows - 1; ++i)
    for (int j = 0; j < count; ++j) {
      int at = i * Pitch + first + j;
      to[at] =
          from[at - 1] + from[at + 1] + from[at - Pitch] + from[at + Pitch];
    }
}

static void every(int *to, const int *from, int n, int step, int first) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    to[first + i * step] = from[first + i * step] ^ i;
}

static void volume(int *to, const int *from, int nx, int ny, int nz) {
#pragma twofold parallel for collapse(3)
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        to[(k * 50 + j) * 60 + i + 7] = from[(k * 50 + j) * 60 + i + 7] - k;
}

static void triangle(int *a, int first, int count) {
#pragma twofold parallel for
  for (int i = 0; i < count; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * Pitch + first + j] = i - 2 * j;
}

int main(void) {
  int *a = malloc(Size * sizeof(int)), *b = malloc(Size * sizeof(int));
  for (int i = 0; i < Size; ++i) {
    a[i] = i % 1000;
    b[i] = -i;
  }
  moved("nothing", 0, 0);
  columns(a, b, 100, 20);
  moved("columns", Rows * 20 * 4, Rows * 20 * 4);
  show("columns", a);
  update(a, 300, 9);
  moved("update", Rows * 9 * 4, Rows * 9 * 4);
  show("update", a);
  some(b, 50, 30);
  moved("some", Rows * 30 * 4, Rows * 30 * 4);
  show("some", b);
  around(b, a, 200, 10);
  moved("around", Rows * 12 * 4, Rows * 10 * 4);
  show("around", b);
  every(a, b, 10000, 20, 3);
  moved("every", 40000, 40000);
  show("every", a);
  every(b, a, 10000, -20, 10000 * 20);
  moved("backwards", 40000, 40000);
  show("backwards", b);
  every(a, b, 100000, 2, 0);
  show("every other", a);
  volume(a, b, 20, 30, 60);
  show("volume", a);
  triangle(b, 11, 200);
  show("triangle", b);
  /* Rows that are nearly all there is. */
  columns(b, a, 1, Pitch - 2);
  show("inside", b);
  update(b, 1, Pitch - 2);
  show("update inside", b);
  free(a);
  free(b);
}
