// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DataSharing.cpp --------------------------------------------------===//

#include "DataSharing.h"
#include "VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

const char *spelling(ReductionOp Op) {
  switch (Op) {
  case ReductionOp::Add:
    return "+";
  case ReductionOp::Mul:
    return "*";
  case ReductionOp::And:
    return "&";
  case ReductionOp::Or:
    return "|";
  case ReductionOp::Xor:
    return "^";
  case ReductionOp::LogicalAnd:
    return "&&";
  case ReductionOp::LogicalOr:
    return "||";
  case ReductionOp::Min:
    return "min";
  case ReductionOp::Max:
    return "max";
  }
  llvm_unreachable("covered switch");
}

bool combines(BinaryOperatorKind Kind, ReductionOp Op, bool Spelled) {
  switch (Op) {
  case ReductionOp::Add:
    return Kind == BO_Add || Kind == BO_Sub;
  case ReductionOp::Mul:
    return Kind == BO_Mul;
  case ReductionOp::And:
    return Kind == BO_And;
  case ReductionOp::Or:
    return Kind == BO_Or;
  case ReductionOp::Xor:
    return Kind == BO_Xor;
  case ReductionOp::LogicalAnd:
    return Spelled && Kind == BO_LAnd;
  case ReductionOp::LogicalOr:
    return Spelled && Kind == BO_LOr;
  default:
    return false;
  }
}

class DataSharing {
  ParallelLoop &Loop;
  ASTContext &Ctx;
  Diagnostics &Diags;
  BodyUses Uses;
  bool Ok = true;

public:
  DataSharing(ParallelLoop &Loop, ASTContext &Ctx, Diagnostics &Diags)
      : Loop(Loop), Ctx(Ctx), Diags(Diags), Uses(collectUses(Loop.Body, Ctx)) {}

  bool run();

private:
  DiagnosticBuilder fail(SourceLocation Loc, diag::Id Which) {
    Ok = false;
    return Diags.report(Loc, Which);
  }
  void checkInduction(const LoopDim &Dim, const VariableUses &U);
  void checkReduction(const ReductionClause &Clause, const VariableUses &U);
  void clauses();
  void clauseVariable(Capture C, SourceLocation Loc, StringRef Clause);
  void outer(ValueDecl *D, const VariableUses &U);
  void number();
};

void DataSharing::checkInduction(const LoopDim &Dim, const VariableUses &U) {
  if (Dim.What == LoopDim::Kind::Iterator || Dim.What == LoopDim::Kind::Range)
    return;
  if (!U.Writes.empty())
    fail(U.Writes.front()->getExprLoc(), diag::Id::InductionChanged)
        << Dim.Induction->getName();
}

/// Every reference must be part of `x op= e`, `x = x op e`, `x = e op x` or,
/// for sums, ++ and --. Min and max come in too many forms to check here.
void DataSharing::checkReduction(const ReductionClause &Clause,
                                 const VariableUses &U) {
  if (Clause.Op == ReductionOp::Min || Clause.Op == ReductionOp::Max)
    return;
  llvm::SmallPtrSet<const Expr *, 8> Allowed;
  auto Ref = [&](const Expr *E) -> const Expr * {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return R && R->getDecl() == Clause.Variable ? R : nullptr;
  };
  for (const Expr *Write : U.Writes) {
    if (const auto *Unary = dyn_cast<UnaryOperator>(Write)) {
      if (Clause.Op == ReductionOp::Add)
        Allowed.insert(Ref(Unary->getSubExpr()));
      continue;
    }
    const auto *B = cast<BinaryOperator>(Write);
    if (const auto *Compound = dyn_cast<CompoundAssignOperator>(B)) {
      if (combines(
              BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode()),
              Clause.Op, false))
        Allowed.insert(Ref(Compound->getLHS()));
      continue;
    }
    const auto *Sum =
        dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
    if (!Sum || !combines(Sum->getOpcode(), Clause.Op, true))
      continue;
    const Expr *Left = Ref(Sum->getLHS());
    const Expr *Operand =
        Left ? Left
             : (Sum->getOpcode() == BO_Sub ? nullptr : Ref(Sum->getRHS()));
    if (Operand) {
      Allowed.insert(Operand);
      Allowed.insert(Ref(B->getLHS()));
    }
  }
  for (const DeclRefExpr *R : U.References)
    if (!Allowed.contains(R)) {
      fail(R->getLocation(), diag::Id::ReductionUse)
          << Clause.Variable->getName() << spelling(Clause.Op);
      return;
    }
}

