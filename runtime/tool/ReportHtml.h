// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportHtml.h - parts of the page of `twofold report` ---------------===//
//
// Everything that comes from a program (names, sources, messages, kernels) goes
// through escaped() or coloured(); the page's policy forbids scripts besides.
#ifndef TWOFOLD_RUNTIME_TOOL_REPORTHTML_H
#define TWOFOLD_RUNTIME_TOOL_REPORTHTML_H

#include "tool/ReportData.h"

#include <string>
#include <string_view>
#include <vector>

namespace twofold::tool {

/// As HTML's text and as an attribute's value in double quotes.
std::string escaped(std::string_view Text);

/// Colours of C's tokens, for one line after the other.
class Colours {
  bool InComment = false;

public:
  /// HTML of one line.
  std::string line(std::string_view Text);
};
/// All lines of a text of C's.
std::string coloured(std::string_view Text);

/// The word for it, and the class of its colours.
const char *wordOf(Verdict Is);
const char *classOf(Verdict Is);
/// The class of the colours of where a call ran.
const char *classOf(const std::string &Where);

/// How often, how long and where; the loops are in order of their time.
std::string runSection(const ReportData &Of,
                       const std::vector<const ReportLoop *> &ByTime);
/// What is unfolded at a loop; links lead to Anchor.
std::string loopPanel(const ReportLoop &Of, const std::string &Anchor);
/// The name that links lead to.
std::string anchorOf(const ReportData &In, const ReportLoop &Of);

/// The whole page.
std::string reportPage(const ReportData &Of);

} // namespace twofold::tool

#endif
