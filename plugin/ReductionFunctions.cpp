// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReductionFunctions.cpp -------------------------------------------===//

#include "ReductionFunctions.h"
#include "ArgsAccess.h"
#include "RuntimeDecls.h"

using namespace clang;

namespace twofold {
namespace {

Expr *floating(ASTContext &Ctx, AstFactory &Make, QualType T,
               const llvm::APFloat &V) {
  return FloatingLiteral::Create(Ctx, V, /*isexact=*/true, T, Make.location());
}

/// The identity of Op over T (OpenMP 5.2, section 5.5.5): the value that leaves
/// every other one unchanged.
Expr *identity(ASTContext &Ctx, AstFactory &Make, ReductionOp Op, QualType T) {
  bool Min = Op == ReductionOp::Min, Max = Op == ReductionOp::Max;
  if (T->isFloatingType()) {
    const llvm::fltSemantics &Semantics = Ctx.getFloatTypeSemantics(T);
    if (Min || Max) {
      // -inf and inf, so that infinities in the data survive; there is no
      // literal for a negative number.
      Expr *Infinity = floating(Ctx, Make, T, llvm::APFloat::getInf(Semantics));
      if (Min)
        return Infinity;
      return UnaryOperator::Create(Ctx, Infinity, UO_Minus, T, VK_PRValue,
                                   OK_Ordinary, Make.location(), false,
                                   FPOptionsOverride());
    }
    bool One = Op == ReductionOp::Mul || Op == ReductionOp::LogicalAnd;
    return floating(Ctx, Make, T, llvm::APFloat(Semantics, One ? 1u : 0u));
  }
  // Written as a 64-bit number and converted, which also serves bool and enums.
  unsigned Width = T->isBooleanType() ? 1 : Ctx.getIntWidth(T);
  bool Signed = T->isSignedIntegerOrEnumerationType();
  llvm::APInt V(Width, 0);
  switch (Op) {
  case ReductionOp::Mul:
  case ReductionOp::LogicalAnd:
    V = llvm::APInt(Width, 1);
    break;
  case ReductionOp::And:
    V = llvm::APInt::getAllOnes(Width);
    break;
  case ReductionOp::Min:
    V = Signed ? llvm::APInt::getSignedMaxValue(Width)
               : llvm::APInt::getMaxValue(Width);
    break;
  case ReductionOp::Max:
    V = Signed ? llvm::APInt::getSignedMinValue(Width)
               : llvm::APInt::getMinValue(Width);
    break;
  default:
    break;
  }
  return Make.convert(Make.integer(Signed ? V.getSExtValue() : V.getZExtValue(),
                                   Ctx.getIntTypeForBitwidth(64, Signed)),
                      T);
}

Expr *combination(ASTContext &Ctx, AstFactory &Make, const Capture &C,
                  Expr *Into, Expr *IntoAgain, Expr *From, Expr *FromAgain) {
  QualType T = C.Type;
  // Integers are combined in int at least, as C does.
  QualType Work = T->isFloatingType() ? T
                  : Ctx.isPromotableIntegerType(T)
                      ? Ctx.getPromotedIntegerType(T)
                      : T;
  auto Use = [&](Expr *E) { return Make.convert(E, Work); };
  auto Arithmetic = [&](BinaryOperatorKind Op) {
    return Make.convert(Make.binary(Op, Use(Into), Use(From), Work), T);
  };
  switch (C.Op) {
  case ReductionOp::Add:
    return Arithmetic(BO_Add);
  case ReductionOp::Mul:
    return Arithmetic(BO_Mul);
  case ReductionOp::And:
    return Arithmetic(BO_And);
  case ReductionOp::Or:
    return Arithmetic(BO_Or);
  case ReductionOp::Xor:
    return Arithmetic(BO_Xor);
  case ReductionOp::LogicalAnd:
  case ReductionOp::LogicalOr: {
    auto Truth = [&](Expr *E) {
      Expr *Zero =
          T->isFloatingType()
              ? floating(Ctx, Make, T,
                         llvm::APFloat::getZero(Ctx.getFloatTypeSemantics(T)))
              : Make.convert(Make.integer(0, Ctx.IntTy), Work);
      return Make.compare(BO_NE, Use(E), Zero);
    };
    return Make.convert(
        Make.compare(C.Op == ReductionOp::LogicalAnd ? BO_LAnd : BO_LOr,
                     Truth(Into), Truth(From)),
        T);
  }
  case ReductionOp::Min:
  case ReductionOp::Max:
    return Make.conditional(
        Make.compare(C.Op == ReductionOp::Min ? BO_LT : BO_GT, Use(From),
                     Use(Into)),
        FromAgain, IntoAgain, T);
  }
  llvm_unreachable("covered switch");
}

FunctionDecl *finish(ASTContext &Ctx, AstFactory &Make, FunctionDecl *F,
                     ArrayRef<Stmt *> Body) {
  F->setBody(Make.compound(Body));
  F->addAttr(NoThrowAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(F);
  return F;
}

} // namespace

FunctionDecl *identityFunction(const ParallelLoop &Loop,
                               const RuntimeDecls &Abi, ASTContext &Ctx) {
  AstFactory Make(Ctx, Loop.Loc);
  FunctionDecl *F = Make.staticFunction("twofold_identity_" + Loop.Name,
                                        Abi.functionType("identity"), {"args"});
  ArgsAccess Args(Ctx, Make, F->getParamDecl(0));
  SmallVector<Stmt *, 4> Body;
  for (const Capture &C : Loop.Captures)
    if (C.Kind == Sharing::Reduction)
      Body.push_back(Make.assign(Args.lvalue(C.Arg, C.Type),
                                 identity(Ctx, Make, C.Op, C.Type)));
  return finish(Ctx, Make, F, Body);
}

FunctionDecl *combineFunction(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                              ASTContext &Ctx) {
  AstFactory Make(Ctx, Loop.Loc);
  FunctionDecl *F =
      Make.staticFunction("twofold_combine_" + Loop.Name,
                          Abi.functionType("combine"), {"into", "from"});
  ArgsAccess Into(Ctx, Make, F->getParamDecl(0));
  ArgsAccess From(Ctx, Make, F->getParamDecl(1));
  SmallVector<Stmt *, 4> Body;
  for (const Capture &C : Loop.Captures)
    if (C.Kind == Sharing::Reduction) {
      auto Load = [&](ArgsAccess &A) {
        return Make.load(A.lvalue(C.Arg, C.Type));
      };
      Body.push_back(
          Make.assign(Into.lvalue(C.Arg, C.Type),
                      combination(Ctx, Make, C, Load(Into), Load(Into),
                                  Load(From), Load(From))));
    }
  return finish(Ctx, Make, F, Body);
}

} // namespace twofold
