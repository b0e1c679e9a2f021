// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain structs.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

struct point {
  char tag;
  double x, y;
  _Bool used;
};
typedef struct {
  struct point corner[2];
  float scale;
} box;

static struct point moved(struct point p, double by) {
  p.x += by;
  return p;
}

void boxes(int n, box *b, struct point origin, const struct point *p) {
  struct { int a, b; } pair = {1, 2};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    struct point q = {.y = 2, .tag = 'c'};
    q = moved(p[i], origin.x);
    b[i].corner[1] = q;
    b[i].corner[0] = (struct point){1, q.y};
    struct point *r = &b[i].corner[0];
    r->used = q.used;
    r->x += (*r).y;
    b[i].scale = pair.a;
    box empty = {0};
    b[i] = empty;
    char word[4] = "ab";
    r->tag = word[1];
  }
}

// CHECK: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK-LABEL: typedef struct {
// CHECK: char tag;
// CHECK: double x;
// CHECK: double y;
// CHECK: uchar used;
// CHECK: } point;
// CHECK-LABEL: typedef struct {
// CHECK: point corner[2];
// CHECK: float scale;
// CHECK: } box;
// CHECK-LABEL: typedef struct {
// CHECK: int a;
// CHECK: int b;
// CHECK: } record;
// CHECK-LABEL: static point moved(point p, double by) {
// CHECK: p.x += by;
// CHECK: return p;
// CHECK-LABEL: __kernel void boxes_0(
// CHECK: point origin,
// CHECK: record pair,
// CHECK: int i = (int)i_index;
// CHECK: point q = {(char)99, 0.0, 2.0, 0};
// CHECK: q = moved(p[i], origin.x);
// CHECK: b[i].corner[1] = q;
// CHECK: b[i].corner[0] = (point){(char)1, q.y, 0.0, 0};
// CHECK: __global point *r = &b[i].corner[0];
// CHECK: r->used = q.used;
// CHECK: r->x += r->y;
// CHECK: b[i].scale = (float)pair.a;
// CHECK{LITERAL}: box empty = {{{(char)0, 0.0, 0.0, 0}}, 0.0f};
// CHECK: b[i] = empty;
// CHECK: char word[4] = {97, 98};
// CHECK: r->tag = word[1];
