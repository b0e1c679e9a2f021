// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowTables.h - tables of pointers to rows ---------------------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_ROWTABLES_H
#define TWOFOLD_PLUGIN_ACCESS_ROWTABLES_H

#include "clang/AST/ASTFwd.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <string>
#include <utility>

namespace twofold {

/// A table whose rows a kernel reaches by the place of row 0 and their
/// distance, or by that of the block that holds them, which the runtime stores
/// (struct twofold_rows in twofold/abi.h). The variables are captures of the
/// loop, for devices only.
struct RowTable {
  clang::VarDecl *Table = nullptr;    ///< the pointer to it
  clang::VarDecl *Pointer = nullptr;  ///< to row 0, or to the block
  clang::VarDecl *Distance = nullptr; ///< in elements, 64 bits; of a block its
                                      ///< address in the program
  bool InBlock = false;
  bool Whole = false; ///< any pointer in it may be used
  /// The least and the greatest subscript of each use, 64 bits.
  llvm::SmallVector<std::pair<clang::VarDecl *, clang::VarDecl *>, 2> Uses;
  uint64_t Bytes = 0; ///< of an element of a row
  std::string Name;
};

using RowTables = llvm::SmallVector<RowTable, 1>;

} // namespace twofold

#endif
