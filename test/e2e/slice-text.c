// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What slices become: loops and kernels, what is said about them, where, and
// the values.
// RUN: rm -rf %t.d
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.d -O1 -Rpass=twofold %s -o %t %runtime_flags 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: cat %t.d/*.stencil_0.native.c %t.d/*.stencil_0.cl %t.d/*.masked_1.native.c %t.d/*.masked_1.cl %t.d/*.total_*.cl | %FileCheck %s --check-prefix=TEXT
// RUN: env TWOFOLD_INFO=1 TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 %t 2>&1 | %FileCheck %s
#include <stdio.h>

enum { N = 16 };
static double A[N][N], B[N][N], V[N];

void stencil(void) {
#pragma twofold slice
  B[1 : N - 2][1 : N - 2] =
      A[0 : N - 2][1 : N - 2] + A[2 : N - 2][1 : N - 2];
}
// REMARK: slice-text.c:[[#@LINE-3]]:3: remark: offloaded: OpenCL kernel 'stencil_0' over 2 dimensions

void masked(int n, double limit) {
#pragma twofold slice
  if (V[0:n] > limit)
    V[0:n] = -V[0:n] * 2;
}
// REMARK: slice-text.c:[[#@LINE-2]]:5: remark: offloaded: OpenCL kernel 'masked_1' over 1 dimension [

double total(int n) {
#pragma twofold slice
  return twofold_sum(V[n - 1:n:-1] * twofold_index(0));
}
// REMARK: slice-text.c:[[#@LINE-2]]:10: remark: offloaded: OpenCL kernel 'total_2' over 1 dimension [

// No temporaries, no tests, both loops as written.
// TEXT-LABEL: static void twofold_native_stencil_0
// TEXT-NOT: {{plan|values_}}
// TEXT: B[1 + [[I:__twofold_i[0-9]+_0]]][1 + [[J:__twofold_i[0-9]+_1]]] = A{{\[}}[[I]]][1 + [[J]]] + A[2 + [[I]]][1 + [[J]]];
// TEXT-LABEL: __kernel void stencil_0
// TEXT: get_global_id(1)
// TEXT: B[1L + [[KI:.*]]][1L + [[KJ:.*]]] = A{{\[}}[[KI]]][1L + [[KJ]]] + A[2L + [[KI]]][1L + [[KJ]]];
// TEXT-LABEL: static void twofold_native_masked_1
// TEXT: if (!!(V{{\[}}[[I:__twofold_i[0-9]+_0]]] > __twofold_limit_[[#]]))
// TEXT-NEXT: V{{\[}}[[I]]] = -V{{\[}}[[I]]] * 2;
// TEXT-LABEL: __kernel void masked_1
// TEXT: if (!!(V{{\[}}[[I:.*]]] > __twofold_limit_[[#]]_)) {
// TEXT-NEXT: V{{\[}}[[I]]] = -V{{\[}}[[I]]] * 2.0;
// TEXT-LABEL: __kernel void total_2
// TEXT: V[__twofold_b{{[0-9]+}}_ + [[I:.*]] * -1L] * (double)[[I]]

int main(void) {
  for (int i = 0; i < N; ++i) {
    V[i] = i;
    for (int j = 0; j < N; ++j)
      A[i][j] = i + j;
  }
  stencil();
  masked(N, 7);
  // CHECK-DAG: {{^}}0 60 -30 -280{{$}}
  printf("%g %g %g %g\n", B[0][3], B[14][14] + B[1][1], V[15], total(N));
}
// CHECK-DAG: slice-text.c:15: stencil: 1 call in
// CHECK-DAG: slice-text.c:23: masked: 1 call in
// CHECK-DAG: slice-text.c:29: total: 1 call in
