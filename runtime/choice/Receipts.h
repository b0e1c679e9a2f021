// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Receipts.h - what was chosen, on what grounds, how it turned out ---===//
//
// The last choices of the cost model, in a ring. Calls that need no thought
// (SiteChoice::quiet) leave none: one of 64 speaks for them.
#ifndef TWOFOLD_RUNTIME_CHOICE_RECEIPTS_H
#define TWOFOLD_RUNTIME_CHOICE_RECEIPTS_H

#include "choice/Chooser.h"

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace twofold {

struct SiteRecord;

/// Of one call. Times are nanoseconds, 0 where they are not known.
struct Receipt {
  const SiteRecord *Site = nullptr;
  uint64_t Trips = 0, Ops = 0;
  uint64_t Items = 0;            ///< of a launch; 0: not known
  double Native = 0, Device = 0; ///< predicted, with the data there
  double Home = 0, Moving = 0;   ///< predicted, to bring the data there
  double Took = 0;               ///< measured
  uint64_t Touched = 0, OnDevice = 0, Hidden = 0; ///< bytes before the call
  uint64_t Sent = 0, Fetched = 0;                 ///< bytes that have moved
  Side To = Side::Host;
  Cause Why = Cause::Faster;
  SiteModel::Basis NativeFrom = SiteModel::Basis::None;
  SiteModel::Basis DeviceFrom = SiteModel::Basis::None;
  uint16_t Threads = 0;
  uint16_t Steps = 1; ///< launches that follow each other
  bool TeamHot = true;
  bool Leaves = false; ///< nobody waits for a launch that moves nothing
  bool Tiled = false;  ///< groups of its kernel compute tiles
  bool Ran = true;     ///< where it was to; if not, the native variant did
};

/// For a person; of the side that was chosen.
const char *text(Cause Why, Side To);

/// What another number of iterations or another place of the data would change.
struct Flip {
  uint64_t Trips = 0;       ///< nearest number with the other choice; 0: none
  bool ByResidence = false; ///< data on the other side would
};
/// TimesOf: the prediction for so many operations.
Flip findFlip(const Receipt &Of,
              const std::function<CallTimes(uint64_t Ops)> &TimesOf);

/// Without the place of the site.
std::string describe(const Receipt &Of, const Flip &Other);
/// Of that, the predictions, the bytes and what would change them.
std::string describeGrounds(const Receipt &Of, const Flip &Other);
/// One object.
std::string describeAsJson(const Receipt &Of, const std::string &Place,
                           const Flip &Other);

/// Thread-safe; writers and readers never wait. What is being overwritten while
/// it is read is left out.
class ReceiptRing {
public:
  static constexpr unsigned Size = 512;

private:
  static_assert(std::is_trivially_copyable_v<Receipt>);
  static constexpr size_t Words = (sizeof(Receipt) + 7) / 8;
  static constexpr uint64_t Busy = 1; ///< whole ones are even, and not 0

  struct Slot {
    std::atomic<uint64_t> State{0};
    std::array<std::atomic<uint64_t>, Words> Data;
  };
  std::unique_ptr<Slot[]> Slots{new Slot[Size]};
  std::atomic<uint64_t> Next{1};

public:
  void add(const Receipt &R);
  /// Oldest first.
  std::vector<Receipt> all() const;
};

} // namespace twofold

#endif
