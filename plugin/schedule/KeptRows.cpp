// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/KeptRows.h"
#include "ast/Nodes.h"
#include "schedule/RowGroups.h"
#include "schedule/SharedValues.h"

using namespace clang;

namespace twofold {
namespace {

class KeptRowSearch {
  const RowGroups &Groups;
  const ParallelLoop &Loop;
  ASTContext &Ctx;
  std::optional<Variables> Written;
  SmallVector<KeptRow, 2> Found;
  SmallVector<const ValueDecl *, 2> Roots;      ///< of Found
  llvm::DenseMap<const Stmt *, unsigned> Order; ///< of statements in sections
  llvm::DenseSet<const Stmt *> Named;   ///< names that places have in them
  llvm::DenseSet<const Expr *> Touched; ///< what is read, or changed, itself

  const RowSection &section(unsigned N) const { return Groups.Sections[N]; }
  unsigned firstColumn(unsigned Number) const {
    return unsigned(
        constantOf(section(Number).Counts.Init, Ctx)->getZExtValue());
  }
  const ValueDecl *rootOf(const Expr *E) const;
  bool isPlace(const Expr *E, const RowSection &In) const;
  bool countsAlike() const;
  void note(unsigned Number);
  bool isAlways(const KeptRow &Row, unsigned Section) const;
  bool isStoreOf(const Stmt *S, const KeptRow &Row) const;
  bool begins(KeptRow &Row);
  bool takesStores(KeptRow &Row, const ValueDecl *Root);
  bool hasOtherUses(const ValueDecl *Root) const;
  bool isWalked(const Stmt *S, const RowSection &In) const;
  bool maySumUp() const;
  bool mayFollow(const KeptRow &Earlier, const KeptRow &Later) const;

public:
  KeptRowSearch(const RowGroups &Groups, const ParallelLoop &Loop,
                const AccessModel &Model, ASTContext &Ctx)
      : Groups(Groups), Loop(Loop), Ctx(Ctx), Written(writtenVariables(Model)) {
  }
  SmallVector<KeptRow, 2> find();
};

/// What is captured, and E is an element of; null: no one knows.
const ValueDecl *KeptRowSearch::rootOf(const Expr *E) const {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      E = Element->getBase();
    } else if (const Expr *Place = operandOf(E, UO_AddrOf)) {
      E = Place;
    } else if (const auto *B = dyn_cast<BinaryOperator>(E);
               B && B->isAdditiveOp()) {
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    } else if (const Expr *Pointer = operandOf(E, UO_Deref)) {
      E = Pointer;
    } else if (const auto *V = variableIn(E);
               V && llvm::is_contained(Groups.Again, V)) {
      E = V->getInit();
    } else {
      const ValueDecl *D = namedIn(E);
      return D && Loop.capture(D) ? cast<ValueDecl>(D->getCanonicalDecl())
                                  : nullptr;
    }
  }
}

/// An element that each round has beside the last one's, wherever it stands.
bool KeptRowSearch::isPlace(const Expr *E, const RowSection &In) const {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
  if (!Element || !isNumber(Element->getType(), Ctx) ||
      !movesByOne(Element->getIdx(), In.Counts.Induction) ||
      mentions(Element->getBase(), In.Counts.Induction))
    return false;
  auto IsAlike = [&](const ValueDecl *D) -> std::optional<bool> {
    if (D == In.Counts.Induction || Loop.dimOf(D) ||
        llvm::is_contained(Groups.Again, D))
      return true;
    return std::nullopt;
  };
  return isMadeAlike(Element->getBase(), Loop, IsAlike) &&
         isMadeAlike(Element->getIdx(), Loop, IsAlike);
}

/// All loops go from some of the first columns to the same end.
bool KeptRowSearch::countsAlike() const {
  const InnerLoop *First = nullptr;
  for (const RowSection &S : Groups.Sections) {
    const InnerLoop &C = S.Counts;
    if (!S.Loop)
      continue;
    const auto Init = constantOf(C.Init, Ctx);
    if (!Init || Init->isNegative() || Init->getActiveBits() > 5 ||
        C.Step != 1 || C.By || C.Ahead ||
        holdsNode<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt,
                  StmtExpr, LambdaExpr>(S.Loop->getBody()))
      return false;
    if (First &&
        (First->Relation != C.Relation ||
         !sameBut(First->Bound, First->Induction, C.Bound, C.Induction)))
      return false;
    First = First ? First : &C;
  }
  return First;
}

