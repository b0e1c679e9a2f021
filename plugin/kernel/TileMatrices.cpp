// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/TileMatrices.h"
#include "kernel/KernelText.h"
#include "kernel/TileText.h"

using namespace clang;

namespace twofold {

TileNames::TileNames(NameTable &Names)
    : Item(Names.claim("item")), FirstRow(Names.claim("first_row")),
      FirstColumn(Names.claim("first_column")), OwnRow(Names.claim("own_row")),
      OwnColumn(Names.claim("own_column")), Row(Names.claim("row")),
      Column(Names.claim("column")), Part(Names.claim("part")),
      Turn(Names.claim("turn")), Begin(Names.claim("begin")),
      Half(Names.claim("used")), More(Names.claim("more")),
      RowNumber(Names.claim("row_number")),
      ColumnNumber(Names.claim("column_number")), Place(Names.claim("place")),
      Other(Names.claim("other")), Loaded(Names.claim("loaded")),
      RowBegin(Names.claim("row_begin")), RowEnd(Names.claim("row_end")),
      ColumnBegin(Names.claim("column_begin")),
      Together(Names.claim("together")), Address(Names.claim("address")),
      Lane(Names.claim("lane")) {}

std::string unrolled(const std::string &Name, unsigned Count, unsigned Step) {
  const std::string Number = std::to_string(Step);
  return "#pragma unroll\nfor (uint " + Name + " = 0; " + Name + " < " +
         std::to_string(Count) + "; " +
         (Step == 1 ? "++" + Name : Name + " += " + Number) + ") {\n";
}

std::optional<MatrixProduct> MatrixProduct::match(const TileNames &Names,
                                                  const std::string &Sum,
                                                  const Operand &Row,
                                                  const Operand &Column,
                                                  StringRef Round) {
  const std::string Text = withoutLines(Round),
                    Into = Sum + "[" + Names.Row + "][" + Names.Column + "]",
                    OfRow = Row.Here + "[" + Names.Row + "]",
                    OfColumn = Column.Here + "[" + Names.Column + "]";
  MatrixProduct Out;
  Out.Sum = Sum;
  Out.Row = Row;
  Out.Column = Column;
  auto Is = [&](const std::string &First, const std::string &Second) {
    return StringRef(Text).trim() ==
           Into + " = fma(" + First + ", " + Second + ", " + Into + ");";
  };
  Out.Negated = Is("-" + OfRow, OfColumn) || Is("-" + OfColumn, OfRow);
  if (Out.Negated || Is(OfRow, OfColumn) || Is(OfColumn, OfRow))
    return Out;
  return std::nullopt;
}

std::string MatrixProduct::print(const TileNames &Names,
                                 const Layout &Of) const {
  auto numeral = [](unsigned N) { return std::to_string(N); };
  auto Load = [&](const Operand &O, unsigned Count, unsigned Length,
                  const std::string &First, const char *Sign) {
    return "double " + O.Here + "[" + numeral(Count) + "];\n" +
           unrolled(Names.Part, Count) + "  " + O.Here + "[" + Names.Part +
           "] = " + Sign + O.Tile + "[(" + Names.Half + " * " +
           numeral(Of.Depth) + " + " + Names.Turn + " + " + Names.Item +
           " % 4) * " + numeral(Length) + " + " + First + " + " + Names.Part +
           " * 8];\n}\n";
  };
  auto Place = [&](const char *R, const char *C) {
    return "\"+d\"(" + Sum + "[" + Names.Row + R + "][" + Names.Column + C +
           "])";
  };
  auto Value = [](const std::string &V) { return "\"d\"(" + V + ")"; };
  const std::string Multiply =
      "asm volatile(\"mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 "
      "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};\"\n    : " +
      Place("", "") + ", " + Place("", " + 1") + ", " + Place(" + 1", "") +
      ", " + Place(" + 1", " + 1") +
      "\n    : " + Value(Row.Here + "[" + Names.Row + "]") + ", " +
      Value(Row.Here + "[" + Names.Row + " + 1]") + ", " +
      Value(Column.Here + "[" + Names.Column + " / 2]") + ");\n";
  return Load(Row, Of.Side, Of.RowLength, Names.OwnRow, Negated ? "-" : "") +
         Load(Column, Of.Side / 2, Of.ColumnLength,
              Names.OwnColumn + " - " + Names.Item + " % 4 * " +
                  numeral(Of.Neighbours) + " + " + Names.Item + " % 32 / 4",
              "") +
         unrolled(Names.Row, Of.Side, 2) +
         indented(unrolled(Names.Column, Of.Side, 2) + indented(Multiply, 1) +
                      "}\n",
                  1) +
         "}\n";
}

void TileText::matchProduct(StringRef Round) {
  if (Product || Operands.size() != 2 || Sums.size() != 1 ||
      Tiles.Operands[0].Column == Tiles.Operands[1].Column ||
      llvm::any_of(Operands, [](auto &N) { return N.Type != "double"; }) ||
      Sums[0].Type != "double")
    return;
  const unsigned OfRow = Tiles.Operands[0].Column;
  auto Of = [&](unsigned Number) -> MatrixProduct::Operand {
    return {Operands[Number].Tile, Operands[Number].Here};
  };
  Product = MatrixProduct::match(*this, Sums[0].Name, Of(OfRow), Of(1 - OfRow),
                                 Round);
}

std::string TileText::matrixRounds(const Size &S) const {
  auto Length = [&](bool Column) {
    return lengthOf(Tiles.Operands[Tiles.Operands[0].Column == Column ? 0 : 1],
                    Column ? S.Columns : S.Rows);
  };
  return Product->print(
      *this, {S.Side, S.Depth, Length(false), Length(true), neighbours(true)});
}

} // namespace twofold
