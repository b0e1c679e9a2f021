// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Chooser.cpp - predicts both variants of a call and takes one -------===//
#include "Chooser.h"

#include <algorithm>

using namespace twofold;

/// No site saves up more.
static constexpr double MostCredit = 1e9;
/// Of an array's bytes: less is at its edges.
static constexpr double Negligible = 0.01;

Chooser::Chooser(const HostCosts &Host, const DeviceCosts &Device) {
  Current = &All.emplace_back(Costs{Host, Device});
}

void Chooser::set(const HostCosts &Host) {
  std::lock_guard<std::mutex> Hold(CostsLock);
  Current = &All.emplace_back(Costs{Host, costs().Device});
}

void Chooser::set(const DeviceCosts &Device) {
  std::lock_guard<std::mutex> Hold(CostsLock);
  Current = &All.emplace_back(Costs{costs().Host, Device});
}

CallTimes Chooser::predict(SiteChoice &Site, const CallFacts &Call) const {
  const Costs &Here = costs();
  double Fork = Call.Threads > 1 ? Here.Host.HotForkNanoseconds : 0;
  SiteModel::Prediction Native, Device;
  Workload Work = {Call.Ops, 0};
  const double HostGuess = Here.Host.native(Work, Call.Threads, true),
               DeviceGuess = Here.Device.resident(Work);
  Site.use([&](SiteChoice::Models &M) {
    Native = M.Native.predict(Call.Ops, Fork, HostGuess);
    Device =
        M.Device.predict(Call.Ops, Here.Device.LaunchNanoseconds, DeviceGuess);
  });
  CallTimes Out;
  Out.NativeFrom = Native.From;
  Out.DeviceFrom = Device.From;
  Out.Native =
      Native.From != SiteModel::Basis::None ? Native.Nanoseconds : HostGuess;
  Out.Device =
      Device.From != SiteModel::Basis::None ? Device.Nanoseconds : DeviceGuess;
  Out.Awake = Out.Native;
  // A short loop is not worth waking the others for: one thread runs it.
  if (Call.Threads > 1 && !Call.TeamHot)
    Out.Native += std::min(Here.Host.ParkedForkNanoseconds - Fork,
                           Out.Native * (Call.Threads - 1));
  return Out;
}

/// Whether a variant that is not expected to be faster is run all the same.
bool Chooser::mayTry(SiteChoice &Site, Side Untried, uint64_t Ops,
                     const CallTimes &Times, double Loss) {
  double Its = Untried == Side::Device ? Times.Device : Times.Native;
  double Other = Untried == Side::Device ? Times.Native : Times.Device;
  if (Its > WithinReach * Other)
    return false;
  bool May = false;
  Site.use([&](SiteChoice::Models &M) {
    const SiteModel &Model = Untried == Side::Device ? M.Device : M.Native;
    May = Model.samples(Ops) < Trials && M.Credit >= Loss;
  });
  return May;
}

bool Chooser::surelyNative(SiteChoice &Site, uint64_t Ops,
                           const CallTimes &Times, bool NothingThere,
                           bool Available) {
  if (Times.Device < Times.Native || !NothingThere || !atRest())
    return false;
  return !Available ||
         !mayTry(Site, Side::Device, Ops, Times, Times.Device - Times.Native);
}

/// Threads that sleep are woken once that would have paid: where calls follow
/// each other, they stay awake.
double Chooser::nativeTime(SiteChoice &Site, const CallTimes &Times) {
  const double Waking = Times.Native - Times.Awake;
  bool Wakes = false;
  if (Waking > 0 && Times.Device < Times.Native)
    Site.use([&](SiteChoice::Models &M) {
      M.Slept += std::max(Times.Device - Times.Awake, 0.0);
      Wakes = M.Slept >= Waking;
      if (Wakes)
        M.Slept = 0;
    });
  return Wakes ? Times.Awake : Times.Native;
}