/// Places of a section, each with those of other sections that are the same.
void KeptRowSearch::note(unsigned Number) {
  const RowSection &S = section(Number);
  for (auto [I, Part] : llvm::enumerate(S.Statements)) {
    (void)anyNode(Part, [&](const Stmt *Sub) {
      Order[Sub] = unsigned(I);
      for (const Expr *Own :
           {operandOf(Sub, CK_LValueToRValue), assignedBy(Sub)})
        if (Own)
          Touched.insert(Own->IgnoreParens());
      const auto *E = dyn_cast<Expr>(Sub);
      if (!S.Loop || !E || !isPlace(E, S))
        return false;
      const ValueDecl *Root = rootOf(E);
      const auto *Known = llvm::find_if(Found, [&](const KeptRow &Row) {
        const KeptRow::Use &U = Row.Uses.front();
        return sameBut(E, S.Counts.Induction, U.Place,
                       section(U.Section).Counts.Induction);
      });
      if (Known == Found.end()) {
        Found.emplace_back();
        Roots.push_back(Root);
        Known = &Found.back();
      }
      KeptRow &Row = Found[Known - Found.begin()];
      Row.Type = E->getType().getUnqualifiedType();
      Row.Uses.push_back({Number, E});
      (void)anyNode(E, [&](const Stmt *Name) {
        Named.insert(Name);
        return false;
      });
      return false;
    });
  }
}

bool KeptRowSearch::isAlways(const KeptRow &Row, unsigned Section) const {
  llvm::DenseSet<const Stmt *> Always;
  for (const Stmt *S : section(Section).Statements)
    noteEvaluated(S, Always);
  return llvm::any_of(Row.Uses, [&](const KeptRow::Use &U) {
    return U.Section == Section && Always.contains(U.Place);
  });
}

/// S is a statement of a section that does nothing but to store Row's element.
bool KeptRowSearch::isStoreOf(const Stmt *S, const KeptRow &Row) const {
  const auto *E = dyn_cast<Expr>(S);
  const auto *B = E ? dyn_cast<BinaryOperator>(seeThrough(E)) : nullptr;
  return B && B->isAssignmentOp() &&
         llvm::any_of(Row.Uses, [&](const KeptRow::Use &U) {
           return U.Place == B->getLHS()->IgnoreParens();
         });
}

/// Leaves out sections before the first one that touches Row in any case, and
/// says how it does.
bool KeptRowSearch::begins(KeptRow &Row) {
  while (!Row.Uses.empty() && !isAlways(Row, Row.first())) {
    const unsigned Section = Row.first();
    llvm::erase_if(Row.Uses,
                   [&](const KeptRow::Use &U) { return U.Section == Section; });
  }
  if (Row.Uses.empty() || Row.first() == Row.last())
    return false;
  const RowSection &First = section(Row.first());
  for (const Stmt *S : First.Statements) {
    const auto Touches = [&](const Stmt *Part) {
      return anyNode(Part, [&](const Stmt *Sub) {
        return llvm::any_of(
            Row.Uses, [&](const KeptRow::Use &U) { return U.Place == Sub; });
      });
    };
    if (!Touches(S))
      continue;
    const auto *B = dyn_cast<Expr>(S)
                        ? dyn_cast<BinaryOperator>(seeThrough(cast<Expr>(S)))
                        : nullptr;
    Row.Loaded = !isStoreOf(S, Row) || B->isCompoundAssignmentOp() ||
                 Touches(B->getRHS());
    break;
  }
  const unsigned Least =
      std::min_element(Row.Uses.begin(), Row.Uses.end(),
                       [&](const KeptRow::Use &A, const KeptRow::Use &B) {
                         return firstColumn(A.Section) < firstColumn(B.Section);
                       })
          ->Section;
  if (Least != Row.first()) {
    if (!Row.Loaded || !isAlways(Row, Least))
      return false;
    Row.Lead = Least;
  }
  return true;
}

