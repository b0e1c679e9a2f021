// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's names, unless OpenCL C has them.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

float mix(float min, float float4) { return min < float4 ? min : float4; }
float half_pi(float x) { return x * 1.5707963f; }

void kernel(int global, float *local, const float *dot) {
#pragma twofold parallel for
  for (int half = 0; half < global; ++half) {
    float max = dot[half];
    float get_global_id = half_pi(max);
    local[half] = mix(max, get_global_id);
  }
}

float value;
void shadowed(int n, float *x, float *x_mem) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float y = value;
    {
      float value = x_mem[i];
      x[i] = y + value;
    }
  }
}

// CHECK-LABEL: static float half_pi_(float x) {
// CHECK: return x * 1.5707963f;
// CHECK-LABEL: static float mix_(float min_, float float4_) {
// CHECK: return min_ < float4_ ? min_ : float4_;
// CHECK-LABEL: __kernel void kernel_0(
// CHECK: ulong half_trips_,
// CHECK: ulong half_first_,
// CHECK: ulong item_width) {
// CHECK: loaded[lane] = dot_[half_];
// CHECK: const uint half_index_ = (uint)(get_global_id(0) + half_first_);
// CHECK: if (half_index_ >= (uint)half_trips_)
// CHECK: int half_ = (int)half_index_;
// CHECK: float max_ = dot_[half_];
// CHECK: float get_global_id_ = half_pi_(max_);
// CHECK: local_[half_] = mix_(max_, get_global_id_);
// CHECK-LABEL: __kernel void shadowed_1(
// CHECK: float value_outer,
// CHECK: int i = (int)i_index;
// CHECK: float y = value_outer;
// CHECK: {
// CHECK: float value = x_mem[i];
// CHECK: x[i] = y + value;
