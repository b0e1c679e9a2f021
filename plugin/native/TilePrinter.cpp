// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/TileCopies.h"

using namespace clang;

namespace twofold {
namespace {

/// What fits into caches of any processor with such vectors: a panel into half
/// of the second one, copied lines into a share of the last one.
constexpr unsigned PanelRoundBytes = 2048, MostRows = 512, LineBytes = 4 << 20;

class TilePrinter : TileCopies {
  const unsigned Bytes = Ctx.getTypeSizeInChars(Element).getQuantity();

  /// Lines are read often enough to be copied.
  Expr *manyBlocks() {
    return Make.compare(BO_GT, mostColumns(), num(2 * Tiles.width()));
  }
  Stmt *slantedTile(bool Copied);
  void moveSums(bool Back, Statements &Into);
  Stmt *tile(bool Copied);
  Stmt *tiles(unsigned W, bool Copied);
  Stmt *blocks();
  Stmt *rounds();
  Stmt *rowBlocks();
  Stmt *memory();

public:
  TilePrinter(ParallelLoop &Loop, const NestSchedule &Nest, ASTContext &Ctx)
      : TileCopies(Loop, Nest, Ctx) {}
  std::optional<RowBlock> print();
};

/// Elements that rounds sum up, from memory to their rows or back.
void TilePrinter::moveSums(bool Back, Statements &Into) {
  for (auto [Place, Own] : llvm::zip(Round.Sums, Kept))
    Into.push_back(columns([&, Place = Place, Own = Own]() -> Stmt * {
      Expr *Memory = copyOf(Place), *Here = element(Own);
      return Make.compound({Back ? Make.assign(Memory, Make.load(Here))
                                 : Make.assign(Here, Make.load(Memory))});
    }));
}

/// The rounds of a block, for one tile.
Stmt *TilePrinter::tile(bool Copied) {
  Statements All, First, Later, Back;
  const QualType At = Ctx.getPointerType(Vector);
  auto Memory = [&](Expr *First, unsigned V) {
    Expr *Place = Make.binary(BO_Add, First, num(V * Tiles.Lanes), Pointer);
    return Make.dereference(Make.convert(Make.paren(Place), At));
  };
  SmallVector<VarDecl *, 8> RowsOf;
  SmallVector<llvm::DenseMap<const ValueDecl *, Registers>, 8> Own(Tiles.Rows);
  SmallVector<SmallVector<Registers, 2>, 8> OwnSums(Tiles.Rows);
  for (unsigned R = 0; R != Tiles.Rows; ++R) {
    Side = R;
    RowsOf.push_back(sideVariable(All));
    auto Number = [&] { return add(val(Tile), num(R)); };
    Row = RowsOf.back();
    auto Load = [&](unsigned Index, StringRef Name, Expr *Start) {
      Registers Mine;
      VarDecl *Waiting =
          Make.variable(Loop.Function, (Name + std::to_string(R)).str(),
                        Pointer, row(num(Index), Number()), All);
      for (unsigned V = 0; V != Vectors; ++V) {
        auto Place = [&] { return Memory(val(Waiting), V); };
        Mine.push_back(Make.variable(
            Loop.Function,
            (Name + std::to_string(R) + "_" + std::to_string(V)).str(), Vector,
            Start ? nullptr : Make.load(Place()), All));
        if (Start) {
          First.push_back(
              Make.assign(Make.lvalue(Mine.back()),
                          Make.cast(CK_VectorSplat, copy(Start), Vector)));
          Later.push_back(
              Make.assign(Make.lvalue(Mine.back()), Make.load(Place())));
        }
        Back.push_back(Make.assign(Place(), val(Mine.back())));
      }
      return Mine;
    };
    for (auto [Index, V] : llvm::enumerate(Nest.Rows))
      if (llvm::is_contained(Tiles.Sums, V))
        Own[R][V] = Load(Index, V->getName(), Starts.lookup(V));
    for (unsigned S = 0; S != Round.Sums.size(); ++S)
      OwnSums[R].push_back(Load(Nest.Rows.size() + S, "sum", nullptr));
  }
  Row = nullptr;
  if (!Starts.empty())
    All.push_back(Make.ifThen(Make.compare(BO_EQ, val(Before), num(0)),
                              Make.compound(First), Make.compound(Later)));
  Stmt *Turns = turns([&] {
    Statements Each;
    WidePanels.clear();
    for (unsigned P = 0; P != Tiles.Panels.size(); ++P) {
      Registers Mine;
      for (unsigned V = 0; V != Vectors; ++V) {
        Expr *First = Make.addressOf(inPanel(P, num(0)));
        Mine.push_back(
            Make.variable(Loop.Function,
                          "panel" + std::to_string(P) + "_" + std::to_string(V),
                          Vector, Make.load(Memory(First, V)), Each));
      }
      WidePanels.push_back(Mine);
    }
    InLines = Copied;
    for (unsigned R = 0; R != Tiles.Rows; ++R) {
      Statements Of;
      Side = R;
      Row = RowsOf[R];
      Wide = Own[R];
      WideSums = OwnSums[R];
      round(const_cast<Stmt *>(Round.Loop->getBody()), Of);
      Each.push_back(Make.compound(Of));
    }
    InLines = false;
    Side = 0;
    Row = nullptr;
    return Make.compound(Each);
  });
  All.push_back(rolled(Turns));
  All.append(Back);
  return Make.compound(All);
}

/// A tile of rows some of which have columns in the block.
Stmt *TilePrinter::slantedTile(bool Copied) {
  Statements Each;
  Side = 0;
  VarDecl *Upper = sideVariable(Each);
  Side = Tiles.Rows - 1;
  VarDecl *Lower = sideVariable(Each);
  Side = 0;
  Expr *Meets = Make.joined(
      BO_LAnd,
      Make.paren(
          Make.compare(BO_LT, outermost(Upper, Lower, false), val(Next))),
      Make.paren(Make.compare(BO_GT, outermost(Upper, Lower, true), val(At))));
  Each.push_back(Make.ifThen(Meets, tile(Copied)));
  return Make.compound(Each);
}

/// The same for all tiles of a block that has W columns.
Stmt *TilePrinter::tiles(unsigned W, bool Copied) {
  Known = W;
  Vectors = W / Tiles.Lanes;
  Stmt *All = count("tile", val(High), Tiles.Rows, Tile, [&] {
    return Tiles.slanted() ? slantedTile(Copied) : tile(Copied);
  });
  Known = 0;
  return All;
}

/// All rounds of a block of rows and columns.
Stmt *TilePrinter::rounds() {
  return count("before", val(AllRounds), 0, Before, [&] {
    Statements Each;
    VarDecl *Deep =
        number("deep",
               least([&] { return sub(val(AllRounds), val(Before)); },
                     [&] { return val(Depth); }),
               Each);
    From = Make.variable(
        Loop.Function, "from", TurnType,
        Make.binary(
            BO_Add,
            Make.paren(Make.convert(copyOf(Round.Counts.Init), TurnType)),
            Make.convert(val(Before), TurnType), TurnType),
        Each);
    To = Make.variable(Loop.Function, "to", TurnType,
                       Make.binary(BO_Add, val(From),
                                   Make.convert(val(Deep), TurnType), TurnType),
                       Each);
    for (unsigned P = 0; P != Tiles.Panels.size(); ++P)
      copyPanel(P, Each);
    Stmt *All = tiles(Tiles.width(), /*Copied=*/false);
    if (!Tiles.Lines.empty())
      All =
          Make.ifThen(manyBlocks(), tiles(Tiles.width(), /*Copied=*/true), All);
    Each.push_back(Make.ifThen(
        Make.compare(BO_EQ, val(Width), num(Tiles.width())),
        Make.compound({All}), tiles(Tiles.Lanes, /*Copied=*/false)));
    Each.push_back(moved(Before, val(Deep)));
    return Make.compound(Each);
  });
}

/// Blocks of columns, of vectors where fewer are left, and of what is left
/// then.
Stmt *TilePrinter::blocks() {
  Statements Each;
  Width = number(
      "width",
      Make.conditional(Make.compare(BO_GE, sub(wide(val(End)), wide(val(At))),
                                    num(Tiles.width())),
                       num(Tiles.width()), num(Tiles.Lanes), I64),
      Each);
  Next = nextBlock([&] { return val(Width); }, End, Each);
  if (Starts.empty() && (!Ahead.empty() || !Round.Sums.empty()))
    eachRow(
        [&](Statements &Into) {
          clipped(
              [&](Statements &Own) {
                segment(Ahead, Own);
                moveSums(false, Own);
              },
              Into);
        },
        Each);
  Each.push_back(rounds());
  if (!Behind.empty() || !Round.Sums.empty())
    eachRow(
        [&](Statements &Into) {
          clipped(
              [&](Statements &Own) {
                moveSums(true, Own);
                segment(Behind, Own);
              },
              Into);
        },
        Each);
  Each.push_back(Make.assign(Make.lvalue(At), val(Next)));
  return rolled(Make.loop(nullptr, Make.compare(BO_LT, val(At), val(End)),
                          nullptr, Make.compound(Each)));
}

Stmt *TilePrinter::rowBlocks() {
  auto Rows = [&] {
    Statements Each;
    beginRows(Each);
    if (!Tiles.Lines.empty()) {
      Statements Copy;
      Before = number("before", num(0), Copy);
      From = Make.variable(Loop.Function, "from", TurnType,
                           Make.convert(copyOf(Round.Counts.Init), TurnType),
                           Copy);
      To = Make.variable(Loop.Function, "to", TurnType, behind(Round.Counts),
                         Copy);
      Copy.push_back(copyLines());
      Each.push_back(Make.ifThen(manyBlocks(), Make.compound(Copy)));
    }
    if (Tiles.slanted()) {
      VarDecl *Upper = rowVariable(num(0), Each),
              *Lower = rowVariable(sub(val(High), num(1)), Each);
      At = Make.variable(Loop.Function, "at", T, outermost(Upper, Lower, false),
                         Each);
      End = Make.variable(Loop.Function, "end", T,
                          outermost(Upper, Lower, true), Each);
    } else {
      beginColumns(Each);
    }
    Each.push_back(blocks());
    Each.push_back(moved(Top, val(High)));
    return Make.compound(Each);
  };
  return count("top", val(AllRows), 0, Top, Rows, Skipped);
}

/// Blocks of equal size, and memory for one of them.
Stmt *TilePrinter::memory() {
  Statements All, Inside;
  if (Tiles.slanted())
    leaveOut(All);
  AllRounds = number("rounds", trips(Round.Counts), All);
  auto Equal = [&](VarDecl *Of, Expr *Blocks, Expr *Again) {
    return op(BO_Div, add(val(Of), sub(Blocks, num(1))), Again);
  };
  auto Deep = [&] { return parts(val(AllRounds), PanelRoundBytes / Bytes); };
  Depth = number("depth", Equal(AllRounds, Deep(), Deep()), All);
  VarDecl *Most = number("most", num(MostRows), All);
  if (!Tiles.Lines.empty()) {
    auto Fits = [&] {
      return op(BO_Div, num(LineBytes / Bytes),
                mul(val(AllRounds), num(Tiles.Lines.size())));
    };
    Inside.push_back(
        Make.ifThen(Make.compare(BO_LT, Fits(), val(Most)),
                    Make.assign(Make.lvalue(Most), add(Fits(), num(1)))));
    All.append(Inside);
    Inside.clear();
  }
  auto Tall = [&] {
    return op(BO_Div, add(val(AllRows), sub(val(Most), num(1))), val(Most));
  };
  // A multiple of the tiles' rows.
  Height = number(
      "height",
      mul(num(Tiles.Rows), parts(Equal(AllRows, Tall(), Tall()), Tiles.Rows)),
      All);
  VarDecl *InPanels =
      number("panel_count",
             mul(num(Tiles.width() * Tiles.Panels.size()), val(Depth)), All);
  VarDecl *InSums =
      number("sum_count", mul(num(Tiles.width() * rows()), val(Height)), All);
  Expr *Size = add(val(InPanels), val(InSums));
  if (!Tiles.Lines.empty())
    Size = add(Size,
               mul(mul(val(AllRounds), val(Height)), num(Tiles.Lines.size())));
  Panels = allocated("panels", Size, All);
  Sums = Make.variable(Loop.Function, "sums", Pointer,
                       Make.binary(BO_Add, val(Panels), val(InPanels), Pointer),
                       Inside);
  Lines = Make.variable(Loop.Function, "lines", Pointer,
                        Make.binary(BO_Add, val(Sums), val(InSums), Pointer),
                        Inside);
  if (Starts.empty()) { // What no column ever stores is read, too.
    VarDecl *Any = nullptr;
    Inside.push_back(count("any", val(InSums), 1, Any, [&] {
      return Make.compound(
          {Make.assign(Make.subscript(val(Sums), val(Any)),
                       Make.convert(Make.integer(0, Ctx.IntTy), Element))});
    }));
  }
  Inside.push_back(rowBlocks());
  Inside.push_back(freed(Panels));
  if (Tiles.slanted())
    leaveCounter(Inside);
  Inside.push_back(
      Make.assign(Make.lvalue(Block.Done), Make.integer(1, Ctx.IntTy)));
  All.push_back(
      Make.ifThen(Make.cast(CK_PointerToBoolean, val(Panels), Ctx.BoolTy),
                  Make.compound(Inside)));
  return Make.compound(All);
}

std::optional<RowBlock> TilePrinter::print() {
  splitColumn();
  return guarded(RowTiles::FewestRows, Tiles.Lanes * Bytes * 8,
                 [&] { return memory(); });
}

} // namespace

std::optional<RowBlock> printTiles(ParallelLoop &Loop, const NestSchedule &Nest,
                                   ASTContext &Ctx) {
  if (!Nest.Tiles->Product)
    return TilePrinter(Loop, Nest, Ctx).print();
  if (auto Product = printProduct(Loop, Nest, Ctx);
      Product || !Nest.Tiles->slanted())
    return Product;
  // Its sums do not lie where the runtime has them in a triangle.
  NestSchedule Other = Nest;
  Other.Tiles->Product.reset();
  return TilePrinter(Loop, Other, Ctx).print();
}

} // namespace twofold
