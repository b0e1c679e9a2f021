// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/LoweredLoop.h"
#include "ast/PendingTemplates.h"
#include "dialect/LibraryFunctions.h"
#include "lower/Lowering.h"
#include "model/LoopModelBuilder.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

Lowering::Lowering(const ParallelLoop &Loop, Sema &S, bool ReadsElements,
                   bool RowsInBlocks)
    : Loop(Loop), S(S), Facts(Loop, S), Derived(Loop, S.Context),
      Emit(Loop, S.Context, Facts, Derived), Frames(S, Emit),
      Reads(*this, ReadsElements) {
  Out.Loop = Loop;
  Out.Loop.Updates.clear();
  // The copy's expressions need not be where the user's are.
  if (!Loop.Given.Guarded.empty())
    Out.Loop.Given.Guarded.push_back(clang::SourceRange());
  Out.RowsInBlocks = RowsInBlocks;
}

LoweringPart::LoweringPart(Lowering &All)
    : All(All), Loop(All.Loop), S(All.S), Ctx(S.Context), Make(Ctx, Loop.Loc),
      Out(All.Out), Facts(All.Facts), Derived(All.Derived), Emit(All.Emit),
      Frames(All.Frames), Reads(All.Reads), Places(All.Places) {}

Place LoweringPart::value(const Expr *E) { return All.Values.value(E); }

Place LoweringPart::place(const Expr *E) { return All.Lvalues.place(E); }

Expr *LoweringPart::scalar(const Expr *E) {
  Place P = value(E);
  if (P.is(Kind::Value))
    return P.Code;
  if (!P.is(Kind::None) || !E->getType()->isVoidType())
    fail(E->getExprLoc());
  return Emit.dummy(E->getType(), VK_PRValue);
}

Expr *LoweringPart::truthOf(Expr *Code) {
  if (failed() || !Code->getType()->isPointerType() ||
      !Facts.isLowered(Code->getType()))
    return Code;
  Expr *Test = BinaryOperator::Create(Ctx, Code, Make.null(Code->getType()),
                                      BO_NE, Ctx.getLogicalOperationType(),
                                      VK_PRValue, OK_Ordinary,
                                      Code->getExprLoc(), FPOptionsOverride());
  return Derived.isInvariant(Test) ? Make.value(Derived.computed(Test, "given"))
                                   : Code;
}

void LoweringPart::discard(const Expr *E) {
  if (const CallExpr *Move = byteMoveIn(E)) {
    const Stmt *Elements =
        elementsMoved(*Move, Frames.back().Function, Loop.Function, Ctx);
    if (Elements && (Emit.takesStatements() || isa<Expr>(Elements)))
      return statement(Elements);
  }
  Place P = E->isGLValue() ? place(E) : value(E);
  if (P.Code && Facts.writesIn(P.Code))
    Emit.emit(P.Code);
}

void LoweringPart::statement(const Stmt *S) { All.Statements.statement(S); }

void LoweringPart::declaration(const DeclStmt &S) {
  All.Statements.declaration(S);
}

/// What `*this` is in the loop's own text.
static Expr *object(const ParallelLoop &Loop, ASTContext &Ctx) {
  AstFactory Make(Ctx, Loop.Loc);
  const auto Of = [&](QualType T) {
    return Make.dereference(Make.thisPointer(T));
  };
  for (const Capture &C : Loop.Captures)
    if (C.Kind == Sharing::This)
      return Of(C.Type);
  // The loop's ends may name it where the body does not.
  for (const LoopDim &Dim : Loop.Dims)
    for (const Expr *End : {Dim.Lower, Dim.Bound})
      if (const auto *This = findNode<CXXThisExpr>(
              End, [](const CXXThisExpr *) { return true; }))
        return Of(This->getType());
  // No use of it.
  return Make.dereference(Make.null(Ctx.getPointerType(Ctx.CharTy)));
}

Stmt *Lowering::body() {
  return Emit.block([&] {
    for (LoopDim &Dim : Out.Loop.Dims) {
      instantiateCallees(Dim.Loop, S);
      if (Dim.What != LoopDim::Kind::Integer &&
          Dim.What != LoopDim::Kind::Pointer &&
          !Dimensions.iteratorDimension(Dim))
        return Emit.fail(diag::Id::IteratorLoop, Dim.Loop->getBeginLoc(),
                         nameOf(Dim));
    }
    for (const LoopDim &Dim : Loop.Dims)
      Ranges.noteRange(Dim);
    for (const LoopDim &Dim : Loop.Dims)
      if (const auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop))
        Statements.declaration(*cast<DeclStmt>(Range->getLoopVarStmt()));
    for (const Stmt *Child : opened(Loop.Body))
      Statements.statement(Child);
  });
}

