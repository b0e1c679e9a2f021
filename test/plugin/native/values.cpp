// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants of a class that says that nobody looks at its objects' addresses
// are copied where the native variant begins; others are where they were.
// RUN: %clangxx %plugin %include -O0 -S -emit-llvm %s -o - | FileCheck %s

struct [[clang::annotate("twofold.value")]] Value {
  float Factor;
  float at(float X) const { return Factor * X; }
};
struct Object {
  float Factor;
  float at(float X) const { return Factor * X; }
};

// CHECK-LABEL: define internal void @{{.*}}twofold_native_copied_
// CHECK: alloca %struct.Value
// CHECK: call void @llvm.memcpy
// CHECK: ret void
void copied(float *a, const Value V, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = V.at(a[i]);
}

// CHECK-LABEL: define internal void @{{.*}}twofold_native_changing_
// CHECK-NOT: alloca %struct.Value
// CHECK: ret void
void changing(float *a, Value V, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = V.at(a[i]);
}

// CHECK-LABEL: define internal void @{{.*}}twofold_native_plain_
// CHECK-NOT: alloca %struct.Object
// CHECK: ret void
void plain(float *a, const Object V, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = V.at(a[i]);
}
