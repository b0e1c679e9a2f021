// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UnitPurpose.h - what a unit is compiled for -----------------------===//
#ifndef TWOFOLD_PLUGIN_UNIT_UNITPURPOSE_H
#define TWOFOLD_PLUGIN_UNIT_UNITPURPOSE_H

namespace clang {
class CompilerInstance;
} // namespace clang

namespace twofold {

enum class UnitPurpose {
  Code,     ///< loops become calls of the runtime
  Messages, ///< -fsyntax-only: the same, for the messages
  Ast,      ///< a precompiled header or module: loops stay as written, and
            ///< units that use it rewrite them
  Tools,    ///< a tool looks at the program, and may edit its text: loops
            ///< stay, and tokens that a slice becomes are no text
};

UnitPurpose purposeOf(const clang::CompilerInstance &CI);
/// Whether loops become calls.
bool rewritesLoops(const clang::CompilerInstance &CI);

} // namespace twofold

#endif
