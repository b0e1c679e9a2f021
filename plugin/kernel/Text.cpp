// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Text.cpp ----------------------------------------------------------===//

#include "kernel/Text.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace twofold {
namespace {

Strength strengthOf(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Mul:
  case BO_Div:
  case BO_Rem:
    return Strength::Product;
  case BO_Add:
  case BO_Sub:
    return Strength::Sum;
  case BO_Shl:
  case BO_Shr:
    return Strength::Shift;
  case BO_LT:
  case BO_GT:
  case BO_LE:
  case BO_GE:
    return Strength::Relation;
  case BO_EQ:
  case BO_NE:
    return Strength::Equality;
  case BO_And:
    return Strength::And;
  case BO_Xor:
    return Strength::Xor;
  case BO_Or:
    return Strength::Or;
  case BO_LAnd:
    return Strength::LogicalAnd;
  case BO_LOr:
    return Strength::LogicalOr;
  case BO_Comma:
    return Strength::Comma;
  default:
    return Strength::Assign;
  }
}

/// Compilers warn about these mixtures although they mean what they say.
bool wantsParens(Strength Outer, Strength Inner) {
  switch (Outer) {
  case Strength::LogicalOr:
    return Inner == Strength::LogicalAnd;
  case Strength::Or:
  case Strength::Xor:
  case Strength::And:
    return Inner < Strength::Unary && Inner != Outer;
  case Strength::Shift:
    return Inner < Strength::Product;
  case Strength::Relation:
  case Strength::Equality:
    return Inner == Strength::Relation || Inner == Strength::Equality;
  default:
    return false;
  }
}

} // namespace

Text joined(const Text &Left, BinaryOperatorKind Op, const Text &Right) {
  Strength Mine = strengthOf(Op);
  auto Operand = [&](const Text &T, bool IsRight) {
    bool Parens = T.Binds < Mine || (IsRight && T.Binds == Mine) ||
                  wantsParens(Mine, T.Binds);
    return Parens ? "(" + T.Code + ")" : T.Code;
  };
  std::string Spelling = BinaryOperator::getOpcodeStr(Op).str();
  return {Operand(Left, false) + (Op == BO_Comma ? "" : " ") + Spelling + " " +
              Operand(Right, true),
          Mine};
}

Text part(const Text &Base, bool Arrow, StringRef Name) {
  StringRef Code = Base.Code;
  std::string Operator = Arrow ? "->" : ".";
  bool Unary = Base.Binds == Strength::Unary;
  if (Arrow && Unary && Code.consume_front("&"))
    return {(Code + "." + Name).str(), Strength::Postfix};
  if (!Arrow && Unary && Code.consume_front("*") && !Code.starts_with("*") &&
      !Code.starts_with("("))
    return {(Code + "->" + Name).str(), Strength::Postfix};
  bool Weak = Base.Binds < Strength::Postfix;
  return {(Weak ? "(" + Base.Code + ")" : Base.Code) + Operator + Name.str(),
          Strength::Postfix};
}

Text dereferenced(const Text &Pointer) {
  StringRef Code = Pointer.Code;
  // *&x is x.
  if (Pointer.Binds == Strength::Unary && Code.consume_front("&"))
    return {Code.str(), Strength::Postfix};
  return {"*" + Pointer.atLeast(Strength::Unary), Strength::Unary};
}

} // namespace twofold
