// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Pipeline.h - the stages in order ---------------------------------===//
#ifndef TWOFOLD_PLUGIN_PIPELINE_H
#define TWOFOLD_PLUGIN_PIPELINE_H

#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace twofold {

class Diagnostics;
struct PluginOptions;

/// The consumer that turns annotated loops into calls before CodeGen sees them.
std::unique_ptr<clang::ASTConsumer>
createPipeline(clang::CompilerInstance &CI, const PluginOptions &Options,
               std::unique_ptr<Diagnostics> Diags);

} // namespace twofold

#endif
