// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "call/CallSequence.h"
#include "call/DispatchedCall.h"
#include "call/Dispatcher.h"

using namespace twofold;

thread_local CallSequence *CallSequence::Own = nullptr;

void Dispatcher::runSequence(const twofold_site &Site,
                             const twofold_launch &Launch, uint64_t Trips,
                             const SiteGroup &Kernels, unsigned Steps,
                             const std::function<void()> &Run) {
  // What is asked for is asked for of each step.
  if (CallSequence::current() || !isChosen(Site))
    return Run();
  Call C(Site, Launch, Trips, Sites.record(Site));
  C.Record.IsSequence.store(true, std::memory_order_relaxed);
  C.Kernels = &Kernels;
  C.Steps = Steps;
  Decision D = decide(C);
  book(C, D);
  const Measuring M = Samples.begin(C, D);
  Outcome Out;
  {
    CallSequence Now(D);
    if (D.On)
      accountFor(D, [&] {
        Run();
        if (M.Sample)
          (void)D.On->Launches.waitForAll();
        return Now.OnDevice;
      });
    else
      Run();
    Out.OnDevice = D.On && Now.OnDevice;
    Out.Left = D.On && !M.Sample;
    Out.Compares = Now.Compares;
    Out.Sent = Now.Sent;
    Out.Fetched = Now.Fetched;
  }
  add(Out.OnDevice ? C.Record.Device : C.Record.Threaded);
  if (Out.OnDevice)
    Samples.learnFromDevice(C, D, M, Out);
  else
    Samples.learnFromHost(C, D, M, Out);
}
