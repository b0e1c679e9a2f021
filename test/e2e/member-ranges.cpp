// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Methods of elements walk over the arrays in them: begin and end of a range
// are of one object, whichever way it is named.
// RUN: %e2e %s %t
// RUN: %e2e %s %t -O3 -march=native
#include <cstdio>
#include <vector>

struct Cell {
  int Values[5];
  int Sum;

  int sum() const {
    int Total = 0;
    for (int Each : Values)
      Total += Each;
    return Total;
  }
  void scale(int By) {
    for (int &Each : this->Values)
      Each *= By;
  }
  int between(int From, int To) const {
    int Total = 0;
    for (const int *At = Values + From, *End = Values + To; At != End; ++At)
      Total = Total * 3 + *At;
    return Total;
  }
};

int main() {
  std::vector<Cell> Cells(1000);
  for (size_t C = 0; C < Cells.size(); ++C)
    for (int V = 0; V < 5; ++V)
      Cells[C].Values[V] = int(C * 7 + size_t(V)) % 31;
#pragma twofold parallel for
  for (Cell &C : Cells)
    C.Sum = C.sum();
  Cell *First = Cells.data();
  const int Count = int(Cells.size());
#pragma twofold parallel for
  for (int I = 0; I < Count; ++I) {
    First[I].scale(I % 5);
    First[I].Sum += First[I].between(1, 4);
  }
  unsigned long long Hash = 1469598103934665603ull;
  for (const Cell &C : Cells) {
    Hash = (Hash ^ unsigned(C.Sum)) * 1099511628211ull;
    for (int V : C.Values)
      Hash = (Hash ^ unsigned(V)) * 1099511628211ull;
  }
  std::printf("%016llx\n", Hash);
  return 0;
}
