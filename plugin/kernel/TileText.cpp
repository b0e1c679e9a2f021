// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/TileText.h"
#include "ast/Nodes.h"
#include "kernel/ItemDimensions.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

unsigned TileText::lengthOf(const TileOperand &O, unsigned Wide) const {
  const unsigned Padding = Matrices ? 32 : 16;
  return Wide +
         Padding /
             Unit.Ctx.getTypeSizeInChars(O.Value->getType()).getQuantity();
}

TileText::TileText(const ItemTiles &Tiles, KernelUnit &Unit,
                   KernelFunction &Function, ArrayRef<std::string> Limits,
                   ArrayRef<std::string> Privates, Declaration Declare,
                   RowColumns Own)
    : TileNames(Unit.Names), Tiles(Tiles), Unit(Unit), Function(Function),
      Limits(Limits), Privates(Privates), Declare(Declare), Own(std::move(Own)),
      Most(Tiles.Columns == Slant::None
               ? Limits[0]
               : Unit.Names.claim(Limits[0] + "_most")) {
  auto Type = [&](QualType T) {
    if (Unit.Ctx.getTypeSize(T) == 64)
      Vector = 2;
    return Unit.Types.memory(T.getUnqualifiedType());
  };
  for (const VarDecl *V : Tiles.Sums)
    Sums.push_back({Type(V->getType()),
                    Unit.Names.claim((V->getName() + "_sums").str()), nullptr});
  for (auto [E, Beyond] : llvm::zip(Tiles.Kept, Tiles.Beyond))
    Sums.push_back({Type(E.Places.front()->getType()),
                    Unit.Names.claim("kept_sums"), E.Places.front(),
                    Beyond.Places.empty() ? nullptr : &Beyond});
  for (const TileOperand &O : Tiles.Operands) {
    const std::string Base = O.Column ? "column" : "row";
    Operands.push_back(
        {Type(O.Value->getType()), Unit.Names.claim(Base + "_tile"),
         Unit.Names.claim(Base + "_next"), Unit.Names.claim(Base + "_here")});
  }
  Trips =
      Unit.Names.claim((Tiles.Counts.Induction->getName() + "_trips").str());
  auto Add = [&](unsigned Columns, unsigned Rows, unsigned Deepest,
                 unsigned Side) {
    for (unsigned Depth = Deepest; Depth >= 4; Depth /= 2) {
      unsigned Bytes = 0;
      for (const TileOperand &O : Tiles.Operands)
        Bytes += Unit.Ctx.getTypeSizeInChars(O.Value->getType()).getQuantity() *
                 2 * Depth * lengthOf(O, O.Column ? Columns : Rows);
      if (Bytes <= TWOFOLD_TILE_BYTES) {
        Sizes.push_back({Columns, Rows, Depth, Side});
        return;
      }
    }
  };
  Add(64, Tiles.Columns == Slant::None ? 128 : 64, 16, 8);
  Add(32, 32, 32, 4);
}

/// Both halves of the tiles, for all sizes.
std::string TileText::memory() {
  std::string Out;
  Matrices = hasMatrices(); // whose elements lie further apart
  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands)) {
    unsigned Count = 0;
    for (const Size &S : Sizes)
      Count = std::max(Count, 2 * S.Depth *
                                  lengthOf(O, O.Column ? S.Columns : S.Rows));
    Out += "  __local " + N.Type + " " + N.Tile + "[" + numeral(Count) +
           "] __attribute__((aligned(16)));\n";
  }
  return Out;
}

std::string TileText::counter(const std::string &Number) const {
  const VarDecl *D = Tiles.Counts.Induction;
  std::string Name = Function.nameOf(D).str();
  if (Name.empty())
    Name = Unit.Names.local(D->getName());
  return Unit.Types.memory(D->getType().getUnqualifiedType()) + " " + Name +
         " = " + counterText(Tiles.Counts, Number, Unit, Function.Expressions) +
         ";\n";
}

/// Variables that need no other column or row than this.
std::string TileText::again(bool OfColumn, bool OfRow) const {
  std::string Out;
  for (const ItemTiles::Repeated &R : Tiles.Again)
    if ((OfColumn || !R.Column) && (OfRow || !R.Row))
      Out += Function.Statements.declared(*R.Variable) + ";\n";
  return Out;
}

unsigned TileText::neighbours(bool OfColumns) const {
  return Matrices && !OfColumns ? 1 : Vector;
}

