// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is inserted around loops that follow each other.
// RUN: %clang %plugin -O0 -S -emit-llvm %s -o - | %FileCheck %s
void look(float *);
int sprintf(char *, const char *, ...);

// CHECK-LABEL: define{{.*}} @steps(
// CHECK: [[STATE:%.*]] = getelementptr {{.*}}%struct.twofold_scope, ptr
// CHECK-NEXT: store ptr null, ptr [[STATE]]
// CHECK: call void @twofold_keep(
// CHECK: call {{.*}}@twofold_call_
// CHECK-NOT: twofold_home
// Where nothing is left nobody is told of the end, either.
// CHECK: [[LEFT:%.*]] = icmp ne ptr {{%.*}}, null
// CHECK-NEXT: br i1 [[LEFT]]
// CHECK: call void @twofold_leave(
// CHECK: [[LEFT:%.*]] = icmp ne ptr {{%.*}}, null
// CHECK-NEXT: br i1 [[LEFT]]
// CHECK: call void @twofold_leave(
// CHECK: ret void
void steps(float *a, float *b, int n, int count) {
  for (int t = 0; t < count; ++t) {
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b, b = c;
  }
}

// Before anything else, results come home.
// CHECK-LABEL: define{{.*}} @looks(
// CHECK: [[STATE:%.*]] = getelementptr {{.*}}%struct.twofold_scope, ptr
// CHECK-NEXT: store ptr null, ptr [[STATE]]
// CHECK: twofold_keep
// CHECK: twofold_call_
// CHECK: twofold_keep
// CHECK: twofold_call_
// CHECK: twofold_home
// CHECK-NEXT: br label
// CHECK: call void @look(
// CHECK: twofold_leave
// CHECK: ret void
void looks(float *a, int n, int count) {
  for (int t = 0; t < count; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] += 1;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] *= 2;
    look(a);
  }
}

// One loop and a look: nothing is gained.
// CHECK-LABEL: define{{.*}} @alone(
// CHECK-NOT: %struct.twofold_scope
// CHECK: ret void
void alone(float *a, int n, int count) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] += 1;
  look(a);
  for (int t = 0; t < count; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] += 1;
    look(a);
  }
}

// The run ends where an object begins its life.
// CHECK-LABEL: define{{.*}} @objects(
// CHECK: [[STATE:%.*]] = getelementptr {{.*}}%struct.twofold_scope, ptr
// CHECK-NEXT: store ptr null, ptr [[STATE]]
// CHECK: twofold_call_
// CHECK: twofold_call_
// CHECK: twofold_leave
// CHECK: call {{.*}}@twofold_call_
// CHECK-NOT: twofold_keep
// CHECK: ret void
void objects(float *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] += 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
  float here[100];
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i)
    here[i] = a[i];
  look(here);
}

// A case must not jump past the beginning of a scope.
// CHECK-LABEL: define{{.*}} @cases(
// CHECK: call {{.*}}@twofold_call_
// CHECK: call {{.*}}@twofold_call_
// CHECK: [[STATE:%.*]] = getelementptr {{.*}}%struct.twofold_scope, ptr
// CHECK-NEXT: store ptr null, ptr [[STATE]]
// CHECK: twofold_keep
// CHECK: twofold_keep
// CHECK: twofold_leave
// CHECK-NOT: %struct.twofold_scope
// CHECK: ret void
void cases(float *a, int n, int which) {
  switch (which) {
  case 1:
    look(a);
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] += 1;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] *= 2;
    break;
  case 2: {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] += 1;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] *= 2;
    break;
  }
  default:
    look(a);
  }
}

// Labels, assembly and calls that return twice: every loop is on its own.
// CHECK-LABEL: define{{.*}} @labels(
// CHECK-NOT: %struct.twofold_scope
// CHECK-LABEL: define{{.*}} @assembly(
// CHECK-NOT: %struct.twofold_scope
// CHECK-LABEL: define{{.*}} @twice(
// CHECK-NOT: %struct.twofold_scope
// CHECK: ret void
#define TWO_LOOPS                                                              \
  _Pragma("twofold parallel for") for (int i = 0; i < n; ++i) a[i] += 1;       \
  _Pragma("twofold parallel for") for (int i = 0; i < n; ++i) a[i] *= 2;
void labels(float *a, int n) {
  int t = 0;
again:;
  TWO_LOOPS
  if (++t < 3)
    goto again;
}
void assembly(float *a, int n) {
  __asm__ volatile("");
  TWO_LOOPS
}
int setjmp(int *);
void twice(float *a, int n, int *at) {
  if (setjmp(at))
    return;
  TWO_LOOPS
}
