// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UnitPurpose.h - what a unit is for, and what it is given ----------===//
#ifndef TWOFOLD_PLUGIN_UNIT_UNITPURPOSE_H
#define TWOFOLD_PLUGIN_UNIT_UNITPURPOSE_H

#include "clang/Lex/Preprocessor.h"
#include <functional>
#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
}

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

/// Shows twofold/abi.h and the headers of slices to the unit that is about to
/// be compiled, before anything of the user's: among the predefined macros, or,
/// in a C++20 module, in its global module fragment, before which nothing may
/// be declared.
void placeAbi(clang::CompilerInstance &CI);

using TokenWatcher = std::function<void(const clang::Token &)>;

/// Adds a watcher to those of PP. Clang itself keeps a single one.
inline void addTokenWatcher(clang::Preprocessor &PP, TokenWatcher Watcher) {
  using List = std::vector<TokenWatcher>;
  static llvm::DenseMap<const clang::Preprocessor *, std::weak_ptr<List>> Lists;
  std::shared_ptr<List> All = Lists[&PP].lock();
  if (!All) {
    All = std::make_shared<List>();
    Lists[&PP] = All;
    PP.setTokenWatcher([All](const clang::Token &T) {
      for (TokenWatcher &Each : *All)
        Each(T);
    });
  }
  All->push_back(std::move(Watcher));
}

} // namespace twofold

#endif
