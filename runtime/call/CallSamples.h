// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallSamples.h - measures calls, and learns from them ---------------===//
#ifndef TWOFOLD_RUNTIME_CALL_CALLSAMPLES_H
#define TWOFOLD_RUNTIME_CALL_CALLSAMPLES_H

#include "call/CallReport.h"
#include "call/Decision.h"
#include "choice/Chooser.h"
#include "kernel/SiteKernels.h"
#include "region/Regions.h"
#include "report/Settings.h"
#include "report/Trace.h"

namespace twofold {

struct DispatchedCall;

/// Thread-safe. All references must outlive the object.
class CallSamples {
  const Settings &Set;
  const Trace &Log;
  Regions &Data;
  Chooser &Choices;
  CallReport &Tells;
  SiteKernels &Kernels;
  const NanosecondClock &Now;

public:
  CallSamples(const Settings &Set, const Trace &Log, Regions &Data,
              Chooser &Choices, CallReport &Tells, SiteKernels &Kernels,
              const NanosecondClock &Now)
      : Set(Set), Log(Log), Data(Data), Choices(Choices), Tells(Tells),
        Kernels(Kernels), Now(Now) {}

  /// Right before the call runs.
  Measuring begin(const DispatchedCall &C, Decision &D);
  /// After it has run there.
  void learnFromDevice(const DispatchedCall &C, Decision &D, const Measuring &M,
                       const Outcome &Out);
  void learnFromHost(const DispatchedCall &C, Decision &D, const Measuring &M,
                     const Outcome &Out);
};

} // namespace twofold

#endif
