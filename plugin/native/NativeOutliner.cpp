// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/NativeOutliner.h"
#include "abi/RuntimeDecls.h"
#include "ast/CodeGeneration.h"
#include "ast/VariableUses.h"
#include "model/LoopModelBuilder.h"
#include "model/ReductionForms.h"
#include "native/BodyRewriter.h"
#include "native/ElementRewriter.h"
#include "native/NativeLoops.h"
#include "native/NestPrinter.h"
#include "native/RowLengths.h"
#include "native/SubscriptChecks.h"
#include "native/VariantForms.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

bool isExtremum(const Capture &C, const ASTContext &Ctx) {
  if (C.Kind != Sharing::Reduction ||
      (C.Op != ReductionOp::Min && C.Op != ReductionOp::Max))
    return false;
  return C.Leader ||
         (C.Type->isRealFloatingType() && !Ctx.getLangOpts().NoHonorNaNs);
}

/// S consists of assignments to variables, an extremum among them.
bool replacesExtremum(const Stmt *S, const ParallelLoop &Loop,
                      const ASTContext &Ctx) {
  return llvm::any_of(assignmentsOf(S), [&](const BinaryOperator *B) {
    const Capture *C =
        Loop.capture(cast<DeclRefExpr>(B->getLHS()->IgnoreParens())->getDecl());
    return C && isExtremum(*C, Ctx);
  });
}

/// Marks the branch of `if (e < m) m = e;` in S as unlikely where the optimiser
/// cannot vectorise it: floating extrema that honour NaNs, and extrema with
/// followers. Without the mark the optimiser selects one of two values, and
/// each iteration waits for the result of the last; a branch is predicted. To
/// be called before Loop.Body is redirected to the variant's variables.
void hintExtremumBranches(Stmt *S, const ParallelLoop &Loop, ASTContext &Ctx) {
  if (!S || isa<Expr>(S))
    return;
  for (Stmt *Child : S->children())
    hintExtremumBranches(Child, Loop, Ctx);
  auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || !replacesExtremum(If->getThen(), Loop, Ctx))
    return;
  const Attr *Seldom = UnlikelyAttr::CreateImplicit(Ctx);
  If->setThen(AttributedStmt::Create(Ctx, If->getThen()->getBeginLoc(), Seldom,
                                     If->getThen()));
}

/// `if (c) last = i;` only finds which iteration came last. The variant carries
/// the number of that iteration, which is a form that the vectoriser knows, and
/// computes the variable once, at the end of its range.
struct NumberedLast {
  const Capture *Variable, *Leader; ///< of Loop.Captures
  /// What insertMarks made of the assignments: `last = i, leader = iteration`.
  llvm::SmallVector<BinaryOperator *, 2> Assignments;
};

/// The induction variable as it is, in the variable's own type.
bool isNumber(const Expr *E, const ParallelLoop &Loop) {
  const ValueDecl *D = namedIn(E->IgnoreParenImpCasts());
  return D && Loop.dimOf(D);
}

BinaryOperator *findMarked(Stmt *S, const Expr *Assignment) {
  return const_cast<BinaryOperator *>(
      findNode<BinaryOperator>(S, [&](const BinaryOperator *B) {
        return B->getOpcode() == BO_Comma && B->getLHS() == Assignment;
      }));
}

