// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TileForms.h - forms of a kernel in which a group has a tile --------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_TILEFORMS_H
#define TWOFOLD_PLUGIN_KERNEL_TILEFORMS_H

#include "kernel/ItemDimensions.h"
#include "kernel/TileText.h"

namespace twofold {

/// Declares the parameter that says whether a form is to run: its name, and the
/// columns and the size of TWOFOLD_ARG_TILE.
using TileParameter =
    llvm::function_ref<void(const std::string &, unsigned, unsigned)>;

struct TileForms {
  /// Behind `#ifdef TWOFOLD_ROWS`, and those of CPUs behind its `#else`; empty:
  /// there are none.
  std::string Code;
  uint32_t Flags = 0; ///< of the kernel that has them
};

/// Each does first what Prologue does.
TileForms tileForms(const NestMapping &Mapping, ItemDimensions &Items,
                    KernelUnit &Unit, KernelFunction &Function,
                    llvm::ArrayRef<std::string> Limits,
                    llvm::ArrayRef<std::string> Privates,
                    TileText::Declaration Declare, TileParameter Choose,
                    const std::string &Prologue);

} // namespace twofold

#endif
