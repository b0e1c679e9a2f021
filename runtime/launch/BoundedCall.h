// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BoundedCall.h - one call whose subscripts are checked --------------===//
//
// Lives on the stack of twofold_run. The variants find it through args: native
// ones by twofold_out_of_bounds, from any thread; DeviceLaunch passes limits to
// the kernel and brings back what it found. The first violation counts.
#ifndef TWOFOLD_RUNTIME_LAUNCH_BOUNDEDCALL_H
#define TWOFOLD_RUNTIME_LAUNCH_BOUNDEDCALL_H

#include "bytes/BoundsCheck.h"
#include "twofold/twofold.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace twofold {

class BoundedCall {
  struct SavedResult {
    void *Variable;
    std::vector<char> Value;
  };

  const twofold_site &Site;
  const twofold_launch &Launch;
  BoundsVerdict Verdict;
  twofold_bounds Seen = {nullptr, nullptr}; ///< by the variants
  std::vector<SavedResult> Results;
  std::atomic<bool> Found{false};
  BoundsViolation First; ///< written by who set Found
  uint32_t FoundBy = 0;

public:
  using Raise = std::function<void(const twofold_error &)>;

  /// Proves of the call's subscripts what can be proven before it.
  BoundedCall(const twofold_site &Site, const twofold_launch &Launch);

  /// "" or which accesses nobody checks.
  std::string unchecked() const;

  /// Runs the loop by Run unless it is in error already, and raises what was
  /// found once Run has returned.
  void run(const std::function<void()> &Run, const Raise &Error);

  /// False when the subscript is not checked in this call.
  bool found(uint32_t Subscript, int64_t Index, uint32_t By);
};

/// Tells Error what was found, as a program sees it.
void raiseViolation(const twofold_site &Site, const BoundsViolation &What,
                    uint32_t FoundBy, const BoundedCall::Raise &Error);

/// Limits of a call for its kernel's arguments; Unlimited where unchecked.
uint64_t limitOf(const twofold_site &Site, const twofold_launch &Launch,
                 uint32_t Subscript);
/// The call that checks this launch, or null.
BoundedCall *boundedCall(const twofold_site &Site,
                         const twofold_launch &Launch);

} // namespace twofold

#endif
