// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GuardOnDemand.h - guards pages from the first one on --------------===//
//
// Most programs that could keep results on a device never do: they find no
// device, or one that shares their memory. They get no handler of SIGSEGV and
// no threads.
#ifndef TWOFOLD_RUNTIME_GUARD_GUARDONDEMAND_H
#define TWOFOLD_RUNTIME_GUARD_GUARDONDEMAND_H

#include "guard/HostGuard.h"

namespace twofold {

/// A HostGuard that starts when somebody first asks which pages can be guarded.
/// The answer is none if it does not work.
class GuardOnDemand final : public PageGuard {
  GuardResolver &Resolver;
  const std::string Against;
  const bool Mendable;
  mutable std::once_flag Once;
  mutable std::unique_ptr<HostGuard> Started;
  mutable std::atomic<HostGuard *> Works{nullptr};
  mutable std::atomic<bool> Failed{false};

public:
  /// Against: why there is to be none. Mendable: it says what to do about it.
  GuardOnDemand(GuardResolver &Resolver, std::string Against,
                bool Mendable = false);

  /// True until it is known that pages cannot be guarded.
  bool working() const override {
    return Against.empty() && !Failed.load(std::memory_order_acquire);
  }
  std::string whyNot() const override;
  bool mendable() const override { return Mendable; }
  RangeSet guardable(ByteRange Range, const Origin &Of) const override;
  Status set(ByteRange Pages, Access How) override;
  Status replace(ByteRange Pages, const Filler &Fill, Access How,
                 const Saver &Save = nullptr) override;
};

} // namespace twofold

#endif
