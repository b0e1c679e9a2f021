// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GroupKept.cpp - rows that stay in local memory ---------------------===//
//
//   const bool whole = j_trips <= columns;
//   if (whole)
//     for (..) { kept_row[j] = a[i][j]; if (kept_row[j] > most) ..; }
//   else
//     as it is written
//   ..
//   for (begin = 0; begin < all; begin += columns) {   sums that have an order
//     if (whole) rounds, of what is kept
//     else rounds of this part of the row, which leave there what is added up
//     barrier; one item a row adds up kept[..]; barrier
//   }
//
//===----------------------------------------------------------------------===//

#include "ast/Nodes.h"
#include "kernel/GroupPrinter.h"
#include "kernel/ItemDimensions.h"
#include "kernel/KernelPrinter.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

/// Declares what rows are kept in, Columns for each row of the group; rows are
/// four elements longer, so that columns of neighbouring rows lie in different
/// banks.
std::string TreePrinter::keptBegin() {
  if (Groups.Kept.empty())
    return "";
  Whole = Unit.Names.claim("whole");
  Columns = Unit.Names.claim("kept_columns");
  std::string Out =
      "    const uint " + Columns + " = @kept@ / (uint)" + Rows + ";\n";
  for (const KeptRow &Row : Groups.Kept) {
    if (Row.Slot < Slots.size())
      continue;
    const std::string Array = Unit.Names.claim("kept");
    Slots.push_back({Array, Unit.Names.claim(Array + "_row"),
                     Unit.Types.memory(Row.Type),
                     unsigned(Unit.Ctx.getTypeSize(Row.Type) / 8)});
    const Slot &S = Slots.back();
    Memory += "  __local " + S.Type + " " + S.Array + "[@kept@ + " +
              std::to_string(4 * RowsOfTrees) + "] __attribute__((aligned(" +
              std::to_string(4 * S.Bytes) + ")));\n";
    Out += "    __local " + S.Type + " *const " + S.Row + " = " + S.Array +
           " + " + this->Row + " * (" + Columns + " + 4);\n";
  }
  return Out;
}

/// Gives what is kept its size. False: local memory is too small.
bool TreePrinter::setKept(std::string &Out) {
  constexpr unsigned Least = 512;
  unsigned Places = 4096, Bytes = 0;
  for (const Slot &S : Slots)
    Bytes += S.Bytes;
  while (Places > Least &&
         Bytes * (Places + 4 * RowsOfTrees) + StageBytes + RowBytes > MostBytes)
    Places /= 2;
  for (std::string *Text : {&Out, &Memory})
    putFor(*Text, "@kept@", std::to_string(Places));
  return (Bytes ? Bytes * (Places + 4 * RowsOfTrees) : 0) + StageBytes +
             RowBytes <=
         MostBytes;
}

/// What the variable of the section's loop is called.
std::string TreePrinter::columnName() {
  const VarDecl *D = Current->Counts.Induction;
  const std::string Known = Function.nameOf(D).str();
  return Known.empty() ? Unit.Names.local(D->getName()) : Known;
}

/// From now on the section's places that are kept are these elements.
void TreePrinter::bindKept(
    llvm::function_ref<std::string(const Slot &)> Element) {
  for (const KeptRow &Row : Groups.Kept)
    for (const KeptRow::Use &U : Row.Uses)
      if (U.Section == section())
        Function.Expressions.Kept[U.Place] = Element(Slots[Row.Slot]);
}