Verdict Chooser::decide(SiteChoice &Site, uint64_t Ops, const CallTimes &Times,
                        const std::vector<ArrayBytes> &Arrays, bool Lazy,
                        bool Available) {
  const double Natively = nativeTime(Site, Times);
  const DeviceCosts &Device = costs().Device;
  Verdict Out;
  double EachTime = 0, Journey = 0;
  std::vector<ArrayPlace> Movable;
  if (Lazy)
    Movable.reserve(Arrays.size());
  for (const ArrayBytes &A : Arrays) {
    if (A.Range.empty() || A.Touched == 0)
      continue;
    EachTime += Device.ToDevice.time(A.SentEachTime) +
                Device.ToHost.time(A.FetchedEachTime);
    uint64_t Edges = std::max(A.SentEachTime, A.FetchedEachTime);
    if (!Lazy || Edges >= A.Touched)
      continue;
    double Stays = double(A.Touched - Edges);
    ArrayPlace P;
    P.Range = A.Range;
    P.Written = A.Written > 0;
    P.Send = Device.ToDevice.time(A.Sent);
    P.Fetch = Device.ToHost.time(std::max(A.Written, A.Hidden));
    P.HostOnly = 1 - std::min(double(A.OnDevice) / Stays, 1.0);
    P.DeviceOnly = std::min(double(A.Hidden) / Stays, 1.0);
    if (P.HostOnly < Negligible)
      P.HostOnly = 0;
    if (P.DeviceOnly < Negligible)
      P.DeviceOnly = 0;
    Out.Moving += P.HostOnly * P.Send;
    Out.Home += P.DeviceOnly * P.Fetch;
    if (P.matters())
      Journey += P.journey();
    Movable.push_back(P);
  }
  Out.Moving += EachTime;
  double Benefit = Natively - (Times.Device + EachTime);
  if (Benefit < 0)
    Stirs.fetch_add(1, std::memory_order_relaxed);
  if (Movable.empty()) {
    Out.To = Benefit > 0 ? Side::Device : Side::Host;
  } else {
    std::lock_guard<std::mutex> Hold(PlacesLock);
    Out.To = Places.choose(std::move(Movable), Benefit, Available);
    Rests.store(Places.atRest(), std::memory_order_relaxed);
  }
  if (Out.To == Side::Host && Benefit > 0)
    Out.Why = Cause::StaysForNow;
  if (Out.To == Side::Device && Benefit < 0)
    Out.Why = Cause::StaysThere;
  if (!Available)
    return Out;
  Side Other = Out.To == Side::Host ? Side::Device : Side::Host;
  double Loss =
      std::max((Out.To == Side::Host ? -Benefit : Benefit) + Journey, 0.0);
  if (mayTry(Site, Other, Ops, Times, Loss)) {
    Site.use([&](SiteChoice::Models &M) { M.Credit -= Loss; });
    Out.To = Other;
    Out.Why = Cause::Trial;
  }
  return Out;
}

void Chooser::learn(SiteChoice &Site, Side On, uint64_t Ops, double Nanoseconds,
                    bool Hot, unsigned Calls, uint64_t Sent, uint64_t Fetched) {
  const DeviceCosts &Device = costs().Device;
  // The model is of threads that spin.
  const HostCosts &Threads = costs().Host;
  double Waking = Threads.ParkedForkNanoseconds - Threads.HotForkNanoseconds;
  Site.use([&](SiteChoice::Models &M) {
    M.Credit =
        std::min(M.Credit + TrialShare * Calls * Nanoseconds, MostCredit);
    if (On == Side::Device)
      // What copies were predicted to take is added again by the next
      // prediction: their error is the same in both.
      M.Device.add(Ops, std::max(Nanoseconds - Device.ToDevice.time(Sent) -
                                     Device.ToHost.time(Fetched),
                                 Device.LaunchNanoseconds / 2));
    else
      M.Native.add(Ops, Hot ? Nanoseconds
                            : std::max(Nanoseconds - Waking, Nanoseconds / 2));
  });
}
