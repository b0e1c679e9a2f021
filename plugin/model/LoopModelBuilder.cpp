// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/LoopModelBuilder.h"
#include "model/IteratorKinds.h"

using namespace clang;

namespace twofold {
namespace {

/// A binary or compound operation, built in or overloaded.
struct BinaryOperation {
  BinaryOperatorKind Op;
  Expr *L, *R;
};

Expr *withoutWrappers(Expr *E) {
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr();
  return E->IgnoreParenImpCasts();
}

std::optional<BinaryOperation> operation(Expr *E) {
  E = withoutWrappers(E);
  if (auto *B = dyn_cast<BinaryOperator>(E))
    return BinaryOperation{B->getOpcode(), B->getLHS(), B->getRHS()};
  if (auto *R = dyn_cast<CXXRewrittenBinaryOperator>(E)) {
    auto D = R->getDecomposedForm();
    return BinaryOperation{D.Opcode, const_cast<Expr *>(D.LHS),
                           const_cast<Expr *>(D.RHS)};
  }
  if (auto *C = dyn_cast<CXXOperatorCallExpr>(E))
    if (C->getNumArgs() == 2 && C->isInfixBinaryOp())
      return BinaryOperation{
          BinaryOperator::getOverloadedOpcode(C->getOperator()), C->getArg(0),
          C->getArg(1)};
  return std::nullopt;
}

/// Operators may take the object that E is as a copy.
bool names(Expr *E, const VarDecl *V) {
  auto *Copy = dyn_cast<CXXConstructExpr>(withoutWrappers(E));
  if (Copy && Copy->getConstructor()->isCopyOrMoveConstructor())
    E = Copy->getArg(0);
  auto *Ref = dyn_cast<DeclRefExpr>(withoutWrappers(E));
  return Ref && Ref->getDecl() == V;
}

struct DimPart {
  const Expr *E;
  const char *What;
};

/// False where one of these parts of Dim names a variable that Changes, which
/// it reports.
bool isSettled(const LoopDim &Dim, ArrayRef<DimPart> Parts,
               llvm::function_ref<bool(const ValueDecl *)> Changes,
               diag::Id Which, Diagnostics &Diags) {
  for (const DimPart &Part : Parts)
    if (const auto *Ref =
            findNode<DeclRefExpr>(Part.E, [&](const DeclRefExpr *R) {
              return Changes(R->getDecl());
            })) {
      Diags.report(Ref->getLocation(), Which)
          << Part.What << nameOf(Dim) << Ref->getDecl()->getName();
      return false;
    }
  return true;
}

class DimBuilder {
  ASTContext &Ctx;
  Diagnostics &Diags;
  LoopDim Dim;

public:
  DimBuilder(ASTContext &Ctx, Diagnostics &Diags) : Ctx(Ctx), Diags(Diags) {}

