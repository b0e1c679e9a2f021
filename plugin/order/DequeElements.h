// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DequeElements.h - elements of a std::deque, by their numbers -------===//
//
// Its elements lie in blocks, so an element's address is not affine in its
// number, and nothing that compares addresses knows which ones meet.
#ifndef TWOFOLD_PLUGIN_ORDER_DEQUEELEMENTS_H
#define TWOFOLD_PLUGIN_ORDER_DEQUEELEMENTS_H

#include "order/OwnKeys.h"
#include "order/StorePlaces.h"

namespace twofold {

class DequeElements {
  /// An element, or where an iterator points.
  struct Spot {
    StorePlace From; ///< the container, or an iterator that is not moved
    OwnKeys::Form At;
  };
  /// Members of an element, outermost first.
  using Members = llvm::SmallVector<const clang::FieldDecl *, 2>;
  struct Use {
    Spot Element;
    Members Path;
    clang::SourceLocation Loc;
    bool Writes;
  };
  const ParallelLoop &Loop;
  StorePlaces &Places;
  const OwnKeys &Numbers;
  llvm::SmallVector<Use, 8> Uses;
  /// Where iterators of the iteration's own point; nothing: nobody knows.
  llvm::DenseMap<const clang::ValueDecl *, std::optional<Spot>> Spots;
  /// What leads to an element of which only a member is used.
  llvm::SmallPtrSet<const clang::Expr *, 8> Parts;

  bool isHandedOver(const clang::ValueDecl *D) const;
  static std::optional<Spot> moved(std::optional<Spot> By, int64_t Count);
  std::optional<Spot> moved(std::optional<Spot> By, const clang::Expr *Count,
                            int Sign) const;
  std::optional<Spot> iterator(const clang::Expr *E, unsigned Depth = 0) const;
  std::optional<Spot> element(const clang::Expr *E) const;
  static bool meet(const Members &A, const Members &B);
  std::optional<int64_t> rounds() const;

public:
  DequeElements(const ParallelLoop &Loop, StorePlaces &Places,
                const OwnKeys &Numbers)
      : Loop(Loop), Places(Places), Numbers(Numbers) {}

  /// D, which may be an iterator, is Value from here on.
  void give(const clang::ValueDecl *D, const clang::Expr *Value);
  /// Call may move one.
  void step(const clang::CXXOperatorCallExpr &Call);
  /// E may be an element, or a member of one.
  void use(const clang::Expr *E, clang::SourceLocation Loc, bool Writes);
  /// That an iteration uses what another one writes; nothing: none does, as
  /// far as is known.
  std::optional<Refusal> refusal() const;
};

} // namespace twofold

#endif
