// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelRuns.h - the kernels that one launch runs --------------------===//
//
// The site's own, or its phases one after the other.
#ifndef TWOFOLD_RUNTIME_LAUNCH_KERNELRUNS_H
#define TWOFOLD_RUNTIME_LAUNCH_KERNELRUNS_H

#include "device/DeviceTable.h"
#include "launch/KernelArguments.h"

#include <functional>
#include <list>
#include <optional>

namespace twofold {

struct KernelRun {
  Program &Kernel;
  const LaunchShape &Shape;
  KernelArguments Arguments;
  std::unique_ptr<Buffer> Shared; ///< null: no groups share iterations

  KernelRun(Program &Kernel, const twofold_site &Site,
            const twofold_launch &Launch, const LaunchShape &Shape)
      : Kernel(Kernel), Shape(Shape), Arguments(Site, Launch, Shape) {}
};

/// Sites, launches and shapes must outlive it.
class KernelRuns {
  struct Phase {
    const twofold_site Site;
    KernelRun Run;

    Phase(Program &Kernel, const twofold_site &Of, const twofold_launch &Launch,
          const LaunchShape &Shape)
        : Site(Of), Run(Kernel, Site, Launch, Shape) {}
  };
  std::optional<KernelRun> Own; ///< in place, as each launch has it
  std::list<Phase> Phases;

public:
  /// The largest group with which all of the site's kernels can run.
  static Result<size_t> largestGroup(const twofold_site &Site, Program &Kernel,
                                     const DeviceFacts &Facts);

  /// Those of the shape, with arguments that have the launch's scalars.
  Status make(const twofold_site &Site, const twofold_launch &Launch,
              const LaunchShape &Shape, Program &Kernel);
  /// In their order, as long as it succeeds.
  Status each(const std::function<Status(KernelRun &)> &Do);
  /// Gives their memory back.
  void free(BufferPool &To);
};

} // namespace twofold

#endif
