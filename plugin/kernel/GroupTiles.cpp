// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GroupTiles.cpp - sums in order, a tile of rows at a time -----------===//

#include "ast/Nodes.h"
#include "kernel/GroupPrinter.h"
#include "kernel/ItemDimensions.h"
#include "kernel/LoadFinder.h"
#include "schedule/SharedValues.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

/// Whether S may change more than the section's sums.
static bool storesMore(const Stmt *S, const RowSection &In) {
  return anyNode(S, [&](const Stmt *Part) {
    const Expr *Place = assignedBy(Part);
    const auto *V = Place ? variableIn(Place) : nullptr;
    const auto *E = dyn_cast<Expr>(Part);
    return (Place && !(V && llvm::is_contained(In.Sums, V))) ||
           (E && !leavesMemory(E));
  });
}

/// What each round loads before it stores anything.
llvm::DenseSet<const Expr *> GroupPrinter::loadsBeforeStores() const {
  const NestMapping None;
  auto IsOwn = [&](const ValueDecl *D) {
    return !llvm::is_contained(Current->Sums, D) &&
           (D == Current->Counts.Induction ||
            llvm::is_contained(Groups.Rows, D) ||
            llvm::is_contained(Groups.Again, D));
  };
  LoadFinder Finder(Unit.Loop, None, Unit.Ctx, IsOwn);
  for (const Stmt *S : Current->Statements) {
    const bool Ordered = Current->isOrdered(S);
    if (const auto *If = dyn_cast<IfStmt>(S); If && Ordered) {
      Finder.find(If->getCond(), true);
      if (storesMore(If, *Current))
        break;
      Finder.findAgain(If);
      continue;
    }
    if (isa<DeclStmt>(S)) {
      Finder.findAlways(S);
      continue;
    }
    const auto *E = dyn_cast<Expr>(S);
    const auto *B = E ? dyn_cast<BinaryOperator>(seeThrough(E)) : nullptr;
    if (!B || !B->isAssignmentOp())
      break;
    if (!Ordered) {
      Finder.findBefore(*B);
      Finder.findAgain(B->getRHS());
      break;
    }
    if (storesMore(B, *Current))
      break;
    Finder.find(B->getRHS(), true);
    Finder.findAgain(B);
  }
  if (!Finder.Fits || Finder.Loads.size() > LoadFinder::Most)
    return {};
  return std::move(Finder.Loads);
}

/// A tile at a time is computed by all, and added up by one item a row.
std::optional<std::string> GroupPrinter::summed() {
  Pending.clear();
  Stages.clear();
  LoadsAhead &Ahead = Function.Expressions.Ahead;
  Ahead = {};
  Ahead.bind(loadsBeforeStores(), Step);
  TileText Of;
  SmallVector<const Stmt *, 2> Ordered;
  bool Staged = true;
  for (const Stmt *S : Current->Statements) {
    if (!Current->isOrdered(S)) {
      Of.Body += Function.Statements.part(S, 4);
      Of.OnlyLoads = false;
      continue;
    }
    Earlier = Stages.size();
    Staged &= stageSum(S, true, Of.Body);
    Ordered.push_back(S);
  }
  Of.Loaded.append(Ahead.filled().begin(), Ahead.filled().end());
  Ahead = {};
  if (!Staged || Stages.empty())
    return std::nullopt;
  for (const GroupPrinter::Staged &S : Stages)
    Of.OnlyLoads &=
        S.Alike || llvm::any_of(Of.Loaded, [&](const LoadsAhead::Filled &L) {
          return S.Code == L.Name + "[" + Step + "]";
        });

  std::string Sums, Begun;
  for (const VarDecl *V : Current->Sums) {
    const std::string Element = Function.nameOf(V).str();
    const std::string Sum = Unit.Names.claim((V->getName() + "_sum").str());
    Sums += "    " + Unit.Types.memory(V->getType().getUnqualifiedType()) +
            " " + Sum + " = 0;\n";
    Begun += "      " + Sum + " = " + Element + ";\n";
    Of.Back += spaces(5) + Element + " = " + Sum + ";\n";
    Function.bind(V, Sum, Binding::Value);
  }
  for (auto &[E, Name] : Pending)
    Function.Expressions.Kept[E] = Name;
  for (const Stmt *S : Ordered)
    Of.Walk += Function.Statements.part(S, 5);
  Function.Expressions.Kept.clear();
  for (const VarDecl *V : Current->Sums)
    Function.bind(V, Elements.lookup(V), Binding::Value);

  std::string Out = Sums + "    if (" + HasRow + ") {\n      const uint " +
                    Row + " = " + Own + ";\n" + Begun + "    }\n    ";
  const unsigned Many = manyRows(Groups);
  for (const unsigned Count : {fewRows(), Many}) {
    if (Count != Many)
      Out += "if (" + Rows + " == " + std::to_string(Count) + ") ";
    Out += "{\n" + indented(tiles(Of, Count)) +
           (Count == Many ? "    }\n" : "    } else ");
  }
  return Out + (Of.OnlyLoads ? "" : Barrier);
}

