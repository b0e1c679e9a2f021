// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweredPlace.h - what an expression is in the lowered copy ---------===//
#ifndef TWOFOLD_PLUGIN_LOWER_LOWEREDPLACE_H
#define TWOFOLD_PLUGIN_LOWER_LOWEREDPLACE_H

#include "clang/AST/DeclCXX.h"
#include <map>

namespace twofold {

struct LocalObject;

/// A value or an lvalue of the user's body, after lowering.
struct Place {
  enum class Kind {
    None,    ///< nothing: void, or lowering failed
    Value,   ///< Code is a prvalue that a kernel can compute
    Device,  ///< Code is an lvalue that a kernel can hold
    Host,    ///< Code is an lvalue of the host, in an object that the loop only
             ///< reads; it is read at the call
    Object,  ///< an object of the body, taken apart
    Pointer, ///< points at Pointee, whose class no kernel has
  };
  Kind What = Kind::None;
  clang::Expr *Code = nullptr;
  LocalObject *Object = nullptr;
  const Place *Pointee = nullptr;

  bool is(Kind K) const { return What == K; }
};

inline Place made(clang::Expr *Code) {
  return {Place::Kind::Value, Code, nullptr, nullptr};
}
inline Place atDevice(clang::Expr *Code) {
  return {Place::Kind::Device, Code, nullptr, nullptr};
}
inline Place atHost(clang::Expr *Code) {
  return {Place::Kind::Host, Code, nullptr, nullptr};
}
inline Place ofObject(LocalObject *O) {
  return {Place::Kind::Object, nullptr, O, nullptr};
}

/// As they are declared: what is written for each is the same in each run.
struct DeclaredBefore {
  bool operator()(const clang::Decl *A, const clang::Decl *B) const {
    return A->getID() < B->getID();
  }
};

/// An object whose class no kernel has: a place for each of its parts.
struct LocalObject {
  /// Of an array of pointers, which has neither class nor parts.
  llvm::SmallVector<Place, 0> Elements;
  const clang::RecordDecl *Class = nullptr;
  /// The object that this one is a base of.
  LocalObject *Derived = nullptr;
  /// By field, or by the class of a base.
  std::map<const clang::Decl *, Place, DeclaredBefore> Parts;
};

} // namespace twofold

#endif
