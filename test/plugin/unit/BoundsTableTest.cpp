// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "annotation/Bounds.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include "gtest/gtest.h"

using namespace clang;
using namespace twofold;

namespace {

/// The expressions of the last function's body, and a table of bounds.
class BoundsTables : public testing::Test {
protected:
  std::unique_ptr<ASTUnit> Unit = tooling::buildASTFromCodeWithArgs(
      R"(typedef int Int; extern int g; void h() { g; } extern int g;
         void f(int a, int b, long l, long m, signed char s, unsigned char u) {
           a; (a); b; l; m; s; u; g; (int)l; (Int)l;
         })",
      {"-std=c++20", "-w"});
  ASTContext &Ctx = Unit->getASTContext();
  BoundsTable Table = BoundsTable(Ctx);
  enum Name { A, AInParentheses, B, L, M, S, U, G, Narrowed, NamedNarrowed };

  const Expr *expression(const char *Function, unsigned Number) {
    for (Decl *D : Ctx.getTranslationUnitDecl()->decls())
      if (auto *F = dyn_cast<FunctionDecl>(D); F && F->getName() == Function)
        return cast<Expr>(
            cast<CompoundStmt>(F->getBody())->body_begin()[Number]);
    return nullptr;
  }
  Polynomial fixed(Name Of, Wide Factor = 1) {
    return plus({}, Factor, Table.fixed(expression("f", Of)));
  }
  static Polynomial plus(const Polynomial &A, Wide Factor,
                         const Polynomial &B) {
    return Polynomial::sum(A, Factor, B).value();
  }
  static Polynomial plus(const Polynomial &A, Wide Constant) {
    return plus(A, 1, Polynomial(Constant));
  }
  /// Whether all claims hold, as the condition says, where fixed values are
  /// those given, in their order.
  std::optional<bool> holds(llvm::ArrayRef<int64_t> Values) {
    AstFactory Make(Ctx, SourceLocation());
    llvm::SmallVector<const Expr *> Known;
    Table.eachFixed([&](const Expr *E) {
      if (!llvm::is_contained(Known, E))
        Known.push_back(E);
    });
    bool Holds = false;
    const bool Evaluates =
        Table
            .condition({},
                       [&](const Expr *E) {
                         const auto At = llvm::find(Known, E) - Known.begin();
                         return Make.integer(uint64_t(Values[At]),
                                             E->getType());
                       })
            ->EvaluateAsBooleanCondition(Holds, Ctx);
    return Evaluates ? std::optional(Holds) : std::nullopt;
  }
};

TEST_F(BoundsTables, EqualExpressionsAreOneValue) {
  EXPECT_EQ(fixed(A), Polynomial::fixed(0));
  EXPECT_EQ(fixed(B), Polynomial::fixed(1));
  EXPECT_EQ(fixed(AInParentheses), fixed(A));
  EXPECT_EQ(fixed(B), Polynomial::fixed(1));
  // However often a variable is declared.
  EXPECT_EQ(Table.fixed(expression("h", 0)), fixed(G));
  EXPECT_EQ(fixed(L), Polynomial::fixed(3));
  // Whatever a type is called.
  EXPECT_EQ(fixed(Narrowed), fixed(NamedNarrowed));
  EXPECT_NE(fixed(Narrowed), fixed(L));
}

TEST_F(BoundsTables, TypesHaveEnds) {
  const auto Ends = [&](QualType T) {
    return std::pair(BoundsTable::least(T, Ctx), BoundsTable::greatest(T, Ctx));
  };
  EXPECT_EQ(Ends(Ctx.SignedCharTy), std::pair(Wide(-128), Wide(127)));
  EXPECT_EQ(Ends(Ctx.UnsignedCharTy), std::pair(Wide(0), Wide(255)));
  EXPECT_EQ(Ends(Ctx.IntTy), std::pair(Wide(INT32_MIN), Wide(INT32_MAX)));
  EXPECT_EQ(Ends(Ctx.UnsignedLongTy), std::pair(Wide(0), Wide(UINT64_MAX)));
}

