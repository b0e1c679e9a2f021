// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopModelBuilder.h - the steps from loops to a ParallelLoop -------===//
#ifndef TWOFOLD_PLUGIN_MODEL_LOOPMODELBUILDER_H
#define TWOFOLD_PLUGIN_MODEL_LOOPMODELBUILDER_H

#include "ast/AstFactory.h"
#include "ast/VariableUses.h"
#include "model/LoopModel.h"
#include "model/ReductionForms.h"

namespace twofold {

class Diagnostics;

/// Fills Loop.Dims and Loop.Body from Loop.Statement and the collapse clause.
/// Accepts what OpenMP calls canonical loops; reports what is not and returns
/// false.
bool buildDims(ParallelLoop &Loop, clang::ASTContext &Ctx, Diagnostics &Diags);

/// What messages call Dim's induction variable: in a range loop, its element.
std::string nameOf(const LoopDim &Dim);

/// Has Loop's program run Before in front of the loop, and First at the
/// beginning of each iteration. The loop's slot moves along.
void insertPreamble(ParallelLoop &Loop, llvm::ArrayRef<clang::Stmt *> Before,
                    llvm::ArrayRef<clang::Stmt *> First, AstFactory &Make);

/// Rewrites each assignment `x = e` in Loop.Marks, which stands in Loop.Body,
/// to `x = e, leader = iteration`, or `x = e, leader = x != x ? 1 : leader`.
/// Both variants are made from the result: Loop's body from then on.
clang::Stmt *insertMarks(const ParallelLoop &Loop, clang::ASTContext &Ctx);

/// Has what stands in Slot, of a body that insertMarks has rewritten, note
/// nothing again.
void removeMarks(const ParallelLoop &Loop, clang::Stmt *&Slot);

/// Clang evaluates a variable array's length where its type is written, and
/// code generation knows the value in that function alone. The body of a loop
/// moves into another one, so types in it get lengths that move along: those
/// that were written outside (a typedef, typeof, decltype or auto of something
/// outside) become variables in front of the loop, which are captured as others
/// are, and types of the body are spelled with them. What hangs on variables of
/// outside is left to BodyRewriter, which computes with flat pointers.
///
/// False: that is not possible; the loop stays as it is, which was told.
bool bindOuterLengths(ParallelLoop &Loop, clang::ASTContext &Ctx,
                      Diagnostics &Diags);

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

/// Fills Loop.Captures and Loop.ArgCount from the body and the clauses.
/// False where the loop cannot be compiled, or Stays: iterations would race on
/// a variable. Either has been reported.
bool shareData(ParallelLoop &Loop, clang::ASTContext &Ctx, Diagnostics &Diags);

/// The same for a loop that stays where it is, with what only its accesses
/// need: by value what nothing changes, private the numbers that are no numbers
/// to compute with. False: it cannot be taken apart, which has been reported.
bool shareInOrder(ParallelLoop &Loop, clang::ASTContext &Ctx,
                  Diagnostics &Diags);

/// D, which the body uses First there, but for its Kind.
Capture captureOf(clang::ValueDecl *D, const clang::DeclRefExpr &First);

/// Gives captures and pointer dimensions their entries of args.
void numberArguments(ParallelLoop &Loop);

/// A line for each dimension, each capture and each array whose elements
/// iterations update together.
std::string toString(const ParallelLoop &Loop);

} // namespace twofold

#endif
