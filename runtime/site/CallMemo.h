// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallMemo.h - what is known of a site's last calls ------------------===//
//
// Programs call most loops many times with the same arrays, or with the same
// few in turn. To find out what such a call touches, where its arrays are, what
// its launch is like, and which side is to have it costs more than a look here.
//
// A hash of all that a call is made of leads to its place. That is enough to
// count calls by, where a mistake costs time; what else is known is that of a
// call with an equal key.
#ifndef TWOFOLD_RUNTIME_SITE_CALLMEMO_H
#define TWOFOLD_RUNTIME_SITE_CALLMEMO_H

#include "bytes/Footprint.h"
#include "choice/Chooser.h"
#include "choice/SettledCalls.h"

#include <array>
#include <memory>
#include <mutex>
#include <vector>

namespace twofold {

struct LaunchMemo;

/// The arrays of a call, for the choice.
struct CallArrays {
  std::vector<ArrayBytes> Each;
  uint64_t Touched = 0, OnDevice = 0, Hidden = 0; ///< of all, bytes
  bool Lazy = false; ///< they would stay on a device
};

/// What is known of one call, and of all with the same key. Thread-safe; a
/// thread that finds it in use goes on without.
class KnownCall {
  std::mutex Lock; ///< of what follows
  std::shared_ptr<const CallArrays> Arrays;
  std::shared_ptr<LaunchMemo> Launch;

public:
  const CallKey Key;
  const Footprint Touched;

  KnownCall(const CallKey &Key, Footprint Touched)
      : Key(Key), Touched(std::move(Touched)) {}

  /// Its arrays, as long as nothing is on a device; null: not known.
  std::shared_ptr<const CallArrays> arrays(bool Lazy);
  void keep(std::shared_ptr<const CallArrays> New);
  /// Its last launch, if that found everything in place; null: not known.
  std::shared_ptr<LaunchMemo> takeLaunch();
  void keep(std::shared_ptr<LaunchMemo> New);
};

/// Of one site. Thread-safe.
class CallMemo {
public:
  /// Places that a call may have: those of calls in turn must not be one.
  static constexpr unsigned Ways = 8;

private:
  struct Place {
    SettledCalls Settled; ///< by the hash, which is the place's, too
    std::shared_ptr<KnownCall> Known;
  };
  struct Set {
    std::mutex Lock; ///< of what is Known
    std::atomic<unsigned> Next{0};
    std::array<Place, Ways> Places;

    Place *find(uint64_t Hash);
    Place &make(uint64_t Hash);
  };
  std::array<Set, 8> Sets;

  Set &setOf(uint64_t Hash) { return Sets[Hash >> 61]; }

public:
  /// The call runs natively, as an earlier one; null: that is not known.
  /// Arrivals: as when they were settled.
  SettledCalls *settled(uint64_t Hash, uint64_t Arrivals) {
    Place *Its = setOf(Hash).find(Hash);
    return Its ? Its->Settled.holding(Hash, Arrivals) : nullptr;
  }
  /// The next Calls of its kind do.
  void settle(uint64_t Hash, uint64_t Arrivals, uint32_t Calls) {
    setOf(Hash).make(Hash).Settled.put(Hash, Arrivals, Calls);
  }
  /// Null when it is not there.
  std::shared_ptr<KnownCall> find(uint64_t Hash, const CallKey &Key);
  /// Keeps it if its footprint is lasting, in place of another one.
  void add(uint64_t Hash, const std::shared_ptr<KnownCall> &New);
};

} // namespace twofold

#endif
