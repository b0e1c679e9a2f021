// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/TileForms.h"
#include "kernel/PivotText.h"
#include "kernel/TransposedText.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

std::string tileForms(const NestMapping &Mapping, ItemDimensions &Items,
                      KernelUnit &Unit, KernelFunction &Function,
                      ArrayRef<std::string> Limits,
                      ArrayRef<std::string> Privates,
                      TileText::Declaration Declare, TileParameter Choose,
                      const std::string &Prologue) {
  std::string Forms, Memory;
  auto Add = [&](unsigned Columns, unsigned Size,
                 llvm::function_ref<std::string()> Code) {
    const std::string Name =
        Unit.Names.claim("tile_" + std::to_string(Columns));
    Choose(Name, Columns, Size);
    Forms +=
        "  if (" + Name + ") {\n" + Prologue + Code() + "    return;\n  }\n";
  };
  if (Mapping.Tiles) {
    std::string OwnRounds;
    for (const ItemDimensions::Dimension &D : Items.All)
      if (D.Loops->Moves)
        OwnRounds = Items.declared(D);
    TileText Text(*Mapping.Tiles, Unit, Function, Limits, Privates, Declare,
                  OwnRounds);
    for (const TileText::Size &S : Text.sizes())
      Add(S.Columns, TWOFOLD_TILE_SIZE(S.Rows, S.Side * S.Side),
          [&] { return Text.print(S); });
    Memory = Text.memory();
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
    return "";
  return "#ifdef TWOFOLD_ROWS\n" + Memory +
         Function.Expressions.temporaries(1) + Forms + "#endif\n";
}

} // namespace twofold
