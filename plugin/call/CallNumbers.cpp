// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/CallNumbers.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace twofold {

Expr *converted(AstFactory &Make, Expr *E, QualType Type,
                const ASTContext &Ctx) {
  const bool Plain = Type->isIntegerType() && !Type->isBooleanType() &&
                     !Type->isEnumeralType() && !Type->isBitIntType() &&
                     Ctx.getIntWidth(Type) <= 64;
  if (auto Constant = Plain && E->getType()->isIntegralOrEnumerationType()
                          ? constantOf(E, Ctx)
                          : std::nullopt;
      Constant && Constant->getBitWidth() <= 64)
    return Make.integer(Constant->getExtValue(), Type);
  return Make.convert(E, Type);
}

FunctionDecl *builtinFunction(unsigned ID, StringRef Name, QualType Result,
                              ArrayRef<QualType> Params, AstFactory &Make,
                              ASTContext &Ctx) {
  FunctionDecl *F = Make.externFunction(Name, Result, Params);
  F->dropAttr<AsmLabelAttr>(); // which says that it is none of clang's
  F->addAttr(BuiltinAttr::CreateImplicit(Ctx, ID));
  return F;
}

VarDecl *CallNumbers::keep(const Twine &Name, QualType Type, Expr *Value) {
  // What is the value of another number is that number.
  if (auto *Load = dyn_cast<ImplicitCastExpr>(Value->IgnoreParens());
      Load && Load->getCastKind() == CK_LValueToRValue)
    if (auto *Ref = dyn_cast<DeclRefExpr>(Load->getSubExpr()))
      if (auto *V = dyn_cast<VarDecl>(Ref->getDecl());
          V && Kept.contains(V) && Ctx.hasSameType(V->getType(), Type))
        return V;
  Value = converted(Make, Value, Type, Ctx);
  VarDecl *V = Make.variable(Owner, ("twofold_" + Name).str(), Type, Value);
  if (!isa<IntegerLiteral>(Value))
    Out.push_back(Make.declare(V));
  Kept.insert(V);
  return V;
}

Expr *CallNumbers::value(VarDecl *V) {
  const auto *Constant = dyn_cast_or_null<IntegerLiteral>(V->getInit());
  return Constant
             ? Make.integer(Constant->getValue().getZExtValue(), V->getType())
             : Make.value(V);
}

/// By a function of clang's: a choice would be two branches.
Expr *CallNumbers::extremum(VarDecl *A, VarDecl *B, bool Greater) {
  const QualType Type = A->getType();
  FunctionDecl *F = builtinFunction(
      Greater ? Builtin::BI__builtin_elementwise_max
              : Builtin::BI__builtin_elementwise_min,
      Greater ? "__builtin_elementwise_max" : "__builtin_elementwise_min", Type,
      {Type, Type}, Make, Ctx);
  return Make.call(F, {value(A), value(B)});
}

} // namespace twofold
