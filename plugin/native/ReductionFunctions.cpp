// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "abi/RuntimeDecls.h"
#include "ast/CodeGeneration.h"
#include "model/ReductionForms.h"
#include "model/ReductionObjects.h"
#include "native/CallLayout.h"
#include "native/NativeOutliner.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

Expr *floating(ASTContext &Ctx, AstFactory &Make, QualType T,
               const llvm::APFloat &V) {
  return FloatingLiteral::Create(Ctx, V, /*isexact=*/true, T, Make.location());
}

/// identityOf(), part by part.
Expr *identity(ASTContext &Ctx, AstFactory &Make, ReductionOp Op, QualType T) {
  if (T->isPointerType())
    return Make.null(T);
  if (const auto *Complex = T->getAs<ComplexType>()) {
    QualType Part = Complex->getElementType();
    ReductionOp Imaginary =
        Op == ReductionOp::Mul ? ReductionOp::LogicalOr : Op;
    return Make.list(T, {identity(Ctx, Make, Op, Part),
                         identity(Ctx, Make, Imaginary, Part)});
  }
  if (T->isRecordType())
    return new (Ctx) ImplicitValueInitExpr(T);
  APValue V = identityOf(Op, T, Ctx);
  if (V.isFloat()) {
    // There is no literal for a negative number.
    llvm::APFloat Number = V.getFloat();
    if (!Number.isInfinity() || !Number.isNegative())
      return floating(Ctx, Make, T, Number);
    return Make.unary(UO_Minus, floating(Ctx, Make, T, -Number), T);
  }
  if (V.getInt().getBitWidth() > 64)
    return IntegerLiteral::Create(Ctx, V.getInt(), T.getUnqualifiedType(),
                                  Make.location());
  // Written as a 64-bit number and converted, which also serves bool and enums.
  return Make.convert(
      Make.integer(V.getInt().getExtValue(),
                   Ctx.getIntTypeForBitwidth(64, V.getInt().isSigned())),
      T);
}

/// Combines the values of one call's args into those of another.
class Combiner {
  const ParallelLoop &Loop;
  Sema &S;
  ASTContext &Ctx;
  AstFactory &Make;
  FunctionDecl *Function;
  ArgsAccess Into, From;

public:
  Combiner(const ParallelLoop &Loop, Sema &S, AstFactory &Make, FunctionDecl *F)
      : Loop(Loop), S(S), Ctx(S.Context), Make(Make), Function(F),
        Into(Ctx, Make, F->getParamDecl(0)),
        From(Ctx, Make, F->getParamDecl(1)) {}

  Stmt *single(const Capture &C) {
    if (ofObjects(C.Op))
      return object(C);
    return Make.assign(Into.lvalue(C.Arg, C.Type), combination(C));
  }
  Stmt *together(const Capture &Leader);
  Stmt *object(const Capture &C);
  Stmt *restarting(const Capture &Leader, const Capture &C);

private:
  Expr *load(ArgsAccess &Args, const Capture &C) {
    return Make.load(Args.lvalue(C.Arg, C.Type));
  }
  /// Integers are combined in int at least, as C does.
  QualType work(QualType T) {
    return T->isFloatingType()              ? T
           : Ctx.isPromotableIntegerType(T) ? Ctx.getPromotedIntegerType(T)
                                            : T;
  }
  Expr *into(const Capture &C) {
    return Make.convert(load(Into, C), work(C.Type));
  }
  Expr *from(const Capture &C) {
    return Make.convert(load(From, C), work(C.Type));
  }
  Expr *arithmetic(BinaryOperatorKind Op, const Capture &C) {
    return Make.convert(Make.binary(Op, into(C), from(C), work(C.Type)),
                        C.Type);
  }
  Expr *logical(BinaryOperatorKind Op, const Capture &C);
  /// From's value wins; of equal ones neither does.
  Expr *better(const Capture &C) {
    bool Min = C.Op == ReductionOp::Min || C.Op == ReductionOp::NumberMin;
    return Make.compare(Min ? BO_LT : BO_GT, from(C), into(C));
  }
  Expr *choose(Expr *Cond, const Capture &C) {
    return Make.conditional(Cond, load(From, C), load(Into, C), C.Type);
  }
  Expr *combination(const Capture &C);
};

Stmt *Combiner::object(const Capture &C) {
  return combinedObjects(
      C, [&] { return Into.lvalue(C.Arg, C.Type); },
      [&] { return From.lvalue(C.Arg, C.Type); }, S, Function);
}

Expr *Combiner::logical(BinaryOperatorKind Op, const Capture &C) {
  auto Truth = [&](Expr *E) {
    Expr *Zero = identity(Ctx, Make, ReductionOp::LogicalOr, C.Type);
    return Make.compare(BO_NE, E, Make.convert(Zero, work(C.Type)));
  };
  return Make.convert(Make.compare(Op, Truth(into(C)), Truth(from(C))), C.Type);
}

