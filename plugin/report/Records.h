// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Records.h - what -fsave-optimization-record is to hold -----------===//
#ifndef TWOFOLD_PLUGIN_REPORT_RECORDS_H
#define TWOFOLD_PLUGIN_REPORT_RECORDS_H

#include "llvm/ADT/SmallVector.h"
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace twofold {

/// One entry of the record file. Names and keys are literals.
struct Record {
  enum class Kind { Passed, Missed, Analysis };
  /// What the compiler's user is told, by its name in Diagnostics.def.
  static constexpr const char *Message = "twofold";
  /// What became of a loop: its variables, its ranges, its two variants. Tools
  /// such as `twofold report` read it.
  static constexpr const char *Loop = "twofold-loop";

  Kind What = Kind::Analysis;
  const char *Pass = Message;
  const char *Name = "";
  std::string File, Function;
  unsigned Line = 0, Column = 0;
  llvm::SmallVector<std::pair<const char *, std::string>, 1> Parts;
};

/// The entries of one unit, from who finds them to the pass that writes them.
class Records {
  std::mutex Lock;
  std::vector<Record> All;

public:
  void add(Record Of) {
    std::lock_guard<std::mutex> Guard(Lock);
    All.push_back(std::move(Of));
  }
  std::vector<Record> take() {
    std::lock_guard<std::mutex> Guard(Lock);
    return std::exchange(All, {});
  }
};

} // namespace twofold

#endif
