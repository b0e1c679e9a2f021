// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ScalarInference.h - what an assigned outer scalar is to the loop -===//
#ifndef TWOFOLD_PLUGIN_MODEL_SCALARINFERENCE_H
#define TWOFOLD_PLUGIN_MODEL_SCALARINFERENCE_H

#include "ast/VariableUses.h"
#include "model/LoopModel.h"
#include "model/ReductionForms.h"

namespace twofold {

/// Gives each of Variables, which the body changes, an entry in Loop.Captures:
///   private       when every iteration assigns it before use,
///   last value    when it may be looked at after the loop besides,
///   reduction     when all its uses are updates by one operation.
/// Clauses go before: what a clause names is only checked against the body.
/// Reports and returns false where iterations depend on one another: the loop
/// Stays.
bool inferScalars(ParallelLoop &Loop, const BodyUses &Uses,
                  ReductionForms Forms,
                  llvm::ArrayRef<clang::ValueDecl *> Variables,
                  clang::ASTContext &Ctx, Diagnostics &Diags);

} // namespace twofold

#endif
