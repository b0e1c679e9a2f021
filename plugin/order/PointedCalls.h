// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PointedCalls.h - functions that pointers lead to -------------------===//
//
// What is called by a pointer, or by an object that holds one, is not looked
// into where it is called. Where such a variable is given a function or a
// lambda whose body is visible, what that stores says whether iterations may
// run in any order.
#ifndef TWOFOLD_PLUGIN_ORDER_POINTEDCALLS_H
#define TWOFOLD_PLUGIN_ORDER_POINTEDCALLS_H

#include "model/LoopModel.h"

namespace twofold {

/// The call in Loop's body that may lead to a function that changes a place
/// for all iterations, or elements of an array that it also goes to by other
/// subscripts.
std::optional<Refusal> findPointedCall(const ParallelLoop &Loop,
                                       const clang::ASTContext &Ctx);

} // namespace twofold

#endif
