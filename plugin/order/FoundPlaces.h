// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FoundPlaces.h - places that are found, and rewritten ranges --------===//
//
// Elements of maps and lists, and what std::find or bsearch gives: iterations
// that look for the same come to the same, and no call can tell before. Ranges
// that the library's algorithms write to, which are one for all iterations.
#ifndef TWOFOLD_PLUGIN_ORDER_FOUNDPLACES_H
#define TWOFOLD_PLUGIN_ORDER_FOUNDPLACES_H

#include "model/LoopModel.h"
#include "order/DequeElements.h"
#include "order/OwnKeys.h"
#include "order/StorePlaces.h"

namespace twofold {

class FoundPlaces {
  const ParallelLoop &Loop;
  StorePlaces &Places;
  /// What the iteration's variables and parameters were given last.
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Given;
  /// Objects of the methods around, outermost first; null: not known.
  llvm::SmallVector<const clang::Expr *, 8> Objects;
  unsigned Budget = 4000; ///< nodes, so that compilation ends

  /// What an expression is made of.
  struct Parts {
    const clang::Expr *Range = nullptr; ///< in which it was found
    bool Own = false;                   ///< of the iteration's own, too
  };
  Parts partsOf(const clang::Stmt *S, unsigned Depth);
  const clang::Expr *rangeOf(const clang::CallExpr &Call);
  const clang::Expr *ledToBy(const clang::ValueDecl *D, bool Deref) const;
  bool isShared(const clang::Expr *Range);
  bool isOwn(const clang::Expr *E);
  StorePlace arrayOf(const clang::Expr *Range);
  bool isConstant(const clang::Expr *E) const;

public:
  OwnKeys Keys;
  DequeElements Deques;
  bool CountsOwn = false; ///< the loop around is such a one

  FoundPlaces(const ParallelLoop &Loop, StorePlaces &Places)
      : Loop(Loop), Places(Places), Keys(Loop, Places, Given),
        Deques(Loop, Places, Keys) {}

  void give(const clang::ValueDecl *D, const clang::Expr *Value) {
    Given[D] = Value;
    Deques.give(D, Value);
  }
  /// Target is moved by as much as By says, or by one where that is null.
  void step(const clang::Expr *Target, const clang::Expr *By);
  /// The same, where Call does that.
  void call(const clang::CXXOperatorCallExpr &Call);
  /// A loop with the condition Cond, which may be null, has as many rounds as
  /// the iteration's own number says, whatever they find.
  bool isOwnCount(const clang::Expr *Cond);
  /// The program's own code comes to Call, which may name an element.
  void named(const clang::CallExpr &Call, clang::SourceLocation Loc) {
    Keys.called(Call);
    Deques.use(&Call, Loc, /*Writes=*/false);
  }
  /// It comes to E, which may be a member of an element.
  void used(const clang::Expr *E, clang::SourceLocation Loc) {
    Keys.used(E);
    Deques.use(E, Loc, /*Writes=*/false);
  }
  void enter(const clang::Expr *Object) { Objects.push_back(Object); }
  void leave() { Objects.pop_back(); }

  struct Origin {
    /// The container or the range, one for all iterations, that was searched;
    /// null: there is none, or the place is not found by that alone.
    const clang::Expr *Range = nullptr;
    bool AsIndex = false; ///< what was found selects an element elsewhere
    bool ByKey = false;   ///< by what no store to elements changes
    /// The class of the map that was searched for a key of the iteration's own.
    const clang::CXXRecordDecl *Keyed = nullptr;
  };
  Origin originOf(const clang::Expr *Target);
  /// That all iterations have Call, at Loc, write to one range; nothing: they
  /// do not, as far as is known. Surely: each comes there.
  std::optional<Refusal> rewritten(const clang::CallExpr &Call,
                                   clang::SourceLocation Loc, bool Surely);
  /// That iterations find Target, at Loc, so; nothing: the program says that no
  /// two come to one, or all of them store one Value there, which may be null.
  std::optional<Refusal> refusal(const Origin &From, const clang::Expr *Target,
                                 const clang::Expr *Value,
                                 clang::SourceLocation Loc);
  /// The same of all elements that have been used.
  std::optional<Refusal> refusal() const {
    std::optional<Refusal> Why = Keys.refusal();
    return Why ? Why : Deques.refusal();
  }
};

} // namespace twofold

#endif
