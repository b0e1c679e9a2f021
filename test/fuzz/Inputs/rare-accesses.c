// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers, conditions and places in loops that other tests do not come to.
// Nothing runs them: record.txt has what the plugin makes of them.
typedef unsigned long size;
typedef unsigned char byte;
typedef float four __attribute__((ext_vector_type(4)));
struct pair {
  int first, second;
  int row[4];
};
double fmax(double, double), fmin(double, double), floor(double), fabs(double);
float fmaxf(float, float);
void *memset(void *, int, size);
int around(int);

void wrappingBounds(unsigned n, unsigned m, size k, const unsigned *from,
                    const unsigned *to, int *a) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = from[i] + m; j < to[i] + 3 * m; ++j)
      a[i * m + j] = 1;
#pragma twofold parallel for
  for (size i = 0; i < k; ++i)
    for (size j = i; j + m < k; j += 2)
      a[i * k + j] = 2;
#pragma twofold parallel for
  for (size i = 0; i < k; ++i)
    for (size j = k; j > i + m; --j)
      a[i * k + j] = 3;
#pragma twofold parallel for
  for (size i = 0; i < k; ++i)
    for (byte j = 2; j <= (byte)m; j += 3)
      a[i * 256 + j] = 4;
}

void movingCounters(unsigned n, unsigned m, size k, const int *b, int *a) {
#pragma twofold parallel for
  for (size i = 0; i < k; ++i) {
    unsigned at = 0;
    for (unsigned r = 0; r < n + m; ++r)
      for (unsigned c = m; c < 2 * n + m; ++c)
        a[i * k + at++] = b[c];
    size down = k;
    for (size r = k + n; r >= i; --r)
      a[i * k + --down] += b[r];
    int left = (int)n;
    while (left > 0 && at > 3) {
      a[i * k + at] = left;
      left -= 2;
      --at;
    }
    const int *p = b + i;
    for (size r = k; r-- > i + 1;)
      for (int c = 0; c < 4; ++c)
        a[r] += *p++;
    short narrow = 3;
    do
      a[narrow] = 1;
    while (narrow += 5, narrow < 100 && a[i] != 4);
  }
}

void greatest(int n, int m, const int *a, const int *b, int *out,
              const int *far) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int low = a[i] > 3 ? a[i] : m, high = b[i] < 9 ? b[i] : n;
    for (int j = low; j < high; ++j)
      out[i * n + j] = far[j];
    int k = a[i] == 0 ? 1 : a[i] == 2 ? b[i] : 5;
    out[k & 7] += 1;
    if ((a[i] > b[i] && a[i] < n) || (b[i] >= m && b[i] != 7))
      out[a[i]] = 3;
    if (!(a[i] <= 4 || b[i] > n))
      out[b[i]] = far[a[i]];
    if (a[i] & 1 ? b[i] > 2 : b[i] < 1)
      out[b[i] >> 1] = 2;
    if ((byte)a[i] == 4 && (short)b[i] < a[i])
      out[(byte)b[i]] = 1;
  }
}

void chosenCases(int n, const unsigned long *a, const int *b, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    switch (b[i]) {
    case 1:
    case 2:
      out[i] = 1;
      break;
    case 3:
      out[i] = 2;
    case 4:
      continue;
    case -5:
      out[i + n] = b[i];
    }
    out[i] += 2;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    switch (a[i]) {
    case 0x8000000000000001ul:
      out[i] = 1;
      break;
    case 7:
      out[b[i]] = 3;
      break;
    default:
      continue;
    }
    out[2 * n + b[i]] = 2;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    switch (b[i]) {
      if (a[i] > 3) {
      case 1:
        out[i] = 1;
      }
    case 2:
      out[i + 1] = 2;
      if (a[i])
        continue;
    default:
      out[b[i]] = 2;
    }
    out[b[i] + n] = 4;
  }
}

void expectations(int n, int *a, int *b, const int *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (__builtin_expect(a[i], b[i]) && __builtin_expect(c[i] > 3, 0))
      a[i] = __builtin_expect(b[i] += 2, 1);
}

