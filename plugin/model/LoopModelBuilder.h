// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopModelBuilder.h - canonical loops → LoopDims ------------------===//
#ifndef TWOFOLD_PLUGIN_MODEL_LOOPMODELBUILDER_H
#define TWOFOLD_PLUGIN_MODEL_LOOPMODELBUILDER_H

#include "model/LoopModel.h"

namespace twofold {

/// Fills Loop.Dims and Loop.Body from Loop.Statement and the collapse clause.
/// Accepts what OpenMP calls canonical loops; reports what is not and returns
/// false.
bool buildDims(ParallelLoop &Loop, clang::ASTContext &Ctx, Diagnostics &Diags);

} // namespace twofold

#endif
