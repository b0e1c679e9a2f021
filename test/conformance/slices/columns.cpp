// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Large matrices whose neighbours stand in columns, beside others.
// RUN: %conform %s %t -O0 -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

static const std::ptrdiff_t Rows = 261, Columns = 254; // no multiples

static void show(const char *Name, const std::vector<int> &V) {
  unsigned long Sum = 0;
  for (int X : V)
    Sum = Sum * 31 + unsigned(X);
  std::printf("%s: %lx %d %d\n", Name, Sum, V[1], V[V.size() - 2]);
}

int main() {
  std::vector<int> a(Rows * Columns), b(a.size());
  for (std::size_t I = 0; I < a.size(); ++I) {
    a[I] = int(I % 1009) - 300;
    b[I] = int(I * 7 % 613);
  }
  twofold::slice A(a.data(), Rows, Columns), B(b.data(), Columns, Rows);
  std::vector<int> c = a, d = b; // element by element
  for (std::ptrdiff_t I = 0; I < Rows; ++I)
    for (std::ptrdiff_t J = 0; J < Columns; ++J) {
      int &To = c[I * Columns + J];
      To += b[J * Rows + I] * 3 - int(J);
      if (To > b[J * Rows + I])
        d[J * Rows + I] = To ^ 5;
    }
  A += B.transpose() * 3 - twofold::index<1>();
  show("from columns", a);
  where(A > B.transpose(), B.transpose()) = A ^ 5;
  show("to columns", b);
  return a != c || b != d;
}
