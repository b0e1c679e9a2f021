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
    : TileSums(Tiles, Unit, Function, Limits, Privates, Declare,
               std::move(Own)) {
  auto IsLong = [&](QualType T) { return Unit.Ctx.getTypeSize(T) == 64; };
  if (llvm::any_of(Tiles.Sums,
                   [&](const VarDecl *V) { return IsLong(V->getType()); }) ||
      llvm::any_of(Tiles.Kept,
                   [&](const KeptElement &E) {
                     return IsLong(E.Places.front()->getType());
                   }) ||
      llvm::any_of(Tiles.Operands, [&](const TileOperand &O) {
        return IsLong(O.Value->getType());
      }))
    Vector = 2;
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
  const std::string Body = bound(
      Here, [&](unsigned Number) { return Sums[Number].Name + At; },
      [&] {
        std::string Out;
        for (const Stmt *Each : statements())
          Out += Function.Statements.part(Each, 0);
        return Out;
      });
  matchProduct(Body);
  return Out + points(Body, false);
}

std::string TileText::points(const std::string &Inside, bool Ranges) const {
  const unsigned Side = Printed->Side;
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
    const std::string Has = hasColumn();
    Body = Number(RowNumber, FirstRow, OwnRow, Row, 8, neighbours(false)) +
           Number(ColumnNumber, FirstColumn, OwnColumn, Column, 4,
                  neighbours(true)) +
           "if (" + RowNumber + " < (uint)" + Limits[Tiles.Row] + " && " +
           ColumnNumber + " < (uint)" + Most + ") {\n" +
           indented(Declare(Tiles.Row, RowNumber) + Has +
                        Declare(0, ColumnNumber) + Inside,
                    1) +
           (Has.empty() ? "" : "  }\n") + "}\n";
  }
  return unrolled(Row, Side) +
         indented(unrolled(Column, Side) + indented(Body, 1) + "}\n", 1) +
         "}\n";
}

std::string TileText::print(const Size &S) {
  Matrices = false;
  Printed = &S;
  const std::string Plain = form(S);
  if (!hasMatrices())
    return Plain;
  Matrices = true;
  return "#ifdef TWOFOLD_MATRICES\n" + form(S) + "#else\n" + Plain + "#endif\n";
}

std::string TileText::declaredSums() const {
  const std::string Side = numeral(Printed->Side);
  std::string Out;
  for (const Sum &Each : Sums)
    Out += Each.Type + " " + Each.Name + "[" + Side + "][" + Side + "];\n";
  return Out;
}

std::string TileText::form(const Size &S) {
  const unsigned Wide = 4 * S.Side, High = 8 * S.Side; // of 32 items
  const unsigned Across = S.Columns / Wide;
  // 32 bits hold all columns and rows that tiles are made of, and compilers
  // take a quarter less of the time.
  std::string Out = "const uint " + Item + " = get_local_id(0);\n";
  if (Tiles.Columns == Slant::None)
    Out += "const uint " + FirstColumn + " = (uint)get_group_id(0) * " +
           numeral(S.Columns) + ", " + FirstRow + " = (uint)get_group_id(" +
           numeral(Tiles.Row) + ") * " + numeral(S.Rows) + ";\n";
  Out += "const uint " + OwnColumn + " = " + Item + " / 32 % " +
         numeral(Across) + " * " + numeral(Wide) + " + " + Item + " % 4 * " +
         numeral(neighbours(true)) + ", " + OwnRow + " = " + Item + " / " +
         numeral(32 * Across) + " * " + numeral(High) + " + " + Item +
         " % 32 / 4 * " + numeral(neighbours(false)) + ";\n";
  Out += around({numeral(S.Columns), numeral(S.Columns - 1), numeral(S.Rows),
                 Item, Row + " += " + numeral(S.items())},
                [&] { return parts(S); });
  return indented(Out, 2);
}

/// The rounds, as many at a time as local memory holds.
std::string TileText::parts(const Size &S) {
  std::string Out;
  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands))
    Out += N.Type + " " + N.Next + "[" +
           numeral((O.Column ? S.Columns : S.Rows) * S.Depth / S.items()) +
           "];\n";
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
  return Out;
}

} // namespace twofold
