// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/TileSums.h"
#include "ast/Nodes.h"
#include "kernel/ItemDimensions.h"

using namespace clang;

namespace twofold {

TileSums::TileSums(const ItemTiles &Tiles, KernelUnit &Unit,
                   KernelFunction &Function, ArrayRef<std::string> Limits,
                   ArrayRef<std::string> Privates, Declaration Declare,
                   RowColumns Own)
    : TileNames(Unit.Names), Tiles(Tiles), Unit(Unit), Function(Function),
      Limits(Limits), Privates(Privates), Declare(Declare), Own(std::move(Own)),
      Most(Tiles.Columns == Slant::None
               ? Limits[0]
               : Unit.Names.claim(Limits[0] + "_most")) {
  for (const VarDecl *V : Tiles.Sums)
    Sums.push_back({typeOf(V->getType()),
                    Unit.Names.claim((V->getName() + "_sums").str()), nullptr});
  for (auto [E, Beyond] : llvm::zip(Tiles.Kept, Tiles.Beyond))
    Sums.push_back({typeOf(E.Places.front()->getType()),
                    Unit.Names.claim("kept_sums"), E.Places.front(),
                    Beyond.Places.empty() ? nullptr : &Beyond});
  for (const TileOperand &O : Tiles.Operands) {
    const std::string Base = O.Column ? "column" : "row";
    Operands.push_back(
        {typeOf(O.Value->getType()), Unit.Names.claim(Base + "_tile"),
         Unit.Names.claim(Base + "_next"), Unit.Names.claim(Base + "_here")});
  }
  Trips =
      Unit.Names.claim((Tiles.Counts.Induction->getName() + "_trips").str());
}

std::string TileSums::counter(const std::string &Number) const {
  const VarDecl *D = Tiles.Counts.Induction;
  std::string Name = Function.nameOf(D).str();
  if (Name.empty())
    Name = Unit.Names.local(D->getName());
  return Unit.Types.memory(D->getType().getUnqualifiedType()) + " " + Name +
         " = " + counterText(Tiles.Counts, Number, Unit, Function.Expressions) +
         ";\n";
}

/// Variables that need no other column or row than this.
std::string TileSums::again(bool OfColumn, bool OfRow) const {
  std::string Out;
  for (const ItemTiles::Repeated &R : Tiles.Again)
    if ((OfColumn || !R.Column) && (OfRow || !R.Row))
      Out += Function.Statements.declared(*R.Variable) + ";\n";
  return Out;
}

bool TileSums::isElement(const TileOperand &O) const {
  const Expr *Read = operandOf(O.Value->IgnoreParens(), CK_LValueToRValue);
  return O.Element && Read && Read->IgnoreParens() == O.Element &&
         Function.Expressions.Spaces.lvalue(O.Element) == AddressSpace::Global;
}

std::string TileSums::rowToRead(const std::string &Number) const {
  return Tiles.Columns == Slant::None
             ? "min(" + Number + ", (uint)" + Limits[Tiles.Row] + " - 1)"
             : "clamp(" + Number + ", " + RowBegin + ", " + RowEnd + " - 1)";
}

std::string TileSums::hasColumn() const {
  if (Tiles.Columns == Slant::None)
    return "";
  return Own.Trips + "if (" + ColumnNumber +
         (Tiles.Columns == Slant::Ends ? " < " + Limits[0]
                                       : " + " + Limits[0] + " >= " + Most) +
         ") {\n";
}

SmallVector<const Stmt *, 4> TileSums::statements() const {
  SmallVector<const Stmt *, 4> Out;
  for (const Stmt *Each : Tiles.Rounds) {
    const VarDecl *V = onlyVariable(Each);
    if (llvm::none_of(Tiles.Locals, [&](auto &L) { return L.first == V; }))
      Out.push_back(Each);
  }
  return Out;
}

std::string TileSums::bound(llvm::function_ref<std::string(unsigned)> Here,
                            llvm::function_ref<std::string(unsigned)> SumOf,
                            llvm::function_ref<std::string()> Print) {
  for (auto [E, Operand] : Tiles.Uses)
    Function.Expressions.Kept[E] = Here(Operand);
  for (auto [Number, E] : llvm::enumerate(Tiles.Kept))
    for (const Expr *P : E.Places)
      Function.Expressions.Kept[P] = SumOf(Tiles.Sums.size() + Number);
  for (auto [Number, V] : llvm::enumerate(Tiles.Sums))
    Function.bind(V, SumOf(Number), Binding::Value);
  for (auto [V, Operand] : Tiles.Locals)
    Function.bind(V, Here(Operand), Binding::Value);
  std::string Out = Print();
  Function.Expressions.Kept.clear();
  for (auto [V, Operand] : Tiles.Locals)
    Function.Expressions.Names.forget(V);
  return Out;
}

/// The tile of the group's number, of those that have columns: so all units
/// have as many. Most: how many columns rows have where they end further and
/// further; where they begin so, as many as the first of all rows, which have
/// numbers in all of them.
std::string TileSums::columns(const Extent &Of) const {
  auto In = [&](const std::string &Number, const std::string &Then) {
    return "{\n" + indented(Declare(Tiles.Row, Number) + Own.Trips + Then, 1) +
           "}\n";
  };
  auto None = [&](const std::string &Number, const std::string &Which) {
    return indented(Declare(Tiles.Row, Number) + Own.Trips + "if (" +
                        Limits[0] + " != 0)\n  break;\n" + Which + ";\n",
                    1) +
           "}\n";
  };
  const std::string Rows = "(uint)" + Limits[Tiles.Row], Last = Of.LastColumn,
                    Wide = Of.Columns, High = Of.Rows,
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
    Each = Most + " = 0;\n" + In(FirstRow, Then) + In(Behind + " - 1", Then) +
           FirstColumn + " = 0;\n" + "const ulong " + Other + " = (" + Most +
           " + " + Last + ") / " + Wide + ";\n";
  } else {
    Out += "long " + ColumnBegin + " = 0;\n" +
           In("0", Most + " = " + Limits[0] + ";\n" + ColumnBegin + " = " +
                       Own.Begin + ";\n");
    Each = "ulong " + Other + " = 0;\n" +
           In(FirstRow, "if (" + Limits[0] + " != 0) {\n  " + FirstColumn +
                            " = (uint)((" + Most + " - " + Limits[0] + ") / " +
                            Wide + " * " + Wide + ");\n  " + Other + " = (" +
                            Most + " + " + Last + " - " + FirstColumn + ") / " +
                            Wide + ";\n}\n");
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
std::string TileSums::beside(const Extent &Of) {
  if (Tiles.Beside.empty())
    return "";
  std::string Body = Declare(Tiles.Row, RowNumber) + again(false, true);
  for (const std::string &Declared : Privates)
    Body += Declared;
  for (const Stmt *Each : Tiles.Beside)
    Body += Function.Statements.besidePart(Each, 0);
  return "if (get_group_id(0) == 0)\n  for (uint " + Row + " = " + Of.FirstRow +
         "; " + Row + " < " + Of.Rows + "; " + Of.NextRow +
         ") {\n    const uint " + RowNumber + " = (uint)get_group_id(" +
         numeral(Tiles.Row) + ") * " + Of.Rows + " + " + Row + ";\n    if (" +
         RowNumber + " < (uint)" + Limits[Tiles.Row] + ") {\n" +
         indented(Body, 3) + "    }\n  }\n";
}

/// From now on the elements are in their registers where statements outside the
/// loop touch them.
void TileSums::bindBeyond() {
  for (const Sum &Each : Sums)
    if (Each.Beyond)
      for (const Expr *P : Each.Beyond->Places)
        Function.Expressions.Kept[P] = Each.Name + at();
}

/// Statements outside the loop.
std::string TileSums::point(ArrayRef<const Stmt *> Statements,
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
  return points(Body + Behind, true);
}

std::string TileSums::around(const Extent &Of,
                             llvm::function_ref<std::string()> Rounds) {
  const std::string At = at();
  SmallVector<std::pair<const VarDecl *, std::string>, 4> Known;
  std::string Out, Clear, Loads, Stores, Last;
  if (Limits.size() == 3)
    Out += Declare(Tiles.Rest, "get_group_id(" + numeral(Tiles.Rest) + ")");
  Out += beside(Of);
  if (Tiles.Columns != Slant::None)
    Out += columns(Of);
  Out += "const ulong " + Trips + " = " +
         roundsText(Tiles.Counts, Unit, Function.Expressions) + ";\n" +
         declaredSums();
  for (const Sum &Each : Sums) {
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
  for (const VarDecl *V : Tiles.Sums)
    Known.push_back({V, Function.nameOf(V).str()});
  auto Bind = [&] {
    for (auto [Number, V] : llvm::enumerate(Tiles.Sums))
      Function.bind(V, Sums[Number].Name + At, Binding::Value);
    bindBeyond();
  };
  Bind();
  Out += points(Clear, false) + point(Tiles.Ahead, "", Loads) + Rounds();
  Bind();
  if (!Tiles.Behind.empty() || !Stores.empty() || !Last.empty())
    Out += point(Tiles.Behind, again(true, true) + Stores, Last);
  Function.Expressions.Kept.clear();
  for (auto &[V, Name] : Known)
    if (Name.empty())
      Function.Expressions.Names.forget(V);
    else
      Function.bind(V, Name, Binding::Value);
  return Out;
}

} // namespace twofold
