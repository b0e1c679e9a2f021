// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only accesses to memory that iterations share are said to be independent.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -S -emit-llvm %s -o - | %FileCheck --check-prefixes=CHECK,TABLE %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O1 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -S -emit-llvm %s -o - | %FileCheck %s
// The linker has no plugin: what it is given says so, too.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -flto -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -flto=thin -S -emit-llvm %s -o - | %FileCheck %s
// Vectors of it, whatever the pointers are.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v4 -S -emit-llvm %s -o - | %FileCheck --check-prefix=VECTORS %s

// CHECK-LABEL: define internal {{.*}}void @twofold_native_shared_0(
// CHECK: load float, {{.*}}!llvm.access.group [[GROUP:![0-9]+]]
// CHECK: store float {{.*}}!llvm.access.group [[GROUP]]
// CHECK: br i1 {{.*}}!llvm.loop [[LOOP:![0-9]+]]
// VECTORS-LABEL: define internal {{.*}}void @twofold_native_shared_0(
// VECTORS: call <{{[0-9]+}} x float> @llvm.masked.gather
void shared(float *y, const float *x, const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] = x[at[i]] * 2;
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_variable_1(
// CHECK: [[TABLE:%[0-9a-z.]+]] = alloca [4 x i32]
// CHECK-NOT: store i32 {{.*}}, ptr [[TABLE]],{{.*}}!llvm.access.group
// CHECK: load i32, {{.*}}!llvm.access.group
// CHECK: [[PLACE:%[0-9a-z.]+]] = getelementptr inbounds {{.*}}, ptr [[TABLE]], i64
// CHECK: load i32, ptr [[PLACE]], align 4, !tbaa ![[#]]{{$}}
// CHECK: store i32 {{.*}}!llvm.access.group
// VECTORS-LABEL: define internal {{.*}}void @twofold_native_variable_1(
// VECTORS-NOT: x i32>
// VECTORS: ret void
void variable(int *y, const int *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int t[4] = {i, i * 3, i ^ 5, 7};
    y[i] = t[x[i] & 3];
  }
}

// A pointer that was stored may lead to what another stored pointer leads to.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_stored_2(
// CHECK: load ptr, {{.*}}!llvm.access.group
// CHECK: load i32, ptr %{{[0-9a-z.]+}}, align 4, !tbaa ![[#]]{{$}}
void stored(int *y, int **p, int **q, const int *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int t[4] = {i, i * 3, i ^ 5, 7};
    p[i] = t;
    y[i] = q[i][x[i] & 3];
  }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_threads_3(
// CHECK: [[MINE:%[0-9a-z.]+]] = {{.*}}call {{.*}}@llvm.threadlocal.address
// CHECK-NOT: store i32 {{.*}}, ptr [[MINE]],{{.*}}!llvm.access.group
// CHECK: ret void
_Thread_local int mine[4];
void threads(int *y, const int *x, int n) {
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    mine[0] = i;
    mine[1] = 2 * i;
    y[i] = mine[x[i] & 1];
  }
}

// Each access stays one.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_single_4(
// CHECK: load volatile i32, ptr %{{[0-9a-z.]+}}, align 4, !tbaa ![[#]]{{$}}
// CHECK: store atomic i32 {{.*}} monotonic, align 4{{$}}
void single(int *y, volatile int *x, int n) {
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i)
    __atomic_store_n(&y[i], x[i], __ATOMIC_RELAXED);
}

// What all iterations store alike is stored once, and shared.
// TABLE-LABEL: define internal {{.*}}void @twofold_native_table_5(
// TABLE: [[TABLE:%[0-9a-z.]+]] = alloca [3 x i32]
// TABLE: store i32 2, ptr
// TABLE: phi i
// TABLE-NOT: store i32 2
// TABLE: [[PLACE:%[0-9a-z.]+]] = getelementptr inbounds {{.*}}, ptr [[TABLE]], i64
// TABLE: load i32, ptr [[PLACE]], align 4, {{.*}}!llvm.access.group
// VECTORS-LABEL: define internal {{.*}}void @twofold_native_table_5(
// VECTORS: call <{{[0-9]+}} x i32> @llvm.masked.gather
void table(int *y, const int *x, int n, int last) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int weights[3] = {1, 2, last};
    y[i] = x[i] * weights[x[i] & 1];
  }
}

// Members of one element are read and stored in any order, if they lie apart.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_members_6(
// CHECK: load float, {{.*}}!llvm.access.group
// CHECK: store float {{.*}}!llvm.access.group
// CHECK: store float {{.*}}!llvm.access.group
struct body {
  float at, speed, force, mass;
};
void members(struct body *b, const int *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    b[i].speed += b[i].force * x[x[i]];
    b[i].at += b[i].speed * b[i].mass;
  }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_chosen_7(
// CHECK-NOT: !llvm.access.group
// CHECK: ret void
void chosen(int (*m)[4], int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    m[i][m[i][0] & 3] = i;
    m[i][1] += m[i][2];
  }
}

// CHECK: [[LOOP]] = distinct !{
// CHECK: !{!"llvm.loop.parallel_accesses", [[GROUP]]}