TEST_F(BoundsTables, WhatHoldsOfAllValuesIsSure) {
  const auto Sure = [&](const Polynomial &P) { return Table.surely(P, 1); };
  const auto Never = [&](const Polynomial &P) { return Table.surely(P, -1); };
  EXPECT_TRUE(Sure(fixed(U)));
  EXPECT_FALSE(Sure(fixed(U, -1)));
  EXPECT_TRUE(Sure(plus(fixed(S, 3), 384)));
  EXPECT_FALSE(Sure(plus(fixed(S, 3), 383)));
  EXPECT_TRUE(Sure(plus(fixed(S, -2), 254)));
  EXPECT_FALSE(Sure(plus(fixed(S, -2), 253)));
  EXPECT_TRUE(Sure(plus(plus(fixed(U), -1, fixed(S)), 127)));
  EXPECT_FALSE(Sure(plus(plus(fixed(U), -1, fixed(S)), 126)));
  EXPECT_FALSE(Never(fixed(U, -1)));
  EXPECT_TRUE(Never(plus(fixed(U, 2), -511)));
  EXPECT_FALSE(Never(plus(fixed(U, 2), -510)));
  EXPECT_TRUE(Never(plus(fixed(S, -2), -257)));
  EXPECT_FALSE(Never(plus(fixed(S, -2), -256)));
  // Of products nothing is.
  const Polynomial Square = Polynomial::product(fixed(U), fixed(U)).value();
  EXPECT_FALSE(Sure(Square));
  EXPECT_FALSE(Never(plus(Square, -65026)));
}

TEST_F(BoundsTables, WhatIsSureIsNotClaimed) {
  Table.claim(fixed(U));
  EXPECT_FALSE(Table.hasClaims());
  Table.claim(fixed(S));
  EXPECT_TRUE(Table.hasClaims());
  Table.dropClaims();
  EXPECT_FALSE(Table.hasClaims());
}

TEST_F(BoundsTables, ClaimsAreMadeOnce) {
  unsigned Claimed = 0;
  const auto Count = [&](const Expr *) { ++Claimed; };
  for (int Times = 0; Times != 2; ++Times)
    Table.claim(plus(fixed(A), -1, fixed(B)));
  Table.eachFixed(Count);
  EXPECT_EQ(Claimed, 2u);
  // A product's values are claimed to be small enough, each of its four ends.
  Table.dropClaims();
  Claimed = 0;
  Table.claim(Polynomial::product(fixed(L), fixed(M)).value());
  Table.eachFixed(Count);
  EXPECT_EQ(Claimed, 6u);
  // An int is.
  Table.dropClaims();
  Claimed = 0;
  Table.claim(Polynomial::product(fixed(A), fixed(B)).value());
  Table.eachFixed(Count);
  EXPECT_EQ(Claimed, 2u);
}

TEST_F(BoundsTables, TheConditionSaysWhetherClaimsHold) {
  // 3a - 2b - 5 >= 0 and b - a >= 0
  Table.claim(plus(plus(fixed(A, 3), -2, fixed(B)), -5));
  Table.claim(plus(fixed(B), -1, fixed(A)));
  unsigned True = 0;
  for (int64_t X = -8; X != 16; ++X)
    for (int64_t Y = -8; Y != 16; ++Y) {
      const bool Expected = 3 * X - 2 * Y - 5 >= 0 && Y >= X;
      ASSERT_EQ(holds({X, Y}), Expected) << X << " " << Y;
      True += Expected;
    }
  EXPECT_GT(True, 20u);
}

TEST_F(BoundsTables, SidesOfAConditionMayBeEmpty) {
  Table.claim(fixed(A));
  for (int64_t X : {-1, 0, 1})
    EXPECT_EQ(holds({X}), X >= 0);
  Table.dropClaims();
  Table.claim(fixed(A, -4));
  for (int64_t X : {-1, 0, 1})
    EXPECT_EQ(holds({X}), X <= 0);
  Table.dropClaims();
  Table.claim(plus(fixed(A), 1));
  for (int64_t X : {-2, -1, 0})
    EXPECT_EQ(holds({X}), X + 1 >= 0);
}

TEST_F(BoundsTables, ConditionsOfProductsDoNotOverflow) {
  // 2lm - m + 7 >= 0
  Table.claim(plus(
      plus(Polynomial::product(fixed(L, 2), fixed(M)).value(), -1, fixed(M)),
      7));
  for (int64_t X = -4; X != 5; ++X)
    for (int64_t Y = -4; Y != 5; ++Y)
      ASSERT_EQ(holds({X, Y}), 2 * X * Y - Y + 7 >= 0) << X << " " << Y;
  const int64_t Most = int64_t(1) << 40;
  EXPECT_EQ(holds({Most, Most}), true);
  EXPECT_EQ(holds({-Most, -Most}), true);
  EXPECT_EQ(holds({Most, -Most}), false);
  EXPECT_EQ(holds({Most + 1, 1}), false);
  EXPECT_EQ(holds({-Most - 1, -1}), false);
  EXPECT_EQ(holds({1, Most + 1}), false);
  EXPECT_EQ(holds({-1, -Most - 1}), false);
  EXPECT_EQ(holds({INT64_MAX, INT64_MAX}), false);
}

} // namespace
