// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As called-updates.c, by methods, references, operators and lambdas.
// RUN: %e2e %s %t --native -std=c++20
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int N = 20000, Bins = 61;
static int Key[N];

template <class Array> void show(const char *Name, const Array &Of) {
  unsigned long long Hash = 1469598103934665603ull;
  for (auto W : Of)
    Hash = (Hash ^ (unsigned long long)W) * 1099511628211ull;
  std::printf("%s %016llx\n", Name, Hash);
}

class Bits {
  uint64_t *Words;
  static unsigned word(unsigned U) { return U / 64; }
  static unsigned bit(unsigned U) { return U & 63; }

public:
  explicit Bits(uint64_t *W) : Words(W) {}
  void set(unsigned U) { Words[word(U)] |= uint64_t(1) << bit(U); }
  bool get(unsigned U) const { return Words[word(U)] >> bit(U) & 1; }
};

struct Histogram {
  unsigned Bin[Bins] = {};
  void count(int K) {
    if (K < 0)
      return;
    ++Bin[K % Bins];
  }
  Histogram &operator<<(int K) {
    count(K);
    return *this;
  }
};

struct Counters {
  std::vector<unsigned> Of;
  void add(int K, unsigned By = 3) { Of[K] += By; }
  void all(const int *K, int N) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      add(K[I] % Bins);
  }
};

template <class T> void raise(T &To, T V) { To = std::max(To, V); }
static void bump(unsigned &To) { ++To; }

struct Adder {
  unsigned *To;
  void operator()(int K) const { To[K] += 2; }
};

static void bits(Bits &Next, const Bits &Front, const int *K, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < 3; ++J)
      if (Front.get(unsigned(K[I] + J) & 1023)) {
        Next.set(unsigned(K[I]));
        break;
      }
}

static void counts(Histogram &H, Histogram *P, const int *K, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    H.count(K[I] - 20);
    P->count(K[I]);
  }
}

static void shifted(Histogram &H, const int *K, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    H << K[I];
}

static void references(unsigned *H, float *Best, const int *K, int N) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    bump(H[K[I] % Bins]);
    raise(Best[K[I] % Bins], float(K[I]));
  }
}

static void lambdas(unsigned *H, const int *K, int N) {
  auto Add = [&](int At) { H[At] += 5; };
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Add(K[I] % Bins);
    auto Own = [&](int At) { H[At] += unsigned(I & 1); };
    Own((K[I] + 2) % Bins);
  }
}

static void copies(unsigned *H, const int *K, int N) {
  auto Add = [=](int At) { H[At] += 7; };
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    Add((K[I] + 1) % Bins);
}

// The lambda has what the pointer was.
static void moved(unsigned *H, unsigned *Other, const int *K, int N) {
  auto Add = [=](int At) { H[At] += 5; };
  H = Other;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Add(K[I] % Bins);
    H[K[I] % Bins] += 1;
  }
}

static void functors(unsigned *H, const int *K, int N) {
  Adder Add{H};
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    Add(K[I] % Bins);
}

static void vectors(std::vector<std::vector<unsigned>> &H, const int *K,
                    int N) {
  auto Add = [](std::vector<unsigned> &To, int At) { To[At] += 1; };
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    Add(H[K[I] & 3], K[I] % Bins);
}

// A sum that the lambda has beside the elements.
static unsigned mixed(unsigned *H, const int *K, int N) {
  unsigned Sum = 0;
  auto Add = [&](int At) {
    H[At] += 1;
    Sum += unsigned(At);
  };
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    Add(K[I] % Bins);
  return Sum;
}

int main() {
  for (int I = 0; I < N; ++I)
    Key[I] = int(unsigned(I) * 2654435761u >> 7 & 1023);
  std::vector<uint64_t> A(16), B(16, 0x1010101010101010ull);
  Bits Next(A.data()), Front(B.data());
  bits(Next, Front, Key, N);
  show("bits", A);
  Histogram H, P;
  counts(H, &P, Key, N);
  show("counts", H.Bin);
  show("counts", P.Bin);
  shifted(H, Key, N);
  show("shifted", H.Bin);
  Counters C{std::vector<unsigned>(Bins)};
  C.all(Key, N);
  show("members", C.Of);
  std::vector<unsigned> U(Bins), V(Bins);
  std::vector<float> Best(Bins, -1);
  references(U.data(), Best.data(), Key, N);
  show("references", U);
  show("references", Best);
  lambdas(U.data(), Key, N);
  show("lambdas", U);
  copies(U.data(), Key, N);
  show("copies", U);
  moved(U.data(), V.data(), Key, N);
  show("moved", U);
  show("moved", V);
  functors(U.data(), Key, N);
  show("functors", U);
  std::vector<std::vector<unsigned>> Of(4, std::vector<unsigned>(Bins));
  vectors(Of, Key, N);
  for (auto &Each : Of)
    show("vectors", Each);
  std::printf("mixed %u\n", mixed(U.data(), Key, N));
  show("mixed", U);
}
