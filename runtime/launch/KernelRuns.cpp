// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/KernelRuns.h"

#include <algorithm>

using namespace twofold;

Result<size_t> KernelRuns::largestGroup(const twofold_site &Site,
                                        Program &Kernel,
                                        const DeviceFacts &Facts) {
  size_t Out = Kernel.maxGroupSize();
  if (!hasPhases(*Site.kernel, Facts))
    return Out;
  for (uint32_t I = 0; I < Site.kernel->phase_count; ++I) {
    auto Of = Kernel.other(Site.kernel->phases[I].name);
    if (!Of)
      return Of.takeError();
    Out = std::min(Out, (*Of)->maxGroupSize());
  }
  return Out;
}

Status KernelRuns::make(const twofold_site &Site, const twofold_launch &Launch,
                        const LaunchShape &Shape, Program &Kernel) {
  if (Shape.Phases.empty())
    Own.emplace(Kernel, Site, Launch, Shape);
  for (uint32_t I = 0; I < Shape.Phases.size(); ++I) {
    const twofold_site Of = LaunchShape::phaseOf(Site, I);
    auto Found = Kernel.other(Of.kernel->name);
    if (!Found)
      return Found.takeError();
    Phases.emplace_back(**Found, Of, Launch, Shape.Phases[I]);
  }
  return Unit();
}

Status KernelRuns::each(const std::function<Status(KernelRun &)> &Do) {
  if (Own)
    return Do(*Own);
  for (Phase &P : Phases)
    if (Status S = Do(P.Run); !S)
      return S;
  return Unit();
}

void KernelRuns::free(BufferPool &To) {
  if (Own)
    To.give(std::move(Own->Shared));
  for (Phase &P : Phases)
    To.give(std::move(P.Run.Shared));
}
