// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "kernel/GroupPrinter.h"
#include "kernel/ItemDimensions.h"
#include "kernel/KernelPrinter.h"
#include "kernel/ReductionText.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

/// Numbers of its rounds, and of one item's round behind the last one, fit into
/// 32 bits.
bool TreePrinter::countsShort() const {
  const InnerLoop &Counts = Current->Counts;
  const auto Least =
      constantOf(Counts.decreasing() ? Counts.Bound : Counts.Init, Unit.Ctx);
  return Counts.Type.Width <= 32 && !Counts.Type.Unsigned && Least &&
         !Least->isNegative();
}

/// The Number-th array of this type that a section needs.
std::string TreePrinter::part(const std::string &Type, unsigned Number) {
  for (const auto &[Known, Name] : Parts)
    if (Known == Type && Number-- == 0)
      return Name;
  const std::string Name = Unit.Names.claim("part");
  Parts.push_back({Type, Name});
  StageBytes += TWOFOLD_ROW_MOST_ITEMS *
                (StringRef(Type).ends_with("long") || Type == "double" ? 8 : 4);
  Memory += "  __local " + Type + " " + Name + "[" +
            std::to_string(TWOFOLD_ROW_MOST_ITEMS) + "];\n";
  return Name;
}

/// Copies what rounds read of their row, which none of them changes.
std::string TreePrinter::copies() {
  std::string Out;
  for (const VarDecl *V : Groups.Rows) {
    if (llvm::is_contained(Current->Sums, V) ||
        llvm::none_of(Current->Statements,
                      [&](const Stmt *S) { return mentions(S, V); }))
      continue;
    const std::string Copy = Unit.Names.claim((V->getName() + "_row").str());
    Out += "    const " + Unit.Types.memory(V->getType().getUnqualifiedType()) +
           " " + Copy + " = " + Elements.lookup(V) + ";\n";
    Function.bind(V, Copy, Binding::Value);
  }
  return Out;
}

/// So many rounds that load before the first of them stores. Nothing: they load
/// or store nothing, so that a device's compiler sees to that.
std::string TreePrinter::storingText(unsigned AtOnce, const std::string &Lane,
                                     const std::string &Here) {
  const bool Stores = llvm::any_of(Current->Statements, [](const Stmt *S) {
    return anyNode(S, [](const Stmt *Part) {
      const Expr *Place = assignedBy(Part);
      return Place && !variableIn(Place);
    });
  });
  if (!Stores)
    return "";
  LoadsAhead &Ahead = Function.Expressions.Ahead;
  Ahead = {};
  Ahead.bind(loadsBeforeStores(), Lane);
  std::string Body;
  for (const Stmt *S : Current->Statements)
    Body += Function.Statements.part(S, 3);
  const std::string Out = severalText(Ahead.filled(), Lane, AtOnce, Here, Body);
  Ahead = {};
  return Out;
}

/// An item has every so manieth round of its row. So many at a time have no
/// test between them, which what they read would have to wait for.
std::string TreePrinter::rounds(unsigned AtOnce, const std::string &Body) {
  const std::string Number = Unit.Names.claim("number");
  const std::string Word = countsShort() ? "uint " : "ulong ";
  const std::string One = counter(Number, 3) + Body;
  std::string From = Several.firstRound(Lane, Lanes),
              Step = Several.step(Lanes), Out;
  if (llvm::none_of(Current->Statements, [](const Stmt *S) {
        return holdsNode<ForStmt, WhileStmt, DoStmt>(S);
      })) {
    const std::string Next = Unit.Names.claim("next"),
                      Far = Unit.Names.claim("step"),
                      Ahead = Unit.Names.claim("ahead"),
                      Most = std::to_string(AtOnce);
    const std::string Here = "      const " + Word + Number + " = " + Next +
                             " + " + Ahead + " * " + Far + ";\n";
    std::string Several = storingText(AtOnce, Ahead, Here + counter(Number, 3));
    if (Several.empty())
      Several = "    #pragma unroll\n    for (uint " + Ahead + " = 0; " +
                Ahead + " < " + Most + "; ++" + Ahead + ") {\n" + Here + One +
                "    }\n";
    Out = "    " + Word + Next + " = " + From + ";\n    const " + Word + Far +
          " = " + Step + ";\n    for (; " + Next + " + " +
          std::to_string(AtOnce - 1) + " * " + Far + " < " + Trips + "; " +
          Next + " += " + Most + " * " + Far + ") {\n" + indented(Several) +
          "    }\n";
    From = Next;
    Step = Far;
  }
  return Out + "    for (" + Word + Number + " = " + From + "; " + Number +
         " < " + Trips + "; " + Number + " += " + Step + ") {\n" + One +
         "    }\n";
}

