// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random-access iterators and range-based loops.
// RUN: %e2e %s %t --native -std=c++20
#include "Inputs/show.h"
#include <array>
#include <deque>
#include <span>
#include <vector>

int main() {
  std::vector<int> V(100);
  std::deque<double> D(40);
  std::array<short, 30> A{};
  int Plain[20];

#pragma twofold parallel for
  for (std::vector<int>::iterator I = V.begin(); I != V.end(); ++I)
    *I = int(I - V.begin()) * 3;
  SHOW_INTEGERS("vector", V, 100);

#pragma twofold parallel for
  for (auto I = V.begin() + 10; I < V.end() - 5; I += 7)
    *I = -*I;
  SHOW_INTEGERS("steps", V, 100);

#pragma twofold parallel for
  for (auto I = D.begin(); I < D.end(); ++I)
    *I = double(I - D.begin()) / 4;
  SHOW_FLOATS("deque", D, 40);

  long Sum = 0;
#pragma twofold parallel for reduction(+ : Sum)
  for (auto I = V.cbegin(); I != V.cend(); ++I)
    Sum += *I;
  SHOW_INTEGER(Sum);

#pragma twofold parallel for
  for (auto I = A.rbegin(); I < A.rend(); ++I)
    *I = short(I - A.rbegin());
  SHOW_INTEGERS("reverse", A, 30);

  int Factor = 5;
#pragma twofold parallel for
  for (int &X : V)
    X *= Factor;
  SHOW_INTEGERS("range", V, 100);

#pragma twofold parallel for
  for (int &X : Plain)
    X = int(&X - Plain) * 2;
  SHOW_INTEGERS("array range", Plain, 20);

  std::span<int> Part(V.data() + 20, 30);
#pragma twofold parallel for
  for (auto &X : Part)
    X += 1000;
  SHOW_INTEGERS("span", V, 100);

  Sum = 0;
#pragma twofold parallel for reduction(+ : Sum)
  for (const double X : D)
    Sum += long(X * 4);
  SHOW_INTEGER(Sum);

#pragma twofold parallel for reduction(+ : Sum)
  for (auto X : std::vector<int>{})
    Sum += X;
  SHOW_INTEGER(Sum);

  int Step = 7;
#pragma twofold parallel for num_threads(3)
  for (auto I = V.begin() + 1; I < V.end(); I += Step)
    *I = -int(I - V.begin());
  SHOW_INTEGERS("variable step", V, 100);
#pragma twofold parallel for
  for (auto I = V.end() - 1; I > V.begin() + 2; I -= Step)
    *I = 5;
  SHOW_INTEGERS("variable step down", V, 100);
}
