// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Sorts.cpp - sorts, histograms, choices beside CUB's ----------------===//
//
// twofold_sorts [elements]: the least time of some calls, data where the calls
// before have left it; sorts are of a copy, which is made anew each time. CUB's
// are timed by libtwofold_cub_sorts.so beside the program, where that was
// built. Results are compared first, each with the C++ library's.
//
//===----------------------------------------------------------------------===//
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <string>
#include <twofold/twofold.hpp>
#include <vector>

static void *Cub;

/// Of 8 calls: one byte at Result is looked at behind them, as launches need
/// not be over when a call returns.
template <class Function>
static double least(const void *Result, Function Run) {
  constexpr int Calls = 8;
  double Least = 1e9;
  for (int Round = 0; Round < 12; ++Round) {
    const auto Start = std::chrono::steady_clock::now();
    for (int Call = 0; Call < Calls; ++Call)
      Run();
    (void)*static_cast<const volatile char *>(Result);
    const std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    Least = std::min(Least, Took.count() / Calls);
  }
  return Least;
}

static double one(const std::function<void()> &Run) {
  const auto Start = std::chrono::steady_clock::now();
  Run();
  const std::chrono::duration<double> Took =
      std::chrono::steady_clock::now() - Start;
  return Took.count();
}

static void tell(const char *Name, const char *Peer, std::size_t Count,
                 bool Right, double Here, double One, const void *From) {
  std::printf("%-20s %10zu elements: results %s; %9.4f ms, one thread %9.1f ms",
              Name, Count, Right ? "ok" : "WRONG", Here * 1e3, One * 1e3);
  using Timer = double (*)(const void *, std::size_t, int);
  if (const auto Time =
          Cub ? reinterpret_cast<Timer>(dlsym(Cub, Peer)) : nullptr) {
    const double Theirs = Time(From, Count, 8);
    std::printf(", CUB %9.4f ms, %.2f times it", Theirs * 1e3, Here / Theirs);
  }
  std::printf("\n");
}

static uint64_t draw(std::size_t I) {
  uint64_t X = (I + 1) * 0x9e3779b97f4a7c15u;
  X ^= X >> 32;
  X *= 0xd6e8feb86659fd93u;
  return X ^ X >> 29;
}

template <class T> struct Array {
  T *const Data;
  const std::size_t Count;
  explicit Array(std::size_t Count)
      : Data(static_cast<T *>(twofold_alloc(Count * sizeof(T)))), Count(Count) {
    if (!Data)
      std::abort();
  }
  Array(const Array &) = delete;
  ~Array() { twofold_free(Data); }
};

template <class T> static void copy(const T *From, T *To, std::size_t Count) {
#pragma twofold parallel for independent
  for (std::size_t I = 0; I < Count; ++I)
    To[I] = From[I];
}

template <class T> static void sorts(const char *Type, std::size_t Count) {
  const Array<T> From(Count), X(Count);
  for (std::size_t I = 0; I < Count; ++I)
    From.Data[I] = std::is_floating_point_v<T>
                       ? static_cast<T>(static_cast<int64_t>(draw(I))) / 3
                       : static_cast<T>(draw(I));
  std::vector<T> Serial(From.Data, From.Data + Count);
  const double One = one([&] { std::sort(Serial.begin(), Serial.end()); });
  const auto Run = [&] {
    copy(From.Data, X.Data, Count);
    twofold::sort(twofold::par, X.Data, X.Data + Count);
  };
  Run();
  const bool Right = std::equal(Serial.begin(), Serial.end(), X.Data);
  const double Here = least(X.Data, Run);
  tell((std::string("sort of ") + Type).c_str(),
       (std::string("sort_of_") + Type).c_str(), Count, Right, Here, One,
       From.Data);
}

static void pairs(std::size_t Count) {
  const Array<int> From(Count), X(Count), V(Count);
  for (std::size_t I = 0; I < Count; ++I)
    From.Data[I] = static_cast<int>(draw(I) % Count);
  const auto Run = [&] {
    copy(From.Data, X.Data, Count);
    int *const Numbers = V.Data;
#pragma twofold parallel for
    for (std::size_t I = 0; I < Count; ++I)
      Numbers[I] = static_cast<int>(I);
    twofold::sort_by_key(twofold::par, X.Data, X.Data + Count, V.Data);
  };
  std::vector<int> Places(Count);
  for (std::size_t I = 0; I < Count; ++I)
    Places[I] = static_cast<int>(I);
  const double One = one([&] {
    std::sort(Places.begin(), Places.end(), [&](int A, int B) {
      const int X = From.Data[A], Y = From.Data[B];
      return X != Y ? X < Y : A < B;
    });
  });
  Run();
  const bool Right = std::equal(Places.begin(), Places.end(), V.Data);
  tell("sort by key", "sort_by_key", Count, Right, least(V.Data, Run), One,
       From.Data);
}

template <class T>
static void histogram(const char *Name, const char *Peer, std::size_t Count,
                      std::size_t Bins) {
  const Array<T> From(Count);
  const Array<int> H(Bins);
  for (std::size_t I = 0; I < Count; ++I)
    From.Data[I] = static_cast<T>(draw(I) % Bins);
  std::vector<int> Serial(Bins);
  const double One = one([&] {
    for (std::size_t I = 0; I < Count; ++I)
      ++Serial[static_cast<std::size_t>(From.Data[I])];
  });
  const T *const Keys = From.Data;
  int *const Counts = H.Data;
  const auto Run = [&] {
#pragma twofold parallel for
    for (std::size_t I = 0; I < Bins; ++I)
      Counts[I] = 0;
#pragma twofold parallel for extent(Counts, Bins)
    for (std::size_t I = 0; I < Count; ++I)
      ++Counts[Keys[I]];
  };
  Run();
  const bool Right = std::equal(Serial.begin(), Serial.end(), Counts);
  tell(Name, Peer, Count, Right, least(Counts, Run), One, From.Data);
}

static void choose(std::size_t Count) {
  const Array<int> From(Count), To(Count);
  for (std::size_t I = 0; I < Count; ++I)
    From.Data[I] = static_cast<int>(draw(I) % 1024);
  const auto Is = [](int X) { return X < 512; };
  std::vector<int> Serial(Count);
  std::size_t Kept = 0, Wanted = 0;
  const double One = one([&] {
    Wanted = static_cast<std::size_t>(
        std::copy_if(From.Data, From.Data + Count, Serial.begin(), Is) -
        Serial.begin());
  });
  const auto Run = [&] {
    Kept = static_cast<std::size_t>(twofold::copy_if(twofold::par, From.Data,
                                                     From.Data + Count, To.Data,
                                                     Is) -
                                    To.Data);
  };
  Run();
  const bool Right =
      Kept == Wanted && std::equal(To.Data, To.Data + Kept, Serial.begin());
  tell("copy_if", "copy_if_of_ints", Count, Right, least(To.Data, Run), One,
       From.Data);
}

int main(int Count, char **Args) {
  const std::size_t Elements =
      Count > 1 ? std::strtoull(Args[1], nullptr, 10) : std::size_t(16) << 20;
  Cub = dlopen("libtwofold_cub_sorts.so", RTLD_NOW);
  histogram<unsigned char>("histogram, 256", "histogram_of_bytes",
                           16 * Elements, 256);
  histogram<int>("histogram, 1024", "histogram_of_ints", 4 * Elements, 1024);
  sorts<int>("int", Elements);
  sorts<float>("float", Elements);
  sorts<double>("double", Elements);
  pairs(Elements);
  choose(4 * Elements);
}
