// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RecordPass.h - writes entries of -fsave-optimization-record ------===//
#ifndef TWOFOLD_PLUGIN_PASSES_RECORDPASS_H
#define TWOFOLD_PLUGIN_PASSES_RECORDPASS_H

#include <memory>

namespace clang {
class CodeGenOptions;
} // namespace clang

namespace twofold {

class Records;

/// Adds a pass that writes what From has by then into clang's own record file,
/// which is open only while code is generated.
void addRecordPass(clang::CodeGenOptions &Options,
                   std::shared_ptr<Records> From);

} // namespace twofold

#endif
