// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteSpecials.h - one site's kernels with constants, on one device --===//
#ifndef TWOFOLD_RUNTIME_KERNEL_SITESPECIALS_H
#define TWOFOLD_RUNTIME_KERNEL_SITESPECIALS_H

#include "kernel/KernelConstants.h"
#include "kernel/Specialiser.h"

#include <atomic>

namespace twofold {

/// Thread-safe.
struct SiteSpecials {
  /// A build may take an eighth of what the loop's launches have taken.
  static constexpr double Share = 8;

  /// Nanoseconds that a build takes: what that of the usual kernel took, if it
  /// was not in the cache.
  std::atomic<double> BuildTime{100e6};
  const KernelConstants Constants;
  Specialiser Choice;

  SiteSpecials(KernelConstants Constants, bool Force)
      : Constants(std::move(Constants)), Choice(Force) {}
};

} // namespace twofold

#endif
