// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists in containers of containers lead iterations to elements of an array: of
// their own, or to shared ones where "meet" is the first argument.
// RUN: %e2e %s %t --native -std=c++20
// RUN: %e2e %s %t --native -std=c++20 -O3 -march=native
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

struct Point {
  int X;
};
struct Cell {
  std::vector<Point *> Items;
  int Count;
};
using Lists = std::vector<std::vector<int>>;

static void ranges(const Lists &L, std::vector<int> &Y, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (int K : L[I])
      Y[K] = Y[K] * 3 + I;
}

static void references(const Lists &L, int *Y, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    for (const int &K : L[I])
      Y[K] = Y[K] * 3 + I;
  }
}

static void counted(const Lists &L, std::vector<int> &Y, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (std::size_t J = 0; J < L[I].size(); ++J)
      Y[L[I][J]] = Y[L[I][J]] * 3 + I;
}

static void fixed(const Lists &L, std::vector<int> &Y, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < 2; ++J) {
      int K = L[I][J];
      Y[K] = Y[K] * 3 + I;
    }
}

static void pointers(std::vector<Cell> &Cells, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (auto *P : Cells[I].Items)
      P->X = P->X * 3 + I;
}

static void members(Cell *Cells, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (std::size_t K = 0; K < Cells[I].Items.size(); ++K)
      Cells[I].Items[K]->X = Cells[I].Items[K]->X * 3 + I;
}

static void differences(const int *const *First, std::vector<int> &Y, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < First[I + 1] - First[I]; ++J)
      Y[First[I][J]] = Y[First[I][J]] * 3 + I;
}

static void show(const char *Name, std::vector<int> &Y) {
  unsigned Hash = 0;
  for (int &V : Y) {
    Hash = Hash * 31 + unsigned(V);
    V = 0;
  }
  std::printf("%s %u\n", Name, Hash);
}

int main(int Count, char **Words) {
  const bool Meet = Count > 1 && !std::strcmp(Words[1], "meet");
  constexpr int N = 20000, Each = 3;
  std::vector<int> Y(N * Each), Flat;
  std::vector<Point> Points(Y.size());
  Lists L(N);
  std::vector<Cell> Cells(N);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < Each; ++J) {
      const int K = Meet ? (I * 17 + J * 3) % 1000 : I * Each + J;
      L[I].push_back(K);
      Flat.push_back(K);
      Cells[I].Items.push_back(&Points[K]);
    }
  std::vector<const int *> First;
  for (int I = 0; I <= N; ++I)
    First.push_back(Flat.data() + I * Each);
  ranges(L, Y, N);
  show("ranges", Y);
  references(L, Y.data(), N);
  show("references", Y);
  counted(L, Y, N);
  show("counted", Y);
  fixed(L, Y, N);
  show("fixed", Y);
  differences(First.data(), Y, N);
  show("differences", Y);
  pointers(Cells, N);
  members(Cells.data(), N);
  for (std::size_t I = 0; I < Y.size(); ++I)
    Y[I] = Points[I].X;
  show("points", Y);
}
