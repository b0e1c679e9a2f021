// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A least or greatest whose other operand reads the element is no reduction: what
// is compared depends on what came before.
// RUN: rm -rf %t && %clangxx %plugin -w -fplugin-arg-twofold-dump=%t -fsyntax-only %s
// RUN: cat %t/*.04-sharing.txt | FileCheck %s --implicit-check-not="shared elements of B"

namespace std {
template <typename T> const T &max(const T &a, const T &b) {
  return a < b ? b : a;
}
} // namespace std

void least(int *B, float *F, int *C, const int *q, const int *v, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    B[q[i]] = std::max(B[q[i]], B[q[i]] - v[i]);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    B[q[i]] = B[q[i]] < B[q[i]] - v[i] ? B[q[i]] - v[i] : B[q[i]];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (B[q[i]] < B[q[i]] - v[i])
      B[q[i]] = B[q[i]] - v[i];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    C[q[i]] = std::max(C[q[i]], v[i]);
}
// CHECK: shared elements of C
