// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LocalObjects.h - what the parts of the body's own objects are ------===//
//
// `Span s(a + i * m, m)`, iterators, `struct range r = rows(i)`: objects of
// classes that an iteration has for itself are followed by their scalar parts,
// through constructors and methods, so that the places to which their pointers
// lead have forms.
//
// An object is known by its number. Its address is an arm that is Private, with
// the number as its base. A class of which all is one number or pointer has
// that as its value, and a variable of it is like a variable of that type; a
// value of another class is the address of an object that holds it.
#ifndef TWOFOLD_PLUGIN_ACCESS_LOCALOBJECTS_H
#define TWOFOLD_PLUGIN_ACCESS_LOCALOBJECTS_H

#include "access/Evaluation.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace twofold {

/// The type of the only scalar in a T, which takes all of its bytes; T itself
/// where that is a scalar; null where a T holds more, or something else.
clang::QualType onlyScalar(clang::QualType T, const clang::ASTContext &Ctx);

class LocalObjects : EvaluationView {
  llvm::DenseMap<const clang::VarDecl *, unsigned> Numbers;
  /// By number; null: a temporary object. Number 0 is no object.
  llvm::SmallVector<const clang::VarDecl *, 8> Objects = {nullptr};
  /// Whoever has been given its address may change it.
  llvm::BitVector Escaped;

  unsigned add(const clang::VarDecl *D);
  /// The variable of one scalar that lies at A; null: another place.
  const clang::VarDecl *scalarAt(const Arm &A) const;
  void escape(unsigned Object);
  void forgetAll();
  void forget(unsigned Object);
  Value load(const Arm &A, clang::QualType T) const;
  Value loadElement(const Arm &A, clang::QualType T) const;
  /// The bytes from a followed object's beginning to A; nothing: nobody knows.
  std::optional<int64_t> offsetOf(const Arm &A) const;
  std::map<ObjectPart, PartValue>
  copiedParts(const Value &Address, ObjectPart To, int64_t Bytes) const;
  std::optional<ObjectOrigin> copiedOrigin(const Value &Address, int64_t Offset,
                                           int64_t Bytes, size_t Stores) const;

public:
  explicit LocalObjects(Evaluation &In) : EvaluationView(In) {}

  /// The address of D, a variable of the iteration's own.
  Value addressOf(const clang::VarDecl *D);
  /// D is an integer that pointers or references lead to: an object like one of
  /// a class that holds it.
  bool followsNumber(const clang::VarDecl *D) const;
  /// The address of a new object.
  Value temporary() {
    return Recorder.Occurrences ? objectAddress(add(nullptr))
                                : addressValue(Arm::Private);
  }
  /// The address of one that holds Number, of scalar type T.
  Value temporary(clang::QualType T, const Value &Number) {
    const Value At = temporary();
    if (Recorder.Occurrences)
      store(At, T, Number);
    return At;
  }
  static Value objectAddress(unsigned Object) {
    return addressValue(Arm::Private, Object);
  }
  /// An object that is followed lies at A.
  static bool isObject(const Arm &A) {
    return A.What == Arm::Private && A.Base != 0;
  }

  bool hasEscaped(unsigned Object) const {
    return Object < Escaped.size() && Escaped[Object];
  }

  /// What a T at Address is; empty: nobody knows.
  Value load(const Value &Address, clang::QualType T) const;
  /// What lies at Address is a copy of what was at From in memory when the
  /// iteration had made so many Stores.
  struct Origin {
    Arm From;
    size_t Stores;
  };
  std::optional<Origin> origin(const Value &Address, clang::QualType T) const;
  /// V, a value of a class or a scalar, becomes the T at Address.
  void store(const Value &Address, clang::QualType T, const Value &V);
  /// The object at To becomes a copy of what lies at Address. Stores: as of
  /// Origin, where that is in memory.
  void copy(const Value &To, const Value &Address, clang::QualType T,
            size_t Stores = 0);
  /// The object at Address begins, and nothing is in it.
  void begin(const Value &Address);
  /// Anything may be at Address.
  void forget(const Value &Address);
  /// V is known where nobody looks.
  void escape(const Value &V);
  /// As takeObjects, of numbers that are objects.
  void takeNumbers(PathState &To, const PathState &From) const;
  /// What the loop or statement S may change without a word.
  void forgetChanged(const clang::Stmt *S);
};

} // namespace twofold

#endif
