// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Rounds.h - interleaved measurements and their ratios ---------------===//
//
// Machines drift. So every round measures each contender once, starting with
// another one each time, and a ratio is the median of the rounds' ratios.
//
//===----------------------------------------------------------------------===//
#ifndef TEST_BENCH_ROUNDS_H
#define TEST_BENCH_ROUNDS_H

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

/// Median and range of a set of numbers.
struct Spread {
  double Median = 0, Min = 0, Max = 0;
};

inline Spread spread(std::vector<double> Values) {
  if (Values.empty())
    return {};
  std::sort(Values.begin(), Values.end());
  return {Values[Values.size() / 2], Values.front(), Values.back()};
}

/// Seconds that Work takes.
inline double clocked(const std::function<void()> &Work) {
  auto Start = std::chrono::steady_clock::now();
  Work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
      .count();
}

class Rounds {
  using Measure = std::function<double()>; ///< one sample, in seconds
  std::vector<Measure> Contenders;
  std::vector<std::vector<double>> Seconds;

public:
  /// The number by which time() and ratio() know the contender.
  size_t add(Measure M) {
    Contenders.push_back(std::move(M));
    Seconds.emplace_back();
    return Contenders.size() - 1;
  }

  void run(int Count) {
    for (auto &M : Contenders)
      M(); // warm: pages, threads, clocks
    for (int Round = 0; Round < Count; ++Round)
      for (size_t K = 0; K < Contenders.size(); ++K) {
        size_t Now = (K + Round) % Contenders.size();
        Seconds[Now].push_back(Contenders[Now]());
      }
  }

  Spread time(size_t Which) const { return spread(Seconds[Which]); }

  Spread ratio(size_t Of, size_t To) const {
    std::vector<double> Ratios;
    for (size_t R = 0; R < Seconds[Of].size(); ++R)
      Ratios.push_back(Seconds[Of][R] / Seconds[To][R]);
    return spread(Ratios);
  }
};

#endif
