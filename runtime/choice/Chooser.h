// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Chooser.h - predicts both variants of a call and takes one ---------===//
//
// Predicted time of a variant: what the site's own calls have taken, or else
// the operations that the compiler has counted by this machine's rates; and the
// bytes that are not where the variant needs them by what a copy takes. Where
// results stay on devices, data moves when that is paid for (Placement.h).
//
// A variant that was never tried has a prediction that nobody has checked. It
// is tried when what that is expected to lose has been saved up: TrialShare of
// the time that calls of the site take. What was tried and found slow, though
// its operations suggest half of the other's time, is tried again, each time
// for twice the savings: other work may have been in its way.
//
// Knows no device and reads no clock. Thread-safe. Times are nanoseconds.
#ifndef TWOFOLD_RUNTIME_CHOICE_CHOOSER_H
#define TWOFOLD_RUNTIME_CHOICE_CHOOSER_H

#include "choice/DeviceCosts.h"
#include "choice/SiteChoice.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

namespace twofold {

/// What is known of a call at no price.
struct CallFacts {
  uint64_t Ops = 0;
  unsigned Threads = 1; ///< that a native run would get
  bool TeamHot = true;  ///< they still spin
  /// A launch that finds its data in place is not waited for.
  bool Leaves = false;
  uint64_t Items = 0; ///< of its kernel; 0: not known
  unsigned Steps = 1; ///< launches that follow each other
  bool Tiled = false; ///< groups of its kernel compute tiles
};

/// What a call takes on either side, with its data there.
struct CallTimes {
  double Native = 0, Device = 0;
  double Awake = 0;  ///< Native, if the threads were not asleep
  double Waited = 0; ///< Device, if it has to be waited for
  double NativeGuess = 0, DeviceGuess = 0; ///< by the operations alone
  SiteModel::Basis NativeFrom = SiteModel::Basis::None;
  SiteModel::Basis DeviceFrom = SiteModel::Basis::None;
};

/// One array of a call, in bytes.
struct ArrayBytes {
  ByteRange Range;
  uint64_t Touched = 0, Sent = 0, Written = 0;
  uint64_t OnDevice = 0, Hidden = 0; ///< of Touched; Hidden: newer there
  uint64_t SentEachTime = 0, FetchedEachTime = 0;
};

enum class Cause : uint8_t {
  Quiet,       ///< as before
  Faster,      ///< predicted, moving counted
  StaysForNow, ///< the other side would be faster, but moving is not paid yet
  StaysThere,  ///< the same, with the data on the device
  Little,      ///< predicted, for any GPU; nobody has looked for one
  Search,      ///< looking for a GPU is not paid yet
  SearchMoves, ///< StaysForNow, and nobody has looked for a GPU
  SetUp,       ///< the kernel is not paid yet
  Building,    ///< as its driver builds kernels, or is measured, meanwhile
  Trial,       ///< to learn
  Unknown,     ///< which bytes the call touches is not known
};

struct Verdict {
  Side To = Side::Host;
  Cause Why = Cause::Faster;
  double OnDevice = 0; ///< of CallTimes, what this call would take there
  double Moving = 0;   ///< what copies add to this call on the device
  double Home = 0;     ///< and on the host
  /// What a call loses by being on the host though the device were faster with
  /// the data there; 0 where it would not be.
  double Forgone = 0;
  /// Some of its arrays would stay on the device.
  bool Stays = false;
  /// On the device for calls like it, too. What leaves nothing there and is
  /// faster only because threads sleep is not: they are to be woken in time.
  bool Settles = true;
  /// Threads that sleep are worth waking for this call and those that follow.
  bool Wakes = false;
  /// So many calls like this one are native with it, as long as nothing arrives
  /// on a device (Chooser::arrivals).
  unsigned Ahead = 0;
};

class Chooser {
public:
  static constexpr double TrialShare = 0.02;
  /// A variant is tried if it might be within this factor of the other.
  static constexpr double WithinReach = 4;
  /// Calls of a trial, one after the other: the first have data to move,
  /// threads to wake, or a device to rouse. Fewer where they are long.
  static constexpr unsigned TrialCalls = 8, LongTrialCalls = 4;
  static constexpr double LongCall = 1e6;

  struct Costs {
    HostCosts Host;
    DeviceCosts Device;
  };

private:
  std::mutex CostsLock;
  std::deque<Costs> History; ///< readers may still use old ones
  std::atomic<const Costs *> Current;

  std::mutex PlacesLock;
  PlacementTable Places;
  std::atomic<bool> Rests{true};
  std::atomic<uint64_t> Stirs{0}, Arrivals{0};

  bool mayTry(SiteChoice &Site, Side Untried, uint64_t Ops,
              const CallTimes &Times, double Loss, double Journey);
  double nativeTime(SiteChoice &Site, const CallTimes &Times, double OnDevice,
                    unsigned Since, bool &Wakes) const;

public:
  Chooser(const HostCosts &Host, const DeviceCosts &Device);

  const Costs &costs() const {
    return *Current.load(std::memory_order_acquire);
  }
  void set(const HostCosts &Host);
  void set(const DeviceCosts &Device);

  CallTimes predict(SiteChoice &Site, const CallFacts &Call) const;

  /// The native variant is faster, whatever happens to data: no array leans
  /// towards the device, and there is nothing to be tried. NothingThere: no
  /// data is on a device.
  bool surelyNative(SiteChoice &Site, uint64_t Ops, const CallTimes &Times,
                    bool NothingThere, bool Available);
  /// No array leans towards the device.
  bool atRest() const { return Rests.load(std::memory_order_relaxed); }

  /// Rises with each call that would rather have on the host what is on a
  /// device.
  uint64_t stirs() const { return Stirs.load(std::memory_order_relaxed); }
  /// Rises with each call that moves data to a device.
  uint64_t arrivals() const { return Arrivals.load(std::memory_order_relaxed); }
  void noteArrival() { Arrivals.fetch_add(1, std::memory_order_relaxed); }

  /// Lazy: results stay on devices. Available: a kernel is ready there; if not,
  /// the call runs natively, whatever the verdict. MostAhead: of further calls
  /// that may be settled with a verdict for the host. Since: as many calls have
  /// run on the device since the last one that needed thought.
  Verdict decide(SiteChoice &Site, uint64_t Ops, const CallTimes &Times,
                 const std::vector<ArrayBytes> &Arrays, bool Lazy,
                 bool Available, unsigned MostAhead = 0, unsigned Since = 1);

  /// A call has taken so long, which was waited for; Copies of it were
  /// predicted for what it had to move. Hot: threads were spinning, or there is
  /// one. Calls: for which it stands. Arriving: it moved data that stays where
  /// it now is. Calls that woke threads, or made buffers and moved arrays, and
  /// took no longer than a few times that, say little about others: they count
  /// only when a few in a row were like that.
  void learn(SiteChoice &Site, Side On, uint64_t Ops, double Nanoseconds,
             bool Hot, unsigned Calls, double Copies = 0,
             bool Arriving = false);
  /// A call on the device that nobody has waited for has kept the host busy for
  /// so long.
  void learnLeaving(SiteChoice &Site, double Nanoseconds);
  /// So many calls run on threads that are awake, of which each gains what the
  /// device would take longer.
  void noteAwake(SiteChoice &Site, const CallTimes &Times, unsigned Calls);
};

} // namespace twofold

#endif