/// For one item, of extrema: which of several zeros is one, only the order
/// tells, in which a row is gone through again then.
std::string TreePrinter::again(const std::string &Body,
                               ArrayRef<std::string> Sums) {
  std::string Out, Zero;
  const std::string Number = Unit.Names.claim("number");
  for (auto [V, Sum] : llvm::zip(Current->Sums, Sums)) {
    const std::string Element = Elements.lookup(V);
    Zero += (Zero.empty() ? "" : " || ") + Element + " == 0 || " + Element +
            " != " + Element;
    Out += "        " + Element + " = " + Sum + ";\n";
  }
  const std::string Each = "        for (ulong " + Number + " = 0; " + Number +
                           " < " + Trips + "; ++" + Number + ") {\n" +
                           indented(counter(Number, 3), 2);
  bindKept(
      [&](const Slot &S) { return S.Row + "[(uint)" + columnName() + "]"; });
  std::string Kept;
  for (const Stmt *S : Current->Statements)
    Kept += Function.Statements.part(S, 5);
  Function.Expressions.Kept.clear();
  return "      if (" + Zero + ") {\n        if (" + Whole + ") {\n" +
         indented("        #pragma unroll 8\n" + Each + Kept + "        }\n") +
         "        } else {\n" +
         indented(Each + indented(Body, 2) + "        }\n") + "        }\n" +
         Out + "      }\n";
}

/// Items add up parts of rows, which 16 items a row put together, and one of
/// them the rest.
std::string TreePrinter::reduced() {
  // Reading waits for memory, of which more is under way so.
  constexpr unsigned Ahead = 8, AheadOfCalls = 4;
  constexpr unsigned Few = TWOFOLD_ROW_LEAST_ITEMS / 2;
  struct Tree {
    std::string Sum, Part, Element, Type;
    ReductionOp Op;
  };
  SmallVector<Tree, 2> Trees;
  SmallVector<SharedRows::Sum, 2> Own;
  std::string Out = copies(), Body;
  llvm::StringMap<unsigned> Arrays;
  for (auto [V, Op] : llvm::zip(Current->Sums, Current->Operations)) {
    QualType T = V->getType().getUnqualifiedType();
    // In another order a sum may leave its type in between.
    if (T->isSignedIntegerType() && operatorOf(Op))
      T = Unit.Ctx.getCorrespondingUnsignedType(T);
    const std::string Type = Unit.Types.memory(T);
    const std::string Sum = Unit.Names.claim((V->getName() + "_sum").str());
    Trees.push_back(
        {Sum, part(Type, Arrays[Type]++), Elements.lookup(V), Type, Op});
    Own.push_back({Sum, Type, Op});
    Out += "    " + Type + " " + Sum + " = " + identityText(Op, T, Unit.Ctx) +
           ";\n";
    Function.bind(V, Sum, Binding::Value);
  }
  for (const Stmt *S : Current->Statements)
    Body += Function.Statements.part(S, 3);
  const bool Calls = llvm::any_of(Current->Statements, [](const Stmt *S) {
    return holdsNode<CallExpr>(S);
  });
  const std::string Other = Unit.Names.claim("other");
  const unsigned AtOnce = Calls ? AheadOfCalls : Ahead;
  std::string Rounds = rounds(AtOnce, Body);
  if (!Slots.empty())
    Rounds = keptOr(Current->Statements, Rounds);
  Out += Several.roundsOrSums(Rounds, Own, First, Lane, Lanes, Other);

  const std::string Meet = "    barrier(CLK_LOCAL_MEM_FENCE);\n";
  std::string Put, Add;
  for (const Tree &T : Trees) {
    Put += T.Part + "[" + Item + "] = " + T.Sum + ";\n";
    Add += "        " + T.Sum + " = " +
           combinedText(T.Op, T.Sum, T.Part + "[" + Other + "]") + ";\n";
  }
  const std::string Few16 = std::to_string(Few);
  Out += indented(Put, 2) + Meet + "    if (" + Lane + " < " + Few16 +
         ") {\n      for (uint " + Other + " = " + Item + " + " + Few16 + "; " +
         Other + " < (" + Row + " + 1) * " + Lanes + "; " + Other +
         " += " + Few16 + ") {\n" + Add + "      }\n" + indented(Put, 3) +
         "    }\n" + Meet + "    if (" + Lane + " == 0 && " + Inside +
         ") {\n      for (uint " + Other + " = " + Item + " + 1; " + Other +
         " < " + Item + " + " + Few16 + "; ++" + Other + ") {\n" + Add +
         "      }\n";
  std::string All, Was;
  SmallVector<std::string, 2> Sums;
  for (const Tree &T : Trees) {
    const std::string Combined = combinedText(T.Op, T.Element, T.Sum);
    if (Current->Free) {
      All += T.Element + " = " + Combined + ";\n";
      continue;
    }
    const std::string Both = Unit.Names.claim("both");
    Was += "      const " + T.Type + " " + Both + " = " + Combined +
           ";\n      " + T.Sum + " = " + T.Element + ";\n";
    All += T.Element + " = " + Both + ";\n";
    Sums.push_back(T.Sum);
  }
  Out += Was + Several.storedOr(All, Own, First);
  if (!Current->Free)
    Out += again(Body, Sums);
  return Out + "    }\n" + Several.end();
}