/// All variables of Loop that note their iteration, if each of them is assigned
/// nothing but the induction variable of the loop's only dimension, and is not
/// used otherwise; else none. Loop.Body must have its marks (insertMarks).
llvm::SmallVector<NumberedLast, 2> findNumberedLasts(const ParallelLoop &Loop,
                                                     ASTContext &Ctx) {
  const LoopDim &Dim = Loop.Dims.front();
  if (Loop.Marks.empty() || Loop.Dims.size() != 1 ||
      (Dim.What != LoopDim::Kind::Integer &&
       Dim.What != LoopDim::Kind::Pointer))
    return {};
  BodyUses Uses = collectUses(Loop.Body);
  llvm::SmallVector<NumberedLast, 2> Lasts;
  for (const Capture &Leader : Loop.Captures) {
    if (!Leader.Internal)
      continue;
    NumberedLast Last{nullptr, &Leader, {}};
    for (const Capture &C : Loop.Captures) {
      if (&C == &Leader || C.Leader != Leader.Decl)
        continue;
      if (Last.Variable || C.Kind != Sharing::Reduction ||
          C.Op != ReductionOp::Chosen)
        return {};
      Last.Variable = &C;
    }
    if (!Last.Variable || !(Last.Variable->Type->isIntegerType() ||
                            Last.Variable->Type->isPointerType()))
      return {};
    for (const IterationMark &Mark : Loop.Marks) {
      if (Mark.Leader != Leader.Decl)
        continue;
      const auto *B = dyn_cast<BinaryOperator>(Mark.Assignment);
      BinaryOperator *Both = findMarked(Loop.Body, Mark.Assignment);
      if (!B || !Both || Mark.Restarts || !isNumber(B->getRHS(), Loop))
        return {};
      Last.Assignments.push_back(Both);
    }
    const VariableUses &Use = Uses.of(Last.Variable->Decl);
    if (Use.References.empty() || Use.Escapes ||
        Use.References.size() != Last.Assignments.size())
      return {};
    Lasts.push_back(std::move(Last));
  }
  return Lasts;
}

class NativeOutliner {
  const ParallelLoop &Loop;
  const bool InOrder;
  CallLayout Layout;
  const RuntimeDecls &Abi;
  Sema &S;
  ASTContext &Ctx;
  AstFactory Make;
  VariantForms Forms;
  FunctionDecl *Run;
  ArgsAccess Args;
  SmallVector<Stmt *, 16> Prologue, Epilogue;
  RowLengths Lengths;
  BodyRewriter Rewriter;
  SmallVector<NumberedLast, 2> Lasts;

public:
  NativeOutliner(const ParallelLoop &Loop, bool InOrder, bool Short,
                 const AccessModel &Accesses, const RuntimeDecls &Abi, Sema &S)
      : Loop(Loop), InOrder(InOrder), Layout(Loop, Accesses), Abi(Abi), S(S),
        Ctx(S.Context), Make(Ctx, Loop.Loc),
        Forms(Loop, InOrder, Short, Layout, Abi, Ctx, Make), Run(Forms.body()),
        Args(Ctx, Make, Run->getParamDecl(0)),
        Lengths(Loop, Ctx, Layout, Make, Args, Run, Prologue),
        Rewriter(Ctx, Make,
                 [this](QualType T) { return Lengths.of(T, Rewriter); }) {}

  NativeVariant outline(const AccessModel &Accesses, RowBlock *Rows,
                        Diagnostics &Diags);

private:
  void carryNumbers(NativeLoops &Loops);
  bool passesThroughArgs(const Capture &C) const;
  bool isValue(QualType T) const;
  void capture(const Capture &C);
  VarDecl *local(const Capture &C, QualType Type, Expr *Init);
  Expr *constantValue(const ValueDecl &D);
};

/// Globals are named directly, but for those that a thread may get a copy of.
bool NativeOutliner::passesThroughArgs(const Capture &C) const {
  return !C.Global || llvm::any_of(Loop.Elements, [&](const auto &E) {
    return E.Copyable && E.Base &&
           E.Base->getCanonicalDecl() == C.Decl->getCanonicalDecl();
  });
}

/// A constant of a class that says that nobody looks at its objects' addresses:
/// a copy stays in registers, where the caller's object would be read again
/// after each store that might have changed it.
bool NativeOutliner::isValue(QualType T) const {
  constexpr int64_t Largest = 512;
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && T.isConstQualified() && !T.isVolatileQualified() &&
         !Class->hasMutableFields() && T.isTriviallyCopyableType(Ctx) &&
         Ctx.getTypeSizeInChars(T).getQuantity() <= Largest &&
         llvm::any_of(Class->specific_attrs<AnnotateAttr>(),
                      [](const AnnotateAttr *A) {
                        return A->getAnnotation() == "twofold.value";
                      });
}

