// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all iterations divide alike, under a condition, is divided in front of the loop
// and by no zero, not where the first lane of a vector asks for it.
// RUN: %clang -O2 -march=skylake-avx512 %plugin -fplugin-arg-twofold-no-opencl %include \
// RUN:   -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s

int Data[691], Where[691], Table[16];
unsigned Number, By;
int Of, Signed;
short Out[691];

// CHECK-LABEL: define {{.*}}twofold_native_unsigned_quotient
// CHECK: [[D:%.*]] = freeze i32
// CHECK: [[S:%.*]] = {{.*}}umax.i32(i32 [[D]], i32 1)
// CHECK: udiv i32 %{{.*}}, [[S]]
// CHECK: vector.body:
// CHECK-NOT: div
// CHECK: {{^}}}
void unsigned_quotient(void) {
#pragma twofold parallel for
  for (long I = 0; I < 691; ++I) {
    int V = 1;
    if (Data[Where[I]] & 1)
      V = Table[(Number / By) & 15];
    Out[I] = V;
  }
}

// CHECK-LABEL: define {{.*}}twofold_native_signed_remainder
// CHECK: icmp eq i32 [[N:%.*]], -2147483648
// CHECK: [[S:%.*]] = select i1 %{{.*}}, i32 1, i32
// CHECK: srem i32 [[N]], [[S]]
// CHECK: vector.body:
// CHECK-NOT: rem
// CHECK: {{^}}}
void signed_remainder(void) {
#pragma twofold parallel for
  for (long I = 0; I < 691; ++I) {
    int V = 1;
    if (Data[Where[I]] & 1)
      V = Table[(Of % Signed) & 15];
    Out[I] = V;
  }
}