/// Columns before the section's first one, which a later section begins with.
std::string TreePrinter::lead(const KeptRow &Row, const std::string &Here,
                              const Expr &Place) {
  const RowSection &Later = Groups.Sections[*Row.Lead];
  const std::string Number = Unit.Names.claim("number"), Name = columnName(),
                    Code = Function.Expressions.expression(&Place).Code;
  const auto Begin = [&](const RowSection &S) {
    return constantOf(S.Counts.Init, Unit.Ctx)->getZExtValue();
  };
  return "    if (" + Lane + " == 0 && " + Inside + ")\n      for (uint " +
         Number + " = 0; " + Number + " < " +
         std::to_string(Begin(*Current) - Begin(Later)) + " && " + Number +
         " < (" + roundsText(Later.Counts, Unit, Function.Expressions) +
         "); ++" + Number + ") {\n        const " +
         Unit.Types.memory(
             Current->Counts.Induction->getType().getUnqualifiedType()) +
         " " + Name + " = " +
         counterText(Later.Counts, Number, Unit, Function.Expressions) +
         ";\n        " + Here + " = " + Code + ";\n      }\n";
}

/// Rounds of a row that is kept whole: what is there is used, and what no later
/// loop replaces goes to memory.
std::string TreePrinter::keptRounds(ArrayRef<const Stmt *> Statements) {
  // More take more registers, and a unit has fewer groups then.
  constexpr unsigned AtOnce = 4;
  const std::string Number = Unit.Names.claim("number"),
                    Next = Unit.Names.claim("next"),
                    Ahead = Unit.Names.claim("ahead"),
                    Counter = counter(Number, 3), Name = columnName(),
                    Most = std::to_string(AtOnce);
  auto Element = [&](const Slot &S) { return S.Row + "[(uint)" + Name + "]"; };
  SmallVector<LoadsAhead::Filled, 4> Loaded;
  std::string Out, Puts, PutsOne, Stores;
  for (const KeptRow &Row : Groups.Kept) {
    const Expr *Place = Row.placeIn(section());
    if (!Place)
      continue;
    const std::string Here = Element(Slots[Row.Slot]),
                      Code = Function.Expressions.expression(Place).Code;
    if (Row.Loaded && Row.first() == section()) {
      const std::string Array = Unit.Names.claim("loaded");
      Loaded.push_back({Array, Slots[Row.Slot].Type, Code});
      Puts += spaces(3) + Here + " = " + Array + "[" + Ahead + "];\n";
      PutsOne += spaces(3) + Here + " = " + Code + ";\n";
      if (Row.Lead)
        Out += lead(Row, Here, *Place);
    }
    if (Row.Stores.contains(section()) && !Row.Dropped.contains(section()))
      Stores += spaces(3) + Code + " = " + Here + ";\n";
  }
  llvm::DenseSet<const Expr *> Others = loadsBeforeStores();
  bindKept(Element);
  llvm::DenseSet<const Expr *> Kept;
  for (const Expr *E : Others) {
    const Expr *Read = operandOf(E, CK_LValueToRValue);
    if (Function.Expressions.Kept.contains(Read ? Read->IgnoreParens() : E))
      Kept.insert(E);
  }
  for (const Expr *E : Kept)
    Others.erase(E);
  std::string One, Body;
  for (const Stmt *S : Statements)
    One += Function.Statements.part(S, 3);
  LoadsAhead &Loads = Function.Expressions.Ahead;
  Loads = {};
  Loads.bind(Others, Ahead);
  for (const Stmt *S : Statements)
    Body += Function.Statements.part(S, 3);
  Loaded.append(Loads.filled().begin(), Loads.filled().end());
  Loads = {};
  Function.Expressions.Kept.clear();

  const std::string Here = "      const uint " + Number + " = " + Next + " + " +
                           Ahead + " * " + Lanes + ";\n" + Counter;
  std::string Several =
      severalText(Loaded, Ahead, AtOnce, Here, Puts + Body + Stores);
  if (Several.empty())
    Several = "    #pragma unroll\n    for (uint " + Ahead + " = 0; " + Ahead +
              " < " + Most + "; ++" + Ahead + ") {\n" + Here + One + Stores +
              "    }\n";
  const std::string Short = "(uint)" + Trips;
  return Out + "    uint " + Next + " = " + Lane + ";\n    for (; " + Next +
         " + " + std::to_string(AtOnce - 1) + " * " + Lanes + " < " + Short +
         "; " + Next + " += " + Most + " * " + Lanes + ") {\n" +
         indented(Several) + "    }\n    for (; " + Next + " < " + Short +
         "; " + Next + " += " + Lanes + ") {\n      const uint " + Number +
         " = " + Next + ";\n" + Counter + PutsOne + One + Stores + "    }\n";
}

