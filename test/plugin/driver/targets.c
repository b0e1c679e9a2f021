// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where int64_t is `long long` and `long` has 64 bits, too, it is `long long` in
// what the plugin writes, as in the declarations that it writes for.
// RUN: %clang %plugin -target x86_64-unknown-openbsd -ffreestanding -O1 -S -emit-llvm -Rpass=twofold %s -o %t.ll 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=CALL < %t.ll
// RUN: %clang %plugin -target arm64-apple-macos -ffreestanding -O1 -S -emit-llvm -Rpass=twofold %s -o %t.ll 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=CALL < %t.ll

// CALL: @twofold_run(
void scale(double *to, const double *from, int n, int by) {
#pragma twofold parallel for
  for (int i = 0; i < n; i += by) // CHECK: :[[@LINE]]:3: remark: offloaded
    to[i * by + 3] = from[i] * 2;
}
double total(const double *from, long n) {
  double sum = 0;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) // CHECK: :[[@LINE]]:3: remark: offloaded
    sum += from[i];
  return sum;
}
