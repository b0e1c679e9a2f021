// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPReductions.h - reductions that programs declare --------------===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPREDUCTIONS_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPREDUCTIONS_H

#include "clang/AST/DeclOpenMP.h"
#include <string>

namespace twofold {

/// The operator that Declared combines numbers by, `min` and `max` among them,
/// or objects by, beginning with what changes no result; empty: it does
/// something else. Default is what an object begins with that nobody sets;
/// null: with zeros.
std::string operatorOf(const clang::OMPDeclareReductionDecl &Declared,
                       const clang::Expr *Default, clang::ASTContext &Ctx);

} // namespace twofold

#endif
