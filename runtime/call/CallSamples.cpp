// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "call/CallSamples.h"
#include "call/DispatchedCall.h"

using namespace twofold;

/// Of longer calls that is a small part; and calls that are shorter than was
/// thought are so in spite of it.
static constexpr double LittleDisturbed = 1e7;

/// What a sample on a device says of the launches before and after it.
template <typename Function>
static void countLaunches(const Decision &D, const Measuring &M, uint64_t Ops,
                          SiteRecord &Record, double Now, Function Tell) {
  if (M.Sample && D.On)
    (Record.Choice.*Tell)(Ops, Record.Device.load(std::memory_order_relaxed),
                          D.On->Launches.newest(), Now);
}

Measuring CallSamples::begin(const DispatchedCall &C, Decision &D) {
  Measuring M;
  SiteChoice &Choice = C.Record.Choice;
  M.Sample = D.Learns && ((D.On && Choice.SampleNext.exchange(false)) ||
                          D.Grounds.Why == Cause::Trial ||
                          Choice.wantsSample(D.On ? Side::Device : Side::Host,
                                             C.Ops, D.Since, D.Grounds.Leaves));
  // A thread beside the loop's keeps one of them from its core for
  // milliseconds.
  M.Disturbed = M.Sample && !D.On && Kernels.busy();
  // Launches that nobody has waited for leave much behind that the next one to
  // be waited for clears away.
  M.Clears = M.Sample && D.On && D.On->Launches.count() > 0;
  // Reports of single calls say how long they took, and so do samples.
  D.MayLeave = Set.Async && !Log.on(Topic::Calls) && !M.Sample;
  if (M.Sample && D.On) {
    // Not those that nobody has waited for before it.
    (void)D.On->Launches.waitForAll();
    countLaunches(D, M, C.Ops, C.Record, Now(), &SiteChoice::notePassing);
  }
  // A call that waits for its kernel tells how long the build takes.
  M.Builds = D.On && D.Waits && !C.isReady(*D.On);
  if (M.Sample || (D.On && D.Thought))
    M.Began = Now();
  return M;
}

void CallSamples::learnFromDevice(const DispatchedCall &C, Decision &D,
                                  const Measuring &M, const Outcome &Out) {
  SiteChoice &Choice = C.Record.Choice;
  const Receipt &R = D.Grounds;
  Choice.notePlaced(C.Ops, Choices.stirs(), Out.Sent, D.Settles, D.EachTime,
                    D.Stays, R.Device + R.Moving);
  if (D.Thought)
    Choice.Spares.store(D.Spares, std::memory_order_relaxed);
  const double Took =
      M.Sample && !Out.Left && !M.Clears && !M.Builds ? Now() - M.Began : 0;
  if (M.Clears)
    Choice.SampleNext.store(true, std::memory_order_relaxed);
  if (Took > 0 && Out.Compares)
    Choice.giveBack(Side::Device, C.Ops);
  else if (Took > 0)
    Choices.learn(Choice, Side::Device, C.Ops, Took, R.TeamHot, 1, R.Moving,
                  Data.lazy() && Out.Sent > D.EachTime);
  else if (Out.Left && M.Began > 0)
    Choices.learnLeaving(Choice, Now() - M.Began);
  if (M.Sample)
    countLaunches(D, M, C.Ops, C.Record, Now(), &SiteChoice::markIdle);
  if (D.Thought)
    Tells.file(D, Out, Took);
}

void CallSamples::learnFromHost(const DispatchedCall &C, Decision &D,
                                const Measuring &M, const Outcome &Out) {
  const Receipt &R = D.Grounds;
  double Took = M.Sample ? Now() - M.Began : 0;
  if (M.Disturbed && Took < LittleDisturbed && Took > R.Native) {
    C.Record.Choice.giveBack(Side::Host, C.Ops);
    Took = 0;
  }
  if (Took > 0 && !D.On)
    Choices.learn(C.Record.Choice, Side::Host, C.Ops, Took,
                  R.TeamHot || R.Threads == 1, D.StandsFor, R.Home,
                  R.Hidden > 0);
  if (D.Thought)
    Tells.file(D, Out, Took);
}
