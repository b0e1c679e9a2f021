// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops without a data race, one a function. None is ever warned of; most are
// proven independent, and what is left is named at the end.
// RUN: %clang %plugin -Rpass-analysis=twofold -fsyntax-only -Wno-pass-failed -Wpass-failed -Xclang -verify %s

#include <math.h>

// C has no arrays of nothing: each row has a first element and a last one.
void ends_of_rows(int n, int m, double x[n][m]) {
#pragma twofold parallel for // expected-remark@+1 {{proven}}
  for (int i = 0; i < n; ++i)
    x[i][0] = x[i][m - 1] + 1;
}

#define PARALLEL _Pragma("twofold parallel for")
#define PARALLEL_NEST _Pragma("twofold parallel for collapse(2)")
#define N 1000
double v[N], w[N], A[N][N], B[N][N], C[N][N], u[10][10][10];
int position[N];

void fill(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) a[i] = i; // expected-remark {{proven}}
}
void update(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) a[i] = a[i] * 2 + 1; // expected-remark {{proven}}
}
void arrays_apart(void) {
  PARALLEL for (int i = 0; i < N - 1; i++) v[i] = w[i + 1]; // expected-remark {{proven}}
}
void restricted(double *restrict a, const double *restrict b, int n) {
  PARALLEL for (int i = 0; i < n - 1; i++) a[i] = b[i + 1]; // expected-remark {{proven}}
}
void one_restricted(double *restrict a, const double *b, int n) {
  PARALLEL for (int i = 0; i < n - 1; i++) a[i] = b[i + 1]; // expected-remark {{proven}}
}
void by_distance(double *restrict a, const double *restrict b, const double *end) {
  PARALLEL for (const double *p = b; p < end; p++) a[p - b] = *p; // expected-remark {{independent as long as}} expected-warning 0-1 {{not offloaded}}
}
void beside_what_is_led_to(double *a, int n, int k) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    int own[2] = {i, 0}, led[2] = {i, 0}, *to[2]; // expected-warning 0-1 {{not offloaded}}
    to[k & 1] = led;
    a[own[0]] = 1;
  }
}
void even_from_odd(void) {
  PARALLEL for (int i = 0; i < N; i += 2) v[i] = v[i + 1]; // expected-remark {{proven}}
}
void even_from_odd_scaled(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) a[2 * i] = a[2 * i + 1] + a[4 * i + 3]; // expected-remark {{proven}}
}
void upper_from_lower(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) a[i + n] = a[i]; // expected-remark {{proven}}
}
void lower_from_upper(void) {
  PARALLEL for (int i = 0; i < N / 2; i++) v[i] = v[N - 1 - i]; // expected-remark {{proven}}
}
void swap_ends(void) {
  PARALLEL for (int i = 0; i < N / 2; i++) { // expected-remark {{proven}}
    double t = v[i];
    v[i] = v[N - 1 - i];
    v[N - 1 - i] = t;
  }
}
void beyond_the_step(void) {
  PARALLEL for (int i = 0; i < 8; i++) v[i] = v[i + 8]; // expected-remark {{proven}}
}
void steps_between(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i += 4) { a[i] = a[i + 1]; a[i + 2] = a[i + 3]; } // expected-remark {{proven}}
}
void down(double *a, int n) {
  PARALLEL for (int i = n - 1; i >= 0; i--) a[i] = i; // expected-remark {{proven}}
}
void reversed(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) a[n - 1 - i] = i; // expected-remark {{proven}}
}
void unsigned_long(double *a, unsigned long n) {
  PARALLEL for (unsigned long i = 0; i < n; i++) a[i] = a[i] + 1; // expected-remark {{proven}}
}
void not_equal(double *a, int n) {
  PARALLEL for (int i = 0; i != n; ++i) a[i] = 1; // expected-remark {{proven}}
}
void pointer(double *first, double *last) {
  PARALLEL for (double *p = first; p < last; ++p) *p = 1; // expected-remark {{proven}}
}
void pointer_pairs(double *first, double *last) {
  PARALLEL for (double *p = first; p < last; p += 2) *p = p[1]; // expected-remark {{proven}}
}
void walking(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double *p = a + 3 * i;
    *p++ = 1;
    *p++ = 2;
    *p = 3;
  }
}
void rows(void) {
  PARALLEL for (int i = 0; i < N; i++) // expected-remark {{proven}}
    for (int j = 1; j < N; j++)
      A[i][j] = A[i][j - 1];
}
void columns(void) {
  PARALLEL for (int j = 0; j < N; j++) // expected-remark {{proven}}
    for (int i = 1; i < N; i++)
      A[i][j] = A[i - 1][j];
}
void nest(void) {
  PARALLEL_NEST for (int i = 0; i < N; i++) // expected-remark {{proven}}
    for (int j = 0; j < N; j++)
      A[i][j] += B[j][i];
}
void flat_nest(double *a, int n, int m) {
  PARALLEL_NEST for (int i = 0; i < n; i++) // expected-remark {{proven}}
    for (int j = 0; j < m; j++)
      a[i * m + j] = a[i * m + j] * 2;
}
void flat_rows(double *a, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) // expected-remark {{proven}}
    for (int j = 1; j < m; j++)
      a[i * m + j] += a[i * m + j - 1];
}
void flat_columns(double *a, int n, int m) {
  PARALLEL for (int j = 0; j < m; j++) // expected-remark {{proven}}
    for (int i = 1; i < n; i++)
      a[i * m + j] = a[(i - 1) * m + j];
}
void flat_cube(double *a, int n, int m, int l) {
  PARALLEL for (int i = 0; i < n; i++) // expected-remark {{proven}}
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        a[(i * m + j) * l + k] = k;
}
void interior(double *a, int n, int m) {
  PARALLEL for (int i = 1; i < n - 1; i++) // expected-remark {{proven}}
    for (int j = 1; j < m - 1; j++)
      a[i * m + j] = 0;
}
void variable_rows(int n, int m, double a[n][m]) {
  PARALLEL for (int i = 0; i < n; i++) // expected-remark {{proven}}
    for (int j = 0; j < m; j++)
      a[i][j] = j;
}
void first_of_rows(int n, int m, double a[n][m]) {
  PARALLEL for (int i = 0; i < n; i++) a[i][0] = i; // expected-remark {{proven}}
}
void matmul(int n, const double a[restrict n][n], const double b[restrict n][n], double c[restrict n][n]) {
  PARALLEL for (int i = 0; i < n; i++) // expected-remark {{proven}}
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}
void jacobi(void) {
  PARALLEL for (int i = 1; i < N - 1; i++) // expected-remark {{proven}}
    for (int j = 1; j < N - 1; j++)
      A[i][j] = (B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]) / 4;
}
void red_black(void) {
  PARALLEL for (int i = 1; i < N - 1; i += 2) // expected-remark {{proven}}
    for (int j = 0; j < N; j++)
      A[i][j] = A[i - 1][j] + A[i + 1][j];
}
void triangle(void) {
  PARALLEL for (int i = 0; i < N; i++) // expected-remark {{proven}}
    for (int j = 0; j < i; j++)
      A[i][j] = A[i][i];
}
void transpose_in_place(void) {
  PARALLEL for (int i = 0; i < N; i++) // expected-remark {{proven}}
    for (int j = 0; j < i; j++) {
      double t = A[i][j];
      A[i][j] = A[j][i];
      A[j][i] = t;
    }
}
void guarded(double *a, int n, int half) {
  PARALLEL for (int i = 0; i < n; i++) // expected-remark {{proven}}
    if (i < half)
      a[i] = a[i + half];
}
void bordered(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    if (i == 0 || i == n - 1)
      continue;
    a[i] = 1;
  }
}
void blocked(double *a, int blocks) {
  PARALLEL for (int b = 0; b < blocks; b++) // expected-remark {{proven}}
    for (int i = b * 64; i < b * 64 + 64; i++)
      a[i] = a[i] + 1;
}
void blocked_to_the_end(double *a, int n, int blocks) {
  PARALLEL for (int b = 0; b < blocks; b++) // expected-remark {{proven}}
    for (int i = 0; i < 64; i++)
      if (b * 64 + i < n)
        a[b * 64 + i] = 1;
}
struct point { float x, y; int tag[4]; };
void members(struct point *p, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    p[i].x = p[i].y;
    for (int k = 0; k < 4; k++)
      p[i].tag[k] = k;
  }
}
void members_apart(struct point *p, int n) {
  PARALLEL for (int i = 0; i < n - 1; i++) p[i].x = p[i + 1].y; // expected-remark {{proven}}
}
static double cube(double x) { return x * x * x; }
static void put(double *to, double x) { *to = x; }
void helpers(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) put(&a[i], cube(a[i])); // expected-remark {{proven}}
}
void mathematics(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) a[i] = sqrt(fabs(a[i])) + sin(a[i]); // expected-remark {{proven}}
}
void private_array(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double t[4];
    for (int k = 0; k < 4; k++)
      t[k] = i + k;
    a[i] = t[0] + t[3];
  }
}
void sum(const double *a, int n, double *out) {
  double s = 0;
  _Pragma("twofold parallel for reduction(+: s)") for (int i = 0; i < n; i++) s += a[i]; // expected-remark {{proven}}
  *out = s;
}
void table(void) {
  PARALLEL for (int i = 0; i < 10; i++) // expected-remark {{proven}}
    for (int j = 0; j < 10; j++)
      for (int k = 1; k < 10; k++)
        u[i][j][k] = u[i][j][k - 1];
}
void gather(double *restrict a, const double *restrict b, const int *restrict at, int n, int m) {
  _Pragma("twofold parallel for extent(b, m)") for (int i = 0; i < n; i++) a[i] = b[at[i]]; // expected-remark {{proven}}
}
void sections(double *a, int n) {
  PARALLEL for (int i = 0; i < 2; i++) // expected-remark {{proven}}
    for (int j = 0; j < 500; j++)
      v[500 * i + j] = j;
}

