// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices that are refused, in ways that other tests do not come to. Nothing
// compiles: record.txt has what the plugin says of them.
int f(int);
void masks(int n, double *a, int *c) {
#pragma twofold slice
  if (a [0:n] > 1)
    do
      a [0:n] = 1;
    while (c[0]);
#pragma twofold slice
  if (a [0:n] > 1)
    for (int k = 0; k < 3; ++k)
      a [0:n] = 1;
#pragma twofold slice
  if (a [0:n] > 1)
    while (n)
      a [0:n] = 1;
#pragma twofold slice
  if (a [0:n] > 1)
    switch (n) { a [0:n] = 1; }
#pragma twofold slice
  if (a [0:n] > 1)
    return a [0:n];
#pragma twofold slice
  if (a [0:n] > 1)
    goto *a [0:n];
#pragma twofold slice
  if (a [0:n] > 1)
    break a [0:n];
#pragma twofold slice
  if (a [0:n] > 1)
    continue a [0:n];
#pragma twofold slice
  if (a [0:n] > 1)
  case 3:
    a [0:n] = 1;
#pragma twofold slice
  if (a [0:n] > 1)
  default:
    a [0:n] = 1;
#pragma twofold slice
  if (a [0:n] > 1) __attribute__
    ((nomerge)) a [0:n] = f(2);
#pragma twofold slice
  if (a [0:n] > 1)
  label:
    a [0:n] = 1;
#pragma twofold slice
  if (a [0:n] > 1)
    c[0] = 1;
#pragma twofold slice
  while (a [0:n] > 1)
    c[0] = 1;
#pragma twofold slice
  switch (f(1) + c [0:n]) {}
#pragma twofold slice
  for (int k = 0; f(k) < a [0:n]; ++k)
    c[0] = 1;
#pragma twofold slice
  do
    c[0] = 1;
  while (c [0:n]);
#pragma twofold slice
  const double x = a [0:n];
#pragma twofold slice
  volatile struct s *y = c [0:n];
#pragma twofold slice
  static long z = c [0:n];
#pragma twofold slice
  return c [0:n];
}

void operands(int n, double *a, double (*b)[8], int *c) {
#pragma twofold slice
  a [0:n] = ;
#pragma twofold slice
  a [0:n] = (c [0:n] +);
#pragma twofold slice
  a [0:n] = c [0:n] ? ;
#pragma twofold slice
  a [0:n] = c [0:n] : 2;
#pragma twofold slice
  a [0:n] = struct s;
#pragma twofold slice
  a [0:n] = sizeof;
#pragma twofold slice
  a [0:n] = static_cast<int>;
#pragma twofold slice
  a [0:n] = int c [0:n];
#pragma twofold slice
  a [0:n] = _Generic(c [0:n]);
#pragma twofold slice
  a [0:n:2:3] = 1;
#pragma twofold slice
  a [0:4] = c [0:5];
#pragma twofold slice
  b [0:2] [0:3] = b [0:3] [0:2];
#pragma twofold slice
  b [0:2] [0:3] = b [0:2] + twofold_index(2);
#pragma twofold slice
  a [0:n] = twofold_sum(c[0]) + twofold_index(n);
#pragma twofold slice
  a [0:n] = twofold_dot(c [0:n]);
#pragma twofold slice
  a [0:n] + c [0:n];
#pragma twofold slice
  c [0:n] = d [0:n] + 1;
}
