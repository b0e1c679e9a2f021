// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/Operands.h"

using namespace clang;

namespace twofold {

std::string Operands::temporary(QualType T, StringRef Base,
                                AddressSpace Space) {
  std::string Name = Unit.Names.claim(Base);
  Temporaries.push_back(Unit.Types.declareMemory(T, Name, Space));
  return Name;
}

std::string Operands::temporaries(unsigned Indent) const {
  std::string Out;
  for (const std::string &Declared : Temporaries)
    Out += std::string(2 * Indent, ' ') + Declared + ";\n";
  return Out;
}

Text Operands::repeatable(const Expr *E, std::string &Before) {
  const Expr *Core = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Core))
    Core = M->getSubExpr()->IgnoreParenImpCasts();
  if (isa<DeclRefExpr, IntegerLiteral, FloatingLiteral>(Core))
    return expression(E);
  std::string Name = temporary(
      E->getType().getNonReferenceType().getUnqualifiedType(), "value",
      E->getType()->isAnyPointerType() ? Spaces.pointer(E)
                                       : AddressSpace::Private);
  Before += Name + " = " + expression(E).atLeast(Strength::Assign) + ", ";
  return {Name};
}

Text Operands::copyAddress(const Expr *E) {
  std::string Name = temporary(E->getType().getUnqualifiedType(), "value");
  return {"(" + Name + " = " + expression(E, Strength::Assign) + ", &" + Name +
          ")"};
}

bool Operands::isPlaceByAddress(const Expr *E) {
  E = seeThrough(E);
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return E->isGLValue() &&
         (isa<AbstractConditionalOperator, BinaryOperator>(E) ||
          (U && U->isIncrementDecrementOp()) ||
          (F && KernelUnit::isPlainAssignment(*F)));
}

Text Operands::stored(const Expr *Lvalue) {
  return isPlaceByAddress(Lvalue) ? dereferenced(address(Lvalue))
                                  : expression(Lvalue);
}

Text Operands::target(const Expr *Lvalue, std::string &Before) {
  if (!Lvalue->HasSideEffects(Unit.Ctx))
    return stored(Lvalue);
  QualType T = Lvalue->getType().getUnqualifiedType();
  std::string Pointer =
      temporary(Unit.Ctx.getPointerType(T), "target", Spaces.lvalue(Lvalue));
  Before = Pointer + " = " + address(Lvalue).Code + ", ";
  return {"*" + Pointer, Strength::Unary};
}

Text Operands::unsupported(const Stmt *S, StringRef What) {
  Unit.fail(diag::Id::Construct, S->getBeginLoc(), {What.str()});
  return {};
}

} // namespace twofold
