// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the trip counts tell the work, loops of little work do without the
// runtime.
// RUN: %clang %plugin -w -O1 -S -emit-llvm %s -o - -Xclang -disable-llvm-passes | %FileCheck %s
// RUN: %clang %plugin -w -O1 -S -emit-llvm %s -o - -Xclang -disable-llvm-passes | %FileCheck %s --check-prefix=SITE
// RUN: %clang %plugin -w -O1 -S -emit-llvm %s -o - -Xclang -disable-llvm-passes | %FileCheck %s --check-prefix=RANGE

// SITE-DAG: @twofold_seen_axpy_0 = internal thread_local global {{.*}} x i64] zeroinitializer
// SITE-DAG: @twofold_limit_axpy_0 = internal global i64 0
// SITE-DAG: @twofold_site_axpy_0 = {{.*}}, ptr @twofold_limit_axpy_0, ptr @twofold_conflicts_axpy_0, {{.*}} }
// SITE-DAG: @twofold_site_inner_2 = {{.*}}, ptr @twofold_limit_inner_2, ptr {{.*}} }
// SITE-DAG: @twofold_site_asked_7 = {{.*}}, ptr null, ptr {{.*}} }
// SITE: define internal {{.*}}void @twofold_native_axpy_0({{.*}} [[SHORT:#[0-9]+]]
// SITE: attributes [[SHORT]] = {{.*}}noinline

// CHECK-LABEL: define {{.*}}void @axpy(
// CHECK: icmp ult i64 {{%.*}}, 4294967296
// CHECK: [[WORK:%.*]] = mul i64 {{%.*}}, [[OPS:[0-9]+]]
// CHECK: [[LESS:%.*]] = sub i64 [[WORK]], 1
// CHECK: [[LIMIT:%.*]] = load volatile i64, ptr @twofold_limit_axpy_0
// CHECK: icmp ult i64 [[LESS]], [[LIMIT]]
// CHECK: call i32 @twofold_same_axpy_0(ptr {{.*}}, ptr {{.*}}, i64 noundef 40)
// What is in registers stays there.
// CHECK: call void @twofold_native_axpy_0(ptr {{%?[^,]*}}, i64 noundef 0, i64 noundef %{{[^,]*}}, ptr noundef %{{[^,]*}}, float noundef %{{[^,]*}}, ptr noundef %{{[^,]*}}, i64 noundef 0)
// CHECK: [[SEEN:%.*]] = call {{.*}}@llvm.threadlocal.address.p0(ptr {{.*}}@twofold_seen_axpy_0)
// CHECK: [[PLACE:%.*]] = getelementptr {{.*}}, ptr [[SEEN]],
// CHECK: call void @twofold_call_axpy_0({{.*}}, ptr noundef [[PLACE]], i64 noundef 40)
// CHECK-NEXT: br label
//
// One function of the unit compares numbers for all such loops, and one calls the
// runtime and remembers them.
// CHECK-LABEL: define internal i32 @twofold_same_axpy_0(
// CHECK: call i32 @memcmp(
// CHECK-LABEL: define internal void @twofold_call_axpy_0(
// CHECK: call void @twofold_run(
// CHECK: icmp ne ptr {{%.*}}, null
// CHECK: icmp eq i32 {{%.*}}, 2
// CHECK: call void @llvm.memcpy
//
// Others have the table alone, in functions that are too short to be optimised.
// RANGE: define internal void @twofold_range_axpy_0(ptr noundef %0, i64 noundef %1, i64 noundef %2) [[ASIS:#[0-9]+]]
// RANGE: [[ENTRY:%.*]] = getelementptr inbounds ptr, ptr {{%.*}}, i64 2
// RANGE-NEXT: [[PLACE:%.*]] = load ptr, ptr [[ENTRY]]
// RANGE-NEXT: [[FACTOR:%.*]] = load float, ptr [[PLACE]]
// RANGE: [[LOWER:%.*]] = load i64, ptr
// RANGE-NEXT: call void @twofold_native_axpy_0({{.*}}, float noundef [[FACTOR]], {{.*}}, i64 noundef [[LOWER]])
// RANGE: attributes [[ASIS]] = { noinline {{.*}}optnone
void axpy(float *o, const float *a, float s, long n) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    o[i] += s * a[i];
}