/// What the optimiser sees of a constant where its declaration is.
Expr *NativeOutliner::constantValue(const ValueDecl &D) {
  const auto *V = dyn_cast<VarDecl>(&D);
  const QualType T = D.getType();
  if (!V || !T.isConstQualified() || T.isVolatileQualified() ||
      !(T->isIntegralOrEnumerationType() || T->isRealFloatingType()) ||
      !V->hasInit() || V->getInit()->isValueDependent())
    return nullptr;
  // As its initialiser is evaluated, which may be asked whether that is at
  // compile time.
  const APValue *Value = V->evaluateValue();
  // The optimiser does not fuse products of constants, as the processor does.
  if (Value && Value->isFloat())
    return Make.floating(Value->getFloat(), T.getUnqualifiedType());
  return Value && Value->isInt() && Value->getInt().getSignificantBits() <= 64
             ? Make.convert(
                   Make.integer(uint64_t(Value->getInt().getExtValue()),
                                Make.I64),
                   T.getUnqualifiedType())
             : nullptr;
}

VarDecl *NativeOutliner::local(const Capture &C, QualType Type, Expr *Init) {
  VarDecl *V = Make.variable(Run, C.Decl->getName(), Type, Init, Prologue);
  Rewriter.redirect(C.Decl, V);
  return V;
}

void NativeOutliner::capture(const Capture &C) {
  if (C.DeviceOnly)
    return;
  switch (C.Kind) {
  case Sharing::This:
    if (ParmVarDecl *Given = Forms.valueOf(C))
      Rewriter.redirectThis(Given);
    else
      Rewriter.redirectThis(Make.variable(Run, "self", C.Type,
                                          Make.load(Args.lvalue(C.Arg, C.Type)),
                                          Prologue));
    return;
  case Sharing::Value:
  case Sharing::Reference: {
    if (!passesThroughArgs(C))
      return;
    QualType T = C.Decl->getType().getNonReferenceType();
    if (Expr *Known = constantValue(*C.Decl)) {
      local(C, T, Known);
      return;
    }
    if (ParmVarDecl *Copy = Forms.copyOf(C, *Run)) {
      if (C.Kind == Sharing::Value)
        local(C, T.getUnqualifiedType(), Make.convert(Make.value(Copy), T));
      else
        local(C, Ctx.getLValueReferenceType(T),
              Make.dereference(
                  Make.convert(Make.value(Copy), Ctx.getPointerType(T))));
      return;
    }
    ParmVarDecl *Given = Forms.valueOf(C);
    if (T->isVariablyModifiedType()) {
      QualType Flat = Ctx.getPointerType(BodyRewriter::flatElement(Ctx, T));
      Expr *Init = T->isArrayType() ? Make.convert(Args.address(C.Arg), Flat)
                   : Given          ? Make.convert(Make.value(Given), Flat)
                                    : Make.load(Args.lvalue(C.Arg, Flat));
      local(C, Flat, Init);
    } else if (Given) {
      Rewriter.redirect(C.Decl, Given);
    } else if (C.Kind == Sharing::Value && T->isScalarType()) {
      local(C,
            T.getUnqualifiedType().withCVRQualifiers(
                T.isConstQualified() ? Qualifiers::Const : 0),
            Make.load(Args.lvalue(C.Arg, T)));
    } else if (isValue(T)) {
      local(C, T, Make.load(Args.lvalue(C.Arg, T)));
    } else {
      local(C, Ctx.getLValueReferenceType(T), Args.lvalue(C.Arg, T));
    }
    return;
  }
  case Sharing::Reduction: {
    if (llvm::any_of(Lasts, [&](const NumberedLast &Last) {
          return Last.Variable == &C || Last.Leader == &C;
        }))
      return;
    if (C.Decl == Loop.Exit) {
      // A search returns from where it finds something.
      local(C, Ctx.getLValueReferenceType(C.Type), Args.lvalue(C.Arg, C.Type));
      return;
    }
    VarDecl *V = local(C, C.Type, Make.load(Args.lvalue(C.Arg, C.Type)));
    Epilogue.push_back(Make.assign(Args.lvalue(C.Arg, C.Type), Make.value(V)));
    return;
  }
  case Sharing::Private:
    local(C, C.Type, nullptr);
    return;
  case Sharing::LastPrivate: {
    VarDecl *V = local(C, C.Type, nullptr);
    Epilogue.push_back(
        Make.ifThen(lastIteration(Loop, Abi, Make, Ctx, Run),
                    Make.compound({Make.copyElements(
                        Run, Args.lvalue(C.Arg, C.Type), Make.lvalue(V))})));
    return;
  }
  }
}