/// One round of all that the item has.
std::string TileText::rounds(const Size &S) {
  std::string Out;
  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands)) {
    const unsigned Wide = O.Column ? S.Columns : S.Rows;
    const std::string Count = numeral(Vector);
    const std::string Type = N.Type + Count;
    Out += N.Type + " " + N.Here + "[" + numeral(S.Side) + "];\n" +
           unrolled(Part, S.Side, Vector) + "  const " + Type + " " + Loaded +
           " = *(__local const " + Type + " *)(" + N.Tile + " + (" + Half +
           " * " + numeral(S.Depth) + " + " + Turn + ") * " +
           numeral(lengthOf(O, Wide)) + " + " +
           (O.Column ? OwnColumn : OwnRow) + " + " + Part + " * " +
           numeral(O.Column ? 4 : 8) + ");\n";
    for (unsigned Lane = 0; Lane != Vector; ++Lane)
      Out += "  " + N.Here + "[" + Part + " + " + numeral(Lane) +
             "] = " + Loaded + ".s" + numeral(Lane) + ";\n";
    Out += "}\n";
  }
  const std::string At = at();
  auto Here = [&](unsigned Operand) {
    return Operands[Operand].Here + "[" +
           (Tiles.Operands[Operand].Column ? Column : Row) + "]";
  };
  for (auto [E, Operand] : Tiles.Uses)
    Function.Expressions.Kept[E] = Here(Operand);
  for (auto [Number, E] : llvm::enumerate(Tiles.Kept))
    for (const Expr *P : E.Places)
      Function.Expressions.Kept[P] = Sums[Tiles.Sums.size() + Number].Name + At;
  for (auto [V, Operand] : Tiles.Locals)
    Function.bind(V, Here(Operand), Binding::Value);
  std::string Body;
  for (const Stmt *Each : Tiles.Rounds) {
    const VarDecl *V = onlyVariable(Each);
    if (llvm::none_of(Tiles.Locals, [&](auto &L) { return L.first == V; }))
      Body += Function.Statements.part(Each, 0);
  }
  Function.Expressions.Kept.clear();
  for (auto [V, Operand] : Tiles.Locals)
    Function.Expressions.Names.forget(V);
  matchProduct(Body);
  return Out + points(S, Body, false);
}

/// Runs the code for each row and column that the item has. Ranges: if there is
/// one.
std::string TileText::points(const Size &S, const std::string &Inside,
                             bool Ranges) const {
  std::string Body = Inside;
  if (Ranges) {
    auto Number = [&](const std::string &Name, const std::string &First,
                      const std::string &Own, const std::string &Which,
                      unsigned Lanes, unsigned Together) {
      const std::string Count = numeral(Together);
      return "const uint " + Name + " = " + First + " + (" + Own + " + " +
             Which + " / " + Count + " * " + numeral(Lanes * Together) + " + " +
             Which + " % " + Count + ");\n";
    };
    const bool Differ = Tiles.Columns != Slant::None;
    std::string Has;
    if (Differ)
      Has = Own.Trips + "if (" + ColumnNumber +
            (Tiles.Columns == Slant::Ends ? " < " + Limits[0]
                                          : " + " + Limits[0] + " >= " + Most) +
            ") {\n";
    Body = Number(RowNumber, FirstRow, OwnRow, Row, 8, neighbours(false)) +
           Number(ColumnNumber, FirstColumn, OwnColumn, Column, 4,
                  neighbours(true)) +
           "if (" + RowNumber + " < (uint)" + Limits[Tiles.Row] + " && " +
           ColumnNumber + " < (uint)" + Most + ") {\n" +
           indented(Declare(Tiles.Row, RowNumber) + Has +
                        Declare(0, ColumnNumber) + Inside,
                    1) +
           (Differ ? "  }\n" : "") + "}\n";
  }
  return unrolled(Row, S.Side) +
         indented(unrolled(Column, S.Side) + indented(Body, 1) + "}\n", 1) +
         "}\n";
}