bool Lowering::readsPointers() const {
  return !Out.Rows.empty() ||
         llvm::any_of(Derived.entries(), [](const auto &E) {
           return E.Variable->getType()->isPointerType() &&
                  DerivedCaptures::follows(E.Variable->getInit());
         });
}

LoweringResult Lowering::run() {
  Frames.beginLoop(atHost(object(Loop, S.Context)));
  Stmt *Body = body();
  if (!Emit.failed())
    Updates.checkUpdates();
  if (!Emit.failed())
    Reads.checkAddressed();
  if (PointerStore && readsPointers()) {
    const auto *To =
        cast<ArraySubscriptExpr>(PointerStore->getLHS()->IgnoreParens());
    Emit.fail(diag::Id::PointerToPointer, PointerStore->getOperatorLoc(),
              DerivedCaptures::shown(To->getBase()));
  }
  if (!Emit.failed()) {
    Out.Loop.Body =
        withoutUnused(Body, Emit.temporaries(), S.Context,
                      [&](const Expr *E) { return Facts.writesIn(E); });
    Captures.extents();
  }
  LoweringResult Result;
  Result.LongTables = LongTables;
  // Rows that end where the next one begins have lengths of their own.
  Result.Irregular =
      Irregular || (Compared && (Emit.failed() ||
                                 llvm::any_of(Out.Rows, [](const RowTable &R) {
                                   return R.Uses.size() > 1;
                                 })));
  if (Emit.failed()) {
    Result.Why = Emit.failure();
    if (const FunctionDecl *F = Frames.failedIn(); F && !Result.Why)
      Result.Library = Refusal{
          diag::Id::NoCounterpart, Emit.OutermostCall, {libraryName(*F)}};
    return Result;
  }
  Captures.finish();
  Result.Lowered = std::move(Out);
  return Result;
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
  case diag::Id::RawMemory:
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

static LoweringResult lowered(const ParallelLoop &Loop, Sema &S,
                              bool RowsInBlocks) {
  Lowering First(Loop, S, /*ReadsElements=*/true, RowsInBlocks);
  LoweringResult Result = First.run();
  return First.Reads.mixesElements()
             ? Lowering(Loop, S, /*ReadsElements=*/false, RowsInBlocks).run()
             : std::move(Result);
}

LoweringResult lowerWithoutBlocks(const ParallelLoop &Loop, Sema &S) {
  return lowered(Loop, S, /*RowsInBlocks=*/false);
}

LoweringResult lowerLoop(const ParallelLoop &Loop, Sema &S) {
  LoweringResult Result = lowerWithoutBlocks(Loop, S);
  if (!Result.Irregular || (Result.Lowered && !Result.LongTables))
    return Result;
  LoweringResult InBlocks = lowered(Loop, S, /*RowsInBlocks=*/true);
  return InBlocks.Lowered ? std::move(InBlocks) : std::move(Result);
}

LoweringResult &Understanding::lower(const ParallelLoop &Loop, Sema &S) {
  if (!Copy)
    Copy = lowerLoop(Loop, S);
  return *Copy;
}

AccessVerdict &Understanding::lowered(ASTContext &Ctx) {
  if (!InCopy)
    InCopy = analyzeAccesses(Copy->Lowered->Loop, Ctx);
  return *InCopy;
}

bool Understanding::needsCopy(const ParallelLoop &Loop, Sema &S) {
  const AccessModel &Own = Written.Model;
  const bool Lacks = Own.Opaque ? lowersAway(Written.Why->Reason)
                                : Loop.Given.Bounds && Own.unchecked() != 0;
  if (!Lacks || !lower(Loop, S).Lowered)
    return false;
  const AccessModel &Other = lowered(S.Context).Model;
  return !Other.Opaque && (Own.Opaque || Other.unchecked() < Own.unchecked());
}

Understanding understand(const ParallelLoop &Loop, ASTContext &Ctx) {
  Understanding Known;
  Known.Written = analyzeAccesses(Loop, Ctx);
  return Known;
}

} // namespace twofold
