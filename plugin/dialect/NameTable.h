// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NameTable.h - the identifiers of one kernel text -------------------===//
#ifndef TWOFOLD_PLUGIN_DIALECT_NAMETABLE_H
#define TWOFOLD_PLUGIN_DIALECT_NAMETABLE_H

#include "llvm/ADT/StringSet.h"
#include <string>

namespace twofold {

/// Whether OpenCL C gives the identifier a meaning of its own: a keyword, a
/// type, a macro or a builtin function.
bool isReservedName(llvm::StringRef Name);

/// Hands out identifiers that nothing else in the text uses.
class NameTable {
  llvm::StringSet<> Taken;

public:
  /// The user's own names are noted first, so that no made-up name hides one.
  void note(llvm::StringRef Name) { Taken.insert(Name); }

  /// Base itself if nobody uses it, else Base with a number.
  std::string claim(llvm::StringRef Base);

  /// A name for something the user named: the same unless reserved. May be
  /// handed out many times; the user's own scopes keep such names apart.
  std::string local(llvm::StringRef Name) const;
};

} // namespace twofold

#endif
