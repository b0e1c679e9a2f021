// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What -Rpass-analysis tells of kernels: what an item or a group runs, and why
// not the next better.
// RUN: %clang %plugin -Rpass-analysis=twofold -fsyntax-only -Xclang -verify %s

// expected-remark@* 0+ {{iterations are independent}}
// expected-remark@* 0+ {{iterations may depend on each other}}
// expected-note@* 0+ {{is read here}}

void vectors(int n, float *restrict y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i'}} expected-remark {{in the kernel an item runs 4 iterations of 'i' side by side, where there are enough of them}}
    y[i] = 2 * x[i];
}

void strided(int n, float *restrict y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i'}}
    y[i] = x[2 * i]; // expected-remark {{in the kernel an item runs one iteration at a time, as elements of 'x' that follow each other in 'i' are far apart; store it transposed}}
}

void lanes(int n, int m, float *restrict y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i', and of the loops inside it one of 'j'}} expected-remark {{an item runs 4 iterations of 'j' side by side}}
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j];
}

void tiles(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{and of the loops inside it one of 'j'}} expected-remark {{in the kernel a group of a GPU, or an item of a CPU, computes a tile of 'i' by 'j', with its operands side by side and its sums in registers}}
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void stored(int n, float *restrict c, const float *b) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i' and 'j'}}
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += c[(n + i) * n + k] * b[k * n + j]; // expected-remark {{in the kernel groups compute no tiles, as 'c' is used at several places where it is stored; use another array for one of them}}
      c[i * n + j] = s;
    }
}

// What says how lanes are made of a loop says nothing of its nest.
void hinted(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{and of the loops inside it one of 'j'}} expected-remark {{in the kernel a group of a GPU, or an item of a CPU, computes a tile of 'i' by 'j', with its operands side by side and its sums in registers}}
#pragma clang loop vectorize(enable)
    for (int j = 0; j < n; ++j)
      c[i * n + j] = 0;
    for (int k = 0; k < n; ++k)
#pragma clang loop vectorize(enable) interleave_count(2)
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}

void shared(int n, float *restrict c, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{and of the loops inside it one of 'j'}}
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k) // expected-remark {{in the kernel groups compute no tiles, as nothing that differs between iterations of 'i' is the same in those of 'j'}}
        s += b[k * n + j];
      c[i * n + j] = s;
    }
}

void long_sums(int n, double *restrict c, const double *a, const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{and of the loops inside it one of 'j'}}
    for (int j = 0; j < n; ++j) {
      double s = 0, t = 1;
      for (int k = 0; k < n; ++k) { // expected-remark {{in the kernel groups compute no tiles, as rounds of this loop add up nothing, or more than 64 bits for each 'j'}}
        s += a[i * n + k] * b[k * n + j];
        t += a[i * n + k];
      }
      c[i * n + j] = s * t;
    }
}

void rows(int n, int m, float *restrict y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{in the kernel an item runs one iteration of 'i'}} expected-remark {{in the kernel a group of a GPU shares out the elements of few iterations of 'i', and adds up each in order, while rows that fit stay in local memory; annotate the inner loops to have it added up in parts}}
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] / s;
  }
}

void transposed(int n, float *restrict y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{and of the loops inside it one of 'j'}} expected-remark {{in the kernel a group of a GPU reads a tile of 'j' by 'i' along 'j' and stores along 'i', by way of local memory}}
    for (int j = 0; j < n; ++j)
      y[j * n + i] = x[i * n + j];
}

double line(int n, const double *x) {
  double s = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs several iterations of 'i', one after the other}} expected-remark {{in the kernel an item loads for 4 iterations before it computes}}
    s += x[i];
  return s;
}

void histogram(int n, int bins, int *h, const unsigned char *x) {
#pragma twofold parallel for extent(h, bins)
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs several iterations of 'i', one after the other}} expected-remark {{in the kernel an item loads for 8 iterations before it computes}} expected-remark {{in the kernel a group updates copies of 'h' in local memory, where that is large enough, and combines them into 'h' at its end}}
    ++h[x[i]];
}

