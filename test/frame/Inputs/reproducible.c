// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that names files: sites, slices, checks of subscripts, conflicts.
static float a[5000], b[5000];

static float step(float *to, const float *from, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    to[i] = from[i] + 1;
#pragma twofold slice
  to [0:n] = from [0:n] * 2;
  float sum = 0;
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i)
    sum += to[i];
  return sum;
}

int main() {
#pragma twofold parallel for
  for (int i = 0; i < 5000; ++i)
    b[i] = i % 7;
  int first = step(a, b, 5000) > 0;
  step(a + 1, a, 4000);
  return !first;
}
