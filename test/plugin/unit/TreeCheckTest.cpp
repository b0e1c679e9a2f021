// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ast/TreeCheck.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace twofold;

namespace {

/// The one function f of a unit, and the statements of its body.
class Parsed {
  std::unique_ptr<ASTUnit> Unit;

public:
  FunctionDecl *F = nullptr;

  explicit Parsed(const char *Code)
      : Unit(tooling::buildASTFromCodeWithArgs(Code, {"-std=c++20"})) {
    for (Decl *D : Unit->getASTContext().getTranslationUnitDecl()->decls())
      if (auto *Found = dyn_cast<FunctionDecl>(D);
          Found && Found->getName() == "f")
        F = Found;
  }
  ASTContext &context() { return Unit->getASTContext(); }
  Stmt *&statement(unsigned Number) {
    return at(cast<CompoundStmt>(F->getBody()), Number);
  }
  static Stmt *&at(Stmt *Block, unsigned Number) {
    return cast<CompoundStmt>(Block)->body_begin()[Number];
  }
};

TEST(TreeCheck, WhatClangMakesHasNoFault) {
  Parsed P(R"(
    struct Pair { int First = 1; double Second = First; };
    struct Iterator {
      int At;
      int operator*() const { return At; }
      Iterator &operator++() { ++At; return *this; }
      bool operator!=(Iterator Other) const { return At != Other.At; }
    };
    struct Range { Iterator begin() { return {0}; } Iterator end() { return {9}; } };
    int given(int A, double B = 2.5, const Pair &C = {});
    int f(int n, const float *a, bool *found) {
      Pair p{.First = n};
      auto [first, second] = p;
      double sum = first + second;
      for (int i = 0; i < n; ++i)
        if (float v = a[i]; v > 0 && *found)
          sum += v * i;
        else if (int m = n - i)
          sum -= m ?: 1;
      for (int x : Range())
        sum += x << 1;
      auto add = [&, k = n](int by) { sum += by + k; return by; };
      switch (int s = n % 3) {
      case 0: sum += s; break;
      default: { int t = add(1); sum += t; }
      }
      try { sum += given(n); } catch (int e) { sum += e; }
      while (bool more = sum > 1e9) { sum /= 2; (void)more; }
      *found = !n;
      unsigned char c = n;
      c += 3;
      return sum += ({ int u = n; u + 1; }), int(sum);
    }
  )");
  ASSERT_TRUE(P.F);
  verifyTree(*P.F, sharedNodes(*P.F));
}

TEST(TreeCheckDeathTest, AStatementStandsInTwoPlaces) {
  Parsed P("void f(int n) { while (n) --n; ; }");
  P.statement(1) = P.statement(0);
  EXPECT_DEATH(verifyTree(*P.F, {}), "f: WhileStmt: stands in two places");
  // Clang may have put it there.
  verifyTree(*P.F, sharedNodes(*P.F));
}

TEST(TreeCheck, AnExpressionThatDeclaresNothingMayStandInTwoPlaces) {
  Parsed P("void f(int n) { n = n + 1; ; }");
  P.statement(1) = P.statement(0);
  verifyTree(*P.F, {});
}

TEST(TreeCheckDeathTest, AVariableIsUsedBehindItsScope) {
  Parsed P("void f() { { int x = 1; x = 2; } { int y = 3; y = 4; } }");
  std::swap(Parsed::at(P.statement(0), 1), Parsed::at(P.statement(1), 1));
  EXPECT_DEATH(verifyTree(*P.F, {}), "DeclRefExpr: is not in scope: y");
}

TEST(TreeCheckDeathTest, AVariableOfAnotherFunctionIsUsed) {
  Parsed P("void g(int n) { n = 1; } void f(int n) { n = 2; }");
  for (Decl *D : P.context().getTranslationUnitDecl()->decls())
    if (auto *G = dyn_cast<FunctionDecl>(D); G && G->getName() == "g")
      P.statement(0) = Parsed::at(G->getBody(), 0);
  EXPECT_DEATH(verifyTree(*P.F, {}), "is not in scope: n");
}

/// The operator in the only statement of f.
BinaryOperator &operation(Parsed &P) {
  return *cast<BinaryOperator>(P.statement(0));
}

TEST(TreeCheckDeathTest, AnOperandWasNotLoaded) {
  Parsed P("void f(int n, int m) { n = m; }");
  BinaryOperator &Assign = operation(P);
  Assign.setRHS(cast<ImplicitCastExpr>(Assign.getRHS())->getSubExpr());
  EXPECT_DEATH(verifyTree(*P.F, {}), "the right operand was not loaded");
}

TEST(TreeCheckDeathTest, OperandsHaveTwoTypes) {
  Parsed P("void f(double d, int n) { d = n; }");
  BinaryOperator &Assign = operation(P);
  Assign.setRHS(cast<ImplicitCastExpr>(Assign.getRHS())->getSubExpr());
  EXPECT_DEATH(verifyTree(*P.F, {}), "the operands have two types");
}

TEST(TreeCheckDeathTest, WhatIsAssignedToIsNoPlace) {
  Parsed P("void f(int n) { n = 1; }");
  BinaryOperator &Assign = operation(P);
  Assign.setLHS(Assign.getRHS());
  EXPECT_DEATH(verifyTree(*P.F, {}), "the left operand is no place");
}

TEST(TreeCheckDeathTest, AnArgumentHasAnotherType) {
  Parsed P("void g(double); void f(int n) { g(n); }");
  auto *Call = cast<CallExpr>(P.statement(0));
  Call->setArg(0, cast<ImplicitCastExpr>(Call->getArg(0))->getSubExpr());
  EXPECT_DEATH(verifyTree(*P.F, {}), "has another type than its parameter");
}

} // namespace
