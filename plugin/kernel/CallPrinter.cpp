// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AstFactory.h"
#include "ast/Comparisons.h"
#include "ast/Nodes.h"
#include "dialect/LibraryFunctions.h"
#include "kernel/ExpressionPrinter.h"

using namespace clang;

namespace twofold {
namespace {

bool isCopy(const CXXConstructorDecl &C) {
  return C.isCopyOrMoveConstructor() && C.isTrivial();
}

} // namespace

void CallPrinter::addGlobals(const FunctionDecl &F,
                             llvm::SmallVectorImpl<std::string> &Arguments) {
  for (const Capture *C : Unit.globals(F)) {
    StringRef Name = All.Names.nameOf(C->Decl);
    if (Name.empty())
      Unit.fail(diag::Id::GlobalInHelper, C->FirstUse,
                {C->Decl->getNameAsString()});
    Arguments.push_back(Name.str());
  }
}

Text CallPrinter::call(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F) {
    Unit.fail(diag::Id::FunctionPointer, E.getExprLoc(),
              {nameIn(*E.getCallee())});
    return {};
  }
  Expr::EvalResult Result;
  if (F->getBuiltinID() && E.getType()->isArithmeticType() &&
      E.EvaluateAsRValue(Result, Ctx) && !Result.HasSideEffects &&
      (Result.Val.isInt() || Result.Val.isFloat()))
    return literal(Result.Val, E.getType());
  if (const MathRule *Rule = findMathRule(*F))
    return Library.call(E, *F, *Rule);
  if (const auto Both = threeWayIn(E))
    return expression(AstFactory(Ctx, E.getExprLoc())
                          .binary(Both->Op, const_cast<Expr *>(Both->Left),
                                  const_cast<Expr *>(Both->Right), Ctx.BoolTy));
  if (isa<CXXOperatorCallExpr>(E) && KernelUnit::isPlainAssignment(*F))
    return {expression(E.getArg(0), Strength::Unary) + " = " +
                expression(E.getArg(1), Strength::Assign),
            Strength::Assign};
  return helper(E, *F);
}

std::string CallPrinter::argument(const Expr *E, QualType Parameter) {
  Text A = Parameter->isReferenceType() ? address(E) : expression(E);
  return A.atLeast(Strength::Assign);
}

Text CallPrinter::helper(const CallExpr &E, const FunctionDecl &F) {
  Signature S = Spaces.signature(E, F);
  const std::string &Name = Unit.helper(F, S);
  if (Unit.failed())
    return {};
  llvm::SmallVector<std::string, 4> List;
  auto Add = [&](const Text &T) {
    List.push_back(T.atLeast(Strength::Assign));
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  bool Instance = Method && Method->isInstance();
  if (const Expr *Object = Instance ? objectOf(E) : nullptr)
    Add(Object->getType()->isAnyPointerType() ? expression(Object)
                                              : address(Object));
  // A static operator is called for an object and gets none.
  const unsigned First = isa<CXXOperatorCallExpr>(E) && Method ? 1 : 0;
  for (unsigned I = First; I != E.getNumArgs(); ++I)
    List.push_back(argument(E.getArg(I), F.getParamDecl(I - First)->getType()));
  addGlobals(F, List);
  std::string Code = Name + "(" + llvm::join(List, ", ") + ")";
  if (F.getReturnType()->isReferenceType())
    return {"*" + Code, Strength::Unary};
  return {Code, Strength::Postfix};
}

Text CallPrinter::construction(const CXXConstructExpr &E) {
  const CXXConstructorDecl *C = E.getConstructor();
  QualType T = Ctx.getCanonicalTagType(C->getParent());
  if (isCopy(*C))
    return expression(E.getArg(0));
  if (C->isDefaultConstructor() && C->isTrivial())
    return {"(" + Types.declareMemory(T, "") + "){0}", Strength::Postfix};
  llvm::SmallVector<const Expr *, 4> Arguments(E.arguments());
  const std::string &Name = Unit.helper(*C, Spaces.signature(Arguments, *C));
  if (Unit.failed())
    return {};
  llvm::SmallVector<std::string, 4> List;
  for (unsigned I = 0; I != Arguments.size(); ++I)
    List.push_back(argument(Arguments[I], C->getParamDecl(I)->getType()));
  addGlobals(*C, List);
  return {Name + "(" + llvm::join(List, ", ") + ")", Strength::Postfix};
}

} // namespace twofold
