// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TokenWatchers.h - who sees the tokens that go to the parser ------===//
#ifndef TWOFOLD_PLUGIN_UNIT_TOKENWATCHERS_H
#define TWOFOLD_PLUGIN_UNIT_TOKENWATCHERS_H

#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <memory>
#include <vector>

namespace twofold {

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