/// Assignments note the number of their iteration in this range, from 1, and
/// what the variable is follows from the last one.
void NativeOutliner::carryNumbers(NativeLoops &Loops) {
  const QualType I64 = Make.I64, U64 = Make.U64;
  for (const NumberedLast &Last : Lasts) {
    VarDecl *From = Make.variable(Run, Last.Leader->Decl->getName(), I64,
                                  Make.integer(0, I64), Prologue);
    for (BinaryOperator *Both : Last.Assignments) {
      Both->setLHS(Make.convert(Make.integer(0, Ctx.IntTy), Ctx.VoidTy));
      Both->setRHS(
          Make.assign(Make.lvalue(From), Make.value(Loops.iteration())));
    }
    auto Number = [&] {
      return Make.paren(Make.binary(BO_Add, Make.value(Run->getParamDecl(1)),
                                    Make.convert(Make.value(From), U64), U64));
    };
    const Capture &C = *Last.Variable;
    Expr *Index = Make.binary(BO_Sub, Number(), Make.integer(1, U64), U64);
    Epilogue.push_back(Make.ifThen(
        Make.nonZero(Make.value(From)),
        Make.compound(
            {Make.assign(Args.lvalue(C.Arg, C.Type),
                         Make.convert(Loops.at(0, Index), C.Type)),
             Make.assign(Args.lvalue(Last.Leader->Arg, U64), Number())})));
  }
}

NativeVariant NativeOutliner::outline(const AccessModel &Accesses,
                                      RowBlock *Rows, Diagnostics &Diags) {
  Lasts = findNumberedLasts(Loop, Ctx);
  NativeLoops Loops(Loop, InOrder, Abi, S, Make, Forms, Run, Args,
                    !Lasts.empty(), Rows);
  if (!Loops.declare(Prologue, Rewriter)) {
    const LoopDim &Dim = Loop.Dims.front();
    QualType T = Dim.Type;
    Diags.report(Loop.Loc, diag::Id::LoopInductionType) << nameOf(Dim) << T;
    return {};
  }
  for (const Capture &C : Loop.Captures)
    capture(C);
  SubscriptChecks Checks(Loop, Abi, Ctx, Make, Run);
  bool Checked = Checks.add(Accesses, Layout.BoundsArg, Args, Prologue);
  hintExtremumBranches(Loop.Body, Loop, Ctx);
  Stmt *Body = Loop.Body;
  Rewriter.rewrite(Body);
  if (Rows) {
    Rewriter.rewrite(Rows->Code);
    if (!Loop.Updates.empty() && !InOrder)
      Rows->Code =
          Make.ifThen(Make.compare(BO_EQ, Make.value(Run->getParamDecl(3)),
                                   Make.integer(0, Ctx.IntTy)),
                      Rows->Code);
    if (Rows->VectorBits)
      keepVectors(*Run, Rows->VectorBits);
  }
  if (!Loop.Updates.empty() && !InOrder) // one thread shares nothing
    ElementRewriter(Loop, Ctx, Make, Run, Run->getParamDecl(3)).rewrite(Body);
  carryNumbers(Loops);
  Stmt *Nest = Loops.build(Body, Rewriter);

  SmallVector<Stmt *, 24> All(Prologue.begin(), Prologue.end());
  All.push_back(Nest);
  All.append(Epilogue);
  Run->setBody(Make.compound(All));
  if (!Ctx.getLangOpts().CXXExceptions)
    Run->addAttr(NoThrowAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(Run);

  NativeVariant Result;
  Result.Unchecked = !Checked;
  Forms.add(Result);
  Result.Layout = std::move(Layout);
  if (llvm::any_of(Loop.Captures, [](const Capture &C) {
        return C.Kind == Sharing::Reduction;
      })) {
    Result.Identity = identityFunction(Loop, Abi, S);
    Result.Combine = combineFunction(Loop, Abi, S);
  }
  return Result;
}

} // namespace

NativeVariant outlineNative(const ParallelLoop &Loop, bool InOrder, bool Short,
                            const AccessModel &Accesses, RowBlock *Rows,
                            const RuntimeDecls &Abi, Sema &S,
                            Diagnostics &Diags) {
  return NativeOutliner(Loop, InOrder, Short, Accesses, Abi, S)
      .outline(Accesses, Rows, Diags);
}

} // namespace twofold
