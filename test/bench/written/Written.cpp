// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Written.cpp - loops as people write them, beside libraries ---------===//
//
// twofold_written [--only NAME] [--scale DIVISOR]: the loops of Written.def,
// each with its outermost loop annotated and nothing else, and with data where
// the calls before have left it. Milliseconds of a call, the least of some, by
// those of cuBLAS, CUB and kernels written by hand in CUDA, where the libraries
// beside the program were built. A result is compared with the serial
// program's first, of a smaller size, and with the peer's at full size; the
// program ends with 1 where one differs. DIVISOR makes all sizes smaller, for
// devices that are processors.
//
//===----------------------------------------------------------------------===//
#include "Written.h"

#include "../Rounds.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <twofold/twofold.hpp>
#include <type_traits>
#include <vector>

extern "C" {
#define WRITTEN(NAME, ...) written_run NAME##_serial, NAME##_twofold;
#include "Written.def"
}

namespace {

/// What is to be done for one line of the table.
struct Loop {
  const char *Name;
  written_run *Serial, *Twofold;
  long N, M, SomeN, SomeM;
  double Tolerance;
  /// Bytes of a, b and out for n and m.
  std::vector<size_t> (*Bytes)(long, long);
  void (*FillIn)(void *, size_t);
  void (*FillOut)(void *, size_t);
  /// The greatest distance of two results, by what they amount to.
  double (*Distance)(const void *, const void *, size_t);
};

template <class T> void fill(void *To, size_t Bytes) {
  T *const Values = static_cast<T *>(To);
  for (size_t I = 0; I < Bytes / sizeof(T); ++I)
    if constexpr (std::is_floating_point_v<T>)
      Values[I] = T((unsigned(I) * 2654435761u >> 8) % 4001) / T(1000) - T(2);
    else
      Values[I] = T(unsigned(I) * 2654435761u >> 24);
}

/// What loops update: small numbers that are not negative, as lengths of paths
/// must be, or counts of nothing.
template <class T> void begin(void *To, size_t Bytes) {
  T *const Values = static_cast<T *>(To);
  for (size_t I = 0; I < Bytes / sizeof(T); ++I)
    Values[I] = std::is_floating_point_v<T> ? T(I % 7) : T(0);
}

template <class T>
double distance(const void *Left, const void *Right, size_t Bytes) {
  const T *const A = static_cast<const T *>(Left), *const B =
                                                       static_cast<const T *>(
                                                           Right);
  double Worst = 0, Most = 1e-30;
  for (size_t I = 0; I < Bytes / sizeof(T); ++I) {
    const double Apart = std::abs(double(A[I]) - double(B[I]));
    Worst = Apart <= Worst ? Worst : Apart; // also where it is no number
    Most = std::max(Most, std::abs(double(A[I])));
  }
  return Worst / Most;
}

const Loop Loops[] = {
#define WRITTEN(NAME, IN, OUT, A, B, TO, N, M, SOME_N, SOME_M, TOLERANCE)      \
  {#NAME,                                                                      \
   NAME##_serial,                                                              \
   NAME##_twofold,                                                             \
   N,                                                                          \
   M,                                                                          \
   SOME_N,                                                                     \
   SOME_M,                                                                     \
   TOLERANCE,                                                                  \
   [](long n, long m) -> std::vector<size_t> {                                 \
     (void)n, (void)m;                                                         \
     return {size_t(A) * sizeof(IN), size_t(B) * sizeof(IN),                   \
             size_t(TO) * sizeof(OUT)};                                        \
   },                                                                          \
   fill<IN>,                                                                   \
   begin<OUT>,                                                                 \
   distance<OUT>},
#include "Written.def"
};

/// A loop's arrays.
struct Arrays {
  std::vector<size_t> Bytes;
  void *A, *B, *Out;

  Arrays(const Loop &L, long N, long M)
      : Bytes(L.Bytes(N, M)), A(twofold_alloc(Bytes[0] + 1)),
        B(twofold_alloc(Bytes[1] + 1)), Out(twofold_alloc(Bytes[2])) {
    if (!A || !B || !Out) {
      std::fprintf(stderr, "no memory for %s\n", L.Name);
      std::exit(1);
    }
    L.FillIn(A, Bytes[0]);
    L.FillIn(B, Bytes[1]);
    L.FillOut(Out, Bytes[2]);
  }
  Arrays(const Arrays &) = delete;
  ~Arrays() {
    twofold_free(A);
    twofold_free(B);
    twofold_free(Out);
  }
};

/// The peers: the first that knows a loop is asked.
class Peers {
  std::vector<written_timer *> Known;

public:
  Peers() {
    for (const char *Library :
         {"libtwofold_written_libraries.so", "libtwofold_written_hand.so"})
      if (void *const Opened = dlopen(Library, RTLD_NOW))
        if (void *const Found = dlsym(Opened, "written_peer"))
          Known.push_back(reinterpret_cast<written_timer *>(Found));
  }