/// The walk of a tile that is full, Wide: by four columns at a time.
std::string GroupPrinter::fullWalk(const TileText &Of, const TileShape &Shape,
                                   const std::string &At) const {
  std::string Out = "        #pragma unroll 16\n        for (uint " + Column +
                    " = 0; " + Column + " < " + Shape.Columns + "; ";
  if (!Shape.Wide)
    return Out + "++" + Column + ") {\n          " + At +
           placed(Of.Walk, Shape) + "        }\n";
  Out += Column + " += 4) {\n";
  for (const Staged &S : Stages)
    Out +=
        "          const " + S.Type + "4 " + S.Four + " = *(__local const " +
        S.Type + "4 *)(" + S.Name + " + " +
        (S.Alike || Shape.Rows == 1 ? "" : Row + " * " + Shape.Stride + " + ") +
        Column + ");\n";
  for (unsigned Lane = 0; Lane < 4; ++Lane) {
    std::string One = Of.Walk;
    for (const Staged &S : Stages)
      putFor(One, S.Name + "[" + Place + "]",
             S.Four + ".s" + std::to_string(Lane));
    Out += One;
  }
  return Out + "        }\n";
}

/// Text with what all rows have where it lies once.
std::string GroupPrinter::placed(std::string Text,
                                 const TileShape &Shape) const {
  for (const Staged &S : Stages)
    if (S.Alike)
      putFor(Text, S.Name + "[" + Place + "]", S.Name + "[" + Column + "]");
  return Text;
}

/// All tiles of a section. What the next one is made of is loaded while one is
/// walked.
std::string GroupPrinter::tiles(const TileText &Of, unsigned Count) {
  const std::string Left = Unit.Names.claim("columns"),
                    Number = Unit.Names.claim("number"),
                    Each = std::to_string(Count);
  TileShape Shape = {Count, "@columns" + Each + "@", "@stride" + Each + "@",
                     isWide(Count)};
  const std::string At =
      "const uint " + Place + " = " +
      (Count == 1 ? "" : Row + " * " + Shape.Stride + " + ") + Column + ";\n";
  const std::string Steps = "      #pragma unroll\n      for (uint " + Step +
                            " = 0; " + Step + " < @steps@; ++" + Step + ") {\n";
  const std::string Its = "        const uint " + Row + " = @row" + Each +
                          "@, " + Column + " = @column" + Each + "@;\n";
  const std::string Numbered = "        const " + Word + " " + Number + " = " +
                               Begin + " + " + Column + ";\n",
                    Known = "        const " + Word + " " + Number + " = min(" +
                            Begin + " + " + Column + ", " + Trips + " - 1);\n",
                    Inside = Numbered + "        if (" + InGroup + " && " +
                             Number + " < " + Trips + ") {\n";
  std::string Next, Loads, Alike, PutAlike;
  for (const LoadsAhead::Filled &L : Of.Loaded) {
    Next += "    " + L.Type + " " + L.Name + "[@steps@] = {0};\n";
    Loads += spaces(4) + L.Name + "[" + Step + "] = " + L.Code + ";\n";
  }
  // Behind the last row and column of rows these are loaded again, which takes
  // fewer registers than tests; columns are slower so.
  if (!Loads.empty() && Groups.Across)
    Loads = Steps + Its + Inside + begin(Row, 5) + counter(Number, 5) +
            indented(Loads) + "        }\n      }\n";
  else if (!Loads.empty())
    Loads = Steps + "        const uint " + Row + " = min(@row" + Each + "@, " +
            Last + "), " + Column + " = @column" + Each + "@;\n" + Known +
            begin(Row, 4) + counter(Number, 4) + Loads + "      }\n";
  // What all rows have is loaded and put once, by an item a column.
  for (const Staged &S : Stages) {
    if (!S.Alike)
      continue;
    Next += "    " + S.Type + " " + S.Next + "[@each" + Each + "@] = {0};\n";
    Alike += spaces(4) + S.Next + "[" + Step + "] = " + S.Code + ";\n";
    PutAlike += spaces(5) + S.Name + "[" + Column + "] = " + S.Next + "[" +
                Step + "];\n";
  }
  if (!Alike.empty()) {
    const std::string Those = "      #pragma unroll\n      for (uint " + Step +
                              " = 0; " + Step + " < @each" + Each + "@; ++" +
                              Step + ") {\n        const uint " + Column +
                              " = " + Item + " + " + Step + " * " +
                              std::to_string(TWOFOLD_ROW_ITEMS) + ";\n";
    Alike = Groups.Across
                ? Those + Numbered + "        if (" + Column + " < " +
                      Shape.Columns + " && " + Number + " < " + Trips +
                      ") {\n" + counter(Number, 5) + indented(Alike) +
                      "        }\n      }\n"
                : Those + Known + counter(Number, 4) + Alike + "      }\n";
    PutAlike = Those + "        if (" + Column + " < " + Shape.Columns +
               ") {\n" + PutAlike + "        }\n      }\n";
  }
  Loads = Alike + Loads;
  if (!Loads.empty() && !Groups.Across)
    Loads = "      if (" + Begin + " < " + Trips + ") {\n" + indented(Loads) +
            "      }\n";
  const std::string Put =
      Steps + Its +
      (Of.OnlyLoads ? spaces(4) + At + Of.Body
                    : Inside + begin(Row, 5) + counter(Number, 5) + spaces(5) +
                          At + indented(Of.Body) + "        }\n") +
      "      }\n";
  const std::string Rest = "        for (uint " + Column + " = 0; " + Column +
                           " < " + Left + "; ++" + Column + ") {\n          " +
                           At + placed(Of.Walk, Shape) + "        }\n";
  const std::string Walk =
      spaces(4) + "const " + Word + " " + Left + " = " + Trips + " - " + Begin +
      " + " + Shape.Columns + ";\n" + spaces(4) + "if (" + Left +
      " >= " + Shape.Columns + ") {\n" + indented(fullWalk(Of, Shape, At)) +
      spaces(4) + "} else {\n" + indented(Rest) + spaces(4) + "}\n" +
      spaces(4) + "if (" + Begin + " >= " + Trips + ") {\n" + Of.Back +
      spaces(4) + "}\n";
  const std::string Meet = "      barrier(CLK_LOCAL_MEM_FENCE);\n";
  return Next + "    for (" + Word + " " + Begin + " = 0;; " + Begin +
         " += " + Shape.Columns + ") {\n" + Loads + "      if (" + Begin +
         " != 0) {\n" + indented(oneItem(Walk, 3)) + "      }\n" +
         (Of.OnlyLoads ? Meet : std::string("  ") + Barrier) + "      if (" +
         Begin + " >= " + Trips + ")\n        break;\n" + Put + PutAlike +
         Meet + "    }\n";
}

