// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/LaunchResults.h"

#include <cstring>

using namespace twofold;

LaunchResults::LaunchResults(const twofold_site &Site,
                             const twofold_launch &Launch, uint64_t Groups)
    : Site(Site), Launch(Launch) {
  for (uint32_t I = 0; I < Site.result_count; ++I) {
    const twofold_result &Result = Site.results[I];
    bool Reduction = Result.kind == TWOFOLD_RESULT_REDUCTION;
    All.push_back(
        {&Result, std::vector<char>(Result.size * (Reduction ? Groups : 1))});
  }
  if (PrivateArgs::hasReduction(Site))
    Partials.emplace(Site, Launch.args, 2);
}

void LaunchResults::store() {
  for (const Received &R : All)
    if (R.Result->kind == TWOFOLD_RESULT_LAST)
      std::memcpy(Launch.args[R.Result->arg], R.Bytes.data(), R.Result->size);
  if (!Partials)
    return;
  // In the order of the groups, so that equal calls give equal bits.
  void **Sum = Partials->prepare(0), **Part = Partials->prepare(1);
  uint64_t Groups = 0;
  for (const Received &R : All)
    if (R.Result->kind == TWOFOLD_RESULT_REDUCTION)
      Groups = R.Bytes.size() / R.Result->size;
  for (uint64_t Group = 0; Group < Groups; ++Group) {
    for (Received &R : All)
      if (R.Result->kind == TWOFOLD_RESULT_REDUCTION)
        Part[R.Result->arg] = R.Bytes.data() + Group * R.Result->size;
    Site.combine(Sum, Part);
  }
  Site.combine(Launch.args, Sum);
}