/// Usual is what a row does that is not kept.
std::string TreePrinter::keptOr(ArrayRef<const Stmt *> Statements,
                                const std::string &Usual) {
  return "    if (" + Whole + ") {\n" + indented(keptRounds(Statements)) +
         "    } else {\n" + indented(Usual) + "    }\n";
}

/// One item a row adds up what is kept of the columns from Begin on.
std::string TreePrinter::walk(ArrayRef<const Stmt *> Ordered,
                              const std::string &Begin,
                              const std::string &All) {
  const std::string Column = Unit.Names.claim("column"),
                    Left = Unit.Names.claim("columns"),
                    Before = Several.firstRow(Rows);
  std::string Out = "      if (" + Item + " < " + Rows + " && " + Before +
                    " + " + Item + " < " + Limit + ") {\n        const uint " +
                    Row + " = " + Item + ";\n        const ulong " + First +
                    " = " + Before + " + " + Row + ";\n",
              Lines = Iteration(First), Back;
  for (StringRef Rest = Lines; !Rest.empty(); Rest = Rest.split('\n').second)
    Out += "        " + Rest.split('\n').first.trim().str() + "\n";
  for (const VarDecl *V : Groups.Again)
    if (Known.contains(V))
      Out += spaces(4) + Function.Statements.declared(*V) + ";\n";
  for (const VarDecl *V : Groups.Rows)
    Function.bind(V, Elements.lookup(V), Binding::Value);
  for (const VarDecl *V : Current->Sums) {
    const std::string Sum = Unit.Names.claim((V->getName() + "_sum").str());
    Out += "        " + Unit.Types.memory(V->getType().getUnqualifiedType()) +
           " " + Sum + " = " + Elements.lookup(V) + ";\n";
    Back += "        " + Elements.lookup(V) + " = " + Sum + ";\n";
    Function.bind(V, Sum, Binding::Value);
  }
  llvm::DenseMap<const Slot *, std::pair<std::string, std::string>> Names;
  llvm::DenseSet<const Slot *> Used;
  for (const Slot &S : Slots) {
    const bool Walked = llvm::any_of(Groups.Kept, [&](const KeptRow &R) {
      return &Slots[R.Slot] == &S && llvm::any_of(Ordered, [&](const Stmt *O) {
        return anyNode(O, [&](const Stmt *Part) {
          return llvm::any_of(R.Uses, [&](const KeptRow::Use &U) {
            return U.Section == section() && U.Place == Part;
          });
        });
      });
    });
    auto &Own = Names[&S];
    Own = {Unit.Names.claim(S.Array + "_walk"),
           Unit.Names.claim(S.Array + "_4")};
    if (!Walked)
      continue;
    Used.insert(&S);
    Out += "        __local const " + S.Type + " *const " + Own.first + " = " +
           S.Array + " + " + Row + " * (" + Columns + " + 4);\n";
  }
  auto Text = [&](llvm::function_ref<std::string(const Slot &)> Element) {
    std::string Code;
    bindKept(Element);
    for (const Stmt *S : Ordered)
      Code += Function.Statements.part(S, 5);
    Function.Expressions.Kept.clear();
    return isa<DeclStmt>(Ordered.front())
               ? spaces(5) + "{\n" + indented(Code) + spaces(5) + "}\n"
               : Code;
  };
  Out += "        const uint " + Left + " = (uint)min(" + All + " - " + Begin +
         ", (ulong)" + Columns + ");\n        uint " + Column + " = 0;\n";
  // What is kept has no number of its column in it, but other things may.
  const std::string Single =
      Text([&](const Slot &S) { return Names[&S].first + "[" + Column + "]"; });
  bool Counts = false;
  for (const Stmt *S : Ordered)
    Counts |= anyNode(S, [&](const Stmt *Part) {
      const auto *E = dyn_cast<Expr>(Part);
      return E && namedIn(E) == Current->Counts.Induction &&
             llvm::none_of(Groups.Kept, [&](const KeptRow &R) {
               return llvm::any_of(R.Uses, [&](const KeptRow::Use &U) {
                 return anyNode(U.Place,
                                [&](const Stmt *In) { return In == Part; });
               });
             });
    });
  if (!Counts) {
    // A known number of them, whose loads compilers put before additions, which
    // wait for each other.
    const std::string Part = Unit.Names.claim("next");
    std::string Four, Added;
    for (const Slot &S : Slots)
      if (Used.contains(&S))
        Four += "            const " + S.Type + "4 " + Names[&S].second +
                " = *(__local const " + S.Type + "4 *)(" + Names[&S].first +
                " + " + Column + " + " + Part + ");\n";
    for (unsigned Lane = 0; Lane < 4; ++Lane)
      Added += Text([&](const Slot &S) {
        return Names[&S].second + ".s" + std::to_string(Lane);
      });
    Out += "        for (; " + Column + " + 64 <= " + Left + "; " + Column +
           " += 64) {\n          #pragma unroll\n          for (uint " + Part +
           " = 0; " + Part + " < 64; " + Part + " += 4) {\n" + Four +
           indented(Added) + "          }\n        }\n";
  }
  return Out + "        for (; " + Column + " < " + Left + "; ++" + Column +
         ") {\n" + (Counts ? counter(Begin + " + " + Column, 5) : "") + Single +
         "        }\n" + Back + "      }\n";
}

