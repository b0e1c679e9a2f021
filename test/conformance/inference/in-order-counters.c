// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that iterations draw from counters: in order, with the serial results.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 400, BINS = 16 };
static int next[BINS + 1], found;
static int take(int *counter) { return (*counter)++; }

static void reset(const int *bin) {
  for (int b = 0; b <= BINS; ++b)
    next[b] = 0;
  for (int i = 0; i < N; ++i)
    ++next[bin[i] + 1];
  for (int b = 0; b < BINS; ++b)
    next[b + 1] += next[b];
}

int main(void) {
  static int bin[N], out[N], y[N];
  int *head = next, count = 0, *where = &count;
  for (int i = 0; i < N; ++i)
    bin[i] = i * 37 % 101 % BINS;
  reset(bin);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    out[head[bin[i]]++] = i;
  SHOW_INTEGERS("out", out, N);
  reset(bin);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    out[take(&head[bin[i]])] = -i;
  SHOW_INTEGERS("out", out, N);
  reset(bin);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int *mine = &head[bin[i]], k = *mine += 1;
    out[k - 1] = 3 * i;
  }
  SHOW_INTEGERS("out", out, N);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (bin[i] > 5)
      y[count++] = i;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (bin[i] < 3)
      y[(*where)++] = -i;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = found++;
    out[k] = i;
  }
  SHOW_INTEGERS("y", y, N);
  SHOW_INTEGERS("out", out, N);
  SHOW_INTEGER(count);
  SHOW_INTEGER(found);
}