void triangle(int n, float *restrict y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i', and of the loops inside it one of 'j'}}
    for (int j = 0; j < i; ++j)
      y[i * n + j] = x[j * n + i];
}

void edges(int n, int w, float *restrict y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{in the kernel an item runs one iteration of 'i', and of the loops inside it every so manieth one of 'j'}}
    const int row = i * w;
    y[row] = 0;
    for (int j = row + 1; j < row + w; ++j)
      y[j] = x[j];
  }
}

void sparse(int n, const int *first, float *restrict y, const float *x) {
#pragma twofold parallel for extent(x, n) extent(y, n)
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i'}}
    for (int j = first[i]; j < first[i + 1]; ++j) // expected-remark {{in the kernel no inner loop is shared out among items, as this loop does not count between numbers that are known ahead of the nest; compute its bounds there}}
      y[j] = x[j];
}

void summed(int n, float *restrict y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{in the kernel an item runs one iteration of 'i'}} expected-remark {{in the kernel a group of a GPU shares out the elements of 32 iterations of 'i', and adds up each in order, where they are too few for an item each}}
    float s = 0;
    for (int j = 0; j < n; ++j)
      s += x[j * n + i];
    y[i] = s;
  }
}

void summed_both(int n, float *restrict y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{in the kernel an item runs one iteration of 'i'}}
    float s = 0;
    for (int j = 0; j < n; ++j) // expected-remark {{in the kernel no inner loop is shared out among items, as 's' is not a number of its own for each iteration of 'j'; declare it inside that loop}}
      s += x[j * n + i] * x[i * n + j];
    y[i] = s;
  }
}

float least(int n, const float *x) {
  float s = x[0];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs several iterations of 'i', one after the other}} expected-remark {{in the kernel an item loads for 4 iterations before it computes}}
    if (x[i] < s)
      s = x[i];
  return s;
}

void integers(int n, int m, int *restrict y, const int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{in the kernel an item runs one iteration of 'i'}} expected-remark {{in the kernel a group of a GPU shares out the elements of few iterations of 'i', and adds up each in parts, as its order is free; several groups share one where there are few and long ones}}
    int s = 0;
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    y[i] = s;
  }
}

void chained(int n, float *restrict y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i'}}
    for (int j = 1; j < n; ++j) // expected-remark {{in the kernel no inner loop is shared out among items, as iterations of 'j' are not proven independent of each other}}
      y[i * n + j] += y[i * n + j - 1];
}

void beside(int n, float *restrict y, float *restrict z, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{in the kernel an item runs one iteration of 'i'}}
    float s = 0;
    for (int k = 0; k < n; ++k) // expected-remark {{in the kernel no inner loop is shared out among items, as each item would do what else is in the nest once more; give this loop a nest of its own}}
      s = s * x[k] + i;
    z[i] = s;
    for (int j = 1; j < n; ++j)
      y[j * n + i] = x[j];
  }
}

void paths(int n, int k, float *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i', and of the loops inside it one of 'j'}} expected-remark {{in the kernel an item of a GPU runs 4 iterations of 'i', after it has loaded what they read, where no element becomes smaller by itself}}
    for (int j = 0; j < n; ++j)
      if (d[i * n + k] + d[k * n + j] < d[i * n + j])
        d[i * n + j] = d[i * n + k] + d[k * n + j];
}

void few(int n, float (*restrict y)[4], const float (*x)[4]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i'}}
    for (int j = 0; j < 4; ++j) // expected-remark {{in the kernel no inner loop is shared out among items, as this loop makes fewer than 8 rounds and is unrolled}}
      y[i][j] = x[i][j];
}

void busy(int n, float *restrict y, const float *a, const float *b, const float *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the kernel an item runs one iteration of 'i'}} expected-remark {{in the kernel an item runs one iteration at a time, as an iteration does more than fetch, combine and store a few elements}}
    y[i] = a[i] * b[i] / c[i] + c[i] / a[i] * b[i] - c[i] / b[i] + a[i] / b[i] / (c[i] * b[i]) +
           a[i] / (y[i] + 2) - y[i] / 3 + c[i] / b[i] * 4 - b[i];
}
