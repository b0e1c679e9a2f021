// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RecordFile.h - what -fsave-optimization-record has kept ------------===//
#ifndef TWOFOLD_RUNTIME_TOOL_RECORDFILE_H
#define TWOFOLD_RUNTIME_TOOL_RECORDFILE_H

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace twofold::tool {

/// An entry of the plugin's.
struct RecordEntry {
  std::string Kind; ///< "Passed", "Missed" or "Analysis"
  std::string Pass; ///< "twofold", or "twofold-loop"
  std::string Name, File, Function;
  unsigned Line = 0, Column = 0;
  std::vector<std::pair<std::string, std::string>> Parts;

  /// The text of the part with this key; empty: there is none.
  const std::string &part(std::string_view Key) const;
  /// All parts' texts, one after the other.
  std::string message() const;
};

/// Calls Take with the plugin's entries of a *.opt.yaml file's text, in the
/// form that LLVM writes; entries of other passes are left out.
void readRecords(std::string_view Text,
                 const std::function<void(RecordEntry)> &Take);

} // namespace twofold::tool

#endif