  std::optional<LoopDim> build(ForStmt &Loop);
  std::optional<LoopDim> build(CXXForRangeStmt &Loop);

private:
  bool fail(SourceLocation Loc, diag::Id Which) {
    Diags.report(Loc, Which) << nameOf(Dim);
    return false;
  }
  bool init(ForStmt &Loop);
  bool kind(SourceLocation Loc);
  bool kindless(SourceLocation Loc);
  bool followsLink(ForStmt &Loop);
  bool condition(ForStmt &Loop);
  bool increment(ForStmt &Loop);
  bool ends();
  diag::Id away() const;
  bool step(Expr *Amount, bool Subtract);
};

bool DimBuilder::init(ForStmt &Loop) {
  Stmt *Init = Loop.getInit();
  if (auto *Declared = dyn_cast_or_null<DeclStmt>(Init)) {
    if (Declared->isSingleDecl())
      Dim.Induction = dyn_cast<VarDecl>(Declared->getSingleDecl());
    if (Dim.Induction)
      Dim.Lower = Dim.Induction->getInit();
  } else if (auto *E = dyn_cast_or_null<Expr>(Init)) {
    auto Assign = operation(E);
    if (Assign && Assign->Op == BO_Assign)
      if (auto *Ref = dyn_cast<DeclRefExpr>(withoutWrappers(Assign->L))) {
        Dim.Induction = dyn_cast<VarDecl>(Ref->getDecl());
        Dim.Lower = Assign->R;
        Dim.DeclaredOutside = true;
        Dim.Enclosing = Ref->refersToEnclosingVariableOrCapture();
      }
  }
  if (Dim.Induction && Dim.Lower &&
      !Dim.Induction->getType()->isReferenceType())
    return true;
  Diags.report(Init ? Init->getBeginLoc() : Loop.getLParenLoc(),
               diag::Id::LoopInit);
  return false;
}

/// No loop is counted so; of `list.begin()` the list says more.
bool DimBuilder::kindless(SourceLocation Loc) {
  const bool Steps = Dim.Type->isRecordType() && stepsOnly(Dim.Type);
  const auto *Begin =
      dyn_cast<CXXMemberCallExpr>(Dim.Lower->IgnoreUnlessSpelledInSource());
  const Expr *Of =
      Steps && Begin ? Begin->getImplicitObjectArgument() : nullptr;
  if (const std::string Name = Of ? nameIn(*Of) : ""; !Name.empty()) {
    const QualType T = Of->IgnoreParenImpCasts()->getType();
    Diags.report(Loc, diag::Id::LoopRange)
        << Name << (T->isPointerType() ? T->getPointeeType() : T);
    return false;
  }
  Diags.report(Loc, diag::Id::LoopInductionType)
      << nameOf(Dim) << Dim.Induction->getType();
  return false;
}

bool DimBuilder::kind(SourceLocation Loc) {
  Dim.Type = Dim.Induction->getType().getUnqualifiedType();
  bool Volatile = Dim.Induction->getType().isVolatileQualified() ||
                  Dim.Type->isAtomicType();
  if (!Volatile && Dim.Type->isIntegerType() && !Dim.Type->isBooleanType() &&
      !(Dim.Type->isEnumeralType() && Ctx.getLangOpts().CPlusPlus) &&
      Ctx.getIntWidth(Dim.Type) <= 64)
    Dim.What = LoopDim::Kind::Integer;
  else if (!Volatile && Dim.Type->isPointerType() &&
           Dim.Type->getPointeeType()->isObjectType() &&
           !Dim.Type->getPointeeType()->isVariablyModifiedType())
    Dim.What = LoopDim::Kind::Pointer;
  else if (!Volatile && Dim.Type->isRecordType() &&
           Ctx.getLangOpts().CPlusPlus && !Dim.DeclaredOutside &&
           !stepsOnly(Dim.Type))
    Dim.What = LoopDim::Kind::Iterator;
  else
    return kindless(Loc);
  return true;
}

bool DimBuilder::condition(ForStmt &Loop) {
  auto Test = Loop.getCond() && !Loop.getConditionVariable()
                  ? operation(Loop.getCond())
                  : std::nullopt;
  if (!Test || (!BinaryOperator::isRelationalOp(Test->Op) && Test->Op != BO_NE))
    return fail(Loop.getCond() ? Loop.getCond()->getExprLoc()
                               : Loop.getLParenLoc(),
                diag::Id::LoopCondition);
  BinaryOperatorKind Op = Test->Op;
  if (names(Test->L, Dim.Induction)) {
    Dim.Bound = Test->R;
  } else if (names(Test->R, Dim.Induction)) {
    Dim.Bound = Test->L;
    Op = BinaryOperator::reverseComparisonOp(Op);
  } else {
    return fail(Loop.getCond()->getExprLoc(), diag::Id::LoopCondition);
  }
  Dim.NotEqual = Op == BO_NE;
  Dim.Inclusive = Op == BO_LE || Op == BO_GE;
  Dim.Decreasing = Op == BO_GT || Op == BO_GE;
  return true;
}

/// Amount is added each time, or subtracted.
bool DimBuilder::step(Expr *Amount, bool Subtract) {
  auto Constant = Amount->getIntegerConstantExpr(Ctx);
  Dim.StepWraps =
      Dim.What == LoopDim::Kind::Integer &&
      Amount->getType()->isUnsignedIntegerType() &&
      Ctx.getIntWidth(Amount->getType()) >= Ctx.getIntWidth(Dim.Type);
  if (Constant && Dim.StepWraps) {
    // -1u, as the step of an unsigned variable often is, is one downwards.
    llvm::APSInt Signed(Constant->trunc(Ctx.getIntWidth(Dim.Type)), false);
    bool Down = Subtract != Signed.isNegative();
    if (!Signed.isNegative() || Dim.NotEqual || Down == Dim.Decreasing)
      Constant = Signed;
  }
  if (!Constant || (Constant->isUnsigned() && Constant->getActiveBits() > 63)) {
    if (!Amount->getType()->isIntegerType())
      return fail(Amount->getExprLoc(), diag::Id::LoopIncrement);
    if (Dim.NotEqual)
      return fail(Amount->getExprLoc(), diag::Id::LoopNotEqualStep);
    Dim.StepExpr = Amount;
    Dim.SubtractStep = Subtract;
    return true;
  }
  const int64_t Value = Constant->getExtValue();
  if (Value == 0)
    return fail(Amount->getExprLoc(), diag::Id::LoopStepZero);
  bool Down = Subtract != (Value < 0);
  if (Dim.NotEqual) {
    if (Value != 1 && Value != -1)
      return fail(Amount->getExprLoc(), diag::Id::LoopNotEqualStep);
    Dim.Decreasing = Down;
  } else if (Down != Dim.Decreasing) {
    return fail(Amount->getExprLoc(), away());
  }
  Dim.StepMagnitude = Value < 0 ? -Value : Value;
  return true;
}

/// Compilers that share it out count down to zero; else such a loop goes on.
bool DimBuilder::ends() {
  const bool NeverBelow = Dim.What == LoopDim::Kind::Integer &&
                          Dim.Decreasing && Dim.Inclusive && !Dim.NotEqual &&
                          Dim.Type->isUnsignedIntegerType();
  auto Bound = Dim.Bound->getIntegerConstantExpr(Ctx);
  return !NeverBelow || !Bound || !Bound->isZero() ||
         fail(Dim.Bound->getExprLoc(), diag::Id::LoopEndless);
}

/// Why it may not count away from its bound; an unsigned one that is counted
/// down below a bound ends when it wraps.
diag::Id DimBuilder::away() const {
  return !Dim.Decreasing && Dim.Type->isUnsignedIntegerType()
             ? diag::Id::LoopWraps
             : diag::Id::LoopDirection;
}

bool DimBuilder::increment(ForStmt &Loop) {
  Expr *Inc = Loop.getInc();
  if (!Inc)
    return fail(Loop.getLParenLoc(), diag::Id::LoopIncrement);
  Expr *E = withoutWrappers(Inc);
  bool Unary = false, Down = false;
  if (auto *U = dyn_cast<UnaryOperator>(E)) {
    Unary =
        U->isIncrementDecrementOp() && names(U->getSubExpr(), Dim.Induction);
    Down = U->isDecrementOp();
  } else if (auto *C = dyn_cast<CXXOperatorCallExpr>(E)) {
    OverloadedOperatorKind K = C->getOperator();
    Unary = (K == OO_PlusPlus || K == OO_MinusMinus) &&
            names(C->getArg(0), Dim.Induction);
    Down = K == OO_MinusMinus;
  }
  if (Unary) {
    if (Dim.NotEqual)
      Dim.Decreasing = Down;
    else if (Down != Dim.Decreasing)
      return fail(Inc->getExprLoc(), away());
    Dim.StepMagnitude = 1;
    return true;
  }
  auto Op = operation(E);
  if (!Op || !names(Op->L, Dim.Induction))
    return fail(Inc->getExprLoc(), diag::Id::LoopIncrement);
  if (Op->Op == BO_AddAssign || Op->Op == BO_SubAssign)
    return step(Op->R, Op->Op == BO_SubAssign);
  if (Op->Op == BO_Assign)
    if (auto Sum = operation(Op->R)) {
      if (Sum->Op == BO_Add && names(Sum->L, Dim.Induction))
        return step(Sum->R, false);
      if (Sum->Op == BO_Add && names(Sum->R, Dim.Induction))
        return step(Sum->L, false);
      if (Sum->Op == BO_Sub && names(Sum->L, Dim.Induction))
        return step(Sum->R, true);
    }
  return fail(Inc->getExprLoc(), diag::Id::LoopIncrement);
}

/// The next element of a list: `p = p->next`.
bool DimBuilder::followsLink(ForStmt &Loop) {
  auto Step = Loop.getInc() ? operation(Loop.getInc()) : std::nullopt;
  auto *Link = Step ? dyn_cast<MemberExpr>(withoutWrappers(Step->R)) : nullptr;
  if (!Link || Step->Op != BO_Assign || !Link->isArrow() ||
      !names(Step->L, Dim.Induction) || !names(Link->getBase(), Dim.Induction))
    return false;
  Diags.report(Link->getExprLoc(), diag::Id::LoopRange)
      << Dim.Induction->getName() << Dim.Induction->getType();
  return true;
}

std::optional<LoopDim> DimBuilder::build(ForStmt &Loop) {
  Dim.Loop = &Loop;
  if (init(Loop) && kind(Loop.getInit()->getBeginLoc()) && !followsLink(Loop) &&
      condition(Loop) && increment(Loop) && ends() &&
      isSettled(
          Dim, {{Dim.Bound, "bound"}, {Dim.StepExpr, "step"}},
          [&](const ValueDecl *D) { return D == Dim.Induction; },
          diag::Id::LoopVariantBound, Diags))
    return Dim;
  return std::nullopt;
}

std::optional<LoopDim> DimBuilder::build(CXXForRangeStmt &Loop) {
  Dim.What = LoopDim::Kind::Range;
  Dim.Loop = &Loop;
  Dim.Induction = cast<VarDecl>(Loop.getBeginStmt()->getSingleDecl());
  Dim.First = Dim.Induction;
  Dim.Type = Dim.Induction->getType().getUnqualifiedType();
  if (stepsOnly(Dim.Type)) {
    const Expr *Range = Loop.getRangeInit();
    Diags.report(Range->getExprLoc(), diag::Id::LoopRange)
        << Lexer::getSourceText(
               CharSourceRange::getTokenRange(Range->getSourceRange()),
               Ctx.getSourceManager(), Ctx.getLangOpts())
        << Range->getType();
    return std::nullopt;
  }
  Dim.Lower = Dim.Induction->getInit();
  Dim.Bound = cast<VarDecl>(Loop.getEndStmt()->getSingleDecl())->getInit();
  Dim.NotEqual = true;
  Dim.StepMagnitude = 1;
  return Dim;
}

/// The loop directly inside S, through braces around it alone.
Stmt *onlyLoop(Stmt *S) {
  while (auto *Block = dyn_cast<CompoundStmt>(S)) {
    if (Block->size() != 1)
      return nullptr;
    S = Block->body_front();
  }
  return isa<ForStmt, CXXForRangeStmt>(S) ? S : nullptr;
}

bool rectangular(const LoopDim &Inner, const ParallelLoop &Loop,
                 Diagnostics &Diags) {
  return isSettled(
      Inner,
      {{Inner.Lower, "lower bound"},
       {Inner.Bound, "bound"},
       {Inner.StepExpr, "step"}},
      [&](const ValueDecl *D) { return Loop.dimOf(D) != nullptr; },
      diag::Id::LoopNotRectangular, Diags);
}

} // namespace

std::string nameOf(const LoopDim &Dim) {
  auto *Range = dyn_cast_or_null<CXXForRangeStmt>(Dim.Loop);
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  // Of a structured binding, its names.
  (Range ? Range->getLoopVariable() : Dim.Induction)->printName(Out);
  return Name;
}

bool buildDims(ParallelLoop &Loop, ASTContext &Ctx, Diagnostics &Diags) {
  Stmt *Next = Loop.Statement->getSubStmt();
  for (unsigned Depth = 0; Depth < Loop.Given.Collapse; ++Depth) {
    Stmt *Nested = onlyLoop(Next);
    if (!Nested) {
      Diags.report(Next->getBeginLoc(), diag::Id::CollapseDepth)
          << Loop.Given.Collapse << Depth;
      return false;
    }
    std::optional<LoopDim> Dim;
    if (auto *For = dyn_cast<ForStmt>(Nested)) {
      Dim = DimBuilder(Ctx, Diags).build(*For);
      Next = For->getBody();
    } else {
      auto *Range = cast<CXXForRangeStmt>(Nested);
      Dim = DimBuilder(Ctx, Diags).build(*Range);
      Next = Range->getBody();
    }
    if (!Dim || !rectangular(*Dim, Loop, Diags))
      return false;
    if (Loop.Given.Collapse > 1 && (Dim->What == LoopDim::Kind::Iterator ||
                                    Dim->What == LoopDim::Kind::Range)) {
      Diags.report(Nested->getBeginLoc(), diag::Id::CollapseInteger)
          << nameOf(*Dim);
      return false;
    }
    Loop.Dims.push_back(*Dim);
  }
  Loop.Body = Next;
  return true;
}

} // namespace twofold
