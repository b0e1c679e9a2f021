// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arrays threads may have to update with care, and how to say that they
// need none.
// RUN: %clang %plugin -fsyntax-only -Rpass-missed=twofold -Xclang -verify %s
// RUN: %clang %plugin -fsyntax-only -Xclang -verify=quiet %s
// quiet-no-diagnostics

void rows(double *f, const int *row, int n) {
#pragma twofold parallel for extent(f, n)
  for (int i = 0; i < n; ++i)
    for (int o = row[i]; o < row[i + 1]; ++o)
      f[o] += i; // expected-remark {{threads update elements of 'f' atomically or in copies of their own, unless a call shows that no two iterations share one; where none ever do, clause 'independent(f)' says so}}
#pragma twofold parallel for extent(f, n) independent(f)
  for (int i = 0; i < n; ++i)
    for (int o = row[i]; o < row[i + 1]; ++o)
      f[o] += i;
  [[twofold::parallel_for, twofold::extent(f, n), twofold::independent(f)]]
  for (int i = 0; i < n; ++i)
    for (int o = row[i]; o < row[i + 1]; ++o)
      f[o] += i;
#pragma twofold parallel for extent(f, n) independent
  for (int i = 0; i < n; ++i)
    for (int o = row[i]; o < row[i + 1]; ++o)
      f[o] += i;
}

void other(int *h, double *f, const int *row, int n) {
#pragma twofold parallel for extent(f, n) extent(h, n) independent(f)
  for (int i = 0; i < n; ++i) {
    f[row[i]] += i;
    h[row[i]] += 1; // expected-remark {{threads update elements of 'h'}}
  }
#pragma twofold parallel for extent(f, n) extent(h, n) independent(f, h)
  for (int i = 0; i < n; ++i) {
    f[row[i]] += i;
    h[row[i]] += 1;
  }
}

/* What stands before ?: is read, so threads can have no copies of h. */
void chosen(int *h, const int *row, int n) {
#pragma twofold parallel for extent(h, n)
  for (int i = 0; i < n; ++i)
    h[row[i]] += h[0] ?: 1;
}

struct grid {
  int *cells;
};
void member(struct grid g, const int *where, int n) {
#pragma twofold parallel for extent(g.cells, n)
  for (int i = 0; i < n; ++i)
    g.cells[where[i]] += 1; // expected-remark {{threads update elements of 'cells' atomically or in copies of their own, unless a call shows that no two iterations share one; where none ever do, clause 'independent' says so}}
}

// Updates in called functions are the loop's own where nobody wants a value.
static void add(int *to, int k) { to[k] += 1; }
static int draw(int *from, int k) { return from[k]++; }
static void set(struct grid *g, int k) { g->cells[k] |= 1 << (k & 7); }
void called(struct grid *g, int *h, const int *where, int n) {
#pragma twofold parallel for extent(h, n)
  for (int i = 0; i < n; ++i)
    add(h, where[i]); // expected-remark {{threads update elements of 'h' atomically or in copies of their own, unless a call shows that no two iterations share one; where none ever do, clause 'independent(h)' says so}}
#pragma twofold parallel for extent(g->cells, n)
  for (int i = 0; i < n; ++i)
    set(g, where[i]); // expected-remark {{threads update elements of 'cells'}}
#pragma twofold parallel for extent(h, n)
  for (int i = 0; i < n; ++i)
    draw(h, where[i]); // expected-remark {{threads update elements of 'h'}}
#pragma twofold parallel for extent(h, n)
  for (int i = 0; i < n; ++i)
    add(h, i);
}

// A function's result that nobody uses.
static int counted(unsigned *to, int k) {
  if (k < 0)
    return -1;
  return (int)to[k]++;
}
void discarded(unsigned *to, const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    counted(to, k[i] % 80 - 9); // expected-remark {{threads update elements of 'to' atomically or in copies of their own}}
}

void pointed(int *f, const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    *(f + k[i]) += i; // expected-remark {{threads update elements of 'f' atomically or in copies of their own}}
}
