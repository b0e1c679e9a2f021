// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much there is behind a member that a kernel gets by itself.
// RUN: %clangxx %plugin -Rpass=twofold -Rpass-analysis=twofold -fsyntax-only %s 2>&1 | %FileCheck %s --implicit-check-not="how much of"
struct view {
  const float *first;
  int n;
  float get(int k) const { return first[k]; }
};
// CHECK: remark: offloaded: OpenCL kernel 'by_number_0'
void by_number(int n, view v, float *y, const int *at) {
#pragma twofold parallel for extent(v.first, 64)
  for (int i = 0; i < n; ++i)
    y[i] = v.get(at[i]);
}
// CHECK: remark: offloaded: OpenCL kernel 'by_member_1'
void by_member(int n, view v, float *y, const int *at) {
#pragma twofold parallel for extent(v.first, v.n)
  for (int i = 0; i < n; ++i)
    y[i] = v.get(at[i]);
}
