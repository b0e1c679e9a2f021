// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SharedValues.h - numbers that the items of a group may share -------===//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_SHAREDVALUES_H
#define TWOFOLD_PLUGIN_SCHEDULE_SHAREDVALUES_H

#include "access/AccessModel.h"
#include "model/LoopModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// Loop counts by integers, and all that it leaves behind is in memory that
/// Model has, at places without checks: a group of items may run its iterations
/// together.
bool mayRunInGroups(const ParallelLoop &Loop, const AccessModel &Model);

/// What Model's stores are reached through, in canonical declarations; nothing:
/// some have no name.
using Variables = llvm::SmallPtrSet<const clang::ValueDecl *, 4>;
std::optional<Variables> writtenVariables(const AccessModel &Model);

/// An integer or floating-point number of 32 or 64 bits, as registers and local
/// memory of every device hold it.
bool isNumber(clang::QualType T, const clang::ASTContext &Ctx);

/// A function that the compiler knows, of numbers alone.
bool isOfNumbers(const clang::CallExpr &Call);

/// Call makes a number of numbers, and of nothing else that may change.
bool usesArgumentsAlone(const clang::CallExpr &Call);

/// A call or construction that stores nothing but into variables of functions
/// that run meanwhile.
bool leavesMemory(const clang::Expr *E);

/// Whether Init is made of what all items have alike, memory left out. Of
/// variables of the iteration IsAlike tells; nothing: it does not know one.
bool isMadeAlike(
    const clang::Expr *Init, const ParallelLoop &Loop,
    llvm::function_ref<std::optional<bool>(const clang::ValueDecl *)> IsAlike);

/// From one value of D to the next one Index grows by 1.
bool movesByOne(const clang::Expr *Index, const clang::ValueDecl *D);

/// A and B are the same, names, numbers and operators alone, where two of their
/// variables that IsSame knows stand for each other.
bool sameBut(
    const clang::Stmt *A, const clang::Stmt *B,
    llvm::function_ref<bool(const clang::ValueDecl *, const clang::ValueDecl *)>
        IsSame);
/// So they are but for these variables.
bool sameBut(const clang::Stmt *A, const clang::VarDecl *OfA,
             const clang::Stmt *B, const clang::VarDecl *OfB);

/// Adds to Out what S evaluates whatever its conditions are.
void noteEvaluated(const clang::Stmt *S,
                   llvm::DenseSet<const clang::Stmt *> &Out);

} // namespace twofold

#endif
