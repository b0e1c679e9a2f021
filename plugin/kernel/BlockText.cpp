// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/BlockText.h"
#include "ast/Nodes.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

static std::string counted(const std::string &Name, const std::string &Count,
                           const std::string &Body,
                           const std::string &Step = "") {
  return "for (uint " + Name + " = 0; " + Name + " < " + Count + "; " +
         (Step.empty() ? "++" + Name : Name + " += " + Step) + ") {\n" +
         indented(Body, 1) + "}\n";
}

static std::string unrolledText(const std::string &Name,
                                const std::string &Count,
                                const std::string &Body) {
  return "#pragma unroll\n" + counted(Name, Count, Body);
}

BlockText::BlockText(const TileSums &Of, StringRef High)
    : TileSums(Of), High(("(uint)" + High).str()),
      Deep(Unit.Names.claim("deep")), Rows(Unit.Names.claim("BLOCK_ROWS")),
      Vectors(Unit.Names.claim("BLOCK_VECTORS")) {
  constexpr unsigned PanelBytes = 64 << 10, Deepest = 256;
  unsigned Bytes = 0; // of all columns in a round
  auto Narrow = [&](QualType T) {
    if (Unit.Ctx.getTypeSize(T) == 64)
      Lanes = 8;
    return Unit.Ctx.getTypeSizeInChars(T).getQuantity();
  };
  for (const TileOperand &O : Tiles.Operands)
    Bytes += (O.Column ? 1 : 0) * Narrow(O.Value->getType()) * Columns;
  for (const VarDecl *V : Tiles.Sums)
    Narrow(V->getType());
  for (const KeptElement &E : Tiles.Kept)
    Narrow(E.Places.front()->getType());
  Depth = std::min(Deepest, PanelBytes / std::max(Bytes, 1u));
  const QualType First =
      (Tiles.Sums.empty() ? Tiles.Kept.front().Places.front()->getType()
                          : Tiles.Sums.front()->getType())
          .getUnqualifiedType();
  Whole = First.getCanonicalType();
  const bool Vector = Whole == Unit.Ctx.FloatTy || Whole == Unit.Ctx.DoubleTy;
  if (!Vector ||
      !llvm::all_of(statements(), [&](const Stmt *S) { return isVector(S); }))
    Whole = QualType();
  for (const Sum &Each : Sums)
    Here.push_back(Unit.Names.claim(Each.Name + "_here"));
}

std::string BlockText::rowsHere() const {
  return "min(" + High + ", (uint)" + Limits[Tiles.Row] + " - " + FirstRow +
         ")";
}

std::string BlockText::columnsHere() const {
  return "min((uint)" + numeral(Columns) + ", (uint)" + Most + " - " +
         FirstColumn + ")";
}

std::string BlockText::memory() const {
  const std::string Define = "#define ", Wide = numeral(Columns);
  std::string Out = "#ifdef __AVX512F__\n" + Define + Rows + " 6\n" + Define +
                    Vectors + " 4\n#else\n" + Define + Rows + " 6\n" + Define +
                    Vectors + " 1\n#endif\n";
  auto Add = [&](const std::string &Declared) {
    Out += "  __local " + Declared + " __attribute__((aligned(64)));\n";
  };
  for (const Sum &Each : Sums)
    Add(Each.Type + " " + Each.Name + "[" + numeral(TWOFOLD_BLOCK_ROWS) + "][" +
        Wide + "]");
  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands))
    if (!staysInPlace(O))
      Add(N.Type + " " + N.Tile + "[" +
          (O.Column ? numeral(Columns * Depth)
                    : Rows + " * " + numeral(Depth)) +
          "]");
  return Out;
}

std::string BlockText::points(const std::string &Inside, bool Ranges) const {
  if (!Ranges)
    return counted(Row, High, counted(Column, numeral(Columns), Inside));
  const std::string Has = hasColumn();
  return counted(Row, rowsHere(),
                 "const uint " + RowNumber + " = " + FirstRow + " + " + Row +
                     ";\n" + Declare(Tiles.Row, RowNumber) +
                     counted(Column, columnsHere(),
                             "const uint " + ColumnNumber + " = " +
                                 FirstColumn + " + " + Column + ";\n" + Has +
                                 Declare(0, ColumnNumber) + Inside +
                                 (Has.empty() ? "" : "}\n")));
}

