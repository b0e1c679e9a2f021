// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements over random sections of one block of memory, with random
// operators, beside an evaluation element by element: 10,000, but 1,000 with
// more threads than cores, which take milliseconds to meet, and 300 under the
// simulator, where a launch takes as long. A device compiles each kernel for
// each size of work-group that it meets, so there the lengths are those of one
// such size. SLICE_CASES=n: n of them, with all lengths and kinds.
//
// RUN: %conform %s %t --races-unseen -std=c++17
#include "show.h"
#include <cstdlib>
#include <cstring>
#include <random>
#include <twofold/twofold.hpp>
#include <vector>

using number = unsigned;
using Z = std::ptrdiff_t;
template <std::size_t R> using numbers = std::array<Z, R>;

static constexpr Z Elements = 160;
static number Memory[Elements];
static int Indices[Elements];
static std::mt19937 Random(20);
static long Cases, Wrong;
static bool All;     ///< kinds of statements; else those of few kernels
static bool Lengths; ///< of any size of work-group

static Z below(Z N) { return Z(Random() % std::size_t(N)); }

/// Of a dimension of at most Most elements.
static Z length(Z Most) {
  if (below(20) == 0)
    return 0;
  return Lengths ? 1 + below(Most) : Most / 2 + 1 + below(Most / 2);
}

/// The operator of a node is random too.
struct Mix {
  int Operator;
  number operator()(number a, number b) const {
    switch (Operator) {
    case 0:
      return a + b;
    case 1:
      return a - 3 * b;
    case 2:
      return a ^ (b << 1);
    case 3:
      return a < b ? a : b + 1;
    default:
      return a / (b % 16 + 1);
    }
  }
};
static Mix mix() { return {int(below(5))}; }

/// A section of Memory.
template <std::size_t R> struct Part {
  Z Offset;
  numbers<R> Shape, Strides;

  explicit Part(const numbers<R> &S) : Shape(S) {
    Z Low, High;
    do {
      std::array<std::size_t, R> Order;
      for (std::size_t K = 0; K < R; ++K)
        Order[K] = R - 1 - K;
      if (below(3) == 0)
        std::swap(Order[0], Order[R - 1]);
      const bool Packed = below(3) == 0;
      Z Next = Packed || below(2) ? 1 : 1 + below(3);
      Low = High = 0;
      for (std::size_t K : Order) {
        Strides[K] = !Packed && below(3) == 0 ? -Next : Next;
        const Z Span = (S[K] > 0 ? S[K] - 1 : 0) * Strides[K];
        (Span < 0 ? Low : High) += Span;
        Next = Next * (S[K] > 0 ? S[K] : 1) + (Packed ? 0 : below(2));
      }
    } while (High - Low >= Elements);
    Offset = below(Elements - (High - Low)) - Low;
  }
  twofold::slice<number, R> slice() const {
    return {Memory + Offset, Shape, Strides};
  }
  /// Where element `Linear` in order is.
  Z at(Z Linear) const {
    Z Result = Offset;
    for (std::size_t K = R; K-- > 0; Linear /= Shape[K])
      Result += Linear % Shape[K] * Strides[K];
    return Result;
  }
};

template <std::size_t R> static Z countOf(const numbers<R> &Shape) {
  Z Count = 1;
  for (Z Length : Shape)
    Count *= Length;
  return Count;
}

static std::vector<number> Before, Expected;

static void begin() {
  Before.assign(Memory, Memory + Elements);
  Expected = Before;
}
static void end(const char *What) {
  bool Same = true;
  for (Z I = 0; I < Elements; ++I)
    Same &= Memory[I] == Expected[std::size_t(I)];
  ++Cases;
  if (!Same && ++Wrong <= 5)
    std::printf("case %ld, %s: wrong\n", Cases, What);
}
static number old(Z At) { return Before[std::size_t(At)]; }
static number &wanted(Z At) { return Expected[std::size_t(At)]; }

