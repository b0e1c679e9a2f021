// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/NativeLoops.h"
#include "abi/RuntimeDecls.h"
#include "ast/CodeGeneration.h"
#include "ast/SemaScope.h"
#include "native/BodyRewriter.h"
#include "native/NestPrinter.h"
#include "native/VariantForms.h"

using namespace clang;

namespace twofold {

static Expr *dimField(AstFactory &Make, Expr *Dims, ASTContext &Ctx, unsigned D,
                      StringRef Field) {
  return Make.load(
      Make.member(Make.subscript(Dims, Make.integer(D, Ctx.IntTy)), Field));
}

static QualType dimsType(const RuntimeDecls &Abi, ASTContext &Ctx) {
  return Ctx.getPointerType(Abi.record("dim").withConst());
}

NativeLoops::NativeLoops(const ParallelLoop &Loop, bool InOrder,
                         const RuntimeDecls &Abi, Sema &S, AstFactory &Make,
                         const VariantForms &Forms, FunctionDecl *Run,
                         ArgsAccess &Args, bool FromOne, const RowBlock *Rows)
    : Loop(Loop), InOrder(InOrder), Abi(Abi), S(S), Ctx(S.Context), Make(Make),
      Forms(Forms), Run(Run), Args(Args), FromOne(FromOne), Rows(Rows) {}

Expr *NativeLoops::lo() { return Make.value(Run->getParamDecl(1)); }
Expr *NativeLoops::hi() { return Make.value(Run->getParamDecl(2)); }

/// The innermost step and the first bound may be parameters: see VariantForms.
Expr *NativeLoops::dim(unsigned D, StringRef Field) {
  if (D + 1 == Loop.Dims.size())
    if (ParmVarDecl *Given = Field == "lower"  ? Forms.lower()
                             : Field == "step" ? Forms.step()
                                               : nullptr)
      return Make.value(Given);
  return dimField(Make, Make.value(Dims), Ctx, D, Field);
}

Expr *NativeLoops::decrement(Expr *E) {
  return Make.binary(BO_Sub, E, Make.integer(1, U64), U64);
}

Expr *NativeLoops::at(unsigned D, Expr *Index) {
  const LoopDim &Dim = Loop.Dims[D];
  Expr *Step = Dim.StepMagnitude
                   ? Make.integer(Dim.Decreasing ? -uint64_t(*Dim.StepMagnitude)
                                                 : *Dim.StepMagnitude,
                                  U64)
                   : Make.convert(dim(D, "step"), U64);
  Expr *Distance = Make.binary(BO_Mul, Make.paren(Index), Step, U64);
  if (Dim.What == LoopDim::Kind::Pointer)
    return Make.binary(BO_Add, Make.load(Args.lvalue(Dim.StartArg, Dim.Type)),
                       Make.convert(Make.paren(Distance), I64), Dim.Type);
  return Make.convert(
      Make.paren(Make.binary(BO_Add, Make.convert(dim(D, "lower"), U64),
                             Distance, U64)),
      Dim.Type);
}

VarDecl *NativeLoops::number(StringRef Name, Expr *Init) {
  return Make.variable(Run, Name, U64, Init);
}

bool NativeLoops::declare(SmallVectorImpl<Stmt *> &Prologue,
                          BodyRewriter &Rewriter) {
  if (!Forms.lower()) {
    QualType T = dimsType(Abi, Ctx);
    Dims = Make.variable(Run, "dims", T, Make.convert(Args.address(0), T),
                         Prologue);
  }
  for (const LoopDim &Dim : Loop.Dims) {
    VarDecl *V =
        Make.variable(Run, Dim.Induction->getName(), Dim.Type, nullptr);
    Inductions.push_back(V);
    Rewriter.redirect(Dim.Induction, V);
  }
  if (Loop.Iteration) {
    // What does not overflow is a number that the vectoriser can compare.
    Iteration =
        FromOne ? Make.variable(Run, "iteration", I64, Make.integer(1, I64))
                : number("iteration",
                         Make.binary(BO_Add, lo(), Make.integer(1, U64), U64));
    Prologue.push_back(Make.declare(Iteration));
    Rewriter.redirect(Loop.Iteration, Iteration);
  }
  const LoopDim &Dim = Loop.Dims.front();
  if (Dim.What != LoopDim::Kind::Iterator && Dim.What != LoopDim::Kind::Range)
    return true;

  // I it = *(I *)args[k]; it += lo; through overload resolution, since it may
  // be a class.
  VarDecl *It = Inductions.front();
  SemaScope Scope(S, Run);
  Sema::SFINAETrap Trap(S);
  S.AddInitializerToDecl(It, Args.lvalue(Dim.StartArg, Dim.Type), false);
  Expr *Distance =
      Make.binary(BO_Mul, Make.convert(lo(), I64), dim(0, "step"), I64);
  ExprResult Moved = S.BuildBinOp(nullptr, Make.location(), BO_AddAssign,
                                  Make.lvalue(It), Distance);
  // The user's own increment may name a variable that stays behind.
  ExprResult Step = ExprEmpty();
  if (!Dim.StepMagnitude)
    Step = S.BuildBinOp(nullptr, Make.location(), BO_AddAssign, Make.lvalue(It),
                        dim(0, "step"));
  if (Trap.hasErrorOccurred() || Moved.isInvalid() || Step.isInvalid())
    return false;
  Stride = Step.get();
  Prologue.push_back(Make.declare(It));
  Advance = Moved.get();
  return true;
}

Stmt *NativeLoops::breakIf(Expr *Cond) {
  return Make.ifThen(Cond, new (Ctx) BreakStmt(Make.location()));
}

/// Iterations are independent: the vectoriser needs no run-time checks. Not so
/// where they meet at elements.
Stmt *NativeLoops::vectorizable(Stmt *For) {
  SmallVector<const Attr *, 4> Attrs;
  for (const Attr *A : Loop.Statement->getAttrs())
    if (!isa<AnnotateAttr>(A))
      Attrs.push_back(A);
  if (Loop.Updates.empty() && !InOrder) {
    if (Loop.Given.Simd)
      addLaneHints(Attrs, Ctx, Make.location());
    else
      Attrs.push_back(loopHint(Ctx, Make.location(), LoopHintAttr::Vectorize,
                               LoopHintAttr::AssumeSafety));
  }
  if (Attrs.empty())
    return For;
  return AttributedStmt::Create(Ctx, Make.location(), Attrs, For);
}

/// What one iteration does, and what comes after it.
Stmt *NativeLoops::each(Stmt *Body, Expr *Finished) {
  SmallVector<Stmt *, 3> Parts = {Body};
  // A `continue` must reach the test after the body.
  if (exitsOf(Body).Continue)
    Parts[0] =
        new (Ctx) DoStmt(Body, Make.integer(0, Ctx.IntTy), Make.location(),
                         Make.location(), Make.location());
  if (Iteration)
    Parts.push_back(Make.increment(Iteration));
  Parts.push_back(breakIf(Finished));
  return Make.compound(Parts);
}

Expr *NativeLoops::step(unsigned D, VarDecl *Induction) {
  const LoopDim &Dim = Loop.Dims[D];
  bool Pointer = Dim.What == LoopDim::Kind::Pointer;
  QualType Type = Pointer ? I64 : Dim.Type;
  Expr *Amount =
      Dim.StepMagnitude
          ? Make.integer(*Dim.StepMagnitude,
                         Pointer                                 ? I64
                         : Ctx.isPromotableIntegerType(Dim.Type) ? Ctx.IntTy
                                                                 : Dim.Type)
          : Make.convert(dim(D, "step"), Type);
  bool Subtract = Dim.StepMagnitude && Dim.Decreasing;
  QualType Work = Pointer ? Dim.Type
                  : Ctx.isPromotableIntegerType(Dim.Type)
                      ? Ctx.getPromotedIntegerType(Dim.Type)
                      : Dim.Type;
  // A wide step is negative in the variable's type.
  if (!Pointer && !Dim.StepMagnitude && Work->isSignedIntegerType())
    Work = Ctx.getCorrespondingUnsignedType(Work);
  if (!Pointer)
    Amount = Make.convert(Amount, Work);
  bool Cxx = Ctx.getLangOpts().CPlusPlus;
  return CompoundAssignOperator::Create(Ctx, Make.lvalue(Induction), Amount,
                                        Subtract ? BO_SubAssign : BO_AddAssign,
                                        Dim.Type, Cxx ? VK_LValue : VK_PRValue,
                                        OK_Ordinary, Make.location(),
                                        FPOptionsOverride(), Work, Work);
}

/// LLVM widens `i += step` to vectors and keeps that it does not overflow. The
/// step of a whole vector may: it is the number of lanes times as wide.
bool NativeLoops::isWide(const LoopDim &Dim) const {
  // The lanes of interleaved vectors, as a power of two.
  constexpr unsigned MostLanes = 10;
  unsigned Bits = Ctx.getIntWidth(Dim.Type);
  return Dim.What == LoopDim::Kind::Integer && Dim.StepMagnitude &&
         llvm::Log2_64(*Dim.StepMagnitude) + MostLanes + 2 >
             std::max(Bits, 32u);
}

/// The loop for wide steps: counts iterations, and computes the variable anew
/// from their number, modulo 2^64.
Stmt *NativeLoops::numbered(Stmt *Body, Expr *From, Expr *To) {
  unsigned D = Loop.Dims.size() - 1;
  VarDecl *I = Inductions[D];
  VarDecl *Number = number("number", From), *Last = number("last", To);
  I->setInit(at(D, Make.value(Number)));
  Stmt *Each = Make.compound(
      {Make.declare(I),
       each(Body, Make.compare(BO_EQ, Make.value(Number), Make.value(Last)))});
  return Make.compound({Make.declare(Number), Make.declare(Last),
                        vectorizable(Make.loop(nullptr, nullptr,
                                               Make.increment(Number), Each))});
}

/// Iterations From to To, both included, of the innermost dimension.
Stmt *NativeLoops::inner(Stmt *Body, Expr *From, Expr *To) {
  unsigned D = Loop.Dims.size() - 1;
  const LoopDim &Dim = Loop.Dims[D];
  if (isWide(Dim))
    return numbered(Body, From, To);
  VarDecl *I = Inductions[D];
  I->setInit(at(D, From));
  VarDecl *Last = Make.variable(Run, "last", Dim.Type, at(D, To));
  bool Pointer = Dim.What == LoopDim::Kind::Pointer;
  BinaryOperatorKind Reached = Pointer || Dim.NotEqual ? BO_EQ
                               : Dim.Decreasing        ? BO_LE
                                                       : BO_GE;
  QualType Work = !Pointer && Ctx.isPromotableIntegerType(Dim.Type)
                      ? Ctx.getPromotedIntegerType(Dim.Type)
                      : Dim.Type;
  auto Against = [&](BinaryOperatorKind Op) {
    return Make.compare(Op, Make.convert(Make.value(I), Work),
                        Make.convert(Make.value(Last), Work));
  };
  Stmt *For = vectorizable(
      Make.loop(nullptr, nullptr, step(D, I), each(Body, Against(Reached))));
  // There is an iteration, but LLVM does not know: it would not unroll a loop
  // that makes one trip whatever its bounds are.
  if (Reached != BO_EQ || (Rows && !Rows->Done))
    For = Make.ifThen(Against(Dim.Decreasing ? BO_GE : BO_LE), For);
  if (!Rows || D > 0)
    return Make.compound({Make.declare(I), Make.declare(Last), For});
  Rows->First->setInit(I->getInit());
  Rows->Last->setInit(Make.value(Last));
  I->setInit(Make.value(Rows->First));
  SmallVector<Stmt *, 8> All = {Make.declare(Last), Make.declare(Rows->First),
                                Make.declare(Rows->Last)};
  if (Rows->Done) {
    All.push_back(Make.declare(Rows->Done));
    For = Make.ifThen(
        Make.compare(BO_EQ, Make.value(Rows->Done), Make.integer(0, Ctx.IntTy)),
        For);
  }
  All.append({Rows->Code, Make.declare(I), For});
  return Make.compound(All);
}

/// Iterators: counts iterations and uses the user's own increment.
Stmt *NativeLoops::counted(Stmt *Body, BodyRewriter &Rewriter) {
  const LoopDim &Dim = Loop.Dims.front();
  Stmt *Increment = nullptr;
  if (auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop)) {
    Increment = Range->getInc();
    Stmt *Variable = Range->getLoopVarStmt();
    Rewriter.rewrite(Variable);
    Body = Make.compound({Variable, Body});
  } else {
    Increment = cast<ForStmt>(Dim.Loop)->getInc();
  }
  if (Stride)
    Increment = Stride;
  else
    Rewriter.rewrite(Increment);
  VarDecl *Left = number("left", Make.binary(BO_Sub, hi(), lo(), U64));
  Expr *Down = Make.step(UO_PreDec, Left);
  if (Down->isLValue())
    Down = Make.load(Down);
  Stmt *Each = each(Body, Make.compare(BO_EQ, Down, Make.integer(0, U64)));
  return Make.compound(
      {Advance, Make.declare(Left),
       vectorizable(Make.loop(nullptr, nullptr, cast<Expr>(Increment), Each))});
}

