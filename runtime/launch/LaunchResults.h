// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchResults.h - the variables that a launch produces -------------===//
#ifndef TWOFOLD_RUNTIME_LAUNCH_LAUNCHRESULTS_H
#define TWOFOLD_RUNTIME_LAUNCH_LAUNCHRESULTS_H

#include "host/PrivateArgs.h"
#include "twofold/abi.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace twofold {

/// Reductions and last values, as a device gave them. They are stored when the
/// launch is over and holds nothing: the program's own code may run, and the
/// variables may be anywhere.
class LaunchResults {
  struct Received {
    const twofold_result *Result;
    std::vector<char> Bytes; ///< of a reduction: one value for each group
  };

  const twofold_site &Site;
  const twofold_launch &Launch;
  std::vector<Received> All;
  std::optional<PrivateArgs> Partials;

public:
  /// Both must outlive the object.
  LaunchResults(const twofold_site &Site, const twofold_launch &Launch,
                uint64_t Groups);

  /// Whether there was memory for everything.
  bool valid() const { return !Partials || Partials->valid(); }
  size_t size(uint32_t Result) const { return All[Result].Bytes.size(); }
  char *bytes(uint32_t Result) { return All[Result].Bytes.data(); }

  /// Stores them into the program's memory.
  void store();
};

} // namespace twofold

#endif
