// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProductPrinter.cpp - nests whose rounds the runtime runs -----------===//
//
// Where the sums lie in memory before and behind the rounds, or come from a
// number and go there, all iterations are one call. Otherwise blocks of rows
// and columns are, between the segments of their columns:
//
//   for (top ...) for (at ...) {
//     for (row ...) for (j ...) sums[row][j - at] = b[j];
//     twofold_multiply(sums += a * b);
//     for (row ...) for (j ...) c[row][j] = f(sums[row][j - at]); }
//
// Rows of a triangle have blocks of rows alone.
//
//===----------------------------------------------------------------------===//
#include "abi/RuntimeDecls.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"
#include "native/OverlapTest.h"
#include "native/TileCopies.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {
namespace {

/// Of a block: it stays in the second cache with what one product reads.
constexpr unsigned BlockRows = 192, BlockColumns = 512;

class ProductPrinter : TileCopies {
  const RuntimeDecls Abi{Ctx};
  const RowProduct &Product = *Tiles.Product;
  OverlapTest Strides{Loop, Nest, Make};

  int roundAxis() const {
    return Nest.Proof.Axes.lookup(Round.Loop->getBody());
  }
  unsigned bytes() const {
    return Ctx.getTypeSizeInChars(Element).getQuantity();
  }
  struct Ends {
    const Expr *Place = nullptr, *Start = nullptr; ///< Start: null, as it is
    unsigned Touch = 0;
  };
  std::optional<Ends> findEnds() const;
  bool isLoadOf(const Expr *E, const ValueDecl *V) const {
    const Expr *Place = operandOf(E->IgnoreParens(), CK_LValueToRValue);
    return Place && namedIn(Place) == V;
  }
  Expr *start(const Expr *Of) { return Make.convert(copyOf(Of), Ctx.DoubleTy); }
  void multiply(Expr *Sums, std::optional<unsigned> Into, Expr *Rows,
                Expr *Columns, Expr *Start, Statements &To);
  void whole(const Ends &Of, Statements &To);
  void blocks(Statements &To);
  Stmt *block();
  Stmt *slantedRows();

public:
  ProductPrinter(ParallelLoop &Loop, const NestSchedule &Nest, ASTContext &Ctx)
      : TileCopies(Loop, Nest, Ctx) {}
  std::optional<RowBlock> print();
};

/// Where sums lie that need no other segments than a number ahead of them.
std::optional<ProductPrinter::Ends> ProductPrinter::findEnds() const {
  Ends Of;
  auto Assigned = [](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    return B && B->getOpcode() == BO_Assign ? B : nullptr;
  };
  if (!Round.Sums.empty()) {
    Of.Place = Round.Sums.front();
    const auto *First = Ahead.size() == 1 ? Assigned(Ahead.front()) : nullptr;
    if (!Behind.empty() || !Nest.Rows.empty() || (!Ahead.empty() && !First))
      return std::nullopt;
    if (First) {
      Of.Start = First->getRHS();
      if (!sameExpression(First->getLHS()->IgnoreParens(), Of.Place, Ctx))
        return std::nullopt;
    }
  } else {
    const VarDecl *Sum = Tiles.Sums.front();
    const auto *Last = Behind.size() == 1 ? Assigned(Behind.front()) : nullptr;
    if (Starts.empty() || Nest.Rows.size() != 1 || !Last ||
        !isLoadOf(Last->getRHS(), Sum))
      return std::nullopt;
    Of.Place = Last->getLHS()->IgnoreParens();
    Of.Start = Starts.lookup(Sum);
  }
  if (!isa<ArraySubscriptExpr>(Of.Place) ||
      !Ctx.hasSameUnqualifiedType(Of.Place->getType(), Element) ||
      (Of.Start && !isNumber(*Of.Start, Loop)))
    return std::nullopt;
  // It is all that is written, in one place.
  if (Tiles.Strided.empty())
    return std::nullopt;
  Of.Touch = Tiles.Strided.front();
  const Occurrence &Written = Nest.Proof.Touches[Of.Touch];
  const ValueDecl *Base = Nest.Proof.Model.Bases[Written.Base].Decl;
  if (!Base || baseOf(*Of.Place) != Base ||
      strideOf(Written, Product.Turned ? 0 : Nest.Proof.Axis) !=
          int64_t(bytes()) ||
      llvm::any_of(Written.Offset,
                   [&](const Monomial &M) {
                     return M.Axis != -1 && M.Axis != 0 &&
                            M.Axis != Nest.Proof.Axis;
                   }) ||
      llvm::any_of(Tiles.Strided, [&](unsigned Touch) {
        return Nest.Proof.Touches[Touch].Base != Written.Base;
      }))
    return std::nullopt;
  return Of;
}

/// Row, Column and Turn are the first ones of what is multiplied. Into is the
/// touch of the sums, or nothing where they lie in a row of their own.
void ProductPrinter::multiply(Expr *Sums, std::optional<unsigned> Into,
                              Expr *Rows, Expr *Columns, Expr *Start,
                              Statements &To) {
  const QualType Bare = Ctx.VoidPtrTy,
                 Constant = Ctx.getPointerType(Ctx.VoidTy.withConst());
  auto Place = [&](const Expr *Of) {
    return Make.convert(Make.addressOf(copyOf(Of)), Constant);
  };
  const int Rounds = roundAxis();
  const Expr *Line = Product.Line, *Panel = Product.Panel;
  unsigned LineTouch = Product.LineTouch, PanelTouch = Product.PanelTouch;
  int RowAxis = 0, ColumnAxis = Nest.Proof.Axis;
  if (Product.Turned && Into) {
    std::swap(Line, Panel);
    std::swap(LineTouch, PanelTouch);
    std::swap(RowAxis, ColumnAxis);
    std::swap(Rows, Columns);
  }
  uint32_t Flags = 0;
  if (Ctx.hasSameType(Element, Ctx.DoubleTy))
    Flags |= TWOFOLD_PRODUCT_DOUBLE;
  if (Product.Fused)
    Flags |= TWOFOLD_PRODUCT_FUSED;
  if (Start)
    Flags |= TWOFOLD_PRODUCT_STARTS;
  // What is subtracted is added with another sign: no bit differs.
  Expr *Scale = Product.Scale ? start(Product.Scale) : nullptr;
  if (Product.Negated)
    Scale = Scale ? Make.unary(UO_Minus, Make.paren(Scale), Ctx.DoubleTy)
                  : Make.floating(llvm::APFloat(-1.0), Ctx.DoubleTy);
  if (Scale)
    Flags |= TWOFOLD_PRODUCT_SCALED;
  auto Number = [&](Expr *Of) {
    return Of ? Of : Make.floating(llvm::APFloat(0.0), Ctx.DoubleTy);
  };
  const QualType Record = Abi.record("product");
  VarDecl *Value = Make.variable(
      Loop.Function, "product", Record,
      Make.list(Record, {Make.convert(Make.addressOf(Sums), Bare), Place(Line),
                         Place(Panel),
                         Into ? Strides.stride(*Into, RowAxis)
                              : mul(val(Width), num(bytes())),
                         Strides.stride(LineTouch, RowAxis),
                         Strides.stride(LineTouch, Rounds),
                         Strides.stride(PanelTouch, Rounds),
                         Strides.stride(PanelTouch, ColumnAxis), Rows, Columns,
                         trips(Round.Counts), Number(Start), Number(Scale),
                         Make.integer(Flags, Ctx.UnsignedIntTy)}),
      To);
  SmallVector<Expr *, 3> Given = {
      Make.convert(Make.addressOf(Make.lvalue(Value)),
                   Ctx.getPointerType(Record.withConst()))};
  if (Tiles.slanted())
    for (int By : {Tiles.Begins, Tiles.Ends})
      Given.push_back(num(uint64_t(int64_t(By))));
  To.push_back(Make.call(
      Abi.function(Tiles.slanted() ? "multiply_slanted" : "multiply"), Given));
}

void ProductPrinter::whole(const Ends &Of, Statements &To) {
  Row = Block.First;
  Column = At;
  multiply(copyOf(Of.Place), Of.Touch, val(AllRows), allColumns(),
           Of.Start ? start(Of.Start) : nullptr, To);
  Row = Column = nullptr;
}

/// Where the rounds' sums lie in the columns' rows.
Stmt *ProductPrinter::block() {
  Statements Each;
  Next = nextBlock([&] { return val(Width); }, End, Each);
  if (!Ahead.empty())
    eachRow([&](Statements &Into) { segment(Ahead, Into); }, Each);
  Row = rowVariable(num(0), Each);
  Column = At;
  auto Columns = [&] { return sub(wide(val(Next)), wide(val(At))); };
  if (Round.Sums.empty()) {
    const unsigned Index =
        llvm::find(Nest.Rows, Tiles.Sums.front()) - Nest.Rows.begin();
    multiply(Make.dereference(row(num(Index), num(0))), std::nullopt, val(High),
             Columns(), nullptr, Each);
  } else {
    // All touches of it move alike.
    const auto Touch = touchOf(*Round.Sums.front(), Nest, roundAxis());
    multiply(copyOf(Round.Sums.front()), Touch, val(High), Columns(), nullptr,
             Each);
  }
  Row = Column = nullptr;
  if (!Behind.empty())
    eachRow([&](Statements &Into) { segment(Behind, Into); }, Each);
  Each.push_back(Make.assign(Make.lvalue(At), val(Next)));
  return rolled(Make.loop(nullptr, Make.compare(BO_LT, val(At), val(End)),
                          nullptr, Make.compound(Each)));
}

/// A block of rows that have other columns each: all of them, where the sums
/// lie.
Stmt *ProductPrinter::slantedRows() {
  Statements Each;
  beginRows(Each);
  auto Segments = [&](ArrayRef<Stmt *> Of) {
    if (!Of.empty())
      eachRow(
          [&](Statements &Into) {
            At = Make.variable(Loop.Function, "at", T, firstColumn(), Into);
            Next = Make.variable(Loop.Function, "next", T, behind(Nest.Counts),
                                 Into);
            segment(Of, Into);
          },
          Each);
  };
  Segments(Ahead);
  Row = rowVariable(num(0), Each);
  At = Make.variable(Loop.Function, "at", T, firstColumn(), Each);
  Column = At;
  multiply(copyOf(Round.Sums.front()),
           touchOf(*Round.Sums.front(), Nest, roundAxis()), val(High),
           allColumns(), nullptr, Each);
  Row = Column = nullptr;
  Segments(Behind);
  Each.push_back(moved(Top, val(High)));
  return Make.compound(Each);
}

void ProductPrinter::blocks(Statements &To) {
  Height = number(
      "height",
      least([&] { return val(AllRows); }, [&] { return num(BlockRows); }), To);
  if (Tiles.slanted()) {
    To.push_back(
        count("top", val(AllRows), 0, Top, [&] { return slantedRows(); }));
    To.push_back(
        Make.assign(Make.lvalue(Block.Done), Make.integer(1, Ctx.IntTy)));
    return;
  }
  Width = number(
      "width",
      least([&] { return allColumns(); }, [&] { return num(BlockColumns); }),
      To);
  Statements Inside;
  if (!Nest.Rows.empty())
    Sums = allocated(
        "sums", mul(mul(val(Width), val(Height)), num(Nest.Rows.size())), To);
  Inside.push_back(count("top", val(AllRows), 0, Top, [&] {
    Statements Each;
    beginRows(Each);
    beginColumns(Each);
    Each.push_back(block());
    Each.push_back(moved(Top, val(High)));
    return Make.compound(Each);
  }));
  if (Sums)
    Inside.push_back(freed(Sums));
  Inside.push_back(
      Make.assign(Make.lvalue(Block.Done), Make.integer(1, Ctx.IntTy)));
  if (Sums)
    To.push_back(
        Make.ifThen(Make.cast(CK_PointerToBoolean, val(Sums), Ctx.BoolTy),
                    Make.compound(Inside)));
  else
    To.append(Inside);
}

std::optional<RowBlock> ProductPrinter::print() {
  splitColumn();
  const auto Whole = findEnds();
  const bool Turns = Product.Turned && (Whole || !Round.Sums.empty());
  if ((Product.Scale && Product.ScalesPanel != Turns) ||
      (Tiles.slanted() && !Whole && Round.Sums.empty()))
    return std::nullopt;
  return guarded(
      /*FewestRows=*/Turns ? RowTiles::FewestRows : 1, /*VectorBits=*/0, [&] {
        Statements All;
        Turn = Make.variable(Loop.Function, "from", TurnType,
                             Make.convert(copyOf(Round.Counts.Init), TurnType),
                             All);
        if (Whole) {
          Expr *First = inRow(Block.First, [&] { return firstColumn(); });
          At = Make.variable(Loop.Function, "at", T, First, All);
          whole(*Whole, All);
          All.push_back(
              Make.assign(Make.lvalue(Block.Done), Make.integer(1, Ctx.IntTy)));
        } else {
          blocks(All);
        }
        Turn = nullptr;
        leaveCounter(All);
        return Make.compound(All);
      });
}

} // namespace

std::optional<RowBlock>
printProduct(ParallelLoop &Loop, const NestSchedule &Nest, ASTContext &Ctx) {
  return ProductPrinter(Loop, Nest, Ctx).print();
}

} // namespace twofold