// Rows and columns of one number, and what has one remainder.
void flattened(int n) {
  PARALLEL for (int k = 0; k < n; k++) v[k / 7 * 7 + k % 7] += k % 7; // expected-remark {{proven}}
}
void shifted_flat(unsigned n) {
  PARALLEL for (unsigned k = 0; k < n; k++) v[(k >> 5 << 5) + (k & 31)] += v[k]; // expected-remark {{as long as no unsigned subscript wraps}}
}
void even_ones(int n) {
  PARALLEL for (int k = 0; k < n; k++) // expected-remark {{proven}}
    if (k % 4 == 2)
      v[k] = v[k + 3] + v[k + 1] + v[k / 4 * 4];
}
void halves_of_even_ones(int n) {
  PARALLEL for (int k = 0; k < n; k++) // expected-remark {{proven}}
    if (k % 2 == 0)
      v[k / 2] = k;
}
// Blocks, of which the last one is shorter, as many elements as the step is.
void blocks_of_step(int n, int width) {
  PARALLEL for (int b = 0; b < n; b += width) // expected-remark {{proven}}
    for (int i = b; i < (b + width < n ? b + width : n); i++)
      v[i] += w[i];
}
// Safe for reasons that are not seen.
void pointers_apart(double *a, const double *b, int n) {
  PARALLEL for (int i = 0; i < n - 1; i++) a[i] = b[i + 1]; // expected-remark {{as long as 'a' and 'b' do not overlap}}
}
void permutation(double *a, const int *at, int n) {
  _Pragma("twofold parallel for extent(a, n)") for (int i = 0; i < n; i++) a[at[i]] = i; // expected-remark {{may depend}}
}
void packed_triangle(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] = 1; // expected-remark {{may depend}} expected-remark {{how much of 'a'}}
}
void pitched(double *a, int n, int m, int pitch) { // pitch >= m
  PARALLEL for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * pitch + j] = 1; // expected-remark {{may depend}}
}
void unsigned_counter(double *a, unsigned n) {
  PARALLEL for (unsigned i = 0; i < n; i++) a[i + 1] = 1; // expected-remark {{as long as no unsigned subscript wraps}}
}