void ranked(int n, const double *x, const float *y, const float *z, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    out[(int)floor(x[i])] = 1;
    out[(int)fmax(x[i], 3)] = 2;
    if (fabs(x[i]) < 4 && y[i] > z[i])
      out[(int)fmin(x[i], y[i])] = 3;
    out[(int)fmaxf(y[i], z[i])] = 4;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    out[i] = around(i) + (int)x[i];
}

void bits(unsigned n, unsigned m, size k, const unsigned *a, const size *b,
          int *out) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i) {
    out[a[i] * m >> 3] = 1;
    out[(b[i] | k) & 63] = 2;
    out[(a[i] << m) % 17] = 3;
    out[b[i] ^ 5] = 4;
    out[(a[i] | 8) / 3] = 5;
    out[~a[i] & 7] = 6;
    out[-b[i] % k] = 7;
    out[b[i] >> m] = 8;
  }
}

void pointers(int n, int *a, int *b, int *const *rows, struct pair *s, size at,
              int which) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int *p = a;
    if (which)
      p = rows[i];
    else
      p = b + 1;
    *p = i;
    int *q = which > 2 ? b : s[i].row;
    q[i & 3] = 1;
    struct pair *t = s + i;
    for (int k = 0; k < which; ++k)
      t = k & 1 ? t + 1 : &s[k];
    t->second = 2;
    const char *letters = "letters";
    a[i] += letters[i & 7] + (int[]){1, 2, 3}[i % 3] + __func__[0];
  }
}

void anywhere(int n, int *a, unsigned long at, int *const *rows) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int *p = a;
    if (i & 1)
      p = (int *)at;
    else if (i & 2)
      p = rows[i] + 1;
    p[i] = a[i];
  }
}

void kept(int n, int m, int *out, const int *a, const struct pair *s) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int t[4] = {1, 2, a[i], a[i + n]};
    struct pair p = s[i], q = {1, 2};
    t[i & 3] = 4;
    if (a[i] > 2)
      q.first = a[i], p.row[2] = 7;
    p.row[a[i] & 3] = 5;
    out[t[m & 3]] = p.row[2];
    out[q.first] = q.row[3] + t[1];
    out[p.row[i & 1]] += p.second;
  }
}

void vectors(int n, four *v, float *f, const int *at) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    v[i].xz = v[at[i]].yw * 2;
    v[i].w += f[i];
    v[i].hi = v[i + n].even;
    f[i] = v[i][at[i] & 3];
  }
}

void variableRows(int n, int m, int at, double a[n][m], double (*b)[m + 1]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double (*row)[m] = &a[i];
    for (int j = 0; j < m; ++j)
      (*row)[j] += b[i][at] + sizeof *row;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double local[m];
    for (int j = 0; j < m; ++j)
      local[j] = b[i][at] + sizeof local;
    for (int j = 0; j < m; ++j)
      a[i][j] = local[m - 1 - j];
  }
}

int lengths(int n, int m, int p, int (*a)[n], int *b) {
  int last = 0, found = 0;
#pragma twofold parallel for reduction(max : last)
  for (int i = 0; i < n; ++i) {
    int (*c)[n + m] = (int (*)[n + m]) b;
    for (int j = i; j < m; ++j)
      if (c[i][j] > last)
        last = c[i][j];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < p; ++j)
      a[i][j % n] += b[j];
    memset(&a[i][m], 0, sizeof(int) * 4);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (b[i] == m && a[0][i] < (p ? p : m)) {
      found = i;
      break;
    }
  return last + found;
}

void stored(int n, int *a, int **ptrs, struct pair *s, int *const *rows) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    ptrs[i] = &a[i * n];
    ptrs[i + n] = a + i;
    ptrs[i + 2 * n] = i + a;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    ptrs[i] = &s[i].first;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    ptrs[i] = a + n - i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int *row = rows[i], *next = rows[i + 1];
    for (int j = 0; j < next - row; ++j)
      a[i] += row[j];
    _Bool some = row;
    a[i] += some + !next;
  }
}

void named(int n, int m, int *a, const int *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
  rows:
    for (int j = 0; j < m; ++j) {
      for (int k = 0; k < m; ++k) {
        if (b[k] == j)
          continue rows;
        if (b[k] == i)
          break rows;
      }
      a[i] += b[j];
    }
  cases:
    switch (b[i]) {
    case 1:
      for (int k = 0; k < m; ++k)
        if (b[k] > 4)
          break cases;
      a[i] = 3;
    }
  }
}