/// Stores are statements of their own.
bool KeptRowSearch::takesStores(KeptRow &Row, const ValueDecl *Root) {
  if (!Root || !Written->contains(Root))
    return Root;
  for (const KeptRow::Use &U : Row.Uses) {
    const RowSection &S = section(U.Section);
    for (const Stmt *Part : S.Statements)
      if (isStoreOf(Part, Row))
        Row.Stores.insert(U.Section);
  }
  for (const unsigned Section : Row.Stores)
    for (const unsigned Later : Row.Stores)
      if (Later > Section && firstColumn(Later) <= firstColumn(Section))
        Row.Dropped.insert(Section);
  // All other assignments to it are of no known form.
  return !anyNode(Groups.Body, [&](const Stmt *Part) {
    const Expr *Place = assignedBy(Part);
    if (!Place || variableIn(Place) || rootOf(Place) != Root)
      return false;
    return llvm::none_of(Groups.Sections, [&](const RowSection &S) {
      return llvm::any_of(S.Statements, [&](const Stmt *Own) {
        const auto *E = dyn_cast<Expr>(Own);
        return E && seeThrough(E) == Part && isStoreOf(Own, Row);
      });
    });
  });
}

/// Something but places of one row names Root, or a pointer into it, or may do
/// so out of sight.
bool KeptRowSearch::hasOtherUses(const ValueDecl *Root) const {
  auto IsOther = [&](const Stmt *Part) {
    if (const auto *Call = dyn_cast<CallExpr>(Part))
      return !usesArgumentsAlone(*Call);
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    if (!Ref || Named.contains(Part) ||
        !(Ref->getType()->isPointerType() || Ref->getType()->isArrayType()))
      return false;
    const ValueDecl *Own = rootOf(Ref);
    return !Own || Own == Root;
  };
  return llvm::any_of(Groups.Sections, [&](const RowSection &S) {
    return llvm::any_of(S.Statements, [&](const Stmt *Part) {
      const auto *Declared = dyn_cast<DeclStmt>(Part);
      if (Declared && !S.Loop &&
          llvm::all_of(variablesIn(*Declared), [&](const VarDecl *V) {
            return llvm::is_contained(Groups.Again, V);
          }))
        return false;
      return anyNode(Part, IsOther);
    });
  });
}

/// Quick for one item, and of what is kept alone.
bool KeptRowSearch::isWalked(const Stmt *S, const RowSection &In) const {
  return !anyNode(S, [&](const Stmt *Part) {
    if (const auto *B = dyn_cast<BinaryOperator>(Part);
        B && (B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem ||
              B->getOpcode() == BO_DivAssign || B->getOpcode() == BO_RemAssign))
      return true;
    if (isa<CallExpr, MemberExpr>(Part) || operandOf(Part, UO_Deref))
      return true;
    // Nothing but its declaration says what a variable of the round is.
    if (const auto *Declared = dyn_cast<DeclStmt>(Part))
      return llvm::any_of(variablesIn(*Declared), [&](const VarDecl *V) {
        return !isNumber(V->getType(), Ctx) || V->hasGlobalStorage() ||
               !V->getInit() ||
               anyNode(In.Loop->getBody(),
                       [&](const Stmt *Sub) { return movedBy(Sub) == V; });
      });
    // What it reads is what the round leaves behind.
    return isa<ArraySubscriptExpr>(Part) &&
           llvm::none_of(Found, [&](const KeptRow &Row) {
             return llvm::any_of(Row.Uses,
                                 [&](const KeptRow::Use &U) {
                                   return U.Place == Part &&
                                          &section(U.Section) == &In;
                                 }) &&
                    llvm::none_of(In.Statements, [&](const Stmt *Later) {
                      return isStoreOf(Later, Row) &&
                             Order.lookup(Later) > Order.lookup(Part);
                    });
           });
  });
}

