// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/SharedCall.h"
#include "abi/RuntimeDecls.h"
#include "call/CallNumbers.h"
#include "call/TableWriter.h"
#include "twofold/abi.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace twofold {

static FunctionDecl *finished(FunctionDecl *F, Stmt *Body, ASTContext &Ctx,
                              SmallVectorImpl<Decl *> &Declared) {
  F->setBody(Body);
  F->addAttr(NoInlineAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(F);
  Declared.push_back(F);
  return F;
}

FunctionDecl *SharedCall::function(StringRef Name, AstFactory Make,
                                   const RuntimeDecls &Abi, ASTContext &Ctx,
                                   SmallVectorImpl<Decl *> &Declared) {
  if (Function)
    return Function;
  auto ToConst = [&](QualType T) { return Ctx.getPointerType(T.withConst()); };
  const QualType Launch = Abi.record("launch"),
                 I32 = Ctx.getIntTypeForBitwidth(32, true);
  const QualType Params[] = {ToConst(Abi.record("site")),
                             ToConst(Abi.record("dim")),
                             Ctx.getPointerType(Ctx.VoidPtrTy),
                             ToConst(Make.I64),
                             I32,
                             Ctx.VoidPtrTy,
                             Ctx.getSizeType()};
  FunctionDecl *F = Make.staticFunction(
      (RuntimeDecls::SharedName + Name).str(),
      Ctx.getFunctionType(Ctx.VoidTy, Params, {}),
      {"site", "dims", "args", "values", "apart", "seen", "bytes"});
  auto Given = [&](unsigned N) { return Make.value(F->getParamDecl(N)); };
  SmallVector<Stmt *, 3> Body;
  VarDecl *Own =
      Make.variable(F, "launch", Launch,
                    recordValue(Abi, Make, "launch",
                                {{"dims", Given(1)},
                                 {"args", Given(2)},
                                 {"values", Given(3)},
                                 {"num_threads", Make.integer(0, Make.I64)},
                                 {"chunk", Make.integer(0, Make.I64)},
                                 {"condition", Make.integer(1, I32)},
                                 {"apart", Given(4)}}),
                    Body);
  Body.push_back(Make.call(
      Abi.run(), {Given(0), Make.convert(Make.addressOf(Make.lvalue(Own)),
                                         ToConst(Launch))}));
  const QualType From = ToConst(Ctx.VoidTy);
  FunctionDecl *Copy = builtinFunction(
      Builtin::BI__builtin_memcpy, "__builtin_memcpy", Ctx.VoidPtrTy,
      {Ctx.VoidPtrTy, From, Ctx.getSizeType()}, Make, Ctx);
  Expr *Apart =
      Make.compare(BO_EQ, Make.load(Make.member(Make.lvalue(Own), "apart")),
                   Make.integer(TWOFOLD_SEEN_APART, I32));
  Body.push_back(Make.ifThen(
      Make.compare(BO_LAnd,
                   Make.compare(BO_NE, Given(5), Make.null(Ctx.VoidPtrTy)),
                   Apart),
      Make.call(Copy, {Given(5), Make.convert(Given(1), From), Given(6)})));
  return Function = finished(F, Make.compound(Body), Ctx, Declared);
}

FunctionDecl *SharedCall::same(StringRef Name, AstFactory Make, ASTContext &Ctx,
                               SmallVectorImpl<Decl *> &Declared) {
  if (Same)
    return Same;
  const QualType From = Ctx.getPointerType(Ctx.VoidTy.withConst()),
                 Params[] = {From, From, Ctx.getSizeType()};
  FunctionDecl *F = Make.staticFunction(
      ("twofold_same_" + Name).str(),
      Ctx.getFunctionType(Ctx.IntTy, Params, {}), {"seen", "dims", "bytes"});
  FunctionDecl *Compare =
      builtinFunction(Builtin::BI__builtin_memcmp, "__builtin_memcmp",
                      Ctx.IntTy, Params, Make, Ctx);
  SmallVector<Expr *, 3> Given;
  for (ParmVarDecl *P : F->parameters())
    Given.push_back(Make.value(P));
  Expr *Equal = Make.convert(Make.compare(BO_EQ, Make.call(Compare, Given),
                                          Make.integer(0, Ctx.IntTy)),
                             Ctx.IntTy);
  Stmt *Return = ReturnStmt::Create(Ctx, Make.location(), Equal, nullptr);
  return Same = finished(F, Make.compound({Return}), Ctx, Declared);
}

} // namespace twofold
