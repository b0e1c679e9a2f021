// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TransferReason.h"
#include "report/Trace.h"

#include <iterator>

using namespace twofold;

/// Of each reason, in their order.
static constexpr const char *Texts[] = {
    "not there yet or written by the host",
    "read, cannot stay there",
    "written in part, cannot stay there",
    "used by the host",
    "written, cannot stay there",
    "results of reductions",
    "asked for",
    "needed on another device",
    "gave way to other data",
    "before a launch that checks subscripts",
    "so that no loop need be repeated",
    "in pages with freed memory",
    "before a fork",
    "at the end"};
static_assert(std::size(Texts) == TransferReasons);

const char *twofold::transferText(TransferReason Why) {
  return Texts[size_t(Why)];
}

std::string TransferSums::describe() const {
  std::string Out;
  for (bool ToDevice : {true, false}) {
    std::string Parts;
    uint64_t Sum = 0;
    for (size_t I = 0; I < TransferReasons; ++I) {
      const TransferReason Why = TransferReason(I);
      uint64_t Moved = goesToDevice(Why) == ToDevice ? of(Why) : 0;
      if (!Moved)
        continue;
      Sum += Moved;
      Parts += (Parts.empty() ? ": " : ", ") + formatBytes(double(Moved)) +
               " " + transferText(Why);
    }
    if (!Sum)
      continue;
    Out += Out.empty() ? "" : "; ";
    Out += ToDevice ? "to devices " : "home ";
    Out += formatBytes(double(Sum)) + Parts;
  }
  return Out;
}