std::optional<std::string> TreePrinter::print() {
  First = Unit.Names.claim("first_row");
  Item = Unit.Names.claim("item");
  Row = Unit.Names.claim("row");
  Lane = Unit.Names.claim("lane");
  Lanes = Unit.Names.claim("lanes");
  Inside = Unit.Names.claim("inside");
  placeRows(RowsOfTrees);
  auto Indented = [](StringRef Lines) {
    std::string Out;
    for (; !Lines.empty(); Lines = Lines.split('\n').second)
      Out += spaces(2) + Lines.split('\n').first.trim().str() + "\n";
    return Out;
  };
  // Items behind the last row do nothing, but their row is one that is there.
  std::string Out =
      "    const uint " + Lanes + " = (uint)(get_local_size(0) / " + Rows +
      ");\n    const uint " + Item + " = get_local_id(0);\n    const uint " +
      Row + " = " + Item + " / " + Lanes + ", " + Lane + " = " + Item + " % " +
      Lanes + ";\n" + Several.declared() + "    const ulong " + First + " = " +
      Several.firstRow(Rows) + " + " + Row + ";\n    const bool " + Inside +
      " = " + First + " < " + Limit + ";\n" +
      Indented(Iteration("min(" + First + ", " + Limit + " - 1)")) +
      keptBegin();
  bool Begun = false;
  for (const RowSection &S : Groups.Sections) {
    Current = &S;
    std::string Code;
    if (S.Loop) {
      Trips =
          Unit.Names.claim((S.Counts.Induction->getName() + "_trips").str());
      const bool Short = countsShort();
      Out += "    const " + std::string(Short ? "uint " : "ulong ") + Trips +
             " = " + Inside + " ? " + (Short ? "(uint)(" : "") +
             roundsText(S.Counts, Unit, Function.Expressions) +
             (Short ? ")" : "") + " : 0;\n";
      if (!Slots.empty() && !Begun)
        Out += "    const bool " + Whole + " = " +
               std::to_string(
                   constantOf(S.Counts.Init, Unit.Ctx)->getZExtValue()) +
               " + " + Trips + " <= " + Columns + ";\n";
      Begun = true;
      if (S.Sums.empty()) {
        constexpr unsigned Ahead = 8;
        Out += copies();
        for (const Stmt *Own : S.Statements)
          Code += Function.Statements.part(Own, 3);
        const std::string Rounds = rounds(Ahead, Code);
        Out += Slots.empty() ? Rounds : keptOr(S.Statements, Rounds);
      } else {
        Out += S.hasParts() ? reduced() : walked();
      }
      for (const VarDecl *V : Groups.Rows)
        Function.bind(V, Elements.lookup(V), Binding::Value);
    } else {
      for (const Stmt *Own : S.Statements)
        Code += Function.Statements.part(Own, 3);
      Out +=
          "    if (" + Lane + " == 0 && " + Inside + ") {\n" + Code + "    }\n";
    }
    if (&S != &Groups.Sections.back())
      Out += Barrier;
    for (const Stmt *Own : S.Loop ? ArrayRef<const Stmt *>() : S.Statements)
      if (const auto *Declared = dyn_cast<DeclStmt>(Own))
        for (const VarDecl *V : variablesIn(*Declared))
          if (llvm::is_contained(Groups.Again, V)) {
            Out += spaces(2) + Function.Statements.declared(*V) + ";\n";
            Known.insert(V);
          }
  }
  nameAsOutside();
  return setKept(Out) ? std::optional(Out) : std::nullopt;
}

} // namespace twofold
