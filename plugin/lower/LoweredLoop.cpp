// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweredLoop.cpp ---------------------------------------------------===//

#include "lower/LoweredLoop.h"
#include "ast/PendingTemplates.h"
#include "ast/VariableUses.h"
#include "dialect/TypeMapping.h"
#include "lower/Lowering.h"
#include "lower/UnusedTemporaries.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

Lowering::Lowering(const ParallelLoop &Loop, Sema &S, bool ReadsElements)
    : Loop(Loop), ReadsElements(ReadsElements), S(S), Ctx(S.Context),
      Make(Ctx, Loop.Loc), Derived(Loop, Ctx), Referred(Loop, Ctx) {
  Out.Loop = Loop;
  for (const Capture &C : Loop.Captures)
    if (C.Decl && C.Decl->getIdentifier())
      Names.insert(C.Decl->getName());
  for (const LoopDim &Dim : Loop.Dims)
    Names.insert(Dim.Induction->getName());
}

/// Once: the first reason counts.
void Lowering::fail(diag::Id Reason, SourceLocation Loc, StringRef Argument) {
  if (Failed)
    return;
  Failed = true;
  const SourceManager &Sources = Ctx.getSourceManager();
  if (Loc.isInvalid() || Sources.isInSystemHeader(Loc))
    Loc = OutermostCall.isValid() ? OutermostCall : Loop.Loc;
  Why = Refusal{Reason, Loc, {Argument.str()}};
}

void Lowering::fail(SourceLocation) { Failed = true; }

bool Lowering::isLowered(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  QualType Element = Ctx.getBaseElementType(T);
  const auto *R = Element->getAsRecordDecl();
  if (!R)
    return Element->isAnyPointerType();
  if (auto It = Classes.find(R->getCanonicalDecl()); It != Classes.end())
    return It->second;
  bool Has =
      typeObstacle(Ctx.getCanonicalTagType(R), "", Loop.Loc, Ctx).has_value();
  Classes[R->getCanonicalDecl()] = Has;
  return Has;
}

/// An element of memory that only parts of could be taken.
void Lowering::failElement(QualType T, SourceLocation Loc, const Expr *In) {
  const auto *Class = T->getAsCXXRecordDecl();
  if (Class && (Class->isDynamicClass() || !Class->hasTrivialDestructor()))
    fail(diag::Id::NestedContainer, Loc, named(In));
  else
    fail(Loc);
}

std::string Lowering::named(const Expr *E) {
  std::string Name = DerivedCaptures::nameOf(E);
  return Name.empty() ? "this" : Name;
}

void Lowering::note(const Expr *Original, Expr *Copy) {
  if (Frames.size() == 1)
    Out.Originals.try_emplace(Copy, Original);
}

/// E without temporaries that were made after the first Since: what they were
/// set to instead.
Expr *Lowering::initialOf(Expr *E, unsigned Since) const {
  Expr *Plain = E->IgnoreParens();
  if (auto *Ref = dyn_cast<DeclRefExpr>(Plain)) {
    auto It = Initial.find(dyn_cast<VarDecl>(Ref->getDecl()));
    return It != Initial.end() && It->second.second >= Since
               ? initialOf(It->second.first, Since)
               : E;
  }
  if (auto *C = dyn_cast<CastExpr>(Plain)) {
    Expr *Sub = initialOf(C->getSubExpr(), Since);
    if (Sub == C->getSubExpr())
      return E;
    if (C->getCastKind() == CK_LValueToRValue)
      return Sub;
    return ImplicitCastExpr::Create(Ctx, C->getType(), C->getCastKind(), Sub,
                                    nullptr, C->getValueKind(),
                                    FPOptionsOverride());
  }
  if (auto *B = dyn_cast<BinaryOperator>(Plain); B && !B->isAssignmentOp()) {
    Expr *L = initialOf(B->getLHS(), Since), *R = initialOf(B->getRHS(), Since);
    return L == B->getLHS() && R == B->getRHS()
               ? E
               : Make.binary(B->getOpcode(), L, R, B->getType());
  }
  return E;
}

LoweringResult Lowering::run() {
  LoweringResult Result;
  Out.Loop.Updates.clear();
  Frames.emplace_back();
  Frames.back().This = atHost(Make.dereference(thisPointer()));
  CompoundStmt *Body = block([&] {
    for (LoopDim &Dim : Out.Loop.Dims) {
      instantiateCallees(Dim.Loop, S);
      if (Dim.What != LoopDim::Kind::Integer &&
          Dim.What != LoopDim::Kind::Pointer && !iteratorDimension(Dim)) {
        fail(diag::Id::IteratorLoop, Dim.Loop->getBeginLoc(),
             Dim.Induction->getName());
        return;
      }
    }
    for (const LoopDim &Dim : Loop.Dims)
      noteRange(Dim);
    for (const LoopDim &Dim : Loop.Dims)
      if (const auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop))
        declaration(*cast<DeclStmt>(Range->getLoopVarStmt()));
    if (const auto *All = dyn_cast<CompoundStmt>(Loop.Body))
      for (const Stmt *Child : All->body())
        statement(Child);
    else
      statement(Loop.Body);
  });
  if (!Failed)
    checkUpdates();
  if (!Failed)
    checkAddressed();
  if (Failed) {
    Result.Why = Why;
    return Result;
  }
  Out.Loop.Body = withoutUnused(Body, Temporaries, Ctx,
                                [&](const Expr *E) { return mayWrite(E); });
  extents();
  if (Failed) {
    Result.Why = Why;
    return Result;
  }
  finish();
  Result.Lowered = std::move(Out);
  return Result;
}

Expr *Lowering::thisPointer() {
  for (const Capture &C : Loop.Captures)
    if (C.Kind == Sharing::This)
      return CXXThisExpr::Create(Ctx, Loop.Loc, C.Type, /*IsImplicit=*/true);
  return Make.null(Ctx.getPointerType(Ctx.CharTy)); // no use of it
}

bool lowersAway(diag::Id Reason) {
  switch (Reason) {
  case diag::Id::BitField:
  case diag::Id::ClassType:
  case diag::Id::Construct:
  case diag::Id::Exception:
  case diag::Id::FunctionAddress:
  case diag::Id::FunctionPointer:
  case diag::Id::GlobalInHelper:
  case diag::Id::InputOutput:
  case diag::Id::IteratorLoop:
  case diag::Id::Lambda:
  case diag::Id::NoCounterpart:
  case diag::Id::NoSuchType:
  case diag::Id::NotVisible:
  case diag::Id::PointerInRecord:
  case diag::Id::PointerOrigin:
  case diag::Id::PointerToPointer:
  case diag::Id::RecordLayout:
  case diag::Id::StringLiteral:
  case diag::Id::ThisAccess:
  case diag::Id::Union:
  case diag::Id::UnknownPointer:
  case diag::Id::VirtualCall:
    return true;
  default:
    return false;
  }
}

LoweringResult lowerLoop(const ParallelLoop &Loop, Sema &S) {
  Lowering First(Loop, S, /*ReadsElements=*/true);
  LoweringResult Result = First.run();
  return First.mixesElements()
             ? Lowering(Loop, S, /*ReadsElements=*/false).run()
             : std::move(Result);
}

} // namespace twofold
