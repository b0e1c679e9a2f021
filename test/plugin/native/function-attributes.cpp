// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What moves out of a function is compiled as the function is.
// RUN: %clangxx %plugin -w -fplugin-arg-twofold-no-opencl -O1 -march=x86-64-v4 -mprefer-vector-width=256 -fstack-protector-all -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clangxx %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v4 -S %s -o - | %FileCheck --check-prefix=ASSEMBLY %s
// RUN: %clangxx %plugin -w -fplugin-arg-twofold-no-opencl -O1 -frounding-math -S -emit-llvm %s -o - | %FileCheck --check-prefix=ROUNDING %s

#define LOOP                                                                   \
  _Pragma("twofold parallel for") for (int i = 0; i < n; ++i) c[i] += 1;

typedef float Vector __attribute__((vector_size(64), aligned(4)));

// CHECK-DAG: define internal {{.*}}void @{{.*}}twofold_native_wide_{{[0-9]+}}{{.*}} #[[WIDE:[0-9]+]]
// ASSEMBLY-LABEL: {{^[_A-Z0-9]*}}twofold_native_wide_0{{.*}}:
// ASSEMBLY: %zmm
// ASSEMBLY: .cfi_endproc
// ROUNDING: define internal {{.*}}void @{{.*}}twofold_native_wide_{{[0-9]+}}{{.*}} #[[STRICT:[0-9]+]]
// ROUNDING: call {{.*}} @llvm.experimental.constrained.fadd
__attribute__((min_vector_width(512))) void wide(int n, Vector *c,
                                                 const Vector *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    c[i] += a[i];
}

// A lambda is a part of the function around it.
// CHECK-DAG: define internal {{.*}}void @{{.*}}twofold_native_operator_{{[0-9]+}}{{.*}} #[[LAMBDA:[0-9]+]]
__attribute__((min_vector_width(1024))) void around(int n, Vector *c) {
  [=] {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      c[i] += c[i];
  }();
}

// CHECK-DAG: define internal {{.*}}void @{{.*}}twofold_native_other_{{[0-9]+}}{{.*}} #[[OTHER:[0-9]+]]
__attribute__((target("arch=skylake,no-avx2"))) void other(int n, int *c) {
  LOOP
}

// CHECK-DAG: define internal {{.*}}void @{{.*}}twofold_native_small_{{[0-9]+}}{{.*}} #[[SMALL:[0-9]+]]
__attribute__((minsize, no_builtin, no_stack_protector)) void small(int n,
                                                                    int *c) {
  LOOP
}

// CHECK-DAG: define internal {{.*}}void @{{.*}}twofold_native_rarely_{{[0-9]+}}{{.*}} #[[RARELY:[0-9]+]]
__attribute__((cold, speculative_load_hardening,
               zero_call_used_regs("used-gpr"))) void rarely(int n, int *c) {
  LOOP
}

// Both forms of a loop whose iterations share elements.
// CHECK-DAG: define internal {{.*}}void @{{.*}}twofold_native_asWritten_{{[0-9]+}}{{.*}} #[[NONE:[0-9]+]]
// CHECK-DAG: define internal {{.*}}void @{{.*}}twofold_shared_asWritten_{{[0-9]+}}{{.*}} #[[NONE]]
__attribute__((optnone)) void asWritten(int n, int *c) {
  LOOP
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    c[i & 7] += 1;
}

// CHECK-DAG: define internal {{.*}}void @{{.*}}twofold_identity_sums_{{[0-9]+}}{{.*}} #[[SUMS:[0-9]+]]
// CHECK-DAG: define internal {{.*}}void @{{.*}}twofold_combine_sums_{{[0-9]+}}{{.*}} #[[COMBINE:[0-9]+]]
__attribute__((hot, disable_tail_calls)) int sums(int n, const int *c) {
  int sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    sum += c[i];
  return sum;
}

// CHECK-DAG: attributes #[[WIDE]] = {{.*}}"min-legal-vector-width"="512"{{.*}}"prefer-vector-width"="256"
// CHECK-DAG: attributes #[[LAMBDA]] = {{.*}}"min-legal-vector-width"="1024"
// CHECK-DAG: attributes #[[OTHER]] = {{.*}}"target-cpu"="skylake"{{.*}}-avx2
// CHECK-DAG: attributes #[[SMALL]] = { minsize {{.*}}"no-builtins"
// CHECK-DAG: attributes #[[RARELY]] = { cold {{.*}}optsize{{.*}}speculative_load_hardening{{.*}}sspreq{{.*}}"zero-call-used-regs"="used-gpr"
// CHECK-DAG: attributes #[[NONE]] = {{.*}}noinline {{.*}}optnone
// CHECK-DAG: attributes #[[SUMS]] = {{.*}}hot {{.*}}"disable-tail-calls"="true"
// CHECK-DAG: attributes #[[COMBINE]] = {{.*}}hot {{.*}}"disable-tail-calls"="true"
// ROUNDING: attributes #[[STRICT]] = {{.*}}strictfp