/// The tile of the group's number, of those that have columns: so all units
/// have as many. Most: how many columns rows have where they end further and
/// further; where they begin so, as many as the first of all rows, which have
/// numbers in all of them.
std::string TileText::columns(const Size &S) const {
  auto Of = [&](const std::string &Number, const std::string &Then) {
    return "{\n" + indented(Declare(Tiles.Row, Number) + Own.Trips + Then, 1) +
           "}\n";
  };
  auto None = [&](const std::string &Number, const std::string &Which) {
    return indented(Declare(Tiles.Row, Number) + Own.Trips + "if (" +
                        Limits[0] + " != 0)\n  break;\n" + Which + ";\n",
                    1) +
           "}\n";
  };
  const std::string Rows = "(uint)" + Limits[Tiles.Row],
                    Wide = numeral(S.Columns), High = numeral(S.Rows),
                    Behind =
                        "min(" + FirstRow + " + " + High + ", " + Rows + ")";
  std::string Out = "ulong " + Most + " = 0, " + Place +
                    " = get_group_id(0) + get_group_id(1) * "
                    "get_num_groups(0);\nuint " +
                    FirstRow + " = 0, " + FirstColumn + " = 0;\n";
  std::string Each;
  if (Tiles.Columns == Slant::Ends) {
    const std::string Then =
        Most + " = max(" + Most + ", " + Limits[0] + ");\n";
    Each = Most + " = 0;\n" + Of(FirstRow, Then) + Of(Behind + " - 1", Then) +
           FirstColumn + " = 0;\n" + "const ulong " + Other + " = (" + Most +
           " + " + numeral(S.Columns - 1) + ") / " + Wide + ";\n";
  } else {
    Out += "long " + ColumnBegin + " = 0;\n" +
           Of("0", Most + " = " + Limits[0] + ";\n" + ColumnBegin + " = " +
                       Own.Begin + ";\n");
    Each = "ulong " + Other + " = 0;\n" +
           Of(FirstRow, "if (" + Limits[0] + " != 0) {\n  " + FirstColumn +
                            " = (uint)((" + Most + " - " + Limits[0] + ") / " +
                            Wide + " * " + Wide + ");\n  " + Other + " = (" +
                            Most + " + " + numeral(S.Columns - 1) + " - " +
                            FirstColumn + ") / " + Wide + ";\n}\n");
  }
  Out += "for (;; " + FirstRow + " += " + High + ") {\n" +
         indented("if (" + FirstRow + " >= " + Rows + ")\n  return;\n" + Each +
                      "if (" + Place + " < " + Other + ")\n  break;\n" + Place +
                      " -= " + Other + ";\n",
                  1) +
         "}\n" + FirstColumn + " += (uint)" + Place + " * " + Wide + ";\n";
  // Of rows without columns nothing is read.
  return Out + "uint " + RowBegin + " = " + FirstRow + ", " + RowEnd + " = " +
         Behind + ";\nfor (; " + RowBegin + " + 1 < " + RowEnd + ";) {\n" +
         None(RowBegin, "++" + RowBegin) + "for (; " + RowBegin + " + 1 < " +
         RowEnd + ";) {\n" + None(RowEnd + " - 1", "--" + RowEnd);
}

/// What belongs to rows alone, by the groups of their first columns.
std::string TileText::beside(const Size &S) {
  if (Tiles.Beside.empty())
    return "";
  std::string Body = Declare(Tiles.Row, RowNumber) + again(false, true);
  for (const std::string &Declared : Privates)
    Body += Declared;
  for (const Stmt *Each : Tiles.Beside)
    Body += Function.Statements.besidePart(Each, 0);
  return "if (get_group_id(0) == 0)\n  for (uint " + Row + " = " + Item + "; " +
         Row + " < " + numeral(S.Rows) + "; " + Row +
         " += " + numeral(S.items()) + ") {\n    const uint " + RowNumber +
         " = (uint)get_group_id(" + numeral(Tiles.Row) + ") * " +
         numeral(S.Rows) + " + " + Row + ";\n    if (" + RowNumber +
         " < (uint)" + Limits[Tiles.Row] + ") {\n" + indented(Body, 3) +
         "    }\n  }\n";
}

/// From now on the elements are in their registers where statements outside the
/// loop touch them.
void TileText::bindBeyond() {
  for (const Sum &Each : Sums)
    if (Each.Beyond)
      for (const Expr *P : Each.Beyond->Places)
        Function.Expressions.Kept[P] = Each.Name + at();
}

/// Statements outside the loop.
std::string TileText::point(const Size &S, ArrayRef<const Stmt *> Statements,
                            const std::string &Before,
                            const std::string &Behind) {
  std::string Body = Before;
  for (const std::string &Declared : Privates)
    Body += Declared;
  for (const Stmt *Each : Statements) {
    for (const Sum &Own : Sums)
      if (Own.Beyond && Own.Beyond->First == Each && Own.Beyond->Loads)
        Body += Own.Name + at() + " = " +
                Function.Expressions.expression(Own.Kept).Code + ";\n";
    Body += Function.Statements.part(Each, 0);
  }
  return points(S, Body + Behind, true);
}

std::string TileText::print(const Size &S) {
  Matrices = false;
  const std::string Plain = form(S);
  if (!hasMatrices())
    return Plain;
  Matrices = true;
  return "#ifdef TWOFOLD_MATRICES\n" + form(S) + "#else\n" + Plain + "#endif\n";
}

