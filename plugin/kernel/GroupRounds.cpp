// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GroupRounds.cpp - rounds without sums, shared out by a group -------===//

#include "kernel/GroupPrinter.h"
#include "kernel/KernelPrinter.h"
#include "kernel/NestMapping.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

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
                    Number = Unit.Names.claim("number"),
                    Count = std::to_string(Most);
  LoadsAhead &Ahead = Function.Expressions.Ahead;
  Ahead = {};
  Ahead.bind(loadsOfRound(Unit.Loop, Groups, *Current, Unit.Ctx), Lane);
  std::string Body;
  for (const Stmt *S : Current->Statements)
    Body += Function.Statements.part(S, 5);
  const auto [Arrays, Fill] = loadsText(Ahead.filled(), Lane, Most);
  Ahead = {};
  const std::string Each =
      "        #pragma unroll\n        for (uint " + Lane + " = 0; " + Lane +
      " < " + Count + "; ++" + Lane + ") {\n          const ulong " + Number +
      " = " + Next + " + " + Lane + " * " + Far + ";\n" + counter(Number, 5);
  return "      for (; " + Next + " + " + std::to_string(Most - 1) + " * " +
         Far + " < " + Trips + "; " + Next + " += " + Count + " * " + Far +
         ") {\n" + indented(indented(Arrays)) +
         (Fill.empty()
              ? ""
              : Each + indented(indented(indented(Fill))) + "        }\n") +
         Each + Body + "        }\n      }\n";
}

/// Rounds without sums: row by row, an item has every so manieth column.
std::string GroupPrinter::shared() {
  std::string Body;
  for (const Stmt *S : Current->Statements)
    Body += Function.Statements.part(S, 4);
  const std::string Next = Unit.Names.claim("next");
  const std::string Each = std::to_string(TWOFOLD_ROW_ITEMS);
  return "    for (uint " + Row + " = 0; " + Row + " < " + Rows + " && " +
         First + " + " + Row + " < " + Limit + "; ++" + Row + ") {\n" +
         begin(Row, 3) + "      ulong " + Next + " = " + Item + ";\n" +
         roundsAhead(Next, Each) + "      for (; " + Next + " < " + Trips +
         "; " + Next + " += " + Each + ") {\n" + counter(Next, 4) + Body +
         "      }\n    }\n";
}

} // namespace twofold
