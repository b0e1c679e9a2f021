// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/ColdPaths.h"
#include "ast/ObjectParts.h"
#include "ast/VariableUses.h"
#include "model/LoopModelBuilder.h"
#include "model/ReferredObjects.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

bool checkInduction(const LoopDim &Dim, const VariableUses &U,
                    Diagnostics &Diags) {
  if (U.Writes.empty() || Dim.What == LoopDim::Kind::Iterator ||
      Dim.What == LoopDim::Kind::Range)
    return true;
  Diags.report(U.Writes.front()->getExprLoc(), diag::Id::InductionChanged)
      << Dim.Induction->getName();
  return false;
}

bool isThreadLocal(const ValueDecl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && V->getTLSKind() != VarDecl::TLS_None;
}

/// Other threads may change it at any time.
bool isSynchronised(const Capture &C) {
  return C.Type->isAtomicType() ||
         C.Decl->getType().getNonReferenceType().isVolatileQualified() ||
         isThreadLocal(C.Decl);
}

/// An object of a class that a call may copy.
bool isSmallRecord(QualType T, const ASTContext &Ctx) {
  return T->isRecordType() && T.isTriviallyCopyableType(Ctx) &&
         Ctx.getTypeSizeInChars(T).getQuantity() <= 256;
}

/// D as captured, but for its kind.
Capture captured(ValueDecl *D, SourceLocation FirstUse) {
  Capture C;
  C.Decl = D;
  C.Type = D->getType().getNonReferenceType().getUnqualifiedType();
  C.FirstUse = FirstUse;
  const auto *V = dyn_cast<VarDecl>(D);
  C.Global = V && V->hasGlobalStorage();
  return C;
}

Capture captureThis(const Expr &This) {
  Capture C;
  C.Kind = Sharing::This;
  C.Type = This.getType().getUnqualifiedType();
  C.FirstUse = This.getExprLoc();
  return C;
}

void declareRanges(const ParallelLoop &Loop, BodyUses &Uses) {
  for (const LoopDim &Dim : Loop.Dims)
    if (auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop))
      declareInside(Uses, *Range);
}

class DataSharing {
  ParallelLoop &Loop;
  ASTContext &Ctx;
  Diagnostics &Diags;
  BodyUses Uses;
  PartUses Parts;
  ReductionForms Forms;
  ReferredObjects Referred;
  /// Scalars that the body assigns and no clause names.
  llvm::SmallVector<ValueDecl *, 8> Assigned;
  bool Ok = true;

public:
  DataSharing(ParallelLoop &Loop, ASTContext &Ctx, Diagnostics &Diags)
      : Loop(Loop), Ctx(Ctx), Diags(Diags), Uses(collectUses(Loop.Body)),
        Parts(collectParts(Loop.Body, Ctx)),
        Forms(collectForms(Loop.Body, Uses, Ctx)), Referred(Loop, Ctx) {}

  bool run();

private:
  DiagnosticBuilder fail(SourceLocation Loc, diag::Id Which) {
    Ok = false;
    return Diags.report(Loc, Which);
  }
  void clauses();
  void clauseVariable(Capture C, SourceLocation Loc, StringRef Clause);
  void outer(ValueDecl *D, const VariableUses &U);
  bool isAssignedInParts(const ValueDecl *D) const;
  bool isOnlyRead(const ValueDecl *D, const VariableUses &U) const;
  bool mayHaveOtherNames(const Capture &C);
  void called();
};

void DataSharing::clauseVariable(Capture C, SourceLocation Loc,
                                 StringRef Clause) {
  if (Loop.dimOf(C.Decl)) {
    // It is private and keeps its last value anyway.
    if (C.Kind != Sharing::Private && C.Kind != Sharing::LastPrivate)
      fail(Loc, diag::Id::InductionClause) << C.Decl->getName() << Clause;
    return;
  }
  if (auto It = Uses.Variables.find(C.Decl); It != Uses.Variables.end())
    C.Enclosing =
        It->second.References.front()->refersToEnclosingVariableOrCapture();
  Loop.Captures.push_back(C);
}

