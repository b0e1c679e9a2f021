// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StowedValues.h - what an iteration puts into memory of its own -----===//
//
// `std::vector<int *> p{&v[i], &v[i + 1]}`: of memory from the heap, and of
// objects that are not followed, nobody knows what is where. But whoever loads
// an address from there, or a subscript, has one of those that were put there.
#ifndef TWOFOLD_PLUGIN_ACCESS_STOWEDVALUES_H
#define TWOFOLD_PLUGIN_ACCESS_STOWEDVALUES_H

#include "access/LocalObjects.h"

namespace twofold {

class StowedValues : EvaluationView {
  LocalObjects &Objects;

  struct Where {
    /// An object that is or was followed; 0: all other memory that iterations
    /// have of their own.
    unsigned Object = 0;
    std::optional<int64_t> Offset;            ///< of a part of the object
    const clang::FieldDecl *Member = nullptr; ///< null: it may be any
  };
  struct Entry {
    Where At;
    clang::QualType Type;
    Arm Is;
  };
  llvm::SmallVector<Entry, 8> Entries;

  static std::optional<Where> whereOf(const Arm &Address,
                                      const clang::FieldDecl *Member);
  bool mayMeet(const Where &A, const Where &B) const;
  void add(Where At, clang::QualType Type, Arm Is);
  void putAddress(const Value &Address, clang::QualType T, const Value &V,
                  const clang::FieldDecl *Member);
  void putParts(const Value &Address, clang::QualType T, const Value &From);

public:
  StowedValues(Evaluation &In, LocalObjects &Objects)
      : EvaluationView(In), Objects(Objects) {}

  /// The member whose name ends E, an lvalue or what is loaded from one.
  static const clang::FieldDecl *memberIn(const clang::Expr *E);

  /// V, a value of a class or a scalar, becomes the T at Address, which Member
  /// names where it is not null.
  void put(const Value &Address, clang::QualType T, const Value &V,
           const clang::FieldDecl *Member = nullptr);
  /// What lies at From may be copied to Into, byte by byte.
  void copy(const Value &Into, const Value &From);
  /// Adds to Known, the T at Address as far as anybody knows, what may have
  /// been put there.
  Value with(Value Known, const Value &Address, clang::QualType T,
             const clang::FieldDecl *Member = nullptr) const;
};

} // namespace twofold

#endif
