// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RecordAttributes.h - how OpenCL C is told where members lie --------===//
#ifndef TWOFOLD_PLUGIN_DIALECT_RECORDATTRIBUTES_H
#define TWOFOLD_PLUGIN_DIALECT_RECORDATTRIBUTES_H

#include "clang/AST/Decl.h"
#include <string>

namespace twofold {

/// Whether R's parts follow each other without gaps.
bool isPacked(const clang::RecordDecl &R);

/// The attribute of a record that is aligned to more than its parts are, or
/// whose parts are aligned to nothing; empty: none is needed.
std::string layoutAttribute(const clang::RecordDecl &R,
                            const clang::ASTContext &Ctx);

} // namespace twofold

#endif
