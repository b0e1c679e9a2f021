// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnKeys.h - maps in which each iteration has a key of its own ------===//
//
// What `m.at(i)` leads to is of one iteration only, if nothing in the loop
// comes to elements of such maps by another key.
#ifndef TWOFOLD_PLUGIN_ORDER_OWNKEYS_H
#define TWOFOLD_PLUGIN_ORDER_OWNKEYS_H

#include "model/LoopModel.h"
#include "order/StorePlaces.h"

namespace twofold {

class OwnKeys {
public:
  /// By times the number of the loop's variable, and Plus.
  struct Form {
    int64_t By, Plus;
    bool operator==(const Form &) const = default;
  };

private:
  /// Maps of one class may be one map under two names.
  struct Maps {
    std::optional<Form> Key; ///< of the first lookup
    int Others = 0;          ///< uses that are no lookups of that key
    std::optional<Refusal> Store;
  };
  const ParallelLoop &Loop;
  StorePlaces &Places;
  const llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> &Given;
  llvm::DenseMap<const clang::CXXRecordDecl *, Maps> Classes;
  bool Steps = false; ///< from one element to another

  std::optional<Form> keyOf(const clang::CallExpr &Call) const;

public:
  OwnKeys(const ParallelLoop &Loop, StorePlaces &Places,
          const llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *>
              &Given)
      : Loop(Loop), Places(Places), Given(Given) {}

  /// What the integer E is; nothing: not known, or no such number.
  std::optional<Form> form(const clang::Expr *E, unsigned Depth = 0) const;

  /// The map that Call looks for a key in that no other iteration has; null:
  /// it does something else.
  const clang::CXXRecordDecl *lookup(const clang::CallExpr &Call) const;

  /// The loop comes to Call, or to E, in code of the program's own.
  void called(const clang::CallExpr &Call);
  void used(const clang::Expr *E);
  /// An element is stored to that a lookup in a map of this class led to.
  void store(const clang::CXXRecordDecl *Class, Refusal Why);
  /// The first store to an element that other iterations may come to.
  std::optional<Refusal> refusal() const;
};

} // namespace twofold

#endif