/// Operators on vectors do the same as those on numbers, but not all functions
/// do, and comparisons have other results.
bool BlockText::isVector(const Expr *E) {
  const Expr *Plain = E->IgnoreParens();
  if (Plain->getType().getCanonicalType().getUnqualifiedType() != Whole)
    return false;
  if (llvm::any_of(Tiles.Uses, [&](auto &U) { return U.first == Plain; }))
    return true;
  if (const Expr *Place = operandOf(Plain, CK_LValueToRValue)) {
    Place = Place->IgnoreParens();
    for (const KeptElement &K : Tiles.Kept)
      if (llvm::is_contained(K.Places, Place))
        return true;
    const auto *V = dyn_cast_or_null<VarDecl>(namedIn(Place));
    if (!V)
      return false;
    if (!llvm::is_contained(Tiles.Sums, V) && !llvm::is_contained(Inside, V) &&
        llvm::none_of(Tiles.Locals, [&](auto &L) { return L.first == V; }))
      Alike.push_back(Plain);
    return true;
  }
  if (isa<FloatingLiteral>(Plain)) {
    Alike.push_back(Plain);
    return true;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(Plain))
    return U->getOpcode() == UO_Minus && isVector(U->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(Plain);
  return B && (B->isAdditiveOp() || B->getOpcode() == BO_Mul) &&
         isVector(B->getLHS()) && isVector(B->getRHS());
}

/// It assigns to a sum, or declares a variable of the round.
bool BlockText::isVector(const Stmt *S) {
  if (const VarDecl *V = onlyVariable(S)) {
    if (!V->getInit() || V->getType().isVolatileQualified() ||
        V->getType().getCanonicalType().getUnqualifiedType() != Whole ||
        !isVector(V->getInit()))
      return false;
    Inside.push_back(V);
    return true;
  }
  const auto *E = dyn_cast<Expr>(S);
  const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (!B || B->getLHS()->getType().getCanonicalType() != Whole)
    return false;
  const auto *C = dyn_cast<CompoundAssignOperator>(B);
  const bool Known =
      C ? (C->getOpcode() == BO_AddAssign || C->getOpcode() == BO_SubAssign ||
           C->getOpcode() == BO_MulAssign) &&
              C->getComputationLHSType().getCanonicalType() == Whole
        : B->getOpcode() == BO_Assign;
  return Known && isVector(B->getRHS());
}

/// Its elements follow each other from round to round.
bool BlockText::staysInPlace(const TileOperand &O) const {
  return !O.Column && O.Near && isElement(O);
}

/// What columns read, Lanes of them together in each round.
std::string BlockText::fill(unsigned Operand) {
  const TileOperand &O = Tiles.Operands[Operand];
  const std::string Value = Function.Expressions.expression(O.Value).Code,
                    Wide = numeral(Lanes),
                    Left =
                        "(uint)" + Most + " - " + FirstColumn + " - " + Other;
  const std::string Each =
      Declare(0, "(" + FirstColumn + " + " + Other + " + " + Lane + ")") +
      counter("(" + Begin + " + " + Turn + ")") + again(true, false) +
      Operands[Operand].Tile + "[" + Other + " * " + numeral(Depth) + " + " +
      Turn + " * " + Wide + " + " + Lane + "] = " + Value + ";\n";
  auto All = [&](const std::string &Count) {
    return O.Near ? counted(Lane, Count, counted(Turn, Deep, Each))
                  : counted(Turn, Deep, counted(Lane, Count, Each));
  };
  return counted(Other, columnsHere(),
                 "if (" + Left + " >= " + Wide + ") {\n" +
                     indented(All(Wide), 1) + "} else {\n" +
                     indented(All(Left), 1) + "}\n",
                 Wide);
}

/// What rows read. Behind the last row this is read again.
std::string BlockText::lines(unsigned Operand) {
  const TileOperand &O = Tiles.Operands[Operand];
  const Names &N = Operands[Operand];
  const std::string Declared =
      Declare(Tiles.Row, rowToRead(FirstRow + " + " + OwnRow + " + " + Row));
  if (staysInPlace(O))
    return "__global const " + N.Type + " *" + N.Next + "[" + Rows + "];\n" +
           unrolledText(Row, Rows,
                        Declared + counter(Begin) + again(false, true) +
                            N.Next + "[" + Row + "] = &" +
                            Function.Expressions.expression(O.Element).atLeast(
                                Strength::Unary) +
                            ";\n");
  return counted(
      Turn, Deep,
      unrolledText(Row, Rows,
                   Declared + counter("(" + Begin + " + " + Turn + ")") +
                       again(false, true) + inRow(Operand) + " = " +
                       Function.Expressions.expression(O.Value).Code + ";\n"));
}

/// The operand's value of the row in the round.
std::string BlockText::inRow(unsigned Operand) const {
  const Names &N = Operands[Operand];
  return staysInPlace(Tiles.Operands[Operand])
             ? N.Next + "[" + Row + "][" + Turn + "]"
             : N.Tile + "[" + Turn + " * " + Rows + " + " + Row + "]";
}

/// The statements with vectors for numbers.
std::string BlockText::vectorRound() {
  const std::string Wide = numeral(Lanes), Type = typeOf(Whole) + Wide;
  std::string Columns, Lines;
  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands)) {
    const unsigned Operand = &O - Tiles.Operands.begin();
    if (!O.Column) {
      Lines += "const " + Type + " " + N.Here + " = (" + Type + ")(" +
               inRow(Operand) + ");\n";
      continue;
    }
    Columns +=
        Type + " " + N.Here + "[" + Vectors + "];\n" +
        unrolledText(Part, Vectors,
                     N.Here + "[" + Part + "] = *(__local const " + Type +
                         " *)&" + N.Tile + "[(" + OwnColumn + " + " + Part +
                         " * " + Wide + ") * " + numeral(Depth) + " + " + Turn +
                         " * " + Wide + "];\n");
  }
  for (const Expr *E : Alike)
    Function.Expressions.Kept[E] =
        "(" + Type + ")(" + Function.Expressions.expression(E).Code + ")";
  const std::string Body = bound(
      [&](unsigned Operand) {
        const std::string &Name = Operands[Operand].Here;
        return Tiles.Operands[Operand].Column ? Name + "[" + Part + "]" : Name;
      },
      [&](unsigned Number) {
        return Here[Number] + "[" + Row + "][" + Part + "]";
      },
      [&] {
        std::string Out;
        for (const Stmt *S : statements()) {
          const VarDecl *V = onlyVariable(S);
          if (!V) {
            Out += Function.Statements.part(S, 0);
            continue;
          }
          const std::string Value =
              Function.Expressions.expression(V->getInit()).Code;
          const std::string Name = Unit.Names.local(V->getName());
          Function.bind(V, Name, Binding::Value);
          Out += Type + " " + Name + " = " + Value + ";\n";
        }
        return Out;
      });
  for (const VarDecl *V : Inside)
    Function.Expressions.Names.forget(V);
  std::string Load, Store;
  for (auto [Each, Name] : llvm::zip(Sums, Here)) {
    const std::string Memory = "&" + Each.Name + "[" + OwnRow + " + " + Row +
                               "][" + OwnColumn + " + " + Part + " * " + Wide +
                               "]",
                      Own = Name + "[" + Row + "][" + Part + "]";
    Load += Own + " = *(__local const " + Type + " *)" + Memory + ";\n";
    Store += "*(__local " + Type + " *)" + Memory + " = " + Own + ";\n";
  }
  auto Each = [&](const std::string &What) {
    return unrolledText(Row, Rows, unrolledText(Part, Vectors, What));
  };
  std::string Out;
  for (const std::string &Name : Here)
    Out += Type + " " + Name + "[" + Rows + "][" + Vectors + "];\n";
  return Out + Each(Load) +
         counted(Turn, Deep,
                 Columns +
                     unrolledText(Row, Rows,
                                  Lines + unrolledText(Part, Vectors, Body))) +
         Each(Store);
}

