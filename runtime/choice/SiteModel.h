// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteModel.h - how long one variant of a site takes, by its work ----===//
//
// Learned from the program's own calls. Samples are kept by size class: work of
// [2^k, 2^(k+1)) operations. The first sample of a run is dropped (pages,
// threads and kernels are cold) unless it is long, and one that lies far from
// its class is rejected, unless three in a row agree that the class has
// changed. Between classes times are interpolated; beyond them they grow and
// shrink with the operations that the compiler has counted.
//
// Pure and not thread-safe. Times are nanoseconds.
#ifndef TWOFOLD_RUNTIME_CHOICE_SITEMODEL_H
#define TWOFOLD_RUNTIME_CHOICE_SITEMODEL_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twofold {

class SiteModel {
public:
  /// Where a prediction comes from.
  enum class Basis { None, Extrapolated, Interpolated, Measured };

  struct Prediction {
    double Nanoseconds = 0;
    Basis From = Basis::None;
  };

  /// The first calls of a class are all worth their measurement; then each of
  /// so many.
  static constexpr unsigned EagerSamples = 8, SampleEvery = 64;
  /// The same where a sample has to wait for a device that is busy with the
  /// calls before it: that takes as long as tens of calls.
  static constexpr unsigned DearSampleEvery = 4096;
  /// As many samples make a class that can judge.
  static constexpr unsigned JudgingSamples = 3;

private:
  struct SizeClass {
    unsigned Log2;
    unsigned Samples; ///< that count, at most MostSamples
    unsigned InARow;  ///< rejected, one after the other
    double Ops, Time; ///< means
    double Other;     ///< mean of those rejected in a row
    bool Judged;      ///< by enough samples, in an earlier run
    bool judges() const;
  };
  static constexpr unsigned MostSamples = 16;

  std::vector<SizeClass> Classes; ///< ascending
  uint64_t Kept = 0;
  bool Warm; ///< the first sample of this run was dropped
  /// That one. For want of others, a later run has it.
  SizeClass First = {};

  struct Neighbours {
    const SizeClass *Below = nullptr, *Above = nullptr;
    double between(double Work) const;
  };
  Neighbours around(double Work, const SizeClass *Not = nullptr) const;
  SizeClass *find(uint64_t Ops);
  const SizeClass *find(uint64_t Ops) const {
    return const_cast<SiteModel *>(this)->find(Ops);
  }

public:
  static unsigned classOf(uint64_t Ops);

  /// Warm: the first sample is as good as others.
  explicit SiteModel(bool Warm = false) : Warm(Warm) {}

  void add(uint64_t Ops, double Nanoseconds);

  /// Fixed: what a call without work takes; no prediction is lower. Guess: what
  /// the call's operations alone suggest, where calls that were too short to
  /// show what work costs are all there is; 0: nothing.
  Prediction predict(uint64_t Ops, double Fixed, double Guess = 0) const;

  /// What the class of Ops knows counts for little beside what is measured from
  /// now on.
  void doubt(uint64_t Ops);

  /// Samples that count, of the class of Ops.
  unsigned samples(uint64_t Ops) const;
  bool empty() const { return Classes.empty(); }
  uint64_t kept() const { return Kept; }
  /// This run has measured something.
  bool learned() const { return Kept || First.Samples; }

  /// One line. What is decoded counts for little beside what a run measures.
  std::string encode() const;
  static SiteModel decode(std::string_view Line);
};

} // namespace twofold

#endif
