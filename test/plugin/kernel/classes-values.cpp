// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors, bases and copies as OpenCL C.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clangxx -std=c++17 %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s
// RUN: cat %t.dir/*parts_of_rows*.cl | %FileCheck %s --check-prefix=PARTS

struct Empty {};
struct Base {
  int n = 4;
  Base() = default;
  Base(const Base &o) : n(o.n + 1) {}
};
struct Value : Empty, Base {
  float table[3] = {1, 2};
  const float by;
  Value(float by) : by(by) {
    if (by > 1)
      return;
    table[2] = by;
  }
  explicit Value(int by) : Value(by + 0.5f) {}
};

void body(int n, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Value v(i);
    Base b = v;
    x[i] = v.by + b.n;
  }
}

// CHECK: typedef struct {
// CHECK-NEXT: int n;
// CHECK-NEXT: } Base;
// CHECK: typedef struct {
// CHECK-NEXT: Base base_1;
// CHECK-NEXT: float table[3];
// CHECK-NEXT: float by;
// CHECK-NEXT: } Value;
// CHECK: static Base Base_make(void) {
// CHECK-NEXT: Base object = {0};
// CHECK-NEXT: object.n = 4;
// CHECK-NEXT: return object;
// CHECK: static Value Value_make_2(float by) {
// CHECK-NEXT: Value object;
// CHECK-NEXT: object.base_1 = Base_make();
// CHECK-NEXT: object.table[0] = 1.0f;
// CHECK-NEXT: object.table[1] = 2.0f;
// CHECK-NEXT: for (ulong k = 2; k < 3; ++k) {
// CHECK-NEXT: object.table[k] = 0.0f;
// CHECK: object.by = by;
// CHECK: return object;
// CHECK: object.table[2] = by;
// CHECK: static Value Value_make(int by) {
// CHECK: = Value_make_2((float)by + 0.5f);
// CHECK: static Base Base_make_2(const Base *o) {
// CHECK: .n = o->n + 1;
// CHECK: Value v = Value_make(i);
// CHECK: Base b = Base_make_2(&v.base_1);
// CHECK: x[i] = v.by + (float)b.n;

// Arrays of arrays are zeroed element by element.
struct Matrix {
  float rows[2][3]{};
  Matrix() {}
};

void matrices(int n, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Matrix m;
    m.rows[1][2] = i;
    x[i] = m.rows[1][2] + m.rows[0][i % 3];
  }
}

// CHECK: static Matrix Matrix_make(void) {
// CHECK: for (ulong [[ROW:k[_0-9]*]] = 0; [[ROW]] < 2; ++[[ROW]]) {
// CHECK-NEXT: for (ulong [[COLUMN:k[_0-9]*]] = 0; [[COLUMN]] < 3; ++[[COLUMN]]) {
// CHECK-NEXT: object.rows{{\[}}[[ROW]]{{\]\[}}[[COLUMN]]] = 0.0f;

// What constructors hand on and leave, assignments, and what a condition does.
struct view {
  const float *first;
  int n, at_;
  view(const float *first, int n) : first(first), n(n) {}
  explicit view(const float *first) : view(first, 8) { at_ = n - 2; }
  float get(int k) const { return first[k < n ? k : at_]; }
  float positive() const {
    for (int k = 0; k < n; ++k)
      if (first[k] > 0)
        return first[k];
    return 0;
  }
};
void parts(int n, const float *x, float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    view v(x + 8 * i), w(x, 4);
    w = v;
    do {
      if (y[i] = w.get(1); false)
        y[i] = 7;
    } while (false);
    y[i] += w.positive();
    if (sizeof *x == 4)
      y[i] += 1;
  }
}
// CHECK-LABEL: {{.*}}kernel void parts_{{.*}}
// CHECK: at = n - 2;
// CHECK: first_2 = first_3;
// CHECK-NEXT: n_1 = n_2;
// CHECK-NEXT: at_1 = at_2;
// CHECK: y[i] = first_2[1 < n_1 ? 1 : at_1];
// CHECK: if (first_2[k] > 0.0f) {
// CHECK-NEXT: result = first_2[k];
// CHECK-NEXT: done = 1;
// CHECK-NEXT: break;
// CHECK: y[i] += 1.0f;

// Parts of what an iteration declares are loaded for each row of a tile.
struct Line {
  float from, by;
};
void parts_of_rows(int n, int m, float *x, const Line *lines, const float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const auto &[from, by] = lines[i];
    float s = 0;
    for (int j = 0; j < m; ++j) {
      s += y[i * m + j];
      s += from + by * j;
    }
    x[i] = s;
  }
}
// PARTS: tile_2[place] = part->from + part->by * (float)j;
// PARTS-NOT: tile_2[0] =
