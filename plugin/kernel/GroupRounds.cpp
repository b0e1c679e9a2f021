// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GroupRounds.cpp - rounds without sums, shared out by a group -------===//

#include "ast/Nodes.h"
#include "kernel/GroupPrinter.h"
#include "kernel/KernelPrinter.h"
#include "kernel/LoadFinder.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

/// What each round of In loads before it stores its one element.
static llvm::DenseSet<const Expr *> loadsOfRound(const ParallelLoop &Loop,
                                                 const RowGroups &Groups,
                                                 const RowSection &In,
                                                 ASTContext &Ctx) {
  const NestMapping None;
  SmallVector<const Expr *, 4> Before;
  const Expr *Last = lastStatement(In.Loop->getBody(), None, Before);
  const auto *Store =
      Last ? dyn_cast<BinaryOperator>(seeThrough(Last)) : nullptr;
  if (!Store || !Store->isAssignmentOp() ||
      !isElement(Store->getLHS()->IgnoreParens()))
    return {};
  auto IsOwn = [&](const ValueDecl *D) {
    return D == In.Counts.Induction || llvm::is_contained(Groups.Rows, D) ||
           llvm::is_contained(Groups.Again, D);
  };
  LoadFinder Finder(Loop, None, Ctx, IsOwn);
  for (const Expr *E : Before)
    Finder.find(E, true);
  Finder.findBefore(*Store);
  if (!Finder.Fits || Finder.Loads.size() > LoadFinder::Most)
    return {};
  return std::move(Finder.Loads);
}

/// Several rounds that load before the first of them stores, as long as there
/// are so many. A store may be to what another round reads, as far as a
/// device's compiler knows, so that it leaves the loads behind it.
std::string GroupPrinter::roundsAhead(const std::string &Next,
                                      const std::string &Far) {
  constexpr unsigned Most = 8;
  if (llvm::any_of(Current->Statements, [](const Stmt *S) {
        return holdsNode<ForStmt, WhileStmt, DoStmt>(S);
      }))
    return "";
  const std::string Lane = Unit.Names.claim("ahead"),
                    Number = Unit.Names.claim("number");
  LoadsAhead &Ahead = Function.Expressions.Ahead;
  Ahead = {};
  Ahead.bind(loadsOfRound(Unit.Loop, Groups, *Current, Unit.Ctx), Lane);
  std::string Body;
  for (const Stmt *S : Current->Statements)
    Body += Function.Statements.part(S, 3);
  const std::string Several =
      severalText(Ahead.filled(), Lane, Most,
                  "      const " + Word + " " + Number + " = " + Next + " + " +
                      Lane + " * " + Far + ";\n" + counter(Number, 3),
                  Body);
  Ahead = {};
  if (Several.empty())
    return "";
  return "      for (; " + Next + " + " + std::to_string(Most - 1) + " * " +
         Far + " < " + Trips + "; " + Next + " += " + std::to_string(Most) +
         " * " + Far + ") {\n" + indented(Several, 2) + "      }\n";
}

/// Rounds without sums: row by row, an item has every so manieth column.
std::string GroupPrinter::shared() {
  std::string Body;
  for (const Stmt *S : Current->Statements)
    Body += Function.Statements.part(S, 4);
  const std::string Next = Unit.Names.claim("next");
  const std::string Each = std::to_string(TWOFOLD_ROW_ITEMS);
  return "    for (uint " + Row + " = 0; " + Row + " <= " + Last + "; ++" +
         Row + ") {\n" + begin(Row, 3) + "      " + Word + " " + Next + " = " +
         Item + ";\n" + roundsAhead(Next, Each) + "      for (; " + Next +
         " < " + Trips + "; " + Next + " += " + Each + ") {\n" +
         counter(Next, 4) + Body + "      }\n    }\n";
}

} // namespace twofold
