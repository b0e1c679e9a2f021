// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FileNames.h - names of files that objects hold -------------------===//
#ifndef TWOFOLD_PLUGIN_REPORT_FILENAMES_H
#define TWOFOLD_PLUGIN_REPORT_FILENAMES_H

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceLocation.h"
#include <string>

namespace twofold {

/// As `__FILE__` has it: -ffile-prefix-map and -fmacro-prefix-map hold.
inline std::string embeddedName(const clang::PresumedLoc &Where,
                                const clang::LangOptions &Options) {
  if (!Where.isValid())
    return "<unknown>";
  llvm::SmallString<256> Name(Where.getFilename());
  Options.remapPathPrefix(Name);
  return std::string(Name);
}

} // namespace twofold

#endif
