// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of an iteration's own lead it to elements of an array: views, ranges
// that functions return, iterators, pairs. To its own elements, or to shared
// ones where "meet" is the first argument.
// RUN: %e2e %s %t --native -std=c++20
// RUN: %e2e %s %t --native -std=c++20 -O3 -march=native
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

struct View {
  int *First;
  int Count;
  int &operator[](int I) const { return First[I]; }
  int *begin() const { return First; }
  int *end() const { return First + Count; }
};
struct Range {
  int Low, High;
};
struct Strided {
  int *At;
  int &operator*() const { return *At; }
  Strided &operator++() {
    At += 1;
    return *this;
  }
  bool operator!=(const Strided &O) const { return At != O.At; }
};
struct Graph {
  int Count;
  int **Rows;
  View row(int I) const {
    return View{Rows[I], int(Rows[I + 1] - Rows[I])};
  }
};
struct Lists {
  std::vector<int> Starts, Numbers;
  std::span<const int> list(int I) const {
    return {Numbers.data() + Starts[I], std::size_t(Starts[I + 1] - Starts[I])};
  }
};

static View viewOf(int *Y, const Range *R, int I) {
  View V = {Y + R[I].Low, R[I].High - R[I].Low};
  return V;
}
static Range rangeOf(const Range *R, int I) {
  Range Out;
  Out.Low = R[I].Low;
  Out.High = R[I].High;
  return Out;
}
static void change(View V, int I) {
  for (int &E : V)
    E = E * 3 + I;
}
static void changeThrough(const View &V, int I) {
  for (int J = 0; J < V.Count; ++J)
    V[J] = V[J] * 3 + I;
}
template <typename Iterator>
static void changeAll(Iterator From, Iterator To, int I) {
  for (; From != To; ++From)
    *From = *From * 3 + I;
}

static void views(int *Y, const Range *R, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    change(viewOf(Y, R, I), I);
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    View V = viewOf(Y, R, I);
    changeThrough(V, I);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    View V;
    V.First = Y;
    V.Count = R[I].High - R[I].Low;
    V.First += R[I].Low;
    for (int J = V.Count - 1; J >= 0; --J)
      V[J] = V[J] * 3 + I;
  }
}

static void ranges(int *Y, const Range *R, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Range Own = rangeOf(R, I);
    for (int K = Own.Low; K < Own.High; ++K)
      Y[K] = Y[K] * 3 + I;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto [Low, High] = rangeOf(R, I);
    for (int K = Low; K < High; ++K)
      Y[K] = Y[K] * 3 + I;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    std::pair<int, int> Own = std::make_pair(R[I].Low, R[I].High);
    for (int K = Own.first; K < Own.second; ++K)
      Y[K] = Y[K] * 3 + I;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    std::tuple<int, int> Own(R[I].Low, R[I].High);
    for (int K = std::get<0>(Own); K < std::get<1>(Own); ++K)
      Y[K] = Y[K] * 3 + I;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    std::array<int, 2> Own = {R[I].Low, R[I].High};
    for (int K = Own[0]; K < Own[1]; ++K)
      Y[K] = Y[K] * 3 + I;
  }
}

static void spans(std::span<int> Y, const Range *R, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto Own = Y.subspan(R[I].Low, R[I].High - R[I].Low);
    changeAll(Own.begin(), Own.end(), I);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    std::span<int> Own(Y.data() + R[I].Low, Y.data() + R[I].High);
    for (std::size_t J = 0; J < Own.size(); ++J)
      Own[J] = Own[J] * 3 + I;
  }
}

static void iterators(std::vector<int> &Y, const Range *R, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (auto At = Y.begin() + R[I].Low; At != Y.begin() + R[I].High; ++At)
      *At = *At * 3 + I;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Strided At{Y.data() + R[I].Low}, End{Y.data() + R[I].High};
    for (; At != End; ++At)
      *At = *At * 3 + I;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    std::for_each(Y.begin() + R[I].Low, Y.begin() + R[I].High,
                  [&](int &E) { E = E * 3 + I; });
}

static void lists(const Lists &L, std::vector<int> &Y, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (int K : L.list(I))
      Y[K] = Y[K] * 3 + I;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (auto At = L.Numbers.begin() + L.Starts[I],
              End = L.Numbers.begin() + L.Starts[I + 1];
         At < End; At++)
      Y[*At] = Y[*At] * 3 + I;
}

static void nested(const std::vector<std::vector<int>> &L, int *Y, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (auto At = L[I].begin(); At != L[I].end(); ++At)
      Y[*At] = Y[*At] * 3 + I;
}

static void tables(const Graph &G, int *Y) {
#pragma twofold parallel for
  for (int I = 0; I < G.Count; ++I)
    for (int K : G.row(I))
      Y[K] = Y[K] * 3 + I;
#pragma twofold parallel for
  for (int I = 0; I < G.Count; ++I)
    for (int *P = G.Rows[I]; P < G.Rows[I + 1]; ++P)
      Y[*P] = Y[*P] * 3 + I;
}

static void kept(const std::vector<View> &Views, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    View V = Views[I];
    for (int &E : V)
      E = E * 3 + I;
  }
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
  std::vector<int> Y(N * Each);
  std::vector<Range> R;
  Lists L;
  std::vector<std::vector<int>> Nested(N);
  std::vector<int *> Rows;
  std::vector<View> Views;
  for (int I = 0; I < N; ++I) {
    R.push_back({Meet ? I * 17 % 1000 : I * Each, 0});
    R[I].High = R[I].Low + Each;
    L.Starts.push_back(int(L.Numbers.size()));
    for (int K = R[I].Low; K < R[I].High; ++K) {
      L.Numbers.push_back(K);
      Nested[I].push_back(K);
    }
    Views.push_back(viewOf(Y.data(), R.data(), I));
  }
  L.Starts.push_back(int(L.Numbers.size()));
  for (int Start : L.Starts)
    Rows.push_back(L.Numbers.data() + Start);
  views(Y.data(), R.data(), N);
  show("views", Y);
  ranges(Y.data(), R.data(), N);
  show("ranges", Y);
  spans(Y, R.data(), N);
  show("spans", Y);
  iterators(Y, R.data(), N);
  show("iterators", Y);
  lists(L, Y, N);
  show("lists", Y);
  nested(Nested, Y.data(), N);
  show("nested", Y);
  tables({N, Rows.data()}, Y.data());
  show("tables", Y);
  kept(Views, N);
  show("kept", Y);
}