/// The row, or part of it, with the whole rows behind it that there are; Row is
/// the last one then. Where that is not done, the row alone.
Stmt *NativeLoops::together(VarDecl *Row, VarDecl *From, VarDecl *To,
                            VarDecl *Width, Stmt *Body) {
  auto Var = [&](VarDecl *V) { return Make.value(V); };
  auto Behind = [&] {
    return Make.paren(Make.binary(BO_Div, hi(), Var(Width), U64));
  };
  Expr *Whole = Make.compare(
      BO_LAnd, Make.compare(BO_EQ, Var(From), Make.integer(0, U64)),
      Make.compare(BO_LT, Var(Row), Behind()));
  VarDecl *Last =
      number("last_whole",
             Make.conditional(Whole, decrement(Behind()), Var(Row), U64));
  const QualType T = Loop.Dims[1].Type;
  Rows->First->setInit(at(0, Var(Row)));
  Rows->Last->setInit(at(0, Var(Last)));
  Rows->FirstColumn->setInit(at(1, Var(From)));
  Rows->EndColumn->setInit(
      Make.binary(BO_Add, at(1, Var(To)), Make.integer(1, T), T));
  SmallVector<Stmt *, 8> All = {Make.declare(Last)};
  for (VarDecl *V : {Rows->First, Rows->Last, Rows->FirstColumn,
                     Rows->EndColumn, Rows->Done})
    All.push_back(Make.declare(V));
  All.push_back(Rows->Code);
  All.push_back(Make.ifThen(
      Make.compare(BO_EQ, Var(Rows->Done), Make.integer(0, Ctx.IntTy)),
      inner(Body, Var(From), Var(To)),
      Make.assign(Make.lvalue(Row), Var(Last))));
  return Make.compound(All);
}

