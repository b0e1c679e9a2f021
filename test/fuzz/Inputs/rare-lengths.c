// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose lengths are variables: distances of pointers to their rows, and
// types in a directive of OpenMP that name what is private there.
void distances(int n, int m, double (*restrict a)[m], double (*b)[m],
               double (*c)[n][m], long *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    long d = &a[i] - a;
    d += (a + i) - &a[2];
    d -= &b[i + 1] - (1 + b);
    d += (b - 1 + i) - b;
    d += c[i] - *c;
    d += &c[i] - c;
    d += &(*c)[i] - c[0];
    d += &a[i][3] - a[i];
    d += &*(a + i) - &(*(a + 1));
    out[i] = d;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double (*p)[m] = a + i, (*q)[m] = &b[i];
    out[i] += (p - a) + (q - b) + (&b[n] - q);
    p[0][1] = sizeof *p / sizeof **p + sizeof(double[i + 1]);
  }
}

void types(int n, int m, const double *x, long *out) {
  int k = 3;
#pragma omp parallel for private(k) firstprivate(m)
  for (int i = 0; i < n; ++i) {
    k = i % 5 + 1;
    typedef double Row[k];
    typedef Row Rows[m];
    out[i] = sizeof(Row) + sizeof(Rows) + sizeof(int[k + 1]);
    const Row *p = (const Row *)x;
    out[i] += (long)p[i][0] + (&p[2] - p);
    double own[k];
    for (int j = 0; j < k; ++j)
      own[j] = x[j];
    out[i] += (long)own[k - 1] + sizeof own;
    out[i] += ((const double (*)[m])x)[1][0] > 2;
    out[i] += ((int[]){k, m, 3})[i % 3];
  }
#pragma omp parallel private(k)
  {
    k = m;
#pragma omp for
    for (int i = 0; i < n; ++i) {
      const double (*p)[k] = (const double (*)[k])x;
      out[i] += (long)p[i][k - 1] + sizeof(char[k]);
    }
  }
}

// Last values that a switch, a jump or a part of the variable assigns.
int last(int n, const int *x, long *out) {
  int a = 0, b = 0, c = 0, d = 0;
  union {
    int whole;
    char part[4];
  } u;
#pragma omp parallel for lastprivate(a, b, c, d)
  for (int i = 0; i < n; ++i) {
    switch (x[i]) {
    case 1:
      a = 1;
      break;
    case 2:
      a = 2;
    default:
      a = 3;
    }
    if (x[i] > 4)
      continue;
    b = x[i];
    *(char *)&c = 1;
    ((char *)&d)[3] = 2;
    out[i] = a + b;
  }
  u.whole = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    d = x[i];
    c = d > 3 ? d : c;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    u.whole = x[i];
    out[i] = u.part[1];
  }
  b = 5;
  while (n-- > 0)
    c += d++;
  return a + b + c + d + u.part[0];
}
