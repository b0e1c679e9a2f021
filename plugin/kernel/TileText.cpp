// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/TileText.h"
#include "ast/Nodes.h"
#include "kernel/ItemDimensions.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {
namespace {

std::string numeral(uint64_t N) { return std::to_string(N); }

/// `for (uint name = 0; ..) {`, unrolled.
std::string unrolled(const std::string &Name, unsigned Count,
                     unsigned Step = 1) {
  return "#pragma unroll\nfor (uint " + Name + " = 0; " + Name + " < " +
         numeral(Count) + "; " +
         (Step == 1 ? "++" + Name : Name + " += " + numeral(Step)) + ") {\n";
}

/// Of the elements of a round. Where neighbouring items store those of several
/// rounds they are to go to all banks, but eight rounds of doubles would not
/// fit.
unsigned lengthOf(const TileOperand &O, unsigned Wide, const ASTContext &Ctx) {
  constexpr unsigned Padding = 4;
  return Wide +
         (O.Near && Ctx.getTypeSize(O.Value->getType()) == 32 ? Padding : 0);
}

} // namespace

TileText::TileText(const ItemTiles &Tiles, KernelUnit &Unit,
                   KernelFunction &Function, ArrayRef<std::string> Limits,
                   ArrayRef<std::string> Privates, Declaration Declare,
                   std::string OwnRounds)
    : Tiles(Tiles), Unit(Unit), Function(Function), Limits(Limits),
      Privates(Privates), Declare(Declare), OwnRounds(std::move(OwnRounds)),
      Most(this->OwnRounds.empty() ? Limits[0]
                                   : Unit.Names.claim(Limits[0] + "_most")) {
  auto Type = [&](QualType T) {
    if (Unit.Ctx.getTypeSize(T) == 64)
      Vector = 2;
    return Unit.Types.memory(T.getUnqualifiedType());
  };
  for (const VarDecl *V : Tiles.Sums)
    Sums.push_back({Type(V->getType()),
                    Unit.Names.claim((V->getName() + "_sums").str()), nullptr});
  for (const KeptElement &E : Tiles.Kept)
    Sums.push_back({Type(E.Places.front()->getType()),
                    Unit.Names.claim("kept_sums"), E.Places.front()});
  for (const TileOperand &O : Tiles.Operands) {
    const std::string Base = O.Column ? "column" : "row";
    Operands.push_back(
        {Type(O.Value->getType()), Unit.Names.claim(Base + "_tile"),
         Unit.Names.claim(Base + "_next"), Unit.Names.claim(Base + "_here")});
  }
  for (auto [Name, Base] :
       std::initializer_list<std::pair<std::string *, const char *>>{
           {&Item, "item"},
           {&FirstRow, "first_row"},
           {&FirstColumn, "first_column"},
           {&OwnRow, "own_row"},
           {&OwnColumn, "own_column"},
           {&Row, "row"},
           {&Column, "column"},
           {&Part, "part"},
           {&Turn, "turn"},
           {&Begin, "begin"},
           {&Half, "used"},
           {&More, "more"},
           {&RowNumber, "row_number"},
           {&ColumnNumber, "column_number"},
           {&Place, "place"},
           {&Other, "other"},
           {&Loaded, "loaded"}})
    *Name = Unit.Names.claim(Base);
  Trips =
      Unit.Names.claim((Tiles.Counts.Induction->getName() + "_trips").str());
  auto Add = [&](unsigned Wide, unsigned Deepest, unsigned Side) {
    for (unsigned Depth = Deepest; Depth >= 4; Depth /= 2) {
      unsigned Bytes = 0;
      for (const TileOperand &O : Tiles.Operands)
        Bytes += Unit.Ctx.getTypeSizeInChars(O.Value->getType()).getQuantity() *
                 2 * Depth * lengthOf(O, Wide, Unit.Ctx);
      if (Bytes <= TWOFOLD_TILE_BYTES) {
        Sizes.push_back({Wide, Wide, Depth, Side});
        return;
      }
    }
  };
  Add(128, 8, 8);
  Add(32, 32, 4);
}