/// A collapsed nest, row by row of its innermost dimension.
Stmt *NativeLoops::rows(Stmt *Body) {
  unsigned Last = Loop.Dims.size() - 1;
  auto Var = [&](VarDecl *V) { return Make.value(V); };
  VarDecl *Width = number("width", dim(Last, "trips"));
  VarDecl *Row = number("row", Make.binary(BO_Div, lo(), Var(Width), U64));
  VarDecl *First = number("first_row", Var(Row));
  VarDecl *LastRow =
      number("last_row",
             Make.binary(BO_Div, Make.paren(decrement(hi())), Var(Width), U64));

  SmallVector<Stmt *, 8> Each;
  VarDecl *From = number(
      "from", Make.conditional(Make.compare(BO_EQ, Var(Row), Var(First)),
                               Make.binary(BO_Rem, lo(), Var(Width), U64),
                               Make.integer(0, U64), U64));
  VarDecl *To = number(
      "to", Make.conditional(Make.compare(BO_EQ, Var(Row), Var(LastRow)),
                             Make.binary(BO_Rem, Make.paren(decrement(hi())),
                                         Var(Width), U64),
                             decrement(Var(Width)), U64));
  VarDecl *Rest = number("rest", Var(Row));
  Each.push_back(Make.declare(From));
  Each.push_back(Make.declare(To));
  Each.push_back(Make.declare(Rest));
  for (unsigned D = Last; D-- > 0;) {
    Expr *Index = D == 0 ? Var(Rest)
                         : Make.binary(BO_Rem, Var(Rest), dim(D, "trips"), U64);
    Inductions[D]->setInit(at(D, Index));
    Each.push_back(Make.declare(Inductions[D]));
    if (D > 0)
      Each.push_back(
          Make.assign(Make.lvalue(Rest),
                      Make.binary(BO_Div, Var(Rest), dim(D, "trips"), U64)));
  }
  if (Rows)
    Each.push_back(together(Row, From, To, Width, Body));
  else
    Each.push_back(inner(Body, Var(From), Var(To)));
  Each.push_back(breakIf(Make.compare(BO_EQ, Var(Row), Var(LastRow))));

  return Make.compound(
      {Make.declare(Width), Make.declare(Row), Make.declare(First),
       Make.declare(LastRow),
       Make.loop(nullptr, nullptr, Make.increment(Row), Make.compound(Each))});
}

