// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
//
// Members, whole records, records captured by value and by reference.
typedef struct {
  float x, y, z;
  int id;
} particle;

struct grid {
  int w, h;
  float cell[8];
};

void arrays(int n, struct grid *g) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      g[i].cell[j] = g[i].w;
}

void by_reference(struct grid g, float *a) {
#pragma twofold parallel for
  for (int i = 0; i < g.w; ++i)
    a[i + g.w] = g.cell[i % 8];
}

void by_value(struct grid g, float *a) {
#pragma twofold parallel for
  for (int i = 0; i < g.h; ++i)
    a[i * g.w] = g.h;
}

// A member that the loop writes says nothing about subscripts.
void changed(int n, struct grid g, float *a) {
#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < 8; ++i) {
    g.cell[i] = i;
    a[g.w] = 1;
  }
}

void members(int n, particle *p, const particle *q, float dt) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    p[i].x += dt * q[i].x;
    (p + i)->id = q[i].id;
    if (q[i].y > 0)
      p[i] = q[i];
  }
}

// CHECK-LABEL: loop arrays_0: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, 7] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base g: pointer, arg 1
// CHECK-NEXT: read g: 4 at 40*i, always
// CHECK-NEXT: write g: 4 at 40*i + 4*axis1 + 8, always

// CHECK-LABEL: loop by_reference_1: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: interval axis1: [0, 7]
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base g: object, arg 2, extent 40
// CHECK-NEXT: read g: 4 at 4*axis1 + 8
// CHECK-NEXT: read g: 4 at 0, always
// CHECK-NEXT: write a: 4 at 4*i + 4*g.w, always

// CHECK-LABEL: loop by_value_2: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: write a: 4 at 4*g.w*i, always

// CHECK-LABEL: loop changed_3: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base g: object, arg 1, extent 40
// CHECK-NEXT: base a: pointer, arg 2, extent 4*n
// CHECK-NEXT: write g: 4 at 4*i + 8, always
// CHECK-NEXT: read g: 4 at 0, always
// CHECK-NEXT: write a: anywhere

// CHECK-LABEL: loop members_4: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base p: pointer, arg 1
// CHECK-NEXT: base q: pointer, arg 3
// CHECK-NEXT: read q: 4 at 16*i, always
// CHECK-NEXT: update p: 4 at 16*i, always
// CHECK-NEXT: read q: 4 at 16*i + 12, always
// CHECK-NEXT: write p: 4 at 16*i + 12, always
// CHECK-NEXT: read q: 4 at 16*i + 4, always
// CHECK-NEXT: read q: 16 at 16*i
// CHECK-NEXT: write p: 16 at 16*i
// CHECK-NOT: {{.}}
