// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallReport.h - what is told of calls -------------------------------===//
#ifndef TWOFOLD_RUNTIME_CALL_CALLREPORT_H
#define TWOFOLD_RUNTIME_CALL_CALLREPORT_H

#include "call/Decision.h"
#include "report/Settings.h"
#include "report/Trace.h"
#include "site/SiteTable.h"

namespace twofold {

struct DispatchedCall;

/// To the user, as lines and receipts, and to the record of the call's site.
/// Thread-safe. All references must outlive the object.
class CallReport {
  const Settings &Set;
  const Trace &Log;
  const DeviceTable &Devices;
  const SiteTable &Sites;
  const Chooser &Choices;
  ReceiptRing Receipts;
  std::atomic<bool> AbsenceTold{false}; ///< of a device that was asked for

  Flip flipOf(const Receipt &Of) const;
  void tellAbsence(const DispatchedCall &C, const std::string &Why,
                   bool Switched);
  void tellConflict(const DispatchedCall &C, uint32_t Number);

public:
  CallReport(const Settings &Set, const Trace &Log, const DeviceTable &Devices,
             const SiteTable &Sites, const Chooser &Choices)
      : Set(Set), Log(Log), Devices(Devices), Sites(Sites), Choices(Choices) {}

  /// The call is about to be carried out so.
  void decided(const DispatchedCall &C, const Decision &D);
  void updates(const DispatchedCall &C, const HostDevice::SharedUpdates &Of);
  /// Files a receipt; 0 nanoseconds: that was not measured.
  void file(Decision &D, const Outcome &Out, double Nanoseconds);
  /// Why the call ran natively, if it did.
  void keepReason(DispatchedCall &C, const Decision &D, const Outcome &Out);
  /// The same, and all lines of a call that has run between two times of
  /// steadyNanoseconds().
  void ended(DispatchedCall &C, const Decision &D, const Outcome &Out,
             double Begin, double End);

  /// See Dispatcher.
  std::string explain(const std::string &Site) const;
  std::string receiptsAsJson() const;
};

} // namespace twofold

#endif
