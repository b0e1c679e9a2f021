// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with a data race, one a function. None is ever called independent; a
// race that happens whatever the values are is warned of.
// RUN: %clang %plugin -Rpass-analysis=twofold -fsyntax-only -Wno-pass-failed -Wpass-failed -Xclang -verify %s
// RUN: %clang %plugin -Rpass-analysis=twofold -fsyntax-only %s 2>&1 | %FileCheck %s --implicit-check-not='independent: proven'
// CHECK: depend on each other

#define PARALLEL _Pragma("twofold parallel for")
#define PARALLEL_NEST _Pragma("twofold parallel for collapse(2)")
#define N 1000
double v[N], w[N], A[N][N], B[N][N], u[10][10][10];
int position[N];

void previous(void) {
  PARALLEL for (int i = 1; i < N; i++) v[i] = v[i - 1] + 1; // expected-warning {{written here and read 1 iteration}} expected-note {{read}}
}
void next(void) {
  PARALLEL for (int i = 0; i < N - 1; i++) v[i] = v[i + 1] + 1; // expected-warning {{read 1 iteration}} expected-note {{read}}
}
void next_variable(int n, double *a) {
  PARALLEL for (int i = 0; i < n - 1; i++) a[i] = a[i + 1] + 1; // expected-warning {{read 1 iteration}} expected-note {{read}}
}
void far(int n, double *a) {
  PARALLEL for (int i = 7; i < n; i++) a[i] = a[i - 7]; // expected-warning {{read 7 iterations}} expected-note {{read}}
}
void scatter_next(int n, double *a) {
  PARALLEL for (int i = 0; i < n - 1; i++) a[i + 1] = a[i]; // expected-warning {{read 1 iteration}} expected-note {{read}}
}
void two_writes(int n, double *a) {
  PARALLEL for (int i = 0; i < n; i++) {
    a[i] = 1;     // expected-warning {{written here and written 1 iteration}}
    a[i + 1] = 2; // expected-note {{written}}
  }
}
void wide_step(void) {
  PARALLEL for (int i = 2; i < N; i += 2) v[i] = v[i - 2]; // expected-warning {{read 1 iteration}} expected-note {{read}}
}
void downward(void) {
  PARALLEL for (int i = N - 1; i > 0; i--) v[i] = v[i - 1]; // expected-warning {{read 1 iteration}} expected-note {{read}}
}
void downward_by_three(void) {
  PARALLEL for (int i = N - 1; i >= 6; i -= 3) v[i] = v[i - 6]; // expected-warning {{read 2 iterations}} expected-note {{read}}
}
void one_element(void) {
  PARALLEL for (int i = 0; i < N; i++) v[5] = i; // expected-warning {{written here and written 1}}
}
void read_one_that_is_written(void) {
  PARALLEL for (int i = 0; i < N; i++) v[i] = v[N / 2] + 1; // expected-warning {{written here and read 1}} expected-note {{read}}
}
void rows_above(void) {
  PARALLEL for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = A[i - 1][j]; // expected-warning {{read 1 iteration of 'i'}} expected-note {{read}}
}
void diagonal(void) {
  PARALLEL for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      A[i][j] = A[i - 1][j - 1]; // expected-warning {{read 1}} expected-note {{read}}
}
void anti_diagonal(void) {
  PARALLEL for (int i = 0; i < N - 1; i++)
    for (int j = 1; j < N; j++)
      A[i][j] = A[i + 1][j - 1]; // expected-warning {{read 1}} expected-note {{read}}
}
void scratch_row(void) {
  PARALLEL for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      v[j] = A[i][j]; // expected-warning {{written here and written 1}}
      B[i][j] = v[N - 1 - j] * 2;
    }
}
void columns_swapped(void) {
  PARALLEL for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[j][0] = A[i][j]; // expected-warning {{'A' is written here and read 1}} expected-note {{read}}
}
void wavefront(int n, double g[n][n]) {
  PARALLEL for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      g[i][j] = g[i - 1][j] + g[i][j - 1]; // expected-warning {{'g' is written here and read 1 iteration of 'i'}} expected-note {{read}}
}
void seidel(int n, double g[n][n]) {
  PARALLEL for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      g[i][j] = (g[i][j - 1] + g[i][j + 1] + g[i - 1][j] + g[i + 1][j]) / 4; // expected-warning {{'g' is written here and read 1}} expected-note {{read}}
}
void flat_rows(int n, int m, double *a) {
  PARALLEL for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = a[(i - 1) * m + j]; // expected-warning {{read 1}} expected-note {{read}}
}
void row_too_long(int n, int m, double *a) {
  PARALLEL for (int i = 0; i < n; i++)
    for (int j = 0; j <= m; j++)
      a[i * m + j] = j; // expected-warning {{written here and written 1}}
}
void short_rows(int n, const int *length, double *a) {
  PARALLEL for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++)
      a[j] = i; // expected-warning {{'a' is written here and written 1}}
}
void triangle(void) {
  PARALLEL for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      v[j] = A[i][j]; // expected-warning {{'v' is written here and written 1}}
}
void prefix(int n, double *s) {
  PARALLEL for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++)
      s[i] += s[j]; // expected-warning {{'s' is updated here and read 1}} expected-note {{read}}
}
void collapsed_rows(void) {
  PARALLEL_NEST for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = A[i - 1][j]; // expected-warning {{read 1 iteration of 'i'}} expected-note {{read}}
}
void collapsed_columns(void) {
  PARALLEL_NEST for (int i = 0; i < N; i++)
    for (int j = 0; j < N - 3; j++)
      A[i][j] = A[i][j + 3]; // expected-warning {{read 3 iterations of 'j'}} expected-note {{read}}
}
void collapsed_sum(void) {
  PARALLEL_NEST for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      v[i] = A[i][j]; // expected-warning {{written here and written 1 iteration of 'j'}}
}
void cube(void) {
  PARALLEL for (int i = 0; i < 9; i++)
    for (int j = 0; j < 10; j++)
      for (int k = 0; k < 10; k++)
        u[i][j][k] = u[i + 1][k][j]; // expected-warning {{read 1}} expected-note {{read}}
}
void half_bytes(unsigned char *bytes, int n) {
  PARALLEL for (int i = 0; i < n; i++)
    *(short *)(bytes + i) = 1; // expected-warning {{written here and written 1}}
}
struct pair { int a, b; };
void next_member(struct pair *p, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    p[i].a = 1;     // expected-warning {{'p' is written here and written 1}}
    p[i + 1].a = 2; // expected-note {{written}}
  }
}
static void set(double *to, double x) { *to = x; } // expected-warning {{'a' is written here}}
void in_helper(double *a, int n) {
  PARALLEL for (int i = 1; i < n; i++)
    set(a + i, a[i - 1]); // expected-note {{'a' is read here}}
}
void matrix_square(int n, double m[n][n]) {
  PARALLEL for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        m[i][j] += m[i][k] * m[k][j]; // expected-warning {{'m' is updated here and read 1}} expected-note {{read}}
}
void lu(int n, double m[n][n]) {
  PARALLEL for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        m[i][j] = m[i][j] / m[k][k] - m[i][k] * m[k][j]; // expected-warning {{'m' is written here}} expected-note 0-1 {{read}} expected-note 0-1 {{written}}
}

