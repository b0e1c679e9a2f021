// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants of vectors and of classes without members, pointers that a builtin
// gives on, parts of bases, and products of integers, which must not overflow.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-twofold-dump=%t -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t/*.cl
// RUN: cat %t/*.cl | %FileCheck %s
typedef int int4 __attribute__((ext_vector_type(4)));
struct Nothing {};
struct Pair {
  Nothing None;
  int X;
};
constexpr Pair Pairs[2] = {{{}, 3}, {{}, 5}};
constexpr int4 Lanes[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};

// CHECK-LABEL: kernel void aligned_
// CHECK: __global const float *p = (__global const float *)(__global void *)(x + i);
void aligned(int n, const float *x, float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto *p = static_cast<const float *>(__builtin_assume_aligned(x + i, 4));
    y[i] = *p;
  }
}

struct First {
  int A;
};
struct Second : First {
  int B;
};
struct Third : Second {
  int C;
};

// CHECK-LABEL: kernel void bases_
// CHECK: y[i] = p->base_0.base_0.A + d[i].base_0.B + p->C;
void bases(Third *d, int n, int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Third *p = &d[i];
    y[i] = p->A + d[i].B + p->C;
  }
}

// CHECK: __constant int4 Lanes[2] = {{[{][{]}}1, 2, 3, 4}, {5, 6, 7, 8}};
// CHECK: __constant Pair Pairs[2] = {{[{][{][{]}}0}, 3}, {{[{][{]}}0}, 5}};
// CHECK-LABEL: kernel void constants_
void constants(int n, int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] = Lanes[i & 1].z + Pairs[i & 1].X;
}

// CHECK: const int was = (int)old;
// CHECK-NEXT: const int next = (int)((uint)was * (uint)by);
// CHECK: const uint was = (uint)old;
// CHECK-NEXT: const uint next = (uint)(was * by);
// CHECK: const short was = (short)(old >> shift);
// CHECK-NEXT: const short next = (short)(was * by);
// CHECK-LABEL: kernel void products_
void products(int *k, unsigned *u, short *s, const int *b, int n, int m) {
#pragma twofold parallel for extent(k, m) extent(u, m) extent(s, m)
  for (int i = 0; i < n; ++i) {
    k[b[i]] *= 3;
    u[b[i]] *= 3u;
    s[b[i]] *= 3;
  }
}