// Three factors: 21 bits for each.
// CHECK-LABEL: define {{.*}}void @plane(
// CHECK: icmp {{.*}}ult i64 {{%.*}}, 2097152
// CHECK: load volatile i64, ptr @twofold_limit_plane_1
// CHECK: call void @twofold_native_plane_1(
// CHECK: call void @twofold_call_axpy_0(
void plane(float *o, long n, long m) {
#pragma twofold parallel for collapse(2)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      o[i * m + j] = 0;
}

// Inner loops are counted in floating point, which does not overflow. Whether its
// arrays are apart a function tells, which is not optimised.
// CHECK-LABEL: define {{.*}}void @inner(
// CHECK: call i32 @twofold_apart_inner_2(i64 noundef %{{[^,]*}}, i64 noundef %{{[^,]*}}, i64 noundef %{{[^,]*}}, i64 noundef %{{[^,]*}})
// CHECK-NOT: uitofp
// CHECK: fmul double
// CHECK: load volatile i64, ptr @twofold_limit_inner_2
// CHECK: fcmp olt double
// CHECK: call void @twofold_native_inner_2(
// CHECK: call void @twofold_call_axpy_0(
void inner(float *o, const float *a, long n, long m) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      o[i] += a[i * m + j];
}

// Of inner loops whose ends move with an outer one the longest counts: where the
// outer one ends, or where it begins.
// CHECK-LABEL: define {{.*}}void @longest(
// CHECK: [[STEPS:%.*]] = fsub double {{%.*}}, 1.000000e+00
// CHECK-NEXT: call double @llvm.fmuladd.f64(double [[STEPS]], double 1.000000e+00,
// CHECK: load volatile i64, ptr @twofold_limit_longest_3
// CHECK: call void @twofold_native_longest_3(
// CHECK: call double @llvm.fmuladd.f64(double {{%.*}}, double -1.000000e+00,
// CHECK: load volatile i64, ptr @twofold_limit_longest_4
// CHECK: call void @twofold_native_longest_4(
// CHECK: ret void
void longest(float *o, const float *a, long n) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < i; ++j)
      o[i] += a[j];
#pragma twofold parallel for
  for (long i = n - 1; i >= 0; --i)
    for (long j = i; j < n; ++j)
      for (long k = i; k <= j; ++k)
        o[i] += a[k];
}

// How far apart rows begin nobody knows: either end may be the greater one.
// CHECK-LABEL: define {{.*}}void @scaled(
// CHECK-NOT: call void @twofold_native
// CHECK: ret void
void scaled(float *o, long n, long m) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m * i; ++j)
      o[i] += j;
}

// How often it runs only the loop knows.
// CHECK-LABEL: define {{.*}}void @unknown(
// CHECK-NOT: call void @twofold_native
// CHECK: ret void
void unknown(float *o, const int *a, long n) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < a[i]; ++j)
      o[i] += 1;
}

// The program says where.
// CHECK-LABEL: define {{.*}}void @asked(
// CHECK-NOT: call void @twofold_native
// CHECK: ret void
void asked(float *o, long n) {
#pragma twofold parallel for device(gpu)
  for (long i = 0; i < n; ++i)
    o[i] += 1;
#pragma twofold parallel for if (n > 4)
  for (long i = 0; i < n; ++i)
    o[i] += 1;
#pragma twofold parallel for num_threads(2)
  for (long i = 0; i < n; ++i)
    o[i] += 1;
#pragma twofold parallel for bounds
  for (long i = 0; i < n; ++i)
    o[i] += 1;
}

// Results may stay on a device from one to the next, of which only the runtime's
// calls have to tell. The scope is null as long as none have stayed.
// CHECK-LABEL: define {{.*}}void @two(
// CHECK: [[STATE:%.*]] = getelementptr {{.*}}%struct.twofold_scope, ptr
// CHECK-NEXT: store ptr null, ptr [[STATE]]
// CHECK-NOT: call void @twofold_keep(
// CHECK: icmp eq ptr {{%.*}}, null
// CHECK: call void @twofold_native_two
// CHECK: call void @twofold_keep(
// CHECK: call {{.*}}@twofold_call_
// CHECK: ret void
void two(float *o, const float *a, long n) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    o[i] = a[i] * 2;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    o[i] += a[i];
}
