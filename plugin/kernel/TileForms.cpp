// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/TileForms.h"
#include "kernel/BlockText.h"
#include "kernel/PivotText.h"
#include "kernel/TransposedText.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {
namespace {

/// What the first dimension of tiles counts, where it is an inner loop that the
/// items' form counts otherwise.
class ItemColumns {
  const ItemLoops *Loops;
  const Slant Differ;
  ItemDimensions::Dimension Counted;
  ItemDimensions &Items;
  KernelUnit &Unit;
  KernelFunction &Function;
  SmallVector<const VarDecl *, 2> Bound;

public:
  SmallVector<std::string, 3> Limits;

  ItemColumns(const NestMapping &Mapping, ItemDimensions &Items,
              KernelUnit &Unit, KernelFunction &Function,
              ArrayRef<std::string> Known)
      : Loops(Mapping.itemsOf(Mapping.Range[0])),
        Differ(Mapping.Tiles->Columns), Items(Items), Unit(Unit),
        Function(Function), Limits(Known) {
    if (Loops && Loops->InPlace)
      Limits[0] = Unit.Names.claim(
          (Loops->Counts.Induction->getName() + "_trips").str());
    Counted = {0, Loops, Limits[0], ""};
    if (!ownVariables())
      return;
    for (const VarDecl *D : Loops->Counters)
      if (Function.nameOf(D).empty()) {
        Function.bind(D, Unit.Names.claim((D->getName() + "_item").str()),
                      Binding::Value);
        Bound.push_back(D);
      }
  }

  /// How many there are, where that is the same for all rows and not known yet.
  std::string declared() const {
    return Loops && Loops->InPlace && Differ == Slant::None
               ? "    " + Items.declared(Counted)
               : "";
  }
  TileText::RowColumns ofRow() const {
    if (Differ == Slant::None)
      return {};
    return {Items.declared(Counted),
            Function.Expressions.expression(Loops->Counts.Init)
                .atLeast(Strength::Unary)};
  }
  bool ownVariables() const {
    return Loops && (Loops->InPlace || Differ == Slant::Begins);
  }
  /// The loops' variables in the column with this number. Begin: in the first
  /// one, where that is not what the loop begins with.
  std::string variables(const std::string &Number, const std::string &Begin) {
    std::string Out;
    auto TypeOf = [&](const VarDecl *D) {
      return Unit.Types.memory(D->getType().getUnqualifiedType());
    };
    const std::string Value =
        Differ == Slant::Begins
            ? "(" + TypeOf(Loops->Counts.Induction) + ")((ulong)" + Begin +
                  " + " + Number + ")"
            : counterText(Loops->Counts, Number, Unit, Function.Expressions);
    llvm::SmallPtrSet<const VarDecl *, 2> Declared;
    for (const VarDecl *D : Loops->Counters)
      if (Declared.insert(D).second)
        Out +=
            TypeOf(D) + " " + Function.nameOf(D).str() + " = " + Value + ";\n";
    return Out;
  }
  void forget() {
    for (const VarDecl *D : Bound)
      Function.Expressions.Names.forget(D);
  }
};

} // namespace

TileForms tileForms(const NestMapping &Mapping, ItemDimensions &Items,
                    KernelUnit &Unit, KernelFunction &Function,
                    ArrayRef<std::string> Limits,
                    ArrayRef<std::string> Privates,
                    TileText::Declaration Declare, TileParameter Choose,
                    const std::string &Prologue) {
  std::string Forms, Memory, Block;
  uint32_t Flags = 0;
  auto Chosen = [&](const std::string &Name, const std::string &Code) {
    return "  if (" + Name + ") {\n" + Prologue + Code + "    return;\n  }\n";
  };
  std::string Largest; // the parameter that says whether it is to run
  auto Add = [&](unsigned Columns, unsigned Size,
                 llvm::function_ref<std::string()> Code) {
    const std::string Name =
        Unit.Names.claim("tile_" + std::to_string(Columns));
    Choose(Name, Columns, Size);
    Forms += Chosen(Name, Code());
    if (Largest.empty())
      Largest = Name;
  };
  if (Mapping.Tiles) {
    ItemColumns Columns(Mapping, Items, Unit, Function, Limits);
    const std::string *Begin = nullptr;
    auto DeclareOwn = [&](unsigned R, const std::string &Number) {
      return R == 0 && Columns.ownVariables()
                 ? Columns.variables(Number, Begin ? *Begin : "")
                 : Declare(R, Number);
    };
    TileText Text(*Mapping.Tiles, Unit, Function, Columns.Limits, Privates,
                  DeclareOwn, Columns.ofRow());
    Begin = &Text.begin();
    for (const TileText::Size &S : Text.sizes())
      Add(S.Columns, TWOFOLD_TILE_SIZE(S.Rows, S.Side * S.Side),
          [&] { return Columns.declared() + Text.print(S); });
    Memory = Text.memory();
    Flags = Text.hasMatrices() ? TWOFOLD_KERNEL_MATRICES : 0;
    if (!Forms.empty()) {
      BlockText Alone(Text, Largest);
      Begin = &Alone.begin();
      const std::string Code = Columns.declared() + Alone.print();
      Block = "#elif defined(TWOFOLD_BLOCKS)\n" + Alone.memory() +
              Chosen(Largest, Function.Expressions.temporaries(2) + Code);
      Flags |= TWOFOLD_KERNEL_BLOCKS;
    }
    Columns.forget();
  } else if (Mapping.Transposed) {
    TransposedText Text(*Mapping.Transposed, Unit, Function, Limits, Privates,
                        Declare);
    const unsigned Side = Text.side();
    Add(Side, TWOFOLD_TILE_SIZE(Side, Side * Side / Text.Items),
        [&] { return Text.print(); });
    Memory = Text.memory();
  } else if (Mapping.hasPivotRows() && Privates.empty()) {
    PivotText Text(Items, Unit, Function, Limits, Declare);
    if (Text.fits())
      Add(Text.Width, TWOFOLD_TILE_SIZE(Text.Height, Text.Each),
          [&] { return Text.print(); });
  }
  if (Forms.empty())
    return {};
  return {"#ifdef TWOFOLD_ROWS\n" + Memory +
              Function.Expressions.temporaries(1) + Forms + Block + "#endif\n",
          Flags};
}

} // namespace twofold