std::string TileText::form(const Size &S) {
  const unsigned Wide = 4 * S.Side, High = 8 * S.Side; // of 32 items
  const unsigned Across = S.Columns / Wide, Items = S.items();
  const std::string At = at();
  SmallVector<std::pair<const VarDecl *, std::string>, 4> Known;
  std::string Out, Clear, Loads, Stores, Last;
  // 32 bits hold all columns and rows that tiles are made of, and compilers
  // take a quarter less of the time.
  Out += "const uint " + Item + " = get_local_id(0);\n";
  if (Tiles.Columns == Slant::None)
    Out += "const uint " + FirstColumn + " = (uint)get_group_id(0) * " +
           numeral(S.Columns) + ", " + FirstRow + " = (uint)get_group_id(" +
           numeral(Tiles.Row) + ") * " + numeral(S.Rows) + ";\n";
  Out += "const uint " + OwnColumn + " = " + Item + " / 32 % " +
         numeral(Across) + " * " + numeral(Wide) + " + " + Item + " % 4 * " +
         numeral(neighbours(true)) + ", " + OwnRow + " = " + Item + " / " +
         numeral(32 * Across) + " * " + numeral(High) + " + " + Item +
         " % 32 / 4 * " + numeral(neighbours(false)) + ";\n";
  if (Limits.size() == 3)
    Out += Declare(Tiles.Rest, "get_group_id(" + numeral(Tiles.Rest) + ")");
  Out += beside(S);
  if (Tiles.Columns != Slant::None)
    Out += columns(S);
  Out += "const ulong " + Trips + " = " +
         roundsText(Tiles.Counts, Unit, Function.Expressions) + ";\n";
  for (const Sum &Each : Sums) {
    Out += Each.Type + " " + Each.Name + "[" + numeral(S.Side) + "][" +
           numeral(S.Side) + "];\n";
    Clear += Each.Name + At + " = 0;\n";
    if (Each.Kept) {
      const std::string Memory =
          Function.Expressions.expression(Each.Kept).Code;
      if (Each.Beyond) {
        Last += Memory + " = " + Each.Name + At + ";\n";
        continue;
      }
      Loads += "if (" + Trips + " != 0)\n  " + Each.Name + At + " = " + Memory +
               ";\n";
      Stores += "if (" + Trips + " != 0)\n  " + Memory + " = " + Each.Name +
                At + ";\n";
    }
  }
  for (auto [Number, V] : llvm::enumerate(Tiles.Sums)) {
    Known.push_back({V, Function.nameOf(V).str()});
    Function.bind(V, Sums[Number].Name + At, Binding::Value);
  }
  bindBeyond();
  Out += points(S, Clear, false) + point(S, Tiles.Ahead, "", Loads);

  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands))
    Out += N.Type + " " + N.Next + "[" +
           numeral((O.Column ? S.Columns : S.Rows) * S.Depth / Items) + "];\n";
  const std::string Depth = numeral(S.Depth);
  const std::string Barrier = "barrier(CLK_LOCAL_MEM_FENCE);\n";
  Out += "if (" + Trips + " != 0) {\n" +
         indented(load(S, "(ulong)0") + fill(S, "0") + Barrier, 1) + "}\n";
  // One loop for whole parts and the last one, as compilers take long for what
  // is unrolled.
  const std::string Loop =
      "const bool " + More + " = " + Trips + " - " + Begin + " > " + Depth +
      ";\nif (" + More + ") {\n" + indented(load(S, Begin + " + " + Depth), 1) +
      "}\n" +
      (Matrices
           ? unrolled(Turn, S.Depth, MatrixProduct::Rounds) +
                 indented(matrixRounds(S), 1)
           : "#pragma unroll 8\nfor (uint " + Turn + " = 0; " + Turn +
                 " < (uint)min((ulong)" + Depth + ", " + Trips + " - " + Begin +
                 "); ++" + Turn + ") {\n" + indented(rounds(S), 1)) +
      "}\nif (" + More + ") {\n" + indented(fill(S, "(" + Half + " ^ 1)"), 1) +
      "}\n" + Barrier + Half + " ^= 1;\n";
  Out += "uint " + Half + " = 0;\nfor (ulong " + Begin + " = 0; " + Begin +
         " < " + Trips + "; " + Begin + " += " + Depth + ") {\n" +
         indented(Loop, 1) + "}\n";
  bindBeyond();
  if (!Tiles.Behind.empty() || !Stores.empty() || !Last.empty())
    Out += point(S, Tiles.Behind, again(true, true) + Stores, Last);
  Function.Expressions.Kept.clear();
  for (auto &[V, Name] : Known)
    if (Name.empty())
      Function.Expressions.Names.forget(V);
    else
      Function.bind(V, Name, Binding::Value);
  return indented(Out, 2);
}

} // namespace twofold
