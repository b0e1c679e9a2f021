// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/SharedCall.h"
#include "abi/RuntimeDecls.h"
#include "call/TableWriter.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace twofold {

FunctionDecl *SharedCall::function(StringRef Name, AstFactory Make,
                                   const RuntimeDecls &Abi, ASTContext &Ctx,
                                   SmallVectorImpl<Decl *> &Declared) {
  if (Function)
    return Function;
  auto ToConst = [&](QualType T) { return Ctx.getPointerType(T.withConst()); };
  const QualType Launch = Abi.record("launch"),
                 I32 = Ctx.getIntTypeForBitwidth(32, true);
  const QualType Params[] = {
      ToConst(Abi.record("site")), ToConst(Abi.record("dim")),
      Ctx.getPointerType(Ctx.VoidPtrTy), ToConst(Make.I64), I32};
  FunctionDecl *F =
      Make.staticFunction((RuntimeDecls::SharedName + Name).str(),
                          Ctx.getFunctionType(I32, Params, {}),
                          {"site", "dims", "args", "values", "apart"});
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
  Body.push_back(ReturnStmt::Create(
      Ctx, Make.location(), Make.load(Make.member(Make.lvalue(Own), "apart")),
      nullptr));
  F->setBody(Make.compound(Body));
  F->addAttr(NoInlineAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(F);
  Declared.push_back(F);
  return Function = F;
}

} // namespace twofold