Expr *Combiner::combination(const Capture &C) {
  if (auto Op = operatorOf(C.Op))
    return isLogical(C.Op) ? logical(*Op, C) : arithmetic(*Op, C);
  switch (C.Op) {
  case ReductionOp::Min:
  case ReductionOp::Max:
    return choose(better(C), C);
  case ReductionOp::NumberMin:
  case ReductionOp::NumberMax:
    // NaN stands for nothing at all.
    return choose(
        Make.compare(BO_LOr, better(C), Make.compare(BO_NE, into(C), into(C))),
        C);
  default:
    llvm_unreachable("combined by a call or with its leader");
  }
}

/// `into` comes before `from`: what met a NaN does not depend on what was
/// there, and a NaN that was not met stands for nothing.
Stmt *Combiner::restarting(const Capture &Leader, const Capture &C) {
  Expr *Met = Make.nonZero(load(From, Leader));
  Expr *Some = Make.compare(BO_EQ, from(C), from(C));
  bool Min = C.Op == ReductionOp::RestartMin;
  Expr *Kept = Make.compare(Min ? BO_LT : BO_GT, into(C), from(C));
  Expr *Stays = Make.unary(UO_LNot, Make.paren(Kept), Kept->getType());
  Expr *Take =
      Make.compare(BO_LOr, Met, Make.paren(Make.compare(BO_LAnd, Some, Stays)));
  Expr *Ever =
      Make.binary(BO_Or, load(Into, Leader), load(From, Leader), Leader.Type);
  return Make.compound(
      {Make.ifThen(Take, Make.compound({Make.assign(Into.lvalue(C.Arg, C.Type),
                                                    load(From, C))})),
       Make.assign(Into.lvalue(Leader.Arg, Leader.Type), Ever)});
}

/// All that share Leader come from one iteration: see Capture::Leader.
Stmt *Combiner::together(const Capture &Leader) {
  Expr *Take = nullptr;
  SmallVector<Stmt *, 4> Copies;
  for (const Capture &C : Loop.Captures) {
    if (C.Leader != Leader.Decl)
      continue;
    if (isOrdered(C.Op))
      return restarting(Leader, C);
    if (isLogical(C.Op))
      return Make.ifThen(
          Make.nonZero(load(From, Leader)),
          Make.compound(
              {single(C), Make.assign(Into.lvalue(Leader.Arg, Leader.Type),
                                      load(From, Leader))}));
    Copies.push_back(Make.assign(Into.lvalue(C.Arg, C.Type), load(From, C)));
    if (C.Op == ReductionOp::Chosen)
      continue;
    // What was there before the loop has no number and came first.
    Expr *Tie =
        C.LastWins ? Make.compare(BO_GT, load(From, Leader), load(Into, Leader))
                   : Make.compare(BO_LAnd, Make.nonZero(load(Into, Leader)),
                                  Make.compare(BO_LT, load(From, Leader),
                                               load(Into, Leader)));
    Tie = Make.compare(BO_LAnd, Make.compare(BO_EQ, from(C), into(C)),
                       Make.paren(Tie));
    Take = Make.compare(
        BO_LAnd, Make.nonZero(load(From, Leader)),
        Make.paren(Make.compare(BO_LOr, better(C), Make.paren(Tie))));
  }
  if (!Take)
    Take = Make.compare(BO_GT, load(From, Leader), load(Into, Leader));
  return Make.ifThen(Take, Make.compound(Copies));
}

FunctionDecl *finish(const ParallelLoop &Loop, ASTContext &Ctx,
                     AstFactory &Make, FunctionDecl *F, ArrayRef<Stmt *> Body) {
  inheritCodeGeneration(*Loop.Function, *F);
  F->setBody(Make.compound(Body));
  F->addAttr(NoThrowAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(F);
  return F;
}

} // namespace

FunctionDecl *identityFunction(const ParallelLoop &Loop,
                               const RuntimeDecls &Abi, Sema &S) {
  ASTContext &Ctx = S.Context;
  AstFactory Make(Ctx, Loop.Loc);
  FunctionDecl *F = Make.staticFunction("twofold_identity_" + Loop.Name,
                                        Abi.functionType("identity"), {"args"});
  ArgsAccess Args(Ctx, Make, F->getParamDecl(0));
  SmallVector<Stmt *, 4> Body;
  for (const Capture &C : Loop.Captures)
    if (C.Kind == Sharing::Reduction)
      Body.push_back(Make.assign(Args.lvalue(C.Arg, C.Type),
                                 ofObjects(C.Op)
                                     ? beginningObject(C, S, F)
                                     : identity(Ctx, Make, C.Op, C.Type)));
  return finish(Loop, Ctx, Make, F, Body);
}

FunctionDecl *combineFunction(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                              Sema &S) {
  ASTContext &Ctx = S.Context;
  AstFactory Make(Ctx, Loop.Loc);
  FunctionDecl *F =
      Make.staticFunction("twofold_combine_" + Loop.Name,
                          Abi.functionType("combine"), {"into", "from"});
  Combiner Combine(Loop, S, Make, F);
  SmallVector<Stmt *, 4> Body;
  for (const Capture &C : Loop.Captures) {
    if (C.Kind != Sharing::Reduction)
      continue;
    if (!C.Leader)
      Body.push_back(Combine.single(C));
    else if (C.Leader == C.Decl)
      Body.push_back(Combine.together(C));
  }
  return finish(Loop, Ctx, Make, F, Body);
}

} // namespace twofold
