// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dump has a file for each stage of a loop, numbered in the order that the page on
// the plugin's structure has them in.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx %plugin %include -c %s -o %t.o -fplugin-arg-twofold-dump=%t
// RUN: sed -n 's/^ *| `\([0-9]*-[a-z]*\)` |.*/stages.cpp.most_0.\1.txt/p' %source_root/docs/build/architecture.md > %t.page
// RUN: ls %t | grep 'most_0\.[0-9]' | diff %t.page -
// RUN: grep -c . %t.page | %FileCheck %s --check-prefix=COUNT
// COUNT: 11
// RUN: cat %t/stages.cpp.most_0.*.txt | %FileCheck %s
//
// Each part of a loop that iterations may leave has its own, from the order on.
// RUN: ls %t/stages.cpp.find_1.0[1-3]*.txt %t/stages.cpp.find_1.0[5-9]*.txt %t/stages.cpp.find_1_search.0[5-9]*.txt | count 13
// RUN: %FileCheck %s --check-prefix=LEAVE < %t/stages.cpp.find_1_search.06-marks.txt
// RUN: %FileCheck %s --check-prefix=REST < %t/stages.cpp.find_1.05-order.txt
// RUN: %FileCheck %s --check-prefix=COPY < %t/stages.cpp.scale_2.09-lowered.txt
// RUN: %FileCheck %s --check-prefix=SERIAL < %t/stages.cpp.add_3.05-order.txt

// CHECK: for (int i = 0; i < n; ++i)
// CHECK: dimension i: 'int', from 0, up to n, by 1
// CHECK: value x: 'const float *', args[1]
// CHECK-NEXT: reduction m: 'float' by max, led by m_from, args[2]
// CHECK-NEXT: reduction m_from: 'unsigned long' by =, led by m_from, args[3]
// CHECK-NEXT: reduction at: 'int' by =, led by m_from, args[4]
// CHECK: in any order
// CHECK: m = x[i] , m_from = twofold_iteration;
// CHECK: read x: 4 at 4*i, always
// CHECK: __kernel void most_0(
// CHECK: no copy was made
// CHECK: static void twofold_native_most_0(
// CHECK: twofold_run(&twofold_site_most_0,
float most(const float *x, int n, int *where) {
  float m = x[0];
  int at = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] > m) {
      m = x[i];
      at = i;
    }
  *where = at;
  return m;
}

// LEAVE: twofold_exit = twofold_iteration - 1UL;
// REST: in any order, if a call finds 1 pair of references apart
int find(const int *x, int n, int *h) {
  int found = -1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (x[i] == 7) {
      found = i;
      break;
    }
    h[i] = x[i];
  }
  return found;
}

struct Vector {
  float *Data;
  Vector();
  ~Vector();
  float &operator[](int I) { return Data[I]; }
};
// COPY: y_Data[i] = 2 * y_Data[i];
void scale(Vector &y, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] = 2 * y[i];
}

// SERIAL: in order: iterations of the parallel loop depend on each other
void add(float *x, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    x[i] += x[i - 1];
}