/// Sums in order are of what is kept, behind all else that rounds do. Several
/// loops with such sums are quicker in tiles, of more rows at a time.
bool KeptRowSearch::maySumUp() const {
  if (llvm::count_if(Groups.Sections, [](const RowSection &S) {
        return S.Loop && !S.Sums.empty() && !S.hasParts();
      }) > 1)
    return false;
  return llvm::all_of(Groups.Sections, [&](const RowSection &S) {
    if (!S.Loop || S.Sums.empty() || S.hasParts())
      return true;
    const auto *Sum = llvm::find_if(
        S.Statements, [&](const Stmt *Part) { return S.isOrdered(Part); });
    return constantOf(S.Counts.Init, Ctx)->isZero() &&
           std::all_of(Sum, S.Statements.end(),
                       [&](const Stmt *Part) { return S.isOrdered(Part); }) &&
           llvm::all_of(sumsOf(S),
                        [&](const Stmt *Part) { return isWalked(Part, S); });
  });
}

/// Later may be where Earlier was: nothing asks for that any more.
bool KeptRowSearch::mayFollow(const KeptRow &Earlier,
                              const KeptRow &Later) const {
  if (Later.Loaded || Earlier.last() > Later.first() ||
      Earlier.Type.getCanonicalType() != Later.Type.getCanonicalType())
    return false;
  if (Earlier.last() < Later.first())
    return true;
  const unsigned Store = Order.lookup(Later.Uses.front().Place);
  const RowSection &S = section(Later.first());
  const SmallVector<const Stmt *, 4> Sums =
      S.hasParts() ? SmallVector<const Stmt *, 4>() : sumsOf(S);
  return llvm::all_of(Earlier.Uses, [&](const KeptRow::Use &U) {
    return U.Section != Later.first() ||
           (Order.lookup(U.Place) <= Store &&
            llvm::none_of(Sums, [&](const Stmt *Sum) {
              return anyNode(Sum,
                             [&](const Stmt *Sub) { return Sub == U.Place; });
            }));
  });
}

SmallVector<KeptRow, 2> KeptRowSearch::find() {
  if (Groups.Across || !Written || !countsAlike())
    return {};
  for (unsigned S = 0; S != Groups.Sections.size(); ++S)
    note(S);
  SmallVector<KeptRow, 2> Kept;
  SmallVector<const ValueDecl *, 2> Changed;
  for (auto [Row, Root] : llvm::zip(Found, Roots)) {
    const bool Stored = Root && Written->contains(Root);
    // What is stored has one name, and all of it is known.
    if (Stored && (llvm::count(Roots, Root) > 1 ||
                   llvm::is_contained(Roots, nullptr) || hasOtherUses(Root)))
      continue;
    // A pointer or reference to an element outlives what is kept.
    if (!llvm::all_of(Row.Uses, [&](const KeptRow::Use &U) {
          return Touched.contains(U.Place);
        }))
      continue;
    const size_t Uses = Row.Uses.size();
    if (!begins(Row) || (Stored && Row.Uses.size() != Uses) ||
        !takesStores(Row, Root))
      continue;
    Kept.push_back(std::move(Row));
  }
  Found = std::move(Kept);
  if (Found.empty() || !maySumUp())
    return {};
  unsigned Slots = 0;
  for (unsigned I = 0; I != Found.size(); ++I) {
    Found[I].Slot = Slots;
    for (unsigned J = 0; J != I; ++J)
      if (mayFollow(Found[J], Found[I]) &&
          std::all_of(Found.begin(), Found.begin() + I,
                      [&](const KeptRow &Other) {
                        return Other.Slot != Found[J].Slot ||
                               mayFollow(Other, Found[I]);
                      }))
        Found[I].Slot = Found[J].Slot;
    Slots = std::max(Slots, Found[I].Slot + 1);
  }
  if (!Groups.hasRoom(Slots, Ctx))
    return {};
  return std::move(Found);
}

} // namespace

SmallVector<KeptRow, 2> findKeptRows(const RowGroups &Groups,
                                     const ParallelLoop &Loop,
                                     const AccessModel &Model,
                                     ASTContext &Ctx) {
  return KeptRowSearch(Groups, Loop, Model, Ctx).find();
}

} // namespace twofold
