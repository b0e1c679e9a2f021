// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClauseReader.h - attributes of a loop → Clauses ------------------===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_CLAUSEREADER_H
#define TWOFOLD_PLUGIN_ANNOTATION_CLAUSEREADER_H

#include "model/LoopModel.h"

namespace twofold {

/// Reads and checks the clauses of an annotated loop, which must not be that of
/// a template. No value after an error, which has been reported.
std::optional<Clauses> readClauses(const clang::AttributedStmt &Loop,
                                   clang::ASTContext &Ctx, Diagnostics &Diags);

} // namespace twofold

#endif
