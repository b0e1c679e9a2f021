// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SubscriptChecks.cpp ----------------------------------------------===//

#include "SubscriptChecks.h"
#include "RuntimeDecls.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {

Expr *SubscriptChecks::checked(Expr *Index, VarDecl *Limit, unsigned Number) {
  QualType Long = Ctx.getIntTypeForBitwidth(64, true),
           U64 = Ctx.getIntTypeForBitwidth(64, false);
  SourceLocation Loc = Index->getExprLoc();
  VarDecl *At =
      Make.variable(Run, "index", Long, Make.convert(Make.paren(Index), Long));
  Expr *Beyond =
      Make.compare(BO_GE, Make.convert(Make.value(At), U64), Make.value(Limit));
  Expr *Left =
      Make.call(Abi.function("out_of_bounds"),
                {Make.value(Bounds),
                 Make.integer(Number, Ctx.getIntTypeForBitwidth(32, false)),
                 Make.value(At)});
  Expr *Found = Make.compare(
      BO_NE, Left, Make.integer(0, Ctx.getIntTypeForBitwidth(32, true)));
  Stmt *Leave = Make.ifThen(
      Make.compare(BO_LAnd, Make.compare(BO_LAnd, Make.value(Checks), Beyond),
                   Found),
      Make.compound({ReturnStmt::Create(Ctx, Loc, nullptr, nullptr)}));
  CompoundStmt *All = Make.compound({Make.declare(At), Leave, Make.value(At)});
  return new (Ctx) StmtExpr(All, Long, Loc, Loc, /*TemplateDepth=*/0);
}

static void collect(const Stmt *S, llvm::SmallPtrSetImpl<const Stmt *> &Out) {
  if (!S)
    return;
  if (isa<Expr>(S))
    Out.insert(S);
  for (const Stmt *Child : S->children())
    collect(Child, Out);
}

bool SubscriptChecks::add(const AccessModel &Accesses, ArgsAccess &Args,
                          SmallVectorImpl<Stmt *> &Prologue) {
  if (Accesses.Subscripts.empty())
    return true;
  llvm::SmallPtrSet<const Stmt *, 32> InBody;
  collect(Loop.Body, InBody);
  bool Complete = true;
  QualType U64 = Ctx.getIntTypeForBitwidth(64, false);
  QualType Type = Ctx.getPointerType(Abi.record("bounds").withConst());
  Bounds = Make.variable(Run, "bounds", Type,
                         Make.convert(Args.address(Loop.BoundsArg), Type));
  Prologue.push_back(Make.declare(Bounds));
  Expr *Call = Make.load(
      Make.member(Make.paren(Make.dereference(Make.value(Bounds))), "call"));
  Expr *Some = Make.compare(BO_NE, Call, Make.null(Ctx.VoidPtrTy));
  Checks = Make.variable(Run, "checks", Some->getType(), Some);
  Prologue.push_back(Make.declare(Checks));
  for (unsigned I = 0; I < Accesses.Subscripts.size(); ++I) {
    if (!InBody.contains(Accesses.Subscripts[I].At)) {
      Complete = false;
      continue;
    }
    Expr *Limits = Make.load(Make.member(
        Make.paren(Make.dereference(Make.value(Bounds))), "limits"));
    VarDecl *Limit = Make.variable(
        Run, "limit" + std::to_string(I), U64,
        Make.load(Make.subscript(Limits, Make.integer(I, Ctx.IntTy))));
    Prologue.push_back(Make.declare(Limit));
    // The body moves with its nodes; this one gets another child.
    const Subscript &S = Accesses.Subscripts[I];
    for (Stmt *&Child : const_cast<Expr *>(S.At)->children())
      if (Child == S.Index)
        Child = checked(cast<Expr>(Child), Limit, I);
  }
  return Complete;
}

} // namespace twofold
