// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GroupTuner.h - which work-group sizes a kernel runs fastest with ---===//
//
// A kernel's calls try a few sizes in turn, in rounds, so that what disturbs
// one size disturbs the others as well. Pure: time is told.
#ifndef TWOFOLD_RUNTIME_LAUNCH_GROUPTUNER_H
#define TWOFOLD_RUNTIME_LAUNCH_GROUPTUNER_H

#include "device/Device.h"
#include "twofold/abi.h"

#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace twofold {

/// What LaunchShape is to prefer; limits of device and kernel still count.
struct GroupShape {
  std::array<uint32_t, 3> Items = {0, 0, 0}; ///< of a group; 0: the default
  /// Linear kernels: groups for each compute unit, hence the iterations of an
  /// item; 0: the default.
  uint32_t GroupsEachUnit = 0;

  bool operator==(const GroupShape &) const = default;
};

/// One line without a line feed; parse takes exactly what format makes.
std::string formatGroupShape(const GroupShape &Shape);
std::optional<GroupShape> parseGroupShape(std::string_view Text);

/// The shapes to try, the default first; that alone where the shape changes
/// results' bits (the order of floating reductions) or what the loop means.
std::vector<GroupShape> groupCandidates(const twofold_site &Site,
                                        DeviceKind Kind);

/// What a launch is to do. Nanoseconds is for who runs it.
struct GroupTrial {
  GroupShape Shape;
  bool Measure = false;
  bool Settled = false; ///< no other shape will be tried
  unsigned Candidate = 0;
  uint64_t Work = 0;
  double Nanoseconds = 0;
};

/// One kernel on one device. Thread-safe.
class GroupTuner {
public:
  static constexpr unsigned Rounds = 5;    ///< the first does not count
  static constexpr unsigned Patience = 16; ///< calls before the first round
  static constexpr unsigned MaxRestarts = 4;
  static constexpr double Better = 0.97; ///< of the default's time: it pays
  /// Of kernels that take less there is nothing to gain but noise.
  static constexpr double MinNanoseconds = 20'000;

private:
  mutable std::mutex Lock;
  const std::vector<GroupShape> Candidates;
  std::vector<double> Best; ///< the least time of each
  uint64_t Work = 0;
  unsigned Calls = 0, Told = 0, Asked = 0, Restarts = 0;
  unsigned Wait;
  std::optional<GroupShape> Settled;

  void restart(uint64_t NewWork);
  void settle();

public:
  /// Eager: starts with the first call.
  GroupTuner(std::vector<GroupShape> Candidates, bool Eager);
  /// A tuner that knows the answer and tries nothing.
  explicit GroupTuner(GroupShape Known);

  /// For a call of so much work; calls of equal work can be compared.
  GroupTrial next(uint64_t CallWork);
  /// What a trial that was to be measured took. True if that settled it.
  bool tell(const GroupTrial &Trial);
  std::optional<GroupShape> settled() const;
};

} // namespace twofold

#endif
