// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TileCopies.h - what tiles read, in the order in which they do ------===//
#ifndef TWOFOLD_PLUGIN_NATIVE_TILECOPIES_H
#define TWOFOLD_PLUGIN_NATIVE_TILECOPIES_H

#include "native/NestPrinter.h"
#include "native/WidePrinter.h"

namespace twofold {

/// Loops over the rows of a block, its rounds and its tiles, the rows of sums,
/// and the copies of panels and lines.
class TileCopies : public WidePrinter {
protected:
  const clang::QualType Pointer = Ctx.getPointerType(Tiles.Element);
  const clang::QualType I64 = Make.I64, Element = Tiles.Element;
  const clang::QualType RowType = Loop.Dims.front().Type;
  const clang::QualType TurnType =
      Round.Counts.Induction->getType().getUnqualifiedType();
  RowBlock Block;
  clang::VarDecl *End = nullptr;  ///< of all columns
  clang::VarDecl *High = nullptr; ///< rows of a block
  clang::VarDecl *Top = nullptr;  ///< rows before it
  /// Of all rounds, and of a block of them.
  clang::VarDecl *AllRounds = nullptr, *Depth = nullptr;
  clang::VarDecl *Before = nullptr;              ///< rounds before the block
  clang::VarDecl *From = nullptr, *To = nullptr; ///< the block's rounds
  clang::VarDecl *Panels = nullptr, *Lines = nullptr;
  clang::VarDecl *AllRows = nullptr, *Height = nullptr; ///< and of a block
  clang::VarDecl *Sums = nullptr; ///< [variable][row of the block][column]
  llvm::SmallVector<clang::VarDecl *, 2> Kept; ///< rows of Round.Sums
  clang::VarDecl *Tile = nullptr;              ///< its first row in the block
  clang::VarDecl *Width = nullptr;             ///< of a block of columns
  unsigned Known = 0;                          ///< ...where it is known
  unsigned Side = 0;                           ///< of Row in its tile
  bool InLines = false; ///< rounds are printed that read copied lines

  llvm::SmallVector<clang::Stmt *, 8> Ahead, Behind; ///< of rounds, in a column
  /// What the sums are ahead of the rounds, the same in all columns, where that
  /// is all that is Ahead.
  llvm::DenseMap<const clang::ValueDecl *, clang::Expr *> Starts;

  TileCopies(ParallelLoop &Loop, const NestSchedule &Nest,
             clang::ASTContext &Ctx)
      : WidePrinter(Loop, Nest, Ctx) {}

  // Arithmetic on numbers of 64 bits.
  clang::Expr *num(uint64_t N) { return Make.integer(N, I64); }
  clang::Expr *val(clang::VarDecl *V) { return Make.value(V); }
  clang::Expr *op(clang::BinaryOperatorKind Op, clang::Expr *L,
                  clang::Expr *R) {
    return Make.paren(Make.binary(Op, L, R, I64));
  }
  clang::Expr *mul(clang::Expr *L, clang::Expr *R) {
    return op(clang::BO_Mul, L, R);
  }
  clang::Expr *add(clang::Expr *L, clang::Expr *R) {
    return op(clang::BO_Add, L, R);
  }
  /// N divided by D, rounded up.
  clang::Expr *parts(clang::Expr *N, unsigned D) {
    return op(clang::BO_Div, add(N, num(D - 1)), num(D));
  }
  clang::Expr *sub(clang::Expr *L, clang::Expr *R) {
    return op(clang::BO_Sub, L, R);
  }
  using Maker = llvm::function_ref<clang::Expr *()>;
  clang::Expr *least(Maker L, Maker R) {
    return Make.paren(
        Make.conditional(Make.compare(clang::BO_LT, L(), R()), L(), R(), I64));
  }
  clang::Expr *moved(clang::VarDecl *V, clang::Expr *By) {
    return Make.assign(Make.lvalue(V),
                       Make.binary(clang::BO_Add, val(V), By, I64));
  }
  clang::VarDecl *number(llvm::StringRef Name, clang::Expr *Init,
                         Statements &Into) {
    return Make.variable(Loop.Function, Name, I64, Init, Into);
  }