  /// Seconds of a call, and its results; below 0: there is none.
  double time(const Loop &L, const Arrays &Data, long N, long M,
              void *Out) const {
    for (written_timer *Peer : Known) {
      const written_data Asked{N,
                               M,
                               Data.A,
                               Data.B,
                               Out,
                               Data.Bytes[0],
                               Data.Bytes[1],
                               Data.Bytes[2]};
      if (const double Took = Peer(L.Name, &Asked); Took >= 0)
        return Took;
    }
    return -1;
  }
};

bool sameAsSerial(const Loop &L, long N, long M) {
  const Arrays Here(L, N, M), There(L, N, M);
  L.Serial(N, M, Here.A, Here.B, Here.Out);
  L.Twofold(N, M, There.A, There.B, There.Out);
  if (L.Tolerance <= 0)
    return !std::memcmp(Here.Out, There.Out, Here.Bytes[2]);
  return L.Distance(Here.Out, There.Out, Here.Bytes[2]) <= L.Tolerance;
}

/// Seconds of a call, the least of twelve rounds. Launches need not be over
/// when a call returns: several are timed, up to the arrival of an element in
/// the middle, as grids leave their edges alone.
double leastOfCalls(const Loop &L, const Arrays &Data, long N, long M) {
  constexpr int Calls = 8;
  const float *const Made =
      static_cast<const float *>(Data.Out) + Data.Bytes[2] / sizeof(float) / 2;
  double Least = 1e9;
  for (int Round = 0; Round < 12; ++Round)
    Least = std::min(Least, clocked([&] {
                              for (int I = 0; I < Calls; ++I)
                                L.Twofold(N, M, Data.A, Data.B, Data.Out);
                              twofold_sync(Made, sizeof *Made);
                            }) / Calls);
  return Least;
}

/// Sums in another order, fused or not, and functions that round another way.
constexpr double PeersTolerance = 1e-2;

bool run(const Loop &L, const Peers &Others, long Divisor) {
  bool Right = true;
  if (L.SomeN)
    Right = sameAsSerial(L, std::max(L.SomeN / Divisor, 9l),
                         std::max(L.SomeM / Divisor, 9l));
  const long N = std::max(L.N / Divisor, 9l),
             M = L.M ? std::max(L.M / Divisor, 9l) : 0;
  const Arrays Data(L, N, M);
  L.Twofold(N, M, Data.A, Data.B, Data.Out);
  std::vector<char> Once(static_cast<char *>(Data.Out),
                         static_cast<char *>(Data.Out) + Data.Bytes[2]);
  const double Took = leastOfCalls(L, Data, N, M);
  std::printf("%-20s %9ld %8ld %9.4f", L.Name, N, M, Took * 1e3);
  std::vector<char> Theirs(Data.Bytes[2]);
  L.FillOut(Theirs.data(), Theirs.size());
  if (const double Other = Others.time(L, Data, N, M, Theirs.data());
      Other >= 0) {
    std::printf(" %9.4f %6.2f", Other * 1e3, Took / Other);
    const double Apart = L.Distance(Once.data(), Theirs.data(), Theirs.size());
    if (!(Apart <= PeersTolerance)) {
      std::printf("  differs from the peer's by %.1e", Apart);
      Right = false;
    }
  }
  std::printf("%s\n", Right ? "" : "  WRONG");
  std::fflush(stdout);
  return Right;
}

} // namespace

int main(int Count, char **Args) {
  std::string Only;
  long Divisor = 1;
  for (int I = 1; I + 1 < Count; I += 2)
    if (std::string(Args[I]) == "--only")
      Only = Args[I + 1];
    else if (std::string(Args[I]) == "--scale")
      Divisor = std::max(std::atol(Args[I + 1]), 1l);
  const Peers Others;
  std::printf("%-20s %9s %8s %9s %9s %6s\n", "loop", "n", "m", "ms", "peer",
              "ratio");
  int Wrong = 0;
  for (const Loop &L : Loops)
    if (std::string(L.Name).find(Only) != std::string::npos)
      Wrong += !run(L, Others, Divisor);
  std::printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
