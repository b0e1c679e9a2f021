// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteSpecials.h - one site's kernels with constants, on one device --===//
#ifndef TWOFOLD_RUNTIME_SITESPECIALS_H
#define TWOFOLD_RUNTIME_SITESPECIALS_H

#include "KernelConstants.h"
#include "Specialiser.h"

namespace twofold {

/// Thread-safe.
struct SiteSpecials {
  const KernelConstants Constants;
  Specialiser Choice;

  SiteSpecials(KernelConstants Constants, bool Force)
      : Constants(std::move(Constants)), Choice(Force) {}
};

} // namespace twofold

#endif
