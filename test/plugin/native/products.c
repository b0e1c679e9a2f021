// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loop stands outside makes no difference to a product: the runtime
// computes it where each element takes its rounds in the same order.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -S -emit-llvm %s -o - | %FileCheck %s

// Operands are copied for each range: a thread gets 96 rows at a time.
// CHECK: @twofold_site_rounds_0 = {{.*}} i32 6291456,

// Loops over columns ahead of the rounds begin the sums, which are fused (2).
// CHECK-LABEL: define internal {{.*}}void @twofold_native_rounds_0(
// CHECK-NOT: call {{.*}}@aligned_alloc(
// CHECK: store i32 6, ptr
// CHECK: call void @twofold_multiply(
// CHECK: ret void
void rounds(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      c[i * m + j] = 0;
    for (int k = 0; k < l; ++k) {
      const float f = a[i * l + k];
      for (int j = 0; j < m; ++j)
        c[i * m + j] += f * b[k * m + j];
    }
  }
}

// What is subtracted is a product that is scaled (8) by -1.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_minus_1(
// CHECK: double -1.000000e+00
// CHECK: store i32 11, ptr
// CHECK: call void @twofold_multiply(
// CHECK: ret void
void minus(int n, int m, int l, double *c, const double *a, const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] -= a[i * l + k] * b[k * m + j];
}

// Iterations are columns of the result.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_turned_2(
// CHECK: store i32 10, ptr
// CHECK: call void @twofold_multiply(
// CHECK: ret void
void turned(int n, int m, int l, float f, float *c, const float *a,
            const float *b) {
#pragma twofold parallel for
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      c[i * m + j] *= f;
      for (int k = 0; k < l; ++k)
        c[i * m + j] += f * a[i * l + k] * b[k * m + j];
    }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_both_3(
// CHECK: store i32 6, ptr
// CHECK: call void @twofold_multiply(
// CHECK: ret void
void both(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int j = 0; j < m; ++j) {
    int i, k;
    for (i = 0; i < n; ++i)
      c[i * m + j] = 1;
    for (k = 0; k < l; ++k)
      for (i = 0; i < n; ++i)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
  }
}

// Functions of numbers, around the rounds; not in them.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_layer_4(
// CHECK: call void @twofold_multiply(
// CHECK: call float @expf(
// CHECK: ret void
float expf(float);
void layer(int n, int m, int l, float *c, const float *a, const float *b,
           const float *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      c[i * m + j] = d[j];
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
    for (int j = 0; j < m; ++j)
      c[i * m + j] = 1 / (1 + expf(-c[i * m + j]));
  }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_functions_5(
// CHECK-NOT: call void @twofold_multiply(
// CHECK: ret void
void functions(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += expf(a[i * l + k]) * b[k * m + j];
      c[i * m + j] = s;
    }
}

// Of two parallel loops the inner one has the columns; pieces of a row are one
// call of their own.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_collapsed_6(
// CHECK: call void @twofold_multiply(
// CHECK: ret void
void collapsed(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// Both factors are elements behind a place that the loop does not move.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_behind_7(
// CHECK: call void @twofold_multiply(
// CHECK: ret void
void behind(int n, int m, int l, int g, float *restrict c, const float *a,
            const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[i * l + k + g] * b[k * m + j + g];
}

// What looks alike: a value of one column that another one uses, a factor that
// changes from column to column, other columns in some loops or in each round,
// factors that do not follow each other round by round.

// CHECK-LABEL: define internal {{.*}}void @twofold_native_last_8(
// CHECK-NOT: call void @twofold_multiply(
// CHECK-LABEL: define {{.*}}@pitched(
void last(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float f;
    for (int j = 0; j < m; ++j) {
      f = c[i * m + j];
      c[i * m + j] = 2 * f;
    }
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
    for (int j = 0; j < m; ++j)
      c[i * m + j] -= f;
  }
}

void grows(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k) {
      float f = a[i * l + k];
      for (int j = 0; j < m; ++j) {
        c[i * m + j] += f * b[k * m + j];
        f += 1;
      }
    }
}

void shorter(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 1; j < m; ++j)
      c[i * m + j] = 0;
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
  }
}

void triangle(int n, int m, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      for (int j = k; j < m; ++j)
        c[i * m + j] += a[i * m + k] * b[k * m + j];
}

void quotients(int n, int m, int l, float *restrict c, const float *a,
               const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k / 2] * b[k % 3 * m + j];
      c[i * m + j] = s;
    }
}

// Whether rows as long as a number says share elements is known at the call.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_pitched_13(
// CHECK: call void @twofold_multiply(
// CHECK: ret void
void pitched(int n, int m, int l, float *c, int ld, const float *a,
             const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * ld + j] += a[i * l + k] * b[k * m + j];
}

// Rows of a triangle are longer by one column each, or begin further.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_lower_14(
// CHECK: call void @twofold_multiply_slanted(ptr {{.*}}, i64 noundef 0, i64 noundef 1)
// CHECK: ret void
void lower(int n, int m, int l, double alpha, double beta, double *restrict c,
           const double *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j)
      c[i * m + j] *= beta;
    for (int k = 0; k < l; ++k)
      for (int j = 0; j <= i; ++j)
        c[i * m + j] += alpha * a[i * l + k] * a[j * l + k];
  }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_upper_15(
// CHECK: call void @twofold_multiply_slanted(ptr {{.*}}, i64 noundef 1, i64 noundef 0)
// CHECK: ret void
void upper(int n, int m, int l, float *restrict c, const float *a,
           const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// Of rows that are longer by two columns each is as written.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_steep_16(
// CHECK-NOT: call void @twofold_multiply
// CHECK: ret void
void steep(int n, int m, int l, float *restrict c, const float *a,
           const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < 2 * i; ++j)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
}

// What is no plain product has tiles of vectors there.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_pairs_17(
// CHECK-NOT: call void @twofold_multiply
// CHECK: call {{.*}}@aligned_alloc(
// CHECK: call <4 x double> @llvm.fmuladd.v4f64(
// CHECK: ret void
void pairs(int n, int m, int l, double *restrict c, const double *a,
           const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k)
      for (int j = 0; j <= i; ++j)
        c[i * m + j] +=
            a[j * l + k] * b[i * l + k] + b[j * l + k] * a[i * l + k];
}

// Half a column more in each row.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_flat_18(
// CHECK-NOT: call void @twofold_multiply
// CHECK: ret void
void flat(int n, int m, int l, float *restrict c, const float *a,
          const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < i / 2; ++j)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
}
