// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/Chooser.h"

#include <algorithm>
#include <cmath>

using namespace twofold;

/// No site saves up more.
static constexpr double MostCredit = 1e9;
/// Of an array's bytes: less is at its edges.
static constexpr double NegligibleEdges = 0.01;
/// Times what waking threads takes: its error does not matter.
static constexpr double ClearlyBeyond = 4;
/// A call of a trial that is this many times shorter than those before it has a
/// few more follow, up to a number in all.
static constexpr double StillFaster = 1.1;
static constexpr unsigned MoreTrialCalls = 4, MostTrialCalls = 64;
/// So many unusual calls are what is usual.
static constexpr unsigned UnusualInARow = 16;

Chooser::Chooser(const HostCosts &Host, const DeviceCosts &Device) {
  Current = &History.emplace_back(Costs{Host, Device});
}

void Chooser::set(const HostCosts &Host) {
  std::lock_guard<std::mutex> Hold(CostsLock);
  Current = &History.emplace_back(Costs{Host, costs().Device});
}

void Chooser::set(const DeviceCosts &Device) {
  std::lock_guard<std::mutex> Hold(CostsLock);
  Current = &History.emplace_back(Costs{costs().Host, Device});
}

CallTimes Chooser::predict(SiteChoice &Site, const CallFacts &Call) const {
  const Costs &Here = costs();
  double Fork = Call.Threads > 1 ? Here.Host.HotForkNanoseconds : 0;
  const double Launches = Call.Steps * Here.Device.LaunchNanoseconds;
  SiteModel::Prediction Native, Device, Passing;
  Workload Work = {Call.Ops, 0, Call.Items, Call.Tiled};
  double Leaving = 0;
  const double HostGuess = Here.Host.native(Work, Call.Threads, true),
               DeviceGuess = Here.Device.resident(Work) + Launches -
                             Here.Device.LaunchNanoseconds;
  Site.use([&](SiteChoice::Models &M) {
    Native = M.Native.predict(Call.Ops, Fork, HostGuess);
    Device = M.Device.predict(Call.Ops, Launches, DeviceGuess);
    Leaving = M.Leaving;
    Passing = M.Passing.predict(Call.Ops, 0);
  });
  CallTimes Out;
  Out.NativeFrom = Native.From;
  Out.DeviceFrom = Device.From;
  Out.Native =
      Native.From != SiteModel::Basis::None ? Native.Nanoseconds : HostGuess;
  Out.Waited =
      Device.From != SiteModel::Basis::None ? Device.Nanoseconds : DeviceGuess;
  Out.Device = Out.Waited;
  if (Call.Leaves) {
    Out.Device = Here.Device.leaving(Out.Waited, Leaving);
    // Whatever the program does between its calls is in it, too: more than a
    // call takes alone says nothing.
    if (Passing.From >= SiteModel::Basis::Interpolated &&
        Passing.Nanoseconds < Out.Waited)
      Out.Device = std::max(Passing.Nanoseconds, Out.Device);
  }
  Out.NativeGuess = HostGuess;
  Out.DeviceGuess = DeviceGuess;
  Out.Awake = Out.Native;
  // A short loop is not worth waking the others for: one thread runs it.
  if (Call.Threads > 1 && !Call.TeamHot)
    Out.Native += std::min(Here.Host.ParkedForkNanoseconds - Fork,
                           Out.Native * (Call.Threads - 1));
  return Out;
}

/// Whether a variant that is not expected to be faster is run all the same.
bool Chooser::mayTry(SiteChoice &Site, Side Untried, uint64_t Ops,
                     const CallTimes &Times, double Loss, double Journey) {
  // Of a trial only the first call wakes threads.
  double Its = Untried == Side::Device ? Times.Device : Times.Awake;
  double Other = Untried == Side::Device ? Times.Native : Times.Device;
  double Guess =
      Untried == Side::Device ? Times.DeviceGuess : Times.NativeGuess;
  const bool Hope = Guess > 0 && Guess < Other / 2;
  if (Its > WithinReach * Other && !Hope)
    return false;
  bool May = false;
  Site.use([&](SiteChoice::Models &M) {
    const SiteModel &Model = Untried == Side::Device ? M.Device : M.Native;
    if (Model.samples(Ops) < SiteModel::JudgingSamples)
      May = M.Credit >= Loss + Journey;
    else if (Hope)
      // What the trial loses is what is in doubt: between that and what the
      // operations suggest.
      May = M.Credit >=
            (std::sqrt(Loss * TrialCalls * Other) + Journey) *
                std::exp2(std::min(M.SecondOpinions[unsigned(Untried)], 40u));
  });
  return May;
}

bool Chooser::surelyNative(SiteChoice &Site, uint64_t Ops,
                           const CallTimes &Times, bool NothingThere,
                           bool Available) {
  if (Times.Device < Times.Native || !NothingThere || !atRest())
    return false;
  if (!Available)
    return true;
  bool Begun = false;
  Site.use([&](SiteChoice::Models &M) {
    Begun = M.TrialCalls > 0 && M.TrialOps == Ops && M.TrialOn == Side::Device;
  });
  return !Begun && !mayTry(Site, Side::Device, Ops, Times,
                           TrialCalls * (Times.Device - Times.Native), 0);
}