void DataSharing::clauses() {
  for (const ReductionClause &R : Loop.Given.Reductions) {
    Capture C = captured(R.Variable, R.Loc);
    C.Kind = Sharing::Reduction;
    C.Op = R.Op;
    clauseVariable(C, R.Loc, "reduction");
  }
  auto Add = [&](ArrayRef<VariableClause> List, Sharing Kind, StringRef Name) {
    for (const VariableClause &V : List) {
      Capture C = captured(V.Variable, V.Loc);
      C.Kind = Kind;
      clauseVariable(C, V.Loc, Name);
    }
  };
  Add(Loop.Given.Privates, Sharing::Private, "private");
  Add(Loop.Given.LastPrivates, Sharing::LastPrivate, "lastprivate");
}

/// An array or an object of a local variable that the body assigns elements of,
/// one by one.
bool DataSharing::isAssignedInParts(const ValueDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() ||
      !(V->getType()->isConstantArrayType() || V->getType()->isRecordType()))
    return false;
  bool Assigned = false;
  for (const auto &[Where, Use] : Parts)
    if (Use.Variable == D) {
      if (Use.Leaves)
        return false;
      Assigned |= Use.Assigns && Use.Exact;
    }
  return Assigned;
}

/// Neither the loop nor a function that it calls changes D, nor does such a
/// function name it.
bool DataSharing::isOnlyRead(const ValueDecl *D, const VariableUses &U) const {
  // An array is named by the address of its first element, to read one, too.
  const bool Array = D->getType()->isArrayType();
  return (Array || (U.Writes.empty() && !U.Changed)) &&
         llvm::none_of(Parts,
                       [&](const auto &Part) {
                         const PartUse &Use = Part.second;
                         return Use.Variable == D &&
                                (Use.Assigns || (Array && Use.Leaves));
                       }) &&
         llvm::none_of(globalsOfCallees(Loop.Body), [&](const auto &Global) {
           return Global.Variable->getCanonicalDecl() == D->getCanonicalDecl();
         });
}

/// A variable that no clause names.
void DataSharing::outer(ValueDecl *D, const VariableUses &U) {
  Capture C = captureOf(D, *U.References.front());
  bool Synchronised = isSynchronised(C);
  // The serial program's thread reads its own, which others do not have.
  if (isThreadLocal(D) && isOnlyRead(D, U))
    C.Global = false;
  bool SmallRecord =
      !U.Escapes && U.Writes.empty() && isSmallRecord(C.Type, Ctx);
  if (!Synchronised && U.Writes.empty() && isAssignedInParts(D)) {
    Assigned.push_back(D);
    return;
  }
  if (Synchronised || C.Type->isArrayType() || !C.Type->isObjectType())
    C.Kind = Sharing::Reference;
  else if (C.Type->isRecordType() && !SmallRecord && U.Writes.empty())
    C.Kind = Sharing::Reference;
  else if (!U.Writes.empty()) {
    Assigned.push_back(D);
    return;
  } else {
    bool Changes = U.Escapes || Referred.mayChange(D);
    C.Kind = Changes ? Sharing::Reference : Sharing::Value;
  }
  C.MayChange = C.Kind == Sharing::Reference && Referred.mayChange(D);
  C.ColdOnly = usedOnlyCold(Loop.Body, D);
  Loop.Captures.push_back(C);
}

/// What only functions that the body calls name.
void DataSharing::called() {
  llvm::DenseSet<const Decl *> Known;
  for (auto &[D, U] : Uses.Variables)
    Known.insert(D->getCanonicalDecl());
  for (const CalleeGlobal &Global : globalsOfCallees(Loop.Body)) {
    VarDecl *V = Global.Variable;
    // Constants need no definition, and may have none.
    if (Known.contains(V->getCanonicalDecl()) || Loop.capture(V) ||
        V->isUsableInConstantExpressions(Ctx))
      continue;
    Capture C = captured(V, Global.FirstUse);
    C.Called = true;
    bool Plain = C.Type->isScalarType() || isSmallRecord(C.Type, Ctx);
    C.Kind = Plain && !Global.Changed && !isSynchronised(C)
                 ? Sharing::Value
                 : Sharing::Reference;
    Loop.Captures.push_back(C);
  }
}

