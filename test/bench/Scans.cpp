// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Scans.cpp - prefix sums beside CUB's and one thread's --------------===//
//
// twofold_scans [elements]: inclusive sums, the least time of some calls, data
// where the calls before have left it. CUB's are timed by
// libtwofold_cub_scans.so beside the program, where that was built. Results are
// compared first.
//
//===----------------------------------------------------------------------===//
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <numeric>
#include <string>
#include <twofold/twofold.hpp>
#include <vector>

/// Of 8 calls: the element at Result is looked at behind them, as launches need
/// not be over when a call returns.
template <class T>
static double least(const T *Result, const std::function<void()> &Run) {
  double Least = 1e9;
  for (int Round = 0; Round < 12; ++Round) {
    const auto Start = std::chrono::steady_clock::now();
    for (int Call = 0; Call < 8; ++Call)
      Run();
    (void)*static_cast<const volatile T *>(Result);
    const std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    Least = std::min(Least, Took.count() / 8);
  }
  return Least;
}

template <class T>
static void compare(const char *Type, std::size_t Count, void *Cub) {
  auto *X = static_cast<T *>(twofold_alloc(Count * sizeof(T))),
       *Y = static_cast<T *>(twofold_alloc(Count * sizeof(T)));
  std::vector<T> Serial(Count);
  for (std::size_t I = 0; I < Count; ++I)
    X[I] = static_cast<T>(I % 7);
  const auto Ours = [&] {
    twofold::inclusive_scan(twofold::par, X, X + Count, Y);
  };
  Ours();
  const double One = least(Serial.data(), [&] {
    std::inclusive_scan(X, X + Count, Serial.begin());
  });
  double Worst = 0;
  for (std::size_t I = 0; I < Count; ++I)
    Worst = std::max(Worst, std::abs(double(Y[I]) - double(Serial[I])) /
                                (1 + double(Serial[I])));
  const double Here = least(Y, Ours);
  std::printf("%-7s %10zu elements: %9.4f ms, one thread %9.4f ms", Type, Count,
              Here * 1e3, One * 1e3);
  using Timer = double (*)(const void *, std::size_t, int);
  if (const auto Time =
          Cub ? reinterpret_cast<Timer>(
                    dlsym(Cub, (std::string("scans_of_") + Type).c_str()))
              : nullptr) {
    const double Theirs = Time(X, Count, 8);
    std::printf(", CUB %9.4f ms, %.2f times it", Theirs * 1e3, Here / Theirs);
  }
  std::printf("; differs by %.1e\n", Worst);
  twofold_free(X);
  twofold_free(Y);
}

int main(int Count, char **Args) {
  const std::size_t Elements =
      Count > 1 ? std::strtoull(Args[1], nullptr, 10) : std::size_t(64) << 20;
  void *const Cub = dlopen("libtwofold_cub_scans.so", RTLD_NOW);
  compare<int>("int", Elements, Cub);
  compare<float>("float", Elements, Cub);
  compare<double>("double", Elements, Cub);
}
