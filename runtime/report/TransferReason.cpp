// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferReason.cpp - why bytes went over the bus -------------------===//
#include "report/TransferReason.h"
#include "report/Trace.h"

using namespace twofold;

const char *twofold::transferText(TransferReason Why) {
  switch (Why) {
  case TransferReason::Missing:
    return "not there yet or written by the host";
  case TransferReason::EachCallSent:
    return "read, cannot stay there";
  case TransferReason::PartlyWritten:
    return "written in part, cannot stay there";
  case TransferReason::Touched:
    return "used by the host";
  case TransferReason::EachCallStored:
    return "written, cannot stay there";
  case TransferReason::Result:
    return "results of reductions";
  case TransferReason::Asked:
    return "asked for";
  case TransferReason::OtherDevice:
    return "needed on another device";
  case TransferReason::NoRoom:
    return "gave way to other data";
  case TransferReason::Undoable:
    return "before a launch that checks subscripts";
  case TransferReason::Checkpoint:
    return "so that no loop need be repeated";
  case TransferReason::Freed:
    return "in pages with freed memory";
  case TransferReason::Forked:
    return "before a fork";
  case TransferReason::Ended:
    return "at the end";
  }
  return "?";
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