/// What a native call is worth: threads that sleep are woken once that would
/// have paid. Where calls follow each other, they stay awake.
double Chooser::nativeTime(SiteChoice &Site, const CallTimes &Times,
                           double OnDevice, unsigned Since, bool &Wakes) const {
  if (Times.Native <= Times.Awake || OnDevice >= Times.Native)
    return Times.Native;
  const HostCosts &Threads = costs().Host;
  const double Price =
      std::max(Times.Native - Times.Awake,
               Threads.ParkedForkNanoseconds - Threads.HotForkNanoseconds);
  Site.use([&](SiteChoice::Models &M) {
    Wakes = M.Team.wakes(Since * std::max(OnDevice - Times.Awake, 0.0), Price);
  });
  return Wakes ? Times.Awake : Times.Native;
}

void Chooser::noteAwake(SiteChoice &Site, const CallTimes &Times,
                        unsigned Calls) {
  Site.use([&](SiteChoice::Models &M) {
    M.Team.awake(Calls * std::max(Times.Device - Times.Awake, 0.0));
  });
}

Verdict Chooser::decide(SiteChoice &Site, uint64_t Ops, const CallTimes &Times,
                        const std::vector<ArrayBytes> &Arrays, bool Lazy,
                        bool Available, unsigned MostAhead, unsigned Since) {
  const DeviceCosts &Device = costs().Device;
  Verdict Out;
  double EachTime = 0, Journey = 0;
  bool SomeThere = false;
  std::vector<ArrayPlace> Movable;
  if (Lazy)
    Movable.reserve(Arrays.size());
  uint64_t SentEachTime = 0, FetchedEachTime = 0;
  for (const ArrayBytes &A : Arrays) {
    SentEachTime += A.SentEachTime;
    FetchedEachTime += A.FetchedEachTime;
  }
  // Bytes that come home at once are waited for. Results that stay are waited
  // for by who fetches them.
  const bool Waits = FetchedEachTime > 0 || SentEachTime > MostSentByLeaving;
  Out.OnDevice = Waits ? Times.Waited : Times.Device;
  const double Wait = Times.Waited - Out.OnDevice;
  for (const ArrayBytes &A : Arrays) {
    EachTime += Device.ToDevice.time(A.SentEachTime) +
                Device.ToHost.time(A.FetchedEachTime);
    SomeThere |= A.OnDevice > 0;
    uint64_t Edges = std::max(A.SentEachTime, A.FetchedEachTime);
    if (!Lazy || Edges >= A.Touched)
      continue;
    double Stays = double(A.Touched - Edges);
    ArrayPlace P;
    P.Range = A.Range;
    P.Written = A.Written > 0;
    P.Send = Device.ToDevice.time(A.Sent);
    const uint64_t Newer = std::max(A.Written, A.Hidden);
    P.Fetch = Device.ToHost.time(Newer) +
              double(Newer) * costs().Host.HomeNanosecondsPerByte;
    if (P.Fetch > 0)
      P.Fetch += Wait;
    P.HostOnly = 1 - std::min(double(A.OnDevice) / Stays, 1.0);
    P.DeviceOnly = std::min(double(A.Hidden) / Stays, 1.0);
    if (P.HostOnly < NegligibleEdges)
      P.HostOnly = 0;
    if (P.DeviceOnly < NegligibleEdges)
      P.DeviceOnly = 0;
    Out.Moving += P.HostOnly * P.Send;
    Out.Home += P.DeviceOnly * P.Fetch;
    Journey += P.journey();
    Movable.push_back(P);
  }
  Out.Moving += EachTime;
  const double OnDevice = Out.OnDevice + EachTime;
  const double Natively = nativeTime(Site, Times, OnDevice, Since, Out.Wakes);
  double Benefit = Natively - OnDevice;
  Out.Forgone = std::max(Benefit, 0.0);
  Out.Stays = !Movable.empty();
  Out.Settles = Out.Stays || Times.Awake >= OnDevice;
  if (Benefit < 0 && SomeThere)
    Stirs.fetch_add(1, std::memory_order_relaxed);
  if (Movable.empty()) {
    Out.To = Benefit > 0 ? Side::Device : Side::Host;
    Out.Ahead = Out.To == Side::Host ? MostAhead : 0;
  } else {
    StayWorth Stay;
    Site.use([&](SiteChoice::Models &M) { Stay = M.Stay; });
    Stay.Calls = Since;
    std::lock_guard<std::mutex> Hold(PlacesLock);
    Out.Ahead = MostAhead;
    Out.To = Places.choose(std::move(Movable), Benefit, Available, &Out.Ahead,
                           &Stay);
    Rests.store(Places.atRest(), std::memory_order_relaxed);
    Site.use([&](SiteChoice::Models &M) { M.Stay = Stay; });
  }
  if (Out.To == Side::Host && Benefit > 0)
    Out.Why = Cause::StaysForNow;
  if (Out.To == Side::Device && Benefit < 0)
    Out.Why = Cause::StaysThere;
  if (!Available)
    return Out;
  Side Other = Out.To == Side::Host ? Side::Device : Side::Host;
  bool Tries = false;
  Site.use([&](SiteChoice::Models &M) {
    if (M.TrialCalls == 0 || M.TrialOps != Ops)
      return;
    --M.TrialCalls;
    Tries = M.Trying = true;
    Other = M.TrialOn;
  });
  // That it is predicted to be slower; and the data has to follow.
  const double OneCall = Other == Side::Device ? Out.OnDevice : Times.Native;
  const unsigned Length = OneCall < LongCall ? TrialCalls : LongTrialCalls;
  double Loss = Length * std::max(-Benefit, 0.0);
  if (Other == Side::Host)
    Loss = Times.Native - Times.Awake +
           Length * std::max(Times.Awake - OnDevice, 0.0);
  if (!Tries && mayTry(Site, Other, Ops, Times, Loss, Journey)) {
    Tries = true;
    Site.use([&](SiteChoice::Models &M) {
      SiteModel &Model = Other == Side::Device ? M.Device : M.Native;
      M.SecondOpinions[unsigned(Other)] +=
          Model.samples(Ops) >= SiteModel::JudgingSamples;
      Model.doubt(Ops);
      M.Trying = true;
      M.Tried = 0;
      M.Shortest = 0;
      M.Credit = std::max(M.Credit - Loss - Journey, 0.0);
      M.TrialOn = Other;
      M.TrialOps = Ops;
      M.TrialCalls = Length - 1;
    });
  }
  if (Tries && Out.To != Other) {
    Out.To = Other;
    Out.Wakes = Other == Side::Host && Times.Native > Times.Awake;
    Out.Why = Cause::Trial;
    Out.Ahead = 0;
  }
  if (Out.To == Side::Device) {
    if (Out.Moving > EachTime)
      noteArrival();
    // Those that were settled with an earlier one, too.
    Site.use([&](SiteChoice::Models &M) {
      M.Credit = std::min(M.Credit + TrialShare * Since * OnDevice, MostCredit);
    });
  }
  return Out;
}

