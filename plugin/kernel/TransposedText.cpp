// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/TransposedText.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

TransposedText::TransposedText(const TransposedLoads &Plan, KernelUnit &Unit,
                               KernelFunction &Function,
                               ArrayRef<std::string> Limits,
                               ArrayRef<std::string> Privates,
                               TileText::Declaration Declare)
    : Plan(Plan), Unit(Unit), Function(Function), Limits(Limits),
      Privates(Privates), Declare(Declare) {
  for (auto [Name, Base] :
       std::initializer_list<std::pair<std::string *, const char *>>{
           {&Item, "item"},
           {&FirstRow, "first_row"},
           {&FirstColumn, "first_column"},
           {&Row, "row"},
           {&Column, "column"},
           {&Part, "part"},
           {&Place, "place"},
           {&RowNumber, "row_number"},
           {&ColumnNumber, "column_number"}})
    *Name = Unit.Names.claim(Base);
  while (Plan.bytes(Unit.Ctx) * Side * (Side + 1) > TWOFOLD_TILE_BYTES)
    Side /= 2;
}

/// All places of the item; neighbouring items are so in Columns, or in rows.
std::string TransposedText::each(bool Columns,
                                 const std::string &Inside) const {
  const std::string Length = std::to_string(Side);
  return "#pragma unroll\nfor (uint " + Part + " = 0; " + Part + " < " +
         std::to_string(Side * Side / Items) + "; ++" + Part +
         ") {\n  const uint " + Place + " = " + Item + " + " + Part + " * " +
         std::to_string(Items) + ";\n  const uint " + (Columns ? Column : Row) +
         " = " + Place + " % " + Length + ", " + (Columns ? Row : Column) +
         " = " + Place + " / " + Length + ";\n" + indented(Inside) + "}\n";
}

std::string TransposedText::print() {
  // Rows are an element longer, so that columns lie in all banks.
  const std::string At =
      "[" + Row + " * " + std::to_string(Side + 1) + " + " + Column + "]";
  const std::string Length = std::to_string(Side);
  std::string Loads, Body;
  for (const auto &L : Plan.Loads) {
    const std::string Tile = Unit.Names.claim("tile");
    const QualType T = L.front()->getType().getUnqualifiedType();
    Memory += "  __local " + Unit.Types.memory(T) + " " + Tile + "[" +
              std::to_string(Side * (Side + 1)) + "];\n";
    Loads += Tile + At + " = " +
             Function.Expressions.expression(L.front()).Code + ";\n";
    for (const Expr *Use : L)
      Function.Expressions.Kept[Use] = Tile + At;
  }
  for (const std::string &Own : Privates)
    Body += Own;
  Body += Function.Statements.body(Unit.Loop.Body, 0);
  Function.Expressions.Kept.clear();

  auto Last = [&](unsigned R, const std::string &Number) {
    return Declare(R, "min(" + Number + ", " + Limits[R] + " - 1)");
  };
  std::string Out = "const uint " + Item + " = get_local_id(0);\nconst ulong " +
                    FirstColumn + " = get_group_id(0) * " + Length + ", " +
                    FirstRow + " = get_group_id(1) * " + Length + ";\n";
  if (Limits.size() == 3)
    Out += Declare(2, "get_group_id(2)");
  Out +=
      each(Plan.Along == 0, Last(1, FirstRow + " + " + Row) +
                                Last(0, FirstColumn + " + " + Column) + Loads);
  Out += "barrier(CLK_LOCAL_MEM_FENCE);\n";
  Out += each(
      Plan.Along == 1,
      "const ulong " + RowNumber + " = " + FirstRow + " + " + Row + ", " +
          ColumnNumber + " = " + FirstColumn + " + " + Column + ";\nif (" +
          RowNumber + " < " + Limits[1] + " && " + ColumnNumber + " < " +
          Limits[0] + ") {\n" +
          indented(Declare(1, RowNumber) + Declare(0, ColumnNumber) + Body) +
          "}\n");
  return indented(Out, 2);
}

} // namespace twofold
