// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CheckedExits.cpp ---------------------------------------------------===//

#include "exit/CheckedExits.h"
#include "abi/RuntimeDecls.h"
#include "access/AccessAnalysis.h"
#include "ast/PendingTemplates.h"
#include "ast/VariableUses.h"
#include "call/CallSiteRewriter.h"
#include "call/SiteTables.h"
#include "exit/ExitCall.h"
#include "lower/LoweredLoop.h"
#include "native/SubscriptChecks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

/// Loop changes nothing of what is captured by value. False: it cannot be
/// taken apart, which has been said.
bool captureAll(ParallelLoop &Loop, ASTContext &Ctx, Diagnostics &Diags) {
  BodyUses Uses = collectUses(Loop.Body, Ctx);
  for (const LoopDim &Dim : Loop.Dims)
    if (auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop))
      declareInside(Uses, *Range);
  for (auto &[D, U] : Uses.Variables) {
    if (const LoopDim *Dim = Loop.dimOf(D)) {
      if (U.Writes.empty() || Dim->What == LoopDim::Kind::Iterator ||
          Dim->What == LoopDim::Kind::Range)
        continue;
      Diags.report(U.Writes.front()->getExprLoc(), diag::Id::InductionChanged)
          << D->getName();
      return false;
    }
    if (Uses.DeclaredInside.contains(D))
      continue;
    Capture C;
    C.Decl = D;
    C.Type = D->getType().getNonReferenceType().getUnqualifiedType();
    C.FirstUse = U.References.front()->getLocation();
    const auto *V = dyn_cast<VarDecl>(D);
    C.Global = V && V->hasGlobalStorage();
    C.Enclosing = U.References.front()->refersToEnclosingVariableOrCapture();
    bool Steady = U.Writes.empty() && !U.Escapes && C.Type->isScalarType() &&
                  !C.Type.isVolatileQualified() && !C.Type->isAtomicType() &&
                  !D->getType().getNonReferenceType().isVolatileQualified() &&
                  !(V && V->getTLSKind() != VarDecl::TLS_None);
    // A number that changes is no number to compute with.
    C.Kind = Steady ? Sharing::Value
             : C.Type->isScalarType() && !C.Type->isAnyPointerType() &&
                     !U.Writes.empty()
                 ? Sharing::Private
                 : Sharing::Reference;
    Loop.Captures.push_back(C);
  }
  if (Uses.This) {
    Capture C;
    C.Kind = Sharing::This;
    C.Type = Uses.This->getType().getUnqualifiedType();
    C.FirstUse = Uses.This->getExprLoc();
    Loop.Captures.push_back(C);
  }
  for (Capture &C : Loop.Captures)
    if (C.Kind != Sharing::Private)
      C.Arg = Loop.ArgCount++;
  for (LoopDim &Dim : Loop.Dims)
    if (Dim.What != LoopDim::Kind::Integer)
      Dim.StartArg = Loop.ArgCount++;
  return true;
}

/// Of the loop or, where that is not understood, of its lowered copy.
AccessModel accessesOf(ParallelLoop &Loop, Sema &S) {
  AccessVerdict Found = analyzeAccesses(Loop, S.Context);
  bool Understood = Found.Model.Opaque ? !lowersAway(Found.Why->Reason)
                                       : Found.Model.unchecked() == 0;
  if (Understood)
    return std::move(Found.Model);
  LoweringResult Copy = lowerLoop(Loop, S);
  if (!Copy.Lowered)
    return std::move(Found.Model);
  AccessVerdict Again = analyzeAccesses(Copy.Lowered->Loop, S.Context);
  if (Again.Model.Opaque ||
      (!Found.Model.Opaque &&
       Again.Model.unchecked() >= Found.Model.unchecked()))
    return std::move(Found.Model);
  nameSubscripts(Again.Model, *Copy.Lowered);
  Loop.Captures.append(Copy.Lowered->Derived);
  Loop.ArgCount = Copy.Lowered->Loop.ArgCount;
  return std::move(Again.Model);
}

} // namespace

Stmt *checkExits(const ParallelLoop &Loop, const RuntimeDecls &Abi, Sema &S,
                 Diagnostics &Diags, SmallVectorImpl<Decl *> &Declared) {
  ASTContext &Ctx = S.Context;
  AstFactory Make(Ctx, Loop.Loc);
  ParallelLoop Checked = Loop;
  Checked.InOrder = true;
  Checked.Given.NumThreads = Checked.Given.Chunk = Checked.Given.If = nullptr;
  instantiateCallees(Checked.Body, S);
  if (!captureAll(Checked, Ctx, Diags))
    return nullptr;
  SiteFacts Facts;
  Facts.Loop = &Checked;
  Facts.Accesses = accessesOf(Checked, S);
  Facts.Reason = "its subscripts are checked in order";

  ExitPlan Plan;
  Plan.Leaving = Loop.Body;
  ParallelLoop Whole = Loop;
  Whole.Given = Checked.Given;
  ExitCall Call(Whole, Plan, S);
  QualType U64 = Ctx.getIntTypeForBitwidth(64, false);
  size_t Count = Facts.Accesses.Subscripts.size();
  Checked.Limits =
      Call.declare("limits", Make.arrayOf(U64, std::max<size_t>(Count, 1)));
  QualType SiteType = Ctx.getPointerType(Abi.record("site").withConst());
  VarDecl *Site =
      Make.variable(Loop.Function, "twofold_site", SiteType, nullptr);
  LabelDecl *Behind = LabelDecl::Create(Ctx, Loop.Function, Loop.Loc,
                                        &Ctx.Idents.get("twofold_behind"));
  SmallVector<Stmt *, 8> Limits;
  auto Values = copyValues(Facts.Accesses.Values, Ctx, Loop.Loc);
  SubscriptChecks Checks(Checked, Abi, Ctx, Make, Loop.Function);
  Facts.Native.Unchecked =
      !Checks.addInPlace(Facts.Accesses, Site, Checked.Limits, Behind, Limits);
  VarDecl *Table = buildSite(Facts, Abi, Ctx, Declared);
  Site->setInit(Make.convert(Make.addressOf(Make.lvalue(Table)), SiteType));

  for (LoopDim &Dim : Checked.Dims)
    Dim.DeclaredOutside = false; // it runs in place
  auto *Known = cast<CompoundStmt>(
      buildCall(Checked, Values, Table, Abi, S, Call.dims(/*UpToExit=*/false)));
  for (Stmt *Part : Known->body()) // checks read what these declare
    Call.add(Part);
  Call.add(Make.declare(Site));
  for (Stmt *Part : Limits)
    Call.add(Part);
  return Call.finishInOrder(Behind);
}

} // namespace twofold