/// The statements as written, for neighbouring columns one after the other.
std::string BlockText::scalarRound() {
  const std::string Wide = numeral(Lanes),
                    Own = OwnColumn + " + " + Part + " * " + Wide;
  const std::string Body = bound(
      [&](unsigned Operand) {
        return Tiles.Operands[Operand].Column
                   ? Operands[Operand].Tile + "[(" + Own + ") * " +
                         numeral(Depth) + " + " + Turn + " * " + Wide + " + " +
                         Lane + "]"
                   : inRow(Operand);
      },
      [&](unsigned Number) {
        return Sums[Number].Name + "[" + OwnRow + " + " + Row + "][" + Own +
               " + " + Lane + "]";
      },
      [&] {
        std::string Out;
        for (const Stmt *S : statements())
          Out += Function.Statements.part(S, 0);
        return Out;
      });
  return counted(
      Turn, Deep,
      counted(Row, Rows, counted(Part, Vectors, counted(Lane, Wide, Body))));
}

std::string BlockText::rounds() {
  const std::string Step = numeral(Depth), Wide = numeral(Lanes);
  std::string Out, Fill, Lines;
  for (unsigned I = 0; I != Operands.size(); ++I) {
    const Names &N = Operands[I];
    const bool Column = Tiles.Operands[I].Column;
    (Column ? Fill : Lines) += Column ? fill(I) : lines(I);
    if (Column) // of columns that there are not
      Out +=
          "for (uint " + Other + " = " + columnsHere() + " / " + Wide + " * " +
          Wide + "; " + Other + " < " + numeral(Columns) + "; " + Other +
          " += " + Wide + ") {\n" +
          indented(counted(Place,
                           "min((ulong)" + Step + ", " + Trips + ") * " + Wide,
                           N.Tile + "[" + Other + " * " + Step + " + " + Place +
                               "] = 0;\n"),
                   1) +
          "}\n";
  }
  return Out + "for (ulong " + Begin + " = 0; " + Begin + " < " + Trips + "; " +
         Begin + " += " + Step + ") {\n" +
         indented("const uint " + Deep + " = (uint)min((ulong)" + Step + ", " +
                      Trips + " - " + Begin + ");\n" + Fill +
                      counted(OwnRow, rowsHere(),
                              Lines + counted(OwnColumn, columnsHere(),
                                              Whole.isNull() ? scalarRound()
                                                             : vectorRound(),
                                              numeral(Lanes) + " * " + Vectors),
                              Rows),
                  1) +
         "}\n";
}

std::string BlockText::print() {
  std::string Out;
  if (Tiles.Columns == Slant::None)
    Out += "const uint " + FirstColumn + " = (uint)get_group_id(0) * " +
           numeral(Columns) + ", " + FirstRow + " = (uint)get_group_id(" +
           numeral(Tiles.Row) + ") * " + High + ";\n";
  Out += around({numeral(Columns), numeral(Columns - 1), High, "0", "++" + Row},
                [&] { return rounds(); });
  return indented(Out, 2);
}

} // namespace twofold