void Chooser::learn(SiteChoice &Site, Side On, uint64_t Ops, double Nanoseconds,
                    bool Hot, unsigned Calls, double Copies, bool Arriving) {
  const DeviceCosts &Device = costs().Device;
  // The model is of threads that spin.
  const HostCosts &Threads = costs().Host;
  double Waking = Threads.ParkedForkNanoseconds - Threads.HotForkNanoseconds;
  Site.use([&](SiteChoice::Models &M) {
    // Few calls on a device are measured: decide() counts them.
    if (On == Side::Host)
      M.Credit =
          std::min(M.Credit + TrialShare * Calls * Nanoseconds, MostCredit);
    // A trial goes on while it gets faster: threads that were woken on the same
    // core are in each other's way until the system parts them.
    if (std::exchange(M.Trying, false) && M.TrialOn == On &&
        M.TrialOps == Ops && ++M.Tried < MostTrialCalls) {
      const bool Faster =
          M.Shortest <= 0 || Nanoseconds * StillFaster < M.Shortest;
      if (Faster)
        M.Shortest = Nanoseconds;
      if (Faster && M.TrialCalls < MoreTrialCalls) {
        M.Credit -= (MoreTrialCalls - M.TrialCalls) * Nanoseconds;
        M.TrialCalls = MoreTrialCalls;
      }
    }
    bool Unusual =
        (Arriving && Nanoseconds < ClearlyBeyond * Copies) ||
        (On == Side::Host && !Hot && Nanoseconds < ClearlyBeyond * Waking);
    unsigned &InARow = M.Unusual[unsigned(On)];
    InARow = Unusual ? InARow + 1 : 0;
    if (InARow > 0 && InARow < UnusualInARow)
      return;
    // What copies were predicted to take is added again by the next prediction:
    // their error is the same in both.
    const double Own = Nanoseconds - Copies;
    if (On == Side::Device)
      M.Device.add(Ops, std::max(Own, Device.LaunchNanoseconds / 2));
    else
      M.Native.add(Ops, std::max(Hot ? Own : Own - Waking, Nanoseconds / 2));
  });
}

void Chooser::learnLeaving(SiteChoice &Site, double Nanoseconds) {
  const double Most = costs().Device.LaunchNanoseconds;
  if (!(Nanoseconds > 0))
    return;
  Site.use([&](SiteChoice::Models &M) {
    // One that found the queue full, or lost its core, is no measure.
    if (M.Leaving <= 0)
      M.Leaving = std::min(Nanoseconds, Most);
    else
      M.Leaving += (std::min(Nanoseconds, 2 * M.Leaving) - M.Leaving) / 8;
  });
}
