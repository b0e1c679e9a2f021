// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -ffp-contract=on with fused multiply-add on the host: sums of products of vectors round once.
// RUN: %conform %s %t --whole-pocl -ffp-contract=on -march=haswell
#include "show.h"

typedef float float4 __attribute__((ext_vector_type(4)));
enum { N = 40 };

int main(void) {
  static float4 b[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float4 v = (float4){i, 2.5f, -3.75f, -i * 0.5f} * 0.1f, w = v + 1.0f / 3;
    b[i] = v * w + w;
    b[i] -= v * 0.7f;
    b[i] = w - b[i] * v;
  }
  SHOW_FLOATS("f_b", (float *)b, 4 * N);
}