// A subscript that went beyond its row would be in the next one.
enum { Columns = 48 };
void eliminated(int n, int k, double (*a)[Columns]) {
  PARALLEL for (int i = k + 1; i < n; i++) {
    a[i][k] /= a[k][k]; // expected-remark {{may depend}}
    for (int j = k + 1; j < n; j++)
      a[i][j] -= a[i][k] * a[k][j]; // expected-note {{read here}}
  }
}
void beside_the_first_row(int n, int k, double (*a)[Columns]) {
  PARALLEL for (int i = k + 1; i < n; i++) {
    a[i][k] = 1; // expected-remark {{may depend}}
    double s = 0;
    for (int j = k + 1; j < n; j++) s += a[k][j]; // expected-note {{read here}}
    a[i][n] = s;
  }
}
double Blocks[100][20][30];
void blocks(int n, int k) {
  PARALLEL for (int i = k + 1; i < n; i++)
    for (int j = k; j < n; j++)
      Blocks[i][j][k] = Blocks[k][j][k] + Blocks[k][k][j]; // expected-remark {{may depend}} expected-note {{read here}}
}

// Rows behind a pointer are those of the array that it points into.
static void scale(double *row, double by) {
  row[1] = row[1] * by; // expected-remark 2{{may depend}} expected-note 2{{read here}}
}
void rows_of_blocks(int n) {
  PARALLEL for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      scale(Blocks[i][j], 2);
}
void rows_of_planes(int n, double (*planes)[20][30]) {
  PARALLEL for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      scale(planes[i][j], 2);
}
void row_variable(int n) {
  PARALLEL for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      double *row = Blocks[i][j];
      row[0] *= 2; // expected-remark {{may depend}}
    }
}

// One number ends both loops: where it has rows meet, there are more of them
// than the loop was written for.
void rows_by_one_number(double *a, int count) {
  PARALLEL for (int i = 0; i < count - 515; i++)
    for (int j = 0; j < count - 416; j++)
      a[(4 - i) * 104 + j] += a[(4 - i) * 104 + j]; // expected-remark {{may depend}} expected-note {{read here}}
}

// Rows meet only where the loop goes on for longer than a row.
void rows_that_grow(short *rows, int count) {
  PARALLEL for (int i = 0; i < count - 186; i++)
    for (int j = 0; j < i + 1; j++)
      rows[i * 14 + j] = 1; // expected-remark {{may depend}}
}
void rows_to_a_narrow_end(float *a, int b, int n) {
  PARALLEL for (int i = 0; i < (short)n; i++)
    for (int j = 0; j < i + 1; j++) {
      if (b)
        a[i * 17 + j] = 1; // expected-remark {{may depend}}
      a[i * 17 + j] *= 2;
    }
}

// What kernels look like is told elsewhere.
// expected-remark@* 0+ {{in the kernel}}