/// Sums that have an order: as many columns as are kept at a time.
std::string TreePrinter::walked() {
  const std::string Begin = Unit.Names.claim("begin"),
                    All = Unit.Names.claim("all"),
                    Number = Unit.Names.claim("number");
  std::string Out = copies();
  Out += "    const ulong " + All + " = " +
         roundsText(Current->Counts, Unit, Function.Expressions) + ";\n";
  SmallVector<const Stmt *, 4> Others;
  llvm::copy_if(Current->Statements, std::back_inserter(Others),
                [&](const Stmt *S) { return !Current->isOrdered(S); });
  const SmallVector<const Stmt *, 4> Ordered = sumsOf(*Current);
  std::string Part = counter(Number, 4);
  for (const Stmt *S : Others)
    Part += Function.Statements.part(S, 4);
  for (const KeptRow &R : Groups.Kept) {
    const auto *Use = llvm::find_if(R.Uses, [&](const KeptRow::Use &U) {
      return U.Section == section() &&
             llvm::any_of(Ordered, [&](const Stmt *S) {
               return anyNode(S, [&](const Stmt *In) { return In == U.Place; });
             });
    });
    if (Use != R.Uses.end())
      Part +=
          "        " + Slots[R.Slot].Row + "[(uint)(" + Number + " - " + Begin +
          ")] = " + Function.Expressions.expression(Use->Place).Code + ";\n";
  }
  return Out + "    for (ulong " + Begin + " = 0; " + Begin + " < " + All +
         "; " + Begin + " += " + Columns + ") {\n" +
         indented(keptOr(Others, "    for (ulong " + Number + " = " + Begin +
                                     " + " + Lane + "; " + Number + " < min(" +
                                     Begin + " + " + Columns + ", (ulong)" +
                                     Trips + "); " + Number + " += " + Lanes +
                                     ") {\n" + Part + "    }\n")) +
         "  " + Barrier + walk(Ordered, Begin, All) + "  " + Barrier +
         "    }\n";
}

} // namespace twofold