/// Both halves of the tiles, for all sizes.
std::string TileText::memory() const {
  std::string Out;
  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands)) {
    unsigned Count = 0;
    for (const Size &S : Sizes)
      Count = std::max(Count, 2 * S.Depth * lengthOf(O, S.Columns, Unit.Ctx));
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

/// What the item loads for Depth rounds, from round From on. Behind the last
/// row, column and round these are loaded again.
std::string TileText::load(const Size &S, const std::string &From) {
  const unsigned Items = S.items();
  std::string Out;
  for (unsigned Kind = 0; Kind != 4; ++Kind) {
    const bool OfColumn = Kind & 1, Near = Kind & 2;
    std::string Loads;
    for (auto [O, N] : llvm::zip(Tiles.Operands, Operands))
      if (O.Column == OfColumn && O.Near == Near)
        Loads += N.Next + "[" + Part +
                 "] = " + Function.Expressions.expression(O.Value).Code + ";\n";
    if (Loads.empty())
      continue;
    const unsigned Wide = OfColumn ? S.Columns : S.Rows;
    const std::string Long = numeral(Near ? S.Depth : Wide);
    const std::string Limit = "(uint)" + (OfColumn ? Most : Limits[Tiles.Row]);
    Out += unrolled(Part, Wide * S.Depth / Items);
    std::string Body = "const uint " + Place + " = " + Item + " + " + Part +
                       " * " + numeral(Items) + ";\nconst uint " +
                       (Near ? Turn : Other) + " = " + Place + " % " + Long +
                       ", " + (Near ? Other : Turn) + " = " + Place + " / " +
                       Long + ";\n";
    Body += Declare(OfColumn ? 0 : Tiles.Row,
                    "min(" + (OfColumn ? FirstColumn : FirstRow) + " + " +
                        Other + ", " + Limit + " - 1)");
    Body += counter("min(" + From + " + " + Turn + ", " + Trips + " - 1)");
    Out += indented(Body + again(OfColumn, !OfColumn) + Loads, 1) + "}\n";
  }
  return Out;
}

/// Stores that into the half To.
std::string TileText::fill(const Size &S, const std::string &To) const {
  const unsigned Items = S.items();
  std::string Out;
  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands)) {
    const unsigned Wide = O.Column ? S.Columns : S.Rows;
    const std::string Long = numeral(O.Near ? S.Depth : Wide);
    Out += unrolled(Part, Wide * S.Depth / Items);
    Out += "  const uint " + Place + " = " + Item + " + " + Part + " * " +
           numeral(Items) + ";\n  " + N.Tile + "[(" + To + " * " +
           numeral(S.Depth) + " + " + Place + (O.Near ? " % " : " / ") + Long +
           ") * " + numeral(lengthOf(O, Wide, Unit.Ctx)) + " + " + Place +
           (O.Near ? " / " : " % ") + Long + "] = " + N.Next + "[" + Part +
           "];\n}\n";
  }
  return Out;
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
           numeral(lengthOf(O, Wide, Unit.Ctx)) + " + " +
           (O.Column ? OwnColumn : OwnRow) + " + " + Part + " * " +
           numeral(O.Column ? 4 : 8) + ");\n";
    for (unsigned Lane = 0; Lane != Vector; ++Lane)
      Out += "  " + N.Here + "[" + Part + " + " + numeral(Lane) +
             "] = " + Loaded + ".s" + numeral(Lane) + ";\n";
    Out += "}\n";
  }
  const std::string At = "[" + Row + "][" + Column + "]";
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
  return Out + points(S, Body, false);
}

/// Runs the code for each row and column that the item has. Ranges: if there is
/// one.
std::string TileText::points(const Size &S, const std::string &Inside,
                             bool Ranges) const {
  std::string Body = Inside;
  if (Ranges) {
    const std::string Count = numeral(Vector);
    auto Number = [&](const std::string &Name, const std::string &First,
                      const std::string &Own, const std::string &Which,
                      unsigned Lanes) {
      return "const uint " + Name + " = " + First + " + (" + Own + " + " +
             Which + " / " + Count + " * " + numeral(Lanes * Vector) + " + " +
             Which + " % " + Count + ");\n";
    };
    const std::string Own =
        OwnRounds.empty()
            ? ""
            : OwnRounds + "if (" + ColumnNumber + " < " + Limits[0] + ") {\n";
    Body = Number(RowNumber, FirstRow, OwnRow, Row, 8) +
           Number(ColumnNumber, FirstColumn, OwnColumn, Column, 4) + "if (" +
           RowNumber + " < (uint)" + Limits[Tiles.Row] + " && " + ColumnNumber +
           " < (uint)" + Most + ") {\n" +
           indented(Declare(Tiles.Row, RowNumber) + Own +
                        Declare(0, ColumnNumber) + Inside,
                    1) +
           (OwnRounds.empty() ? "" : "  }\n") + "}\n";
  }
  return unrolled(Row, S.Side) +
         indented(unrolled(Column, S.Side) + indented(Body, 1) + "}\n", 1) +
         "}\n";
}

