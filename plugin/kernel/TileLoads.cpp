// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TileLoads.cpp - what tiles are computed from, into local memory ----===//

#include "ast/Nodes.h"
#include "kernel/TileText.h"

using namespace clang;

namespace twofold {

/// How many neighbours of the operand an item loads at once. On an H200, single
/// loads are quicker of numbers of 64 bits, and in tiles all of whose operands
/// have neighbours in rounds, but for those of triangles. What is computed of
/// an element would wait for four of them: a product with such an operand was
/// quicker where both were loaded singly.
unsigned TileText::together(const TileOperand &O, const Size &S) const {
  constexpr unsigned Count = 4;
  const unsigned Each = (O.Column ? S.Columns : S.Rows) * S.Depth / S.items();
  const bool Rounds =
      llvm::all_of(Tiles.Operands, [](const TileOperand &T) { return T.Near; });
  return isElement(O) && Vector == Count && Each % Count == 0 &&
                 !(Rounds && Tiles.Columns == Slant::None)
             ? Count
             : 1;
}

/// Declares the column or row, and the round, that are Behind those of the
/// item's place. Behind the last one of each that is meant.
std::string TileText::place(const TileOperand &O, const std::string &From,
                            const std::string &Behind) {
  const std::string Number = (O.Column ? FirstColumn : FirstRow) + " + " +
                             Other + (O.Near ? "" : Behind);
  return Declare(O.Column ? 0 : Tiles.Row,
                 O.Column ? "min(" + Number + ", (uint)" + Most + " - 1)"
                          : rowToRead(Number)) +
         counter("min(" + From + " + " + Turn + (O.Near ? Behind : "") + ", " +
                 Trips + " - 1)") +
         again(O.Column, !O.Column);
}

/// Neighbours at once, where there are as many and they lie where the device
/// can load them so.
std::string TileText::loadTogether(const TileOperand &O, const Names &N,
                                   const std::string &From, unsigned Count) {
  const std::string Many = numeral(Count);
  const QualType Of = O.Element->getType().getUnqualifiedType();
  const std::string Type = "__global const " + Unit.Types.memory(Of) + Many;
  auto Value = [&](const std::string &Lane) {
    return N.Next + "[" + Part + " * " + Many + " + " + Lane +
           "] = " + Function.Expressions.expression(O.Value).Code + ";\n";
  };
  const std::string Inside =
      O.Near
          ? From + " + " + Turn + " + " + Many + " <= " + Trips
          : (O.Column ? FirstColumn : FirstRow) + " + " + Other + " + " + Many +
                " <= " +
                (O.Column                       ? "(uint)" + Most
                 : Tiles.Columns == Slant::None ? "(uint)" + Limits[Tiles.Row]
                                                : RowEnd);
  std::string Wide = "const " + Type.substr(sizeof "__global const " - 1) +
                     " " + Loaded + " = *(" + Type + " *)" + Address + ";\n";
  const std::string Element =
      "&" + Function.Expressions.expression(O.Element).atLeast(Strength::Unary);
  for (unsigned Lane = 0; Lane != Count; ++Lane) {
    Function.Expressions.Kept[O.Element] = Loaded + ".s" + numeral(Lane);
    Wide += Value(numeral(Lane));
  }
  Function.Expressions.Kept.erase(O.Element);
  const unsigned Bytes =
      Count * Unit.Ctx.getTypeSizeInChars(O.Element->getType()).getQuantity();
  const std::string Before =
      !O.Near && !O.Column && Tiles.Columns == Slant::Ends
          ? FirstRow + " + " + Other + " >= " + RowBegin + " && "
          : "";
  return "bool " + Together + " = false;\n{\n" +
         indented(place(O, From, "") + "__global const void *const " + Address +
                      " = " + Element + ";\n" + Together + " = " + Before +
                      Inside + " && (ulong)" + Address + " % " +
                      numeral(Bytes) + " == 0;\nif (" + Together + ") {\n" +
                      indented(Wide, 1) + "}\n",
                  1) +
         "}\nif (!" + Together + ") {\n" +
         indented(unrolled(Lane, Count) +
                      indented(place(O, From, " + " + Lane) + Value(Lane), 1) +
                      "}\n",
                  1) +
         "}\n";
}

/// What the item loads for Depth rounds, from round From on. Behind the last
/// row, column and round these are loaded again.
std::string TileText::load(const Size &S, const std::string &From) {
  const unsigned Items = S.items();
  std::string Out;
  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands)) {
    const unsigned Wide = O.Column ? S.Columns : S.Rows;
    const std::string Value = Function.Expressions.expression(O.Value).Code;
    const std::string Single = Matrices ? From + " + " + Turn + " < " + Trips +
                                              " ? " + Value + " : " +
                                              Product->nothing(O.Column)
                                        : Value;
    Out +=
        unrolled(Part, Wide * S.Depth / Items / together(O, S)) +
        indented(numbers(O, S) + (together(O, S) > 1
                                      ? loadTogether(O, N, From, together(O, S))
                                      : place(O, From, "") + N.Next + "[" +
                                            Part + "] = " + Single + ";\n"),
                 1) +
        "}\n";
  }
  return Out;
}

/// The numbers of what the item loads first in a part.
std::string TileText::numbers(const TileOperand &O, const Size &S) const {
  const unsigned Count = together(O, S);
  const std::string Long = numeral((O.Near     ? S.Depth
                                    : O.Column ? S.Columns
                                               : S.Rows) /
                                   Count);
  const std::string Times = Count == 1 ? "" : " * " + numeral(Count);
  return "const uint " + Place + " = " + Item + " + " + Part + " * " +
         numeral(S.items()) + ";\nconst uint " + (O.Near ? Turn : Other) +
         " = " + Place + " % " + Long + Times + ", " + (O.Near ? Other : Turn) +
         " = " + Place + " / " + Long + ";\n";
}

/// Stores that into the half To.
std::string TileText::fill(const Size &S, const std::string &To) const {
  std::string Out;
  for (auto [O, N] : llvm::zip(Tiles.Operands, Operands)) {
    const unsigned Wide = O.Column ? S.Columns : S.Rows, Count = together(O, S);
    const std::string Many = numeral(Count);
    auto At = [&](unsigned Lane) {
      const std::string More = Lane ? " + " + numeral(Lane) : "";
      return N.Tile + "[(" + To + " * " + numeral(S.Depth) + " + " + Turn +
             More + ") * " + numeral(lengthOf(O, Wide)) + " + " + Other + "]";
    };
    auto Next = [&](unsigned Lane) {
      return N.Next + "[" + Part +
             (Count == 1 ? "]" : " * " + Many + " + " + numeral(Lane) + "]");
    };
    std::string Stores;
    if (O.Near || Count == 1) {
      for (unsigned Lane = 0; Lane != Count; ++Lane)
        Stores += At(Lane) + " = " + Next(Lane) + ";\n";
    } else {
      std::string All;
      for (unsigned Lane = 0; Lane != Count; ++Lane)
        All += (Lane ? ", " : "") + Next(Lane);
      Stores = "*(__local " + N.Type + Many + " *)&" + At(0) + " = (" + N.Type +
               Many + ")(" + All + ");\n";
    }
    Out += unrolled(Part, Wide * S.Depth / S.items() / Count) +
           indented(numbers(O, S) + Stores, 1) + "}\n";
  }
  return Out;
}

} // namespace twofold
