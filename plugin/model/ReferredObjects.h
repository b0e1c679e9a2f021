// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReferredObjects.h - references to what a loop may store to ---------===//
//
// `double &x = a[k];` names an element. A copy of it from before the loop is
// another number as soon as an iteration stores there.
#ifndef TWOFOLD_PLUGIN_MODEL_REFERREDOBJECTS_H
#define TWOFOLD_PLUGIN_MODEL_REFERREDOBJECTS_H

#include "model/LoopModel.h"

namespace twofold {

/// Where a loop's body, and the functions that it calls, store to memory: types
/// of what is stored, and variables where these are known. C++ decides by types
/// what a reference may name.
class ReferredObjects {
  struct Store {
    clang::QualType Type;       ///< canonical, unsigned
    const clang::VarDecl *Into; ///< null: reached through a pointer
  };
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  llvm::SmallVector<Store, 8> Stores;
  bool Collected = false;

public:
  ReferredObjects(const ParallelLoop &Loop, clang::ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx) {}

  /// D is a reference, and the body may store to what it reads of D's object.
  bool mayChange(const clang::ValueDecl *D);
  /// The body stores to objects in memory that may be of type T.
  bool mayStore(clang::QualType T);

private:
  void collect();
  clang::QualType kindOf(clang::QualType T) const;
  void addRead(clang::QualType T,
               llvm::SmallVectorImpl<clang::QualType> &Out) const;
  bool findReads(const clang::Stmt *S, const clang::ValueDecl *D,
                 llvm::SmallVectorImpl<clang::QualType> &Out) const;
};

} // namespace twofold

#endif
