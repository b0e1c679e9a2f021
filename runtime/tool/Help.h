// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Help.h - what `twofold --help` prints ------------------------------===//
#ifndef TWOFOLD_RUNTIME_TOOL_HELP_H
#define TWOFOLD_RUNTIME_TOOL_HELP_H

#include <string>

namespace twofold::tool {

/// Of all commands, or of the one that is named. Empty: there is no such one.
std::string helpText(const std::string &Command);

/// That there is none, with the one that may have been meant.
std::string unknownCommand(const std::string &Command);

} // namespace twofold::tool

#endif
