// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopPreamble.h - statements that a loop gets -------------*- C++ -*-===//
#ifndef TWOFOLD_PLUGIN_MODEL_LOOPPREAMBLE_H
#define TWOFOLD_PLUGIN_MODEL_LOOPPREAMBLE_H

#include "ast/AstFactory.h"
#include "model/LoopModel.h"
#include "llvm/ADT/ArrayRef.h"

namespace twofold {

/// Has Loop's program run Before in front of the loop, and First at the
/// beginning of each iteration. The loop's slot moves along.
void insertPreamble(ParallelLoop &Loop, llvm::ArrayRef<clang::Stmt *> Before,
                    llvm::ArrayRef<clang::Stmt *> First, AstFactory &Make);

} // namespace twofold

#endif
