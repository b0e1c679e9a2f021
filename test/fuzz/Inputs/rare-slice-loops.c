// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices in annotated loops: rows of arrays whose lengths are variables,
// elements that others choose, bounds that move, and effects beside them.
int next(void);
static int picked[64];

void rows(int n, int m, double a[n][m], double (*restrict c)[m], double *b,
          const int *at, long *k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int from = i * 2, *mine = at + i;
    double own[m];
#pragma twofold slice
    own[:] = a[i][:];
#pragma twofold slice
    c[i] [0:m / 2] = own [m / 2:m / 2] * (unsigned)-from;
#pragma twofold slice
    c[i] [0:mine[1]] = 3;
#pragma twofold slice
    {
      a[i] [1:m - 1] = a[i] [0:m - 1];
      if (a[i][:] > 2)
        c[i][:] = 1;
      else
        c[i][:] = own[:];
    }
    k[i] = (long)c[i][0];
  }
}

void chosen(int n, double *a, double *b, const int *at, int (*two)[8]) {
#pragma twofold slice
  a[at [0:n]] = b [0:n];
#pragma twofold slice
  b [0:n] = a[at [0:n]] + b [0:n];
#pragma twofold slice
  a[two[0][:]] = 1;
#pragma twofold slice
  b[at[at [0:n]]] = 2;
#pragma twofold slice
  if (at [0:n] > 2)
    a[at [0:n]] = b [0:n];
#pragma twofold slice
  a[picked [0:n:2]] += 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma twofold slice
    {
      a [8 * i:8] = b[two[i][:]];
      a [8 * i + 7:8:-1] = two[i][:];
      two[i] [0:4] = two[i] [4:4], two[i] [0:2] = 3;
    }
  }
}

void effects(int n, double *a, int *c, double b[][n]) {
#pragma twofold slice
  {
    a [0:n] = next();
    a [0:next()] = 2;
    c [0:n] = c [0:n] + next() + (n++, 2);
  }
#pragma twofold slice
  {
    b[next()][:] = a [0:n];
    if (a [0:n] > next())
      c [0:n] = 1;
  }
#pragma twofold slice
  c [0:n] = ({
    int x = next();
    x;
  });
  for (int i = 0; i < 3; ++i)
#pragma twofold slice
    c [i:n] = a [0:n] > i ? c [0:n] : next();
}
