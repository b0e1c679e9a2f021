// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As overlaps.c, through containers, views, members, lambdas and iterators.
// RUN: %e2e %s %t --native -std=c++20
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <valarray>
#include <vector>

using Word = unsigned;
constexpr int Most = 40000;
static Word All[Most], Start[Most];

template <class Array> void show(const char *Name, const Array &Of) {
  unsigned long long Hash = 1469598103934665603ull;
  for (Word W : Of)
    Hash = (Hash ^ W) * 1099511628211ull;
  std::printf("%s %016llx\n", Name, Hash);
  std::memcpy(All, Start, sizeof All);
}

static void spans(std::span<Word> a, std::span<const Word> b) {
#pragma twofold parallel for
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = b[i] * 3 + 1;
}

static void vectors(std::vector<Word> &a, const std::vector<Word> &b, int d,
                    int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[size_t(i + d)] = b[size_t(i)] * 3 + 1;
}

static void iterators(std::vector<Word> &a, int d) {
#pragma twofold parallel for
  for (auto it = a.begin() + d; it < a.end(); ++it)
    *it = *(it - d) * 3 + 1;
}

struct View {
  Word *p;
  long s;
  Word &operator[](long i) const { return p[i * s]; }
};
static void views(View a, View b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = b[i] * 3 + 1;
}

struct Matrix {
  Word *p;
  int ld;
  Word &operator()(int i, int j) { return p[i * ld + j]; }
  Word operator()(int i, int j) const { return p[i * ld + j]; }
};
static void matrices(Matrix a, const Matrix b, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a(i, j) = b(i, j) * 3 + 1;
}

struct Object {
  Word *x, *y;
  int n;
  std::vector<Word> v;
  void pointers() {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      x[i] = y[i] * 3 + 1;
  }
  void out(Word *o) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      o[i] = v[size_t(i)] * 3 + 1;
  }
};

template <class T> void typed(T *a, const T *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = T(b[i] * 3 + 1);
}

static void lambda(Word *a, Word *b, int n) {
  auto One = [=](int i) { a[i] = b[i] * 3 + 1; };
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    One(i);
}

static void inLambda(Word *a, Word *b, int n) {
  auto All = [=] {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] = b[i] * 3 + 1;
  };
  All();
}

static void one(Word *a, const Word *b, int i) { a[i] = b[i] * 3 + 1; }
static void called(Word *a, Word *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    one(a, b, i);
}

static void valarrays(std::valarray<Word> &a, const Word *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[size_t(i)] = b[i] * 3 + 1;
}

static void owned(std::unique_ptr<Word[]> &a, const Word *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[size_t(i)] = b[i] * 3 + 1;
}

#define TRY(Call)                                                              \
  Call;                                                                        \
  show(#Call, All)
#define TRY_ON(Of, Call)                                                       \
  Call;                                                                        \
  show(#Call, Of)

static void calls(int n) {
  size_t N = size_t(n);
  TRY(spans({All + 1, N}, {All, N}));
  TRY(spans({All, N}, {All + 1, N}));
  TRY(spans({All, N}, {All + n, N}));
  std::vector<Word> V(N + 1, 1), W(2 * N, 2);
  TRY_ON(W, vectors(W, W, 1, n - 1));
  TRY_ON(W, vectors(W, V, 1, n));
  TRY_ON(W, vectors(W, W, n, n));
  TRY_ON(V, iterators(V, 1));
  TRY_ON(W, iterators(W, n));
  TRY(views({All + 1, 1}, {All, 1}, n));
  TRY(views({All + 1, 2}, {All, 2}, n));
  TRY(views({All + 1, 0}, {All + 5, 2}, n));
  TRY(matrices({All + 1, 10}, {All, 10}, n / 10, 10));
  TRY(matrices({All, 5}, {All + n, 10}, n / 10, 10));
  TRY(matrices({All, 10}, {All, 10}, n / 10, 10));
  TRY(matrices({All, 20}, {All + 10, 20}, n / 10, 10));
  Object O{All + 1, All, n, std::vector<Word>(N + 1, 3)};
  TRY(O.pointers());
  TRY(O.out(All));
  TRY_ON(O.v, O.out(&O.v[1]));
  TRY(typed(reinterpret_cast<unsigned char *>(All) + 3,
            reinterpret_cast<unsigned char *>(All), n));
  TRY(typed(All + 3, All, n));
  TRY(lambda(All + 1, All, n));
  TRY(inLambda(All + 1, All, n));
  TRY(called(All + 1, All, n));
  std::valarray<Word> A(1u, N + 1), B(1u, N + 1);
  TRY_ON(A, valarrays(A, &A[1], n));
  TRY_ON(B, valarrays(B, &A[1], n));
  auto U = std::make_unique<Word[]>(N + 1);
  owned(U, &U[1], n);
  TRY_ON(std::span(U.get(), N), owned(U, &U[1], n));
}

int main() {
  for (int i = 0; i < Most; ++i)
    All[i] = Start[i] = Word(i * 7919 % 1000);
  calls(12000);
  calls(40);
  calls(1);
}