/// How many columns the rows of the tile have: no more than the first or the
/// last one. None are left for some groups.
std::string TileText::columns(const Size &S) const {
  auto Of = [&](const std::string &Number) {
    return "{\n" +
           indented(Declare(Tiles.Row, Number) + OwnRounds + Most + " = max(" +
                        Most + ", " + Limits[0] + ");\n",
                    1) +
           "}\n";
  };
  return "ulong " + Most + " = 0;\n" + Of(FirstRow) +
         Of("min(" + FirstRow + " + " + numeral(S.Rows) + ", (uint)" +
            Limits[Tiles.Row] + ") - 1") +
         "if (" + FirstColumn + " >= " + Most + ")\n  return;\n";
}

/// Statements outside the loop.
std::string TileText::point(const Size &S, ArrayRef<const Stmt *> Statements,
                            const std::string &Before,
                            const std::string &Behind) {
  std::string Body = Before;
  for (const std::string &Declared : Privates)
    Body += Declared;
  for (const Stmt *Each : Statements)
    Body += Function.Statements.part(Each, 0);
  return points(S, Body + Behind, true);
}

std::string TileText::print(const Size &S) {
  const unsigned Wide = 4 * S.Side, High = 8 * S.Side; // of 32 items
  const unsigned Across = S.Columns / Wide, Items = S.items();
  const std::string At = "[" + Row + "][" + Column + "]";
  SmallVector<std::pair<const VarDecl *, std::string>, 4> Known;
  std::string Out, Clear, Loads, Stores;
  // 32 bits hold all columns and rows that tiles are made of, and compilers
  // take a quarter less of the time.
  Out += "const uint " + Item + " = get_local_id(0);\nconst uint " +
         FirstColumn + " = (uint)get_group_id(0) * " + numeral(S.Columns) +
         ", " + FirstRow + " = (uint)get_group_id(" + numeral(Tiles.Row) +
         ") * " + numeral(S.Rows) + ";\nconst uint " + OwnColumn + " = " +
         Item + " / 32 % " + numeral(Across) + " * " + numeral(Wide) + " + " +
         Item + " % 4 * " + numeral(Vector) + ", " + OwnRow + " = " + Item +
         " / " + numeral(32 * Across) + " * " + numeral(High) + " + " + Item +
         " % 32 / 4 * " + numeral(Vector) + ";\n";
  if (!OwnRounds.empty())
    Out += columns(S);
  if (Limits.size() == 3)
    Out += Declare(Tiles.Rest, "get_group_id(" + numeral(Tiles.Rest) + ")");
  Out += "const ulong " + Trips + " = " +
         roundsText(Tiles.Counts, Unit, Function.Expressions) + ";\n";
  for (const Sum &Each : Sums) {
    Out += Each.Type + " " + Each.Name + "[" + numeral(S.Side) + "][" +
           numeral(S.Side) + "];\n";
    Clear += Each.Name + At + " = 0;\n";
    if (Each.Kept) {
      const std::string Memory =
          Function.Expressions.expression(Each.Kept).Code;
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
      "}\n#pragma unroll 8\nfor (uint " + Turn + " = 0; " + Turn +
      " < (uint)min((ulong)" + Depth + ", " + Trips + " - " + Begin + "); ++" +
      Turn + ") {\n" + indented(rounds(S), 1) + "}\nif (" + More + ") {\n" +
      indented(fill(S, "(" + Half + " ^ 1)"), 1) + "}\n" + Barrier + Half +
      " ^= 1;\n";
  Out += "uint " + Half + " = 0;\nfor (ulong " + Begin + " = 0; " + Begin +
         " < " + Trips + "; " + Begin + " += " + Depth + ") {\n" +
         indented(Loop, 1) + "}\n";
  if (!Tiles.Behind.empty() || !Stores.empty())
    Out += point(S, Tiles.Behind, again(true, true) + Stores, "");
  for (auto &[V, Name] : Known)
    if (Name.empty())
      Function.Expressions.Names.forget(V);
    else
      Function.bind(V, Name, Binding::Value);
  return indented(Out, 2);
}

} // namespace twofold
