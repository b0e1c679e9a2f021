// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An iteration's own object selects the element that it updates, and is changed
// in ways that do not name the part: iterations may share elements, which no
// part that was known ahead of the change keeps apart.
// RUN: %clangxx %plugin -w -O1 -std=c++20 -Rpass-missed=twofold %s -o %t %runtime_flags 2>&1 | %FileCheck %s
// RUN: %clangxx -w -O1 -std=c++20 %s -o %t.serial
// RUN: %t.serial >%t.expected
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 %t | diff %t.expected -
#include <cstdio>
#include <cstring>
#include <vector>

struct Pair {
  int K, M;
};
struct Single {
  int K;
};
struct Cached {
  mutable int K;
  int M;
  void next() const { K = (K * 7 + 3) & 63; }
  void nextOf(int Count) const {
    for (int J = 0; J < Count; ++J)
      K = (K * 7 + 3) & 63;
  }
};
struct Registry {
  struct Node *Head;
};
struct Node {
  int K, M;
  Node(Registry &R) : K(0), M(0) { R.Head = this; }
};

/// Comes to the element that its end points at, too.
struct Inclusive {
  const int *At;
  const int &operator*() const { return *At; }
  Inclusive &operator++() {
    ++At;
    return *this;
  }
  bool operator!=(const Inclusive &O) const { return At != O.At + 1; }
};

static int work(int I) {
  float F = float(I);
  for (int J = 0; J < 300; ++J)
    F = F * 0.999f + 1.0f;
  return int(F) + I;
}
static void bump(const Pair &P) {
  const_cast<Pair &>(P).K = (P.K * 5 + 1) & 63;
}

static void filled(int *Y, const Pair *A, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Pair O{I, I};
    std::memset(&O, 0, sizeof(O));
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[O.K] += work(I);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Single O{I};
    std::memcpy(&O, &A[I], sizeof(O));
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[O.K] += work(I);
  }
}

static void bound(int *Y, const int *X, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Pair O{I, I};
    auto &[K, M] = O;
    for (int J = 0; J < 2; ++J)
      K = X[I];
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[O.K] += work(I);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto [K, M] = Pair{I, I};
    for (int J = 0; J < 2; ++J)
      K = X[I];
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[K] += work(I);
  }
}

static void constant(int *Y, const int *X, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Cached O{I, I};
    for (int J = 0; J < 3; ++J)
      O.next();
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[O.K] += work(I);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Cached O{I, I};
    O.nextOf(3);
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[O.K] += work(I);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Pair O{I, I};
    for (int J = 0; J < 3; ++J)
      bump(O);
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[O.K] += work(I);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Pair O{I, I};
    const Pair *P = &O;
    for (int J = 0; J < 3; ++J)
      ((Pair *)P)->K = X[I];
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[O.K] += work(I);
  }
}

static void registered(int *Y, const int *X, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Registry R;
    Node O(R);
    O.K = I;
    R.Head->K = X[I];
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[O.K] += work(I);
  }
}

static void parts(int *Y, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Single O{I};
    const unsigned char *Bytes = (const unsigned char *)&O;
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[Bytes[0]] += work(I);
  }
}

// What is copied stays as it is when its source is changed.
static void copied(int *Y, Pair *A, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Pair O = A[I];
    A[I].K = I * 2;
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[O.K] += work(I);
  }
}

static void lambdas(int *Y, const int *X, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Pair O{X[I], I};
    auto Old = [O] { return O.K; };
    O.K = I;
    // CHECK-DAG: :[[@LINE+1]]:{{.*}} threads update elements of 'Y'
    Y[Old()] += work(I);
  }
}

/// The first number of each list is the iteration's own, the last one shared.
static void ends(int *Y, const int *L, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (Inclusive At{L + 2 * I}, End{L + 2 * I + 1}; At != End; ++At)
      Y[*At] += work(I);
}

int main() {
  constexpr int N = 20000;
  std::vector<int> Y(N), X(N);
  std::vector<Pair> A(N);
  for (int I = 0; I < N; ++I) {
    X[I] = (I * 17 + 3) % 61;
    A[I] = {I * 13 % 59, I};
  }
  auto Show = [&](const char *Name) {
    unsigned Hash = 0;
    for (int &V : Y) {
      Hash = Hash * 31 + unsigned(V);
      V = 0;
    }
    std::printf("%s %u\n", Name, Hash);
  };
  filled(Y.data(), A.data(), N);
  Show("filled");
  bound(Y.data(), X.data(), N);
  Show("bound");
  constant(Y.data(), X.data(), N);
  Show("constant");
  registered(Y.data(), X.data(), N);
  Show("registered");
  parts(Y.data(), N);
  Show("parts");
  copied(Y.data(), A.data(), N);
  Show("copied");
  lambdas(Y.data(), X.data(), N);
  Show("lambdas");
  std::vector<int> L;
  for (int I = 0; I < N; ++I) {
    L.push_back(I);
    L.push_back(I % 64);
  }
  ends(Y.data(), L.data(), N);
  Show("ends");
}