// Races for some values only, or in some places: open.
void indirect(double *a, const int *at, int n) {
  _Pragma("twofold parallel for extent(a, n)") for (int i = 0; i < n; i++) a[at[i]] = i; // expected-remark {{may depend}}
}
void indirect_both(int n) {
  PARALLEL for (int i = 0; i < N; i++) v[position[i]] = v[position[N - 1 - i]]; // expected-remark {{may depend}} expected-note {{read}}
}
void variable_distance(double *a, int n, int k) {
  PARALLEL for (int i = 0; i < n; i++) a[i] = a[i + k]; // expected-remark {{may depend}} expected-note {{read}}
}
void variable_row(double *a, int n, int m, int pitch) {
  PARALLEL for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * pitch + j] = 0; // expected-remark {{may depend}}
}
void zero_stride(double *a, int n, int stride) {
  PARALLEL for (int i = 0; i < n; i++) a[i * stride] = i; // expected-remark {{may depend}}
}
void mirrored(int n) {
  PARALLEL for (int i = 0; i < n; i++) v[i] = v[n - 1 - i]; // expected-remark {{may depend}} expected-note {{read}}
}
void modulo(int n) {
  PARALLEL for (int i = 0; i < n; i++) v[i % 10] = i; // expected-warning {{written 10 iterations of 'i' away}}
}
void halved(int n) {
  PARALLEL for (int i = 0; i < n; i++) v[i / 2] = i; // expected-warning {{written 1 iteration of 'i' away}}
}
void masked(int n) {
  PARALLEL for (int i = 0; i < n; i++) v[i & 255] = i; // expected-remark {{may depend}}
}
void squared(int n) {
  PARALLEL for (int i = -n; i < n; i++) v[i * i] = i; // expected-remark {{may depend}}
}
void conditional(double *a, int n, int c) {
  PARALLEL for (int i = 1; i < n; i++)
    if (c) a[i] = a[i - 1]; // expected-remark {{may depend}} expected-note {{read}}
}
void sometimes(double *a, int n) {
  PARALLEL for (int i = 1; i < n; i++)
    if (a[i] < 0) a[i - 1] = 0; // expected-warning {{under a condition that no call can tell ahead}} expected-note {{read}}
}
void where_zero(double *a, double *b, int n) {
  PARALLEL for (int i = 1; i < n; i++)
    if (a[i] == 0) a[i] = a[i - 1]; // expected-warning {{under a condition that no call can tell ahead}} expected-note {{read}}
  PARALLEL for (int i = 1; i < n; i++) {
    b[i] = a[i] - a[i - 1]; // expected-note {{read}}
    if (a[i] < 0) a[i] = 0; // expected-warning {{under a condition that no call can tell ahead}}
  }
}
void heap_from_below(int *a, int n) {
  PARALLEL for (int s = n / 2 - 1; s >= 0; s--) {
    int i = s;
    for (;;) {
      int most = i;
      if (2 * i + 1 < n && a[2 * i + 1] > a[most]) most = 2 * i + 1; // expected-note {{read}}
      if (most == i) break;
      int t = a[i];
      a[i] = a[most]; // expected-warning {{under a condition that no call can tell ahead}}
      a[most] = t;
      i = most;
    }
  }
}
void narrow_counter(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    unsigned char k = i;
    a[k] = i; // expected-remark {{may depend}}
  }
}
void cursor(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int k = 0;
    while (a[k] > 0)
      k++;
    a[k] = i; // expected-warning {{finds the element of 'a'}}
  }
}
struct bits { unsigned x : 4, y : 4; };
void bit(struct bits *f, int n) {
  PARALLEL for (int i = 0; i < n; i++) f[i / 2].x = i; // expected-warning {{'f' is updated here and updated 1 iteration of 'i' away}}
}
static int counter;
static int count(void) { return ++counter; } // expected-warning {{'counter' is updated here and updated 1 iteration of 'i' away}}
void hidden_state(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) a[i] = count();
}
void static_local(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    static double last; // expected-remark {{uses 'last', which all iterations share}} expected-warning 0-1 {{not offloaded}}
    a[i] = last;
    last = i; // expected-warning 0-1 {{not offloaded}}
  }
}
int rand(void);
void outside(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) a[i] = rand(); // expected-remark {{calls 'rand', which is not visible here}} expected-warning {{not offloaded}}
}
void through_pointers(double **rows, int n) {
  PARALLEL for (int i = 0; i < n; i++) rows[i][0] = i; // expected-remark {{goes through a pointer that is not known}}
}
void case_inside_a_loop(int n, const int *restrict k, const int *restrict b, int *restrict a) {
  PARALLEL for (int i = 1; i < n; i++)
    switch (k[i]) {
    case 0:
      while (b[i]) {
      case 1:
        a[i - 1] = 2; // expected-warning {{'a' is written here and written 1 iteration of 'i' away}}
        break;
      }
      a[i] = 3; // expected-note {{written}}
    }
}
void through_numbers(const unsigned *at, int n) {
  PARALLEL for (int i = 0; i < n; i++) *(int *)(unsigned long)at[i] = i; // expected-remark {{goes through a pointer that is not known}} expected-warning {{not offloaded}}
}
void volatile_previous(volatile int *a, int n) {
  PARALLEL for (int i = 1; i < n; i++) a[i] = a[i - 1] + 1; // expected-warning {{'a' is written here and read 1 iteration of 'i' away}} expected-note {{read}}
}
static void step(int *number) { ++*number; }
void moved_by_call(double *a, int n) {
  PARALLEL for (int i = 0; i < n - 4; i++) {
    int k = i;
    for (int j = 0; j < 4; j++) step(&k);
    a[k] = a[i] + 1; // expected-remark {{'a' is written here and read elsewhere}} expected-note {{read}} expected-remark {{how much of 'a'}}
  }
}
struct place { int at, of; };
void copied(double *a, const struct place *p, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    struct place q = {i, 0};
    q = p[i];
    a[q.at] = i; // expected-remark {{'a' is written here and written elsewhere}} expected-remark {{how much of 'a'}}
  }
}
void volatile_flag(volatile int *flag, int n) {
  PARALLEL for (int i = 0; i < n; i++) flag[0] = i; // expected-warning {{'flag' is one for all iterations and is changed here, so they run in order on one thread; drop 'volatile' if nobody else changes it, or give each iteration its own}} expected-remark {{uses volatile or atomic objects}}
}
void volatile_wait(volatile int *flag, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    while (*flag != i); // expected-warning {{not offloaded}} // expected-remark {{uses volatile or atomic objects}}
    *flag = i + 1;
  }
}
union number { int i; float f[1]; };
void unions(union number *p, int n) {
  PARALLEL for (int i = 0; i < n; i++) p[0].i = p[i].f[0]; // expected-warning {{'p' is written here and}} expected-note 0-1 {{read}}
}

// What kernels look like is told elsewhere.
// expected-remark@* 0+ {{in the kernel}}
