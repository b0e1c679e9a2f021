// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReductionCases.cpp - the loops of Reductions.c with their data -----===//
#include "Case.h"
#include "Reductions.h"

namespace {

Case folding(const char *Name, long N, Case::Fold Fold,
             double (*reductions::*Loop)(const double *, long)) {
  Case C;
  C.Name = Name;
  C.Size = size("n = ", N);
  C.Memory = {array<double>(1, zero), array<double>(size_t(N), [N](size_t I) {
                return I == size_t(N) / 3 ? -1.0 : wave(I);
              })};
  C.Run = [M = C.Memory, N, Loop](const loops &L) {
    *M[0].as<double>() = (L.reductions->*Loop)(M[1].as<double>(), N);
  };
  C.HandKernel = Name;
  C.HandArgs = {MemoryNumber{1}, int64_t(N)};
  C.Reduces = Fold;
  C.Tolerance = Fold == Case::Fold::Sum ? 1e-9 : 0;
  return C;
}

Case argmin(long N) {
  Case C = folding("minimum", N, Case::Fold::Minimum, &reductions::minimum);
  C.Name = "argmin";
  C.Run = [M = C.Memory, N](const loops &L) {
    *M[0].as<double>() = double(L.reductions->argmin(M[1].as<double>(), N));
  };
  C.HandKernel.clear();
  return C;
}

Case histogram(const char *Name, long N, int Bins,
               void (*reductions::*Loop)(int *, const int *, long, int)) {
  Case C;
  C.Name = Name;
  C.Size = size("bins = ", Bins);
  C.Memory = {array<int>(size_t(Bins), zero),
              array<int>(size_t(N), [Bins](size_t I) {
                return scattered(I, size_t(Bins));
              })};
  C.Type = Case::Element::Int;
  C.Run = [M = C.Memory, N, Bins, Loop](const loops &L) {
    std::memset(M[0].Data.get(), 0, M[0].Bytes);
    (L.reductions->*Loop)(M[0].as<int>(), M[1].as<int>(), N, Bins);
  };
  C.HandKernel = Bins <= 1024 ? "histogram" : "tally";
  C.HandArgs = {MemoryNumber{0}, MemoryNumber{1}, int64_t(N), int32_t(Bins)};
  // Some keys an item, where each group has bins of its own.
  C.HandItems = {Bins <= 1024 ? uint64_t(1 << 18) : uint64_t(N)};
  return C;
}

/// Rows of 4 to 27 entries, half of them near the diagonal.
Case spmv(int N) {
  Case C;
  C.Name = "SpMV";
  C.Size = size("rows = ", N);
  size_t Rows = size_t(N);
  int Entries = 0;
  Array Row = array<int>(Rows + 1, [&](size_t I) {
    int Here = Entries;
    Entries += 4 + int(scattered(I, 24));
    return Here;
  });
  Entries = Row.as<int>()[Rows];
  size_t Count = size_t(Entries);
  Array Column = array<int>(Count, [&](size_t I) {
    size_t Near = I * Rows / Count;
    return I % 2 ? (Near + scattered(I, 64)) % Rows : scattered(I, Rows);
  });
  C.Memory = {array<double>(Rows, zero), Row, Column,
              array<double>(Count, wave), array<double>(Rows, wave)};
  C.Run = [M = C.Memory, N, Entries](const loops &L) {
    L.reductions->spmv(M[0].as<double>(), M[1].as<int>(), M[2].as<int>(),
                       M[3].as<double>(), M[4].as<double>(), N, Entries);
  };
  C.HandKernel = "spmv";
  C.HandArgs = {MemoryNumber{0}, MemoryNumber{1}, MemoryNumber{2},
                MemoryNumber{3}, MemoryNumber{4}, int32_t(N)};
  C.HandItems = {Rows};
  return C;
}

Case kmeansAssign(int N, int Clusters) {
  Case C;
  C.Name = "k-means assign";
  C.SameOnDevice = false; // a point may lie between two centres
  C.Size = size("n = ", N);
  auto Anywhere = [](size_t I) { return double(scattered(I, 4096)) / 16; };
  C.Memory = {array<int>(size_t(N), zero),
              array<float>(3 * size_t(N), Anywhere),
              array<float>(3 * size_t(Clusters), Anywhere)};
  C.Type = Case::Element::Int;
  C.Run = [M = C.Memory, N, Clusters](const loops &L) {
    L.reductions->kmeans_assign(M[0].as<int>(), M[1].as<float>(),
                                M[2].as<float>(), N, Clusters);
  };
  C.HandKernel = "kmeans_assign";
  C.HandArgs = {MemoryNumber{0}, MemoryNumber{1}, MemoryNumber{2}, int32_t(N),
                int32_t(Clusters)};
  C.HandItems = {uint64_t(N)};
  return C;
}

Case kmeansUpdate(int N, int Clusters) {
  Case C = kmeansAssign(N, Clusters);
  C.Name = "k-means update";
  C.Memory = {array<double>(4 * size_t(Clusters), zero),
              array<int>(size_t(N),
                         [Clusters](size_t I) {
                           return scattered(I, size_t(Clusters));
                         }),
              C.Memory[1]};
  C.Type = Case::Element::Double;
  C.Tolerance = 1e-9;
  C.Run = [M = C.Memory, N, Clusters](const loops &L) {
    std::memset(M[0].Data.get(), 0, M[0].Bytes);
    L.reductions->kmeans_update(M[0].as<double>(), M[1].as<int>(),
                                M[2].as<float>(), N, Clusters);
  };
  C.HandKernel.clear();
  return C;
}

} // namespace

std::vector<CaseMaker> reductionCases(bool Large) {
  long N = Large ? 1L << 26 : 1L << 23;
  int Points = Large ? 1 << 24 : 1 << 19;
  return {
      [=] { return folding("sum", N, Case::Fold::Sum, &reductions::sum); },
      [=] {
        return folding("minimum", N, Case::Fold::Minimum, &reductions::minimum);
      },
      [=] { return argmin(N); },
      [=] { return histogram("histogram", N, 256, &reductions::histogram); },
      [=] { return histogram("histogram", N, 1000000, &reductions::tally); },
      [=] { return spmv(Large ? 1 << 22 : 1 << 18); },
      [=] { return kmeansAssign(Points, 16); },
      [=] { return kmeansUpdate(Points, 16); }};
}