/// Gives tiles their sizes. False: they are larger than local memory.
bool GroupPrinter::setTiles(std::string &Out) {
  unsigned Places = 2048;
  const unsigned Longer = Groups.Across ? RowsOfGroup : 4 * RowsOfGroup;
  if (StageBytes * (Places + Longer) > MostBytes - RowBytes)
    Places /= 2;
  if (StageBytes * (Places + Longer) + RowBytes > MostBytes)
    return false;
  for (std::string *Text : {&Out, &Memory}) {
    putFor(*Text, "@tile@", std::to_string(Places + Longer));
    putFor(*Text, "@steps@", std::to_string(Places / TWOFOLD_ROW_ITEMS));
    for (const unsigned Count : {fewRows(), manyRows(Groups)}) {
      const std::string Each = std::to_string(Count) + "@",
                        Items = std::to_string(TWOFOLD_ROW_ITEMS);
      const unsigned Columns = Places / Count,
                     Far = std::max(Columns / TWOFOLD_ROW_ITEMS, 1u);
      const std::string Wide = std::to_string(Groups.Across ? Count : Columns),
                        Past = std::to_string(Far);
      const std::string Part = "(" + Item + " + " + Step + " * " + Items + ")";
      const bool Long = Columns >= TWOFOLD_ROW_ITEMS;
      putFor(*Text, "@row" + Each,
             Groups.Across ? Part + " % " + Wide
             : !Long       ? Item + " / " + Wide + " + " + Step + " * " +
                                 std::to_string(TWOFOLD_ROW_ITEMS / Columns)
             : Far == 1    ? Step
                           : Step + " / " + Past);
      putFor(*Text, "@column" + Each,
             Groups.Across ? Part + " / " + Wide
             : !Long       ? Item + " % " + Wide
             : Far == 1 ? Item
                        : Item + " + " + Step + " % " + Past + " * " + Items);
      putFor(*Text, "@columns" + Each, std::to_string(Columns));
      putFor(*Text, "@stride" + Each,
             std::to_string(Columns + (isWide(Count) ? 4 : 1)));
      putFor(*Text, "@each" + Each, std::to_string(Far));
    }
  }
  return true;
}

} // namespace twofold
