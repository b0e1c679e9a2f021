// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The question of ApartQuestion.h as a function of its own. Of a nest it is
// dozens of operations, for which the compiler, in whose hundred passes they
// take more than the rest of the call, makes little that is worth their time.

#include "abi/RuntimeDecls.h"
#include "call/ApartQuestion.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace twofold {

Expr *ApartQuestion::askByFunction(SmallVectorImpl<Decl *> &Declared) {
  const SmallVector<VarDecl *, 4> Addresses = bases();
  if (Addresses.empty())
    return nullptr;
  // Constants need no parameters.
  SmallVector<VarDecl *, 16> Given;
  auto Give = [&](VarDecl *V) {
    if (!isa_and_nonnull<IntegerLiteral>(V->getInit()) &&
        !llvm::is_contained(Given, V))
      Given.push_back(V);
  };
  for (const CountedDim &Dim : Dims)
    for (VarDecl *V : {Dim.Lower, Dim.Step, Dim.Trips})
      Give(V);
  llvm::for_each(Values, Give);
  llvm::for_each(Addresses, Give);
  SmallVector<QualType, 16> Types;
  SmallVector<StringRef, 16> Names;
  for (VarDecl *V : Given) {
    Types.push_back(V->getType());
    Names.push_back(V->getName());
  }
  FunctionDecl *F =
      Make.staticFunction((RuntimeDecls::ApartName + Loop.Name).str(),
                          Ctx.getFunctionType(Ctx.IntTy, Types, {}), Names);
  auto Inside = [&](VarDecl *V) -> VarDecl * {
    auto *Place = llvm::find(Given, V);
    return Place == Given.end() ? V : F->getParamDecl(Place - Given.begin());
  };
  SmallVector<CountedDim, 3> InnerDims;
  for (const CountedDim &Dim : Dims)
    InnerDims.push_back(
        {Inside(Dim.Lower), Inside(Dim.Step), Inside(Dim.Trips), nullptr});
  SmallVector<VarDecl *, 4> InnerValues;
  for (VarDecl *V : Values)
    InnerValues.push_back(Inside(V));
  SmallVector<Stmt *, 32> Body;
  ApartQuestion Question(Facts, Ctx, InnerDims, InnerValues, Body, F);
  for (auto [Base, Address] : llvm::zip_equal(asked().set_bits(), Addresses))
    Question.Bases[Base] = Inside(Address);
  Expr *Yes = Question.ask();
  if (!Yes)
    return nullptr;
  Body.push_back(ReturnStmt::Create(
      Ctx, Make.location(), Make.convert(Make.paren(Yes), Ctx.IntTy), nullptr));
  F->setBody(Make.compound(Body));
  F->addAttr(OptimizeNoneAttr::CreateImplicit(Ctx));
  F->addAttr(NoInlineAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(F);
  Declared.push_back(F);
  SmallVector<Expr *, 16> Arguments;
  for (VarDecl *V : Given)
    Arguments.push_back(value(V));
  return Make.call(F, Arguments);
}

} // namespace twofold