template <std::size_t R> static void statements() {
  numbers<R> Shape;
  for (Z &Length : Shape)
    Length = length(R == 1 ? 32 : R == 2 ? 8 : 4);
  const Part<R> D(Shape), A(Shape), B(Shape);
  const Z N = countOf(Shape);
  const Mix F = mix(), G = mix();
  const number K = number(below(7));
  begin();
  switch (R == 1 || All ? below(3) : 0) {
  case 0:
    D.slice() = map(F, A.slice(), map(G, B.slice(), D.slice()));
    for (Z I = 0; I < N; ++I)
      wanted(D.at(I)) = F(old(A.at(I)), G(old(B.at(I)), old(D.at(I))));
    return end("assignment");
  case 1:
    D.slice() += map(F, A.slice(), K) * twofold::index<R - 1>();
    for (Z I = 0; I < N; ++I)
      wanted(D.at(I)) =
          old(D.at(I)) + F(old(A.at(I)), K) * number(I % Shape[R - 1]);
    return end("update");
  default:
    where(map(F, A.slice(), K) % 3 != 0, D.slice()) = map(G, B.slice(), K);
    for (Z I = 0; I < N; ++I)
      if (F(old(A.at(I)), K) % 3 != 0)
        wanted(D.at(I)) = G(old(B.at(I)), K);
    return end("mask");
  }
}

static void byIndex() {
  const Z N = length(31) + 1, M = length(31) + 1;
  const Part<1> Data({N}), A({M});
  for (Z I = 0; I < M; ++I)
    Indices[I] = int(below(N));
  // Sometimes the indices lie backwards.
  const bool Turned = below(2);
  twofold::slice<int, 1> Index(Turned ? Indices + M - 1 : Indices, {M},
                               {Turned ? -1 : 1});
  const Mix F = mix();
  begin();
  switch (below(3)) {
  case 0:
    A.slice() = map(F, Data.slice()[Index], A.slice());
    for (Z I = 0; I < M; ++I)
      wanted(A.at(I)) = F(old(Data.at(Index[I])), old(A.at(I)));
    return end("gather");
  case 1:
    Data.slice()[Index] += A.slice() * 5u;
    for (Z I = 0; I < M; ++I)
      wanted(Data.at(Index[I])) += old(A.at(I)) * 5;
    return end("update by index");
  default: { // each index once
    for (Z I = 0; I < M && I < N; ++I)
      Indices[I] = int(N - 1 - I);
    const Z Few = M < N ? M : N;
    twofold::slice<int, 1>(Indices, Few);
    Data.slice()[twofold::slice<int, 1>(Indices, Few)] =
        map(F, A.slice().sub(0, Few), Data.slice().sub(0, Few));
    for (Z I = 0; I < Few; ++I)
      wanted(Data.at(Indices[I])) = F(old(A.at(I)), old(Data.at(I)));
    return end("scatter");
  }
  }
}

static void folds() {
  const numbers<2> Shape{1 + below(8), 1 + below(8)};
  const Part<2> A(Shape), B(Shape);
  const Mix F = mix();
  const auto X = map(F, A.slice(), B.slice());
  begin();
  number Sum = 0, Best = ~0u;
  Z Even = 0, At = 0;
  for (Z I = 0; I < countOf(Shape); ++I) {
    const number V = F(old(A.at(I)), old(B.at(I)));
    Sum += V;
    Even += V % 2 == 0;
    if (V < Best) {
      Best = V;
      At = I;
    }
  }
  const auto Where = argmin(X);
  if (sum(X) != Sum || min(X) != Best || count(X % 2 == 0) != Even ||
      Where[0] * Shape[1] + Where[1] != At)
    Expected[0] = ~Memory[0];
  end("reductions");
}

int main() {
  const char *Given = std::getenv("SLICE_CASES"),
             *Device = std::getenv("TWOFOLD_DEVICE"),
             *Threads = std::getenv("OMP_NUM_THREADS");
  All = Given != nullptr;
  Lengths = All || !Device || !std::strcmp(Device, "native");
  const long Wanted = Given                               ? std::atol(Given)
                      : std::getenv("OCLGRIND_CHECK_API") ? 300
                      : Threads && std::atol(Threads) > 2 ? 1000
                                                          : 10000;
  while (Cases < Wanted) {
    if (Cases % 64 == 0)
      for (number &X : Memory)
        X = Random();
    const Z Kind = below(All ? 10 : 7);
    if (Kind < 3)
      statements<1>();
    else if (Kind < 5)
      statements<2>();
    else if (Kind < 7)
      byIndex();
    else if (Kind < 8)
      statements<3>();
    else
      folds();
  }
  if (Given)
    std::fprintf(stderr, "%ld cases\n", Cases);
  std::printf("%ld wrong\n", Wrong);
}