void DataSharing::clauseVariable(Capture C, SourceLocation Loc,
                                 StringRef Clause) {
  if (Loop.dimOf(C.Decl)) {
    fail(Loc, diag::Id::InductionClause) << C.Decl->getName() << Clause;
    return;
  }
  C.Type = C.Decl->getType().getNonReferenceType().getUnqualifiedType();
  C.FirstUse = Loc;
  if (const auto *V = dyn_cast<VarDecl>(C.Decl))
    C.Global = V->hasGlobalStorage();
  if (auto It = Uses.Variables.find(C.Decl); It != Uses.Variables.end())
    C.Enclosing =
        It->second.References.front()->refersToEnclosingVariableOrCapture();
  Loop.Captures.push_back(C);
}

void DataSharing::clauses() {
  for (const ReductionClause &R : Loop.Given.Reductions) {
    if (auto It = Uses.Variables.find(R.Variable); It != Uses.Variables.end())
      checkReduction(R, It->second);
    Capture C;
    C.Decl = R.Variable;
    C.Kind = Sharing::Reduction;
    C.Op = R.Op;
    clauseVariable(C, R.Loc, "reduction");
  }
  auto Add = [&](ArrayRef<VariableClause> List, Sharing Kind, StringRef Name) {
    for (const VariableClause &V : List) {
      Capture C;
      C.Decl = V.Variable;
      C.Kind = Kind;
      clauseVariable(C, V.Loc, Name);
    }
  };
  Add(Loop.Given.Privates, Sharing::Private, "private");
  Add(Loop.Given.LastPrivates, Sharing::LastPrivate, "lastprivate");
}

/// A variable that no clause names.
void DataSharing::outer(ValueDecl *D, const VariableUses &U) {
  Capture C;
  C.Decl = D;
  C.Type = D->getType().getNonReferenceType().getUnqualifiedType();
  C.FirstUse = U.References.front()->getLocation();
  const auto *V = dyn_cast<VarDecl>(D);
  C.Global = V && V->hasGlobalStorage();
  C.Enclosing = U.References.front()->refersToEnclosingVariableOrCapture();

  bool Synchronised =
      C.Type->isAtomicType() ||
      D->getType().getNonReferenceType().isVolatileQualified() ||
      (V && V->getTLSKind() != VarDecl::TLS_None);
  bool SmallRecord = C.Type->isRecordType() &&
                     C.Type.isTriviallyCopyableType(Ctx) && !U.Escapes &&
                     U.Writes.empty() &&
                     Ctx.getTypeSizeInChars(C.Type).getQuantity() <= 256;
  if (Synchronised || C.Type->isArrayType() ||
      (C.Type->isRecordType() && !SmallRecord) || !C.Type->isObjectType())
    C.Kind = Sharing::Reference;
  else if (!U.Writes.empty()) {
    fail(U.Writes.front()->getExprLoc(), diag::Id::SharedAssigned)
        << D->getName();
    return;
  } else {
    C.Kind = U.Escapes ? Sharing::Reference : Sharing::Value;
  }
  Loop.Captures.push_back(C);
}

void DataSharing::number() {
  for (Capture &C : Loop.Captures)
    if (C.Kind != Sharing::Private)
      C.Arg = Loop.ArgCount++;
  for (LoopDim &Dim : Loop.Dims)
    if (Dim.What != LoopDim::Kind::Integer)
      Dim.StartArg = Loop.ArgCount++;
}

bool DataSharing::run() {
  if (Uses.OuterLength) {
    // The loop stays as it is, which is always right.
    Diags.missed(Uses.OuterLength->getLocation(), diag::Id::SerialLengths,
                 {Uses.OuterLength->getNameAsString()});
    return false;
  }
  // Range loops declare their variable outside the body proper.
  for (const LoopDim &Dim : Loop.Dims)
    if (auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop)) {
      ValueDecl *D = Range->getLoopVariable();
      Uses.DeclaredInside.insert(D);
      if (auto *Parts = dyn_cast<DecompositionDecl>(D))
        Uses.DeclaredInside.insert_range(Parts->bindings());
    }
  clauses();
  for (auto &[D, U] : Uses.Variables) {
    if (const LoopDim *Dim = Loop.dimOf(D))
      checkInduction(*Dim, U);
    else if (!Loop.capture(D) && !Uses.DeclaredInside.contains(D))
      outer(D, U);
  }
  if (Uses.This) {
    Capture C;
    C.Kind = Sharing::This;
    C.Type = Uses.This->getType().getUnqualifiedType();
    C.FirstUse = Uses.This->getExprLoc();
    Loop.Captures.push_back(C);
  }
  if (Ok)
    number();
  return Ok;
}

} // namespace

bool shareData(ParallelLoop &Loop, ASTContext &Ctx, Diagnostics &Diags) {
  return DataSharing(Loop, Ctx, Diags).run();
}

} // namespace twofold
