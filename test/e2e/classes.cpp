// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that use `this`, references, lambdas, containers and class types.
// RUN: %e2e %s %t --native -std=c++20
#include "Inputs/show.h"
#include <array>
#include <atomic>
#include <bitset>
#include <complex>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class Grid {
  int Width, Height;
  std::vector<double> Cells;
  int Hits[4] = {};

public:
  Grid(int W, int H) : Width(W), Height(H), Cells(W * H) {}
  virtual ~Grid() = default;
  virtual double source(int X, int Y) const { return X * 0.5 + Y; }
  double &at(int X, int Y) { return Cells[Y * Width + X]; }
  void fill() {
#pragma twofold parallel for collapse(2)
    for (int Y = 0; Y < Height; ++Y)
      for (int X = 0; X < Width; ++X)
        at(X, Y) += source(X, Y) + this->Width;
#pragma twofold parallel for
    for (int K = 0; K < 4; ++K)
      Hits[K] += K + Width;
  }
  double sum() const {
    double Sum = 0;
#pragma twofold parallel for reduction(+ : Sum)
    for (int I = 0; I < Width * Height; ++I)
      Sum += Cells[I];
    return Sum;
  }
  int hits() const { return Hits[0] + Hits[1] + Hits[2] + Hits[3]; }
};

struct Doubled : Grid {
  using Grid::Grid;
  double source(int X, int Y) const override { return X * Y * 2; }
};

static void references(std::vector<int> &V, const int &Factor, int (&A)[20]) {
#pragma twofold parallel for
  for (std::size_t I = 0; I < V.size(); ++I)
    V[I] = int(I) * Factor + A[I % 20];
}

static void inside_lambda(std::vector<int> &V) {
  int Base = 7;
  auto Run = [&, Copy = Base * 2](int N) mutable {
    Copy += 1;
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      V[I] = Base + Copy + I;
    return Copy;
  };
  SHOW_INTEGER(Run(int(V.size())));
}

static void lambda_in_body(std::vector<int> &V) {
  int Offset = 3;
  std::function<int(int)> Outer = [](int X) { return X + 1; };
#pragma twofold parallel for
  for (int I = 0; I < int(V.size()); ++I) {
    auto Scale = [&](int X) { return X * I + Offset; };
    auto Plain = [Offset](int X) { return X - Offset; };
    V[I] = Scale(2) + Plain(1) + Outer(I);
  }
}

int main() {
  Grid G(13, 7);
  G.fill();
  Doubled D(5, 6);
  D.fill();
  SHOW_FLOAT(G.sum());
  SHOW_FLOAT(D.sum());
  SHOW_INTEGER(D.hits());

  std::vector<int> V(100);
  int A[20];
  for (int I = 0; I < 20; ++I)
    A[I] = I * I;
  references(V, 4, A);
  SHOW_INTEGERS("references", V, 100);
  inside_lambda(V);
  SHOW_INTEGERS("inside lambda", V, 100);
  lambda_in_body(V);
  SHOW_INTEGERS("lambda in body", V, 100);

  std::vector<std::string> Names(50);
  std::array<std::complex<double>, 50> Z;
  std::vector<std::unique_ptr<int>> Owned(50);
  std::map<int, std::string> Words = {{0, "zero"}, {1, "one"}, {2, "two"}};
  std::atomic<long> Count{0};
  const auto [First, Second] = std::pair(3, 4);
  int Copy = First, Other = Second;
#pragma twofold parallel for
  for (int I = 0; I < 50; ++I) {
    Names[I] = Words.at(I % 3) + std::to_string(I);
    Z[I] = std::complex<double>(I, 1) * std::complex<double>(0, Copy);
    Owned[I] = std::make_unique<int>(I * Other);
    Count += I;
  }
  for (int I = 0; I < 50; ++I)
    printf("%s %a %a %d\n", Names[I].c_str(), Z[I].real(), Z[I].imag(),
           *Owned[I]);
  SHOW_INTEGER(Count);

  int Bits[40];
#pragma twofold parallel for
  for (int I = 0; I < 40; ++I) {
    std::bitset<16> Own;
    Own[1] = true;
    Own[I % 16] = I % 3 == 0;
    Own.flip(2);
    Bits[I] = int(Own.to_ulong()) + Own[I % 5];
  }
  SHOW_INTEGERS("bits", Bits, 40);
}