  /// The first number of the columns, and how many there are: of the row, where
  /// rows differ.
  clang::Expr *firstColumn();
  clang::Expr *allColumns();
  /// Finds Ahead, Behind and Starts.
  void splitColumn();

  /// What Of makes for another row than the one that is being printed.
  clang::Expr *inRow(clang::VarDecl *Other, Maker Of);
  /// Whether the ends of the columns are as slanted as Tiles says.
  clang::Expr *isSlanted();
  /// How many columns the first or the last row has, whichever has more.
  clang::Expr *mostColumns();
  clang::VarDecl *Skipped = nullptr; ///< rows ahead of the first with columns
  /// Rows without columns, which are at one of the ends: what only they would
  /// read must not be read. AllRows becomes the number of those ahead of them.
  void leaveOut(Statements &Into);
  /// The first column of two rows and all between them, or what is Right of the
  /// last one.
  clang::Expr *outermost(clang::VarDecl *Upper, clang::VarDecl *Lower,
                         bool Right);
  /// Body for the columns of the block that Row has.
  void clipped(llvm::function_ref<void(Statements &)> Body, Statements &Into);
  /// The variable of the columns, if it outlives them, is as it is behind them.
  void leaveCounter(Statements &To);

  using Printer = llvm::function_ref<clang::Stmt *()>;
  /// What runs all iterations where there are enough and nothing overlaps.
  std::optional<RowBlock> guarded(unsigned FewestRows, unsigned VectorBits,
                                  Printer Inside);
  unsigned rows() const { return Nest.Rows.size() + Round.Sums.size(); }
  /// Where the row of the variable with that Index begins, of row Number.
  clang::Expr *row(clang::Expr *Index, clang::Expr *Number);
  /// Declares High, of what is left of AllRows.
  void beginRows(Statements &Into);
  /// Declares At, the first column, and End.
  void beginColumns(Statements &Into);
  /// Body for each row of a block.
  void eachRow(llvm::function_ref<void(Statements &)> Body, Statements &Into);
  /// A pointer to memory of so many elements, and of more that cannot be there.
  clang::VarDecl *allocated(llvm::StringRef Name, clang::Expr *Elements,
                            Statements &Into);
  clang::Stmt *freed(clang::VarDecl *Memory);

  /// for (Name = First; Name < Bound; Name += Step) Body; Step 0: Body moves
  /// it, First null: 0.
  clang::Stmt *count(llvm::StringRef Name, clang::Expr *Bound, unsigned Step,
                     clang::VarDecl *&V, Printer Body,
                     clang::VarDecl *First = nullptr);
  clang::Stmt *rolled(clang::Stmt *For);
  /// for (k = from; k < to; ++k) Body
  clang::Stmt *turns(Printer Body);
  /// The annotated loop's variable in row Number of the block.
  clang::VarDecl *rowVariable(clang::Expr *Number, Statements &Into);
  /// ...in row Side of the tile, or in the block's last: what is behind that is
  /// computed for nothing.
  clang::VarDecl *sideVariable(Statements &Into);

  Hints hints() override;
  /// The width of the block.
  clang::Expr *blockWidth() { return Known ? num(Known) : val(Width); }
  clang::Expr *kept(clang::Expr *E) override;
  /// The lines of all rounds, for a block of rows.
  clang::Stmt *copyLines();
  /// The panel for these rounds and columns; what is behind the last is 0.
  void copyPanel(unsigned Number, Statements &Into);
  /// Where a panel's element is that the round reads.
  clang::Expr *inPanel(unsigned Number, clang::Expr *Lane);

private:
  clang::Stmt *copyElement(unsigned Panel);
  void copyFar(unsigned Panel, Statements &Into);
};

/// Nest.Tiles of which there is a Product.
std::optional<RowBlock> printProduct(ParallelLoop &Loop,
                                     const NestSchedule &Nest,
                                     clang::ASTContext &Ctx);

} // namespace twofold

#endif