Stmt *NativeLoops::build(Stmt *Body, BodyRewriter &Rewriter) {
  if (Advance)
    return counted(Body, Rewriter);
  if (Loop.Dims.size() > 1)
    return rows(Body);
  return inner(Body, lo(), decrement(hi()));
}

Expr *innermostStep(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                    AstFactory &Make, ASTContext &Ctx, ArgsAccess &Args) {
  Expr *Dims = Make.paren(Make.convert(Args.address(0), dimsType(Abi, Ctx)));
  return dimField(Make, Dims, Ctx, Loop.Dims.size() - 1, "step");
}

Expr *firstLower(const RuntimeDecls &Abi, AstFactory &Make, ASTContext &Ctx,
                 ArgsAccess &Args) {
  Expr *Dims = Make.paren(Make.convert(Args.address(0), dimsType(Abi, Ctx)));
  return dimField(Make, Dims, Ctx, 0, "lower");
}

Expr *lastIteration(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                    AstFactory &Make, ASTContext &Ctx, FunctionDecl *Run) {
  ArgsAccess Args(Ctx, Make, Run->getParamDecl(0));
  Expr *Product = nullptr;
  for (unsigned D = 0; D < Loop.Dims.size(); ++D) {
    Expr *Dims = Make.paren(Make.convert(Args.address(0), dimsType(Abi, Ctx)));
    Expr *Trips = dimField(Make, Dims, Ctx, D, "trips");
    Product = Make.joined(BO_Mul, Product, Trips);
  }
  return Make.compare(BO_EQ, Make.value(Run->getParamDecl(2)), Product);
}

} // namespace twofold