/// Iterations have copies of C, whose address somebody may have who stores to
/// it, or reads what they store.
bool DataSharing::mayHaveOtherNames(const Capture &C) {
  QualType T = C.Type;
  if (!C.Decl || C.Internal || C.Kind == Sharing::Private ||
      C.Kind == Sharing::Reference || C.Decl->getType().isConstQualified() ||
      !(T->isArithmeticType() || T->isEnumeralType() || T->isRecordType()) ||
      (C.Kind == Sharing::Value && !Referred.mayStore(T)))
    return false;
  const ValueDecl *D = C.Decl;
  if (const auto *Part = dyn_cast<BindingDecl>(D))
    D = cast<ValueDecl>(Part->getDecomposedDecl());
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || V->getType()->isReferenceType() || V->isFileVarDecl() ||
      V->isStaticDataMember() || V->getDeclContext() != Loop.Function)
    return true;
  return llvm::any_of(llvm::ArrayRef<const ValueDecl *>({V, C.Decl}),
                      [&](const ValueDecl *One) {
                        return Loop.functionUses().of(One).Escapes;
                      });
}

bool DataSharing::run() {
  declareRanges(Loop, Uses);
  clauses();
  for (auto &[D, U] : Uses.Variables) {
    if (D == Loop.Iteration)
      continue;
    if (const LoopDim *Dim = Loop.dimOf(D))
      Ok &= checkInduction(*Dim, U, Diags);
    else if (!Loop.capture(D) && !Uses.DeclaredInside.contains(D))
      outer(D, U);
  }
  called();
  Ok &= inferScalars(Loop, Uses, std::move(Forms), Assigned, Ctx, Diags);
  for (Capture &C : Loop.Captures) {
    C.Aliased = mayHaveOtherNames(C);
    if (!C.Aliased || !isa<BindingDecl>(C.Decl) || C.Kind != Sharing::Value)
      continue;
    C.Kind = Sharing::Reference;
    C.MayChange = true;
    C.Aliased = false;
  }
  if (Uses.This)
    Loop.Captures.push_back(captureThis(*Uses.This));
  if (Ok)
    numberArguments(Loop);
  return Ok;
}

} // namespace

Capture captureOf(ValueDecl *D, const DeclRefExpr &First) {
  Capture C = captured(D, First.getLocation());
  C.Enclosing = First.refersToEnclosingVariableOrCapture();
  return C;
}

bool shareInOrder(ParallelLoop &Loop, ASTContext &Ctx, Diagnostics &Diags) {
  BodyUses Uses = collectUses(Loop.Body);
  declareRanges(Loop, Uses);
  Loop.Captures.clear();
  for (auto &[D, U] : Uses.Variables) {
    if (const LoopDim *Dim = Loop.dimOf(D)) {
      if (!checkInduction(*Dim, U, Diags))
        return false;
      continue;
    }
    if (Uses.DeclaredInside.contains(D))
      continue;
    Capture C = captureOf(D, *U.References.front());
    const bool Scalar = C.Type->isScalarType();
    if (Scalar && !U.mayChange() && !isSynchronised(C))
      C.Kind = Sharing::Value;
    else if (Scalar && !C.Type->isAnyPointerType() && !U.Writes.empty())
      C.Kind = Sharing::Private;
    else
      C.Kind = Sharing::Reference;
    Loop.Captures.push_back(C);
  }
  if (Uses.This)
    Loop.Captures.push_back(captureThis(*Uses.This));
  numberArguments(Loop);
  return true;
}

void numberArguments(ParallelLoop &Loop) {
  Loop.ArgCount = 1;
  for (Capture &C : Loop.Captures)
    C.Arg = C.Kind != Sharing::Private ? Loop.ArgCount++ : 0;
  for (LoopDim &Dim : Loop.Dims)
    if (Dim.What != LoopDim::Kind::Integer)
      Dim.StartArg = Loop.ArgCount++;
}

bool shareData(ParallelLoop &Loop, ASTContext &Ctx, Diagnostics &Diags) {
  return DataSharing(Loop, Ctx, Diags).run();
}

} // namespace twofold