void turned(unsigned n, unsigned s, int *a) {
#pragma twofold parallel for
  for (unsigned i = n; i > 3; i += s)
    a[i] = (int)i;
#pragma twofold parallel for
  for (unsigned i = 0; i < n; i -= s)
    a[i] = 2;
}

void overlapping(int n, int *out, const int *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    union {
      long whole;
      int half[2];
      byte bytes[8];
    } u;
    u.whole = a[i];
    u.half[1] = 3;
    out[u.half[i & 1]] = 2;
    out[u.bytes[3]] = u.bytes[a[i] & 7];
    long t[4] = {1, a[i], 3, 4};
    t[2] = a[i + 1];
    out[t[(i & 1) + 1]] = ((int *)t)[2];
    float f = 2;
    out[i] += *(int *)&f;
  }
}

void products(int n, int m, const double *a, const double *b, double *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    c[i] = a[i] * b[i] - -a[i + 1];
    c[i] += c[i + n] - a[i] * 2;
    c[i] = (a[i] + 1) - b[i] * a[i];
    c[i] = a[i] * b[i] - (a[i] > 2 ? b[i] : 1);
    c[i] -= a[i] * b[i];
    int k = i;
    c[k++] += a[i];
    *(c + (k += m)) *= 2;
    c[i] = *&c[i] + (double)(c == a);
    c[i] += a[i] * b[i] - (double)i;
    c[i] -= __imag__ a[i] + __real__ b[i];
  }
}

void longRounds(int n, unsigned m, int *a, const int *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (unsigned j = 5; j != 3; ++j)
      a[i] += b[j & 7];
    for (long j = 0x1fffffffffffff00; j < 0x2000000000000001; ++j)
      a[i] += b[j & 15];
    for (unsigned long j = m; j < 0x4000000000000001ul; j += 0x1000000000000ul)
      a[i] += b[j & 31];
    for (signed char j = -128; j < 127; ++j)
      a[i] += b[j + 128];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      a[i * 8 + j] = b[j];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 7; ++j)
      a[i * 8 + j] = b[j];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 9; ++j)
      a[i * 9 + j] = b[j];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 1; j <= 8; ++j)
      for (unsigned k = m; k > 0; --k)
        a[(i * 9 + j) * m + k] = b[j];
}

static int *tables[4];
static struct pair held;
static int fromTables(int i) { return tables[i & 3][i] + held.row[i & 3]; }

int cleared(int n, int *a, struct pair *s, struct pair *const *at) {
  int *p;
  int t[8], last = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    p = a + i * 4;
    memset(p, 0, 16);
    memset(t, 0, sizeof t);
    t[i & 7] = i;
    s[i].row[2] = t[3];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = fromTables(i);
#pragma twofold parallel for lastprivate(last)
  for (int i = 0; i < n; ++i) {
    last = s[i].second;
    s[i] = (struct pair){.first = last, .row = {[1] = i}};
    s[i + n] = i & 1 ? s[i] : *at[i];
  }
  return last;
}

void hinted(int n, int *a) {
#pragma clang loop unroll_count(3)
#pragma twofold parallel for num_threads(2)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for private(n)
#pragma clang loop vectorize_width(4)
#pragma clang loop interleave(disable)
  for (int i = 0; i < 100; ++i)
    a[i] = 2, n = i;
#pragma twofold parallel for reduction(+ : n) schedule(static, n + 1)
#pragma clang loop vectorize(disable)
  for (int i = 0; i < 100; ++i)
    n += a[i];
  if (n > 3)
  label:
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] = 3;
  {
  other:
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] = 4;
  }
  n -= 1;
again:
#pragma twofold parallel for
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    a[i] = 5;
  switch (n) {
  case 1:
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] = 6;
  case 2:
    n = 4;
  third:
#pragma clang loop unroll(full)
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] = 7;
  default:;
  }
  if (n == 77)
    goto again;
  else if (n == 78)
    goto label;
  else if (n == 79)
    goto other;
  else if (n == 80)
    goto third;
}
