// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessSearches.cpp - loops that look for a place in memory ---------===//
//
// `while (table[h] != 0) h = (h + 1) % m; table[h] = key;` and
// `while (p[x] != x) x = p[x]; p[x] = y;`: where the store goes depends on what
// other iterations have stored. Not so where iterations search within bounds of
// their own.
#include "access/AccessSearches.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

namespace {

const VarDecl *namedBy(const Stmt *S) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

bool mentionsAny(const Stmt *S, llvm::function_ref<bool(const VarDecl *)> Is) {
  return anyNode(S, [&](const Stmt *Part) {
    const VarDecl *D = namedBy(Part);
    return D && Is(D);
  });
}

void forEachPart(const Stmt *S, llvm::function_ref<void(const Stmt *)> F) {
  eachNode(S, [&](const Stmt *Part) {
    const bool Runs = !isa<LambdaExpr, UnaryExprOrTypeTraitExpr>(Part);
    if (Runs)
      F(Part);
    return Runs;
  });
}

/// An element of memory: `a[i]` or `*p`.
const Expr *elementOf(const Stmt *S) {
  return isa<ArraySubscriptExpr>(S) || operandOf(S, UO_Deref) ? cast<Expr>(S)
                                                              : nullptr;
}

} // namespace

/// The pointer in an element, or in the sum that leads to one.
static const Expr *pointerIn(const Expr *Place) {
  Place = Place->IgnoreParenImpCasts();
  if (const Expr *To = operandOf(Place, UO_Deref))
    Place = To->IgnoreParenImpCasts();
  else if (const auto *At = dyn_cast<ArraySubscriptExpr>(Place))
    return At->getBase();
  const auto *Sum = dyn_cast<BinaryOperator>(Place);
  return !Sum || !Sum->isAdditiveOp()                ? Place
         : Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                     : Sum->getRHS();
}

/// The bases that an element is of, or the one that a sum leads to, as far as
/// the pointer to it is known.
uint64_t AccessSearches::basesOf(const Expr *Place) {
  uint64_t Bases = 0;
  for (const Arm &A : Quiet.quietly(pointerIn(Place)))
    if (A.What == Arm::Memory && A.Base < 63)
      Bases |= uint64_t(1) << A.Base;
  return Bases;
}

/// What E says may be another number for each iteration.
bool AccessSearches::isOwn(const Expr *E) {
  return llvm::any_of(Quiet.quietly(E), [&](const Arm &A) {
    return A.What == Arm::Unknown || A.Wild || A.Spread || namesAxes(A.Form);
  });
}

/// The variables that a round leads to a multiple of where they were, or to a
/// part of it: `j = 2 * j`, `parent = (hole - 1) / 2; hole = parent`. Wherever
/// such a search begins, one round later it is among the elements of others.
static llvm::SmallPtrSet<const VarDecl *, 4>
scaledIn(llvm::ArrayRef<std::pair<const VarDecl *, const Expr *>> Assigned,
         llvm::ArrayRef<const Stmt *> Parts,
         llvm::function_ref<bool(const VarDecl *)> Moves) {
  llvm::SmallPtrSet<const VarDecl *, 4> Scaled;
  auto Scales = [&](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    return B &&
           llvm::is_contained(
               {BO_Mul, BO_Div, BO_Shl, BO_Shr},
               B->isCompoundAssignmentOp()
                   ? BinaryOperator::getOpForCompoundAssignment(B->getOpcode())
                   : B->getOpcode()) &&
           mentionsAny(B->getLHS(), Moves) != mentionsAny(B->getRHS(), Moves);
  };
  for (const Stmt *Part : Parts)
    forEachPart(Part, [&](const Stmt *S) {
      const Expr *Target = Scales(S) ? assignedBy(S) : nullptr;
      if (const VarDecl *D = Target ? namedBy(Target->IgnoreParens()) : nullptr)
        Scaled.insert(D);
    });
  for (size_t Before = SIZE_MAX; Before != Scaled.size();) {
    Before = Scaled.size();
    for (auto &[D, From] : Assigned)
      if (anyNode(From, Scales) ||
          mentionsAny(From, [&](auto *V) { return Scaled.contains(V); }))
        Scaled.insert(D);
  }
  return Scaled;
}

/// What Parts, which make up a loop that is about to be evaluated, look for.
SearchEnds AccessSearches::searchesIn(llvm::ArrayRef<const Stmt *> Parts) {
  SearchEnds Found;
  if (!Recorder.Occurrences || In.NamesNumbers || FollowsLoads || In.Muted ||
      In.isIrreducible() || In.Repetitions > 10000)
    return Found;
  // What ends the loop.
  llvm::SmallVector<const Expr *, 4> Ends;
  llvm::SmallPtrSet<const VarDecl *, 8> Moved;
  llvm::SmallVector<std::pair<const VarDecl *, const Expr *>, 8> Assigned;
  llvm::SmallVector<const IfStmt *, 4> Choices;
  if (const auto *Condition = dyn_cast_or_null<Expr>(Parts.front()))
    Ends.push_back(Condition);
  for (const Stmt *Part : Parts)
    forEachPart(Part, [&](const Stmt *S) {
      if (const auto *If = dyn_cast<IfStmt>(S)) {
        Choices.push_back(If);
        for (const Stmt *Way : {If->getThen(), If->getElse()})
          if (Exits Out = exitsOf(Way); Out.Break || Out.Return)
            Ends.push_back(If->getCond());
      } else if (const Expr *Target = assignedBy(S)) {
        const VarDecl *D = namedBy(Target->IgnoreParens());
        if (D)
          Moved.insert(D);
        if (const auto *B = dyn_cast<BinaryOperator>(S); D && B)
          Assigned.push_back({D, B->getRHS()});
      } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
        for (const VarDecl *D : variablesIn(*Declared))
          if (D->getInit())
            Assigned.push_back({D, D->getInit()});
      }
    });
  if (Moved.empty())
    return Found;
  auto Moves = [&](const VarDecl *D) { return Moved.contains(D); };
  for (auto &[D, From] : Assigned)
    if (mentionsAny(From, Moves))
      Moved.insert(D);

  const auto Scaled = scaledIn(Assigned, Parts, Moves);

  // A variable that is compared stands for what it was given.
  for (size_t I = 0; I != Ends.size(); ++I)
    for (auto &[D, From] : Assigned)
      if (Ends.size() < 16 && !llvm::is_contained(Ends, From) &&
          mentions(Ends[I], D))
        Ends.push_back(From);

  auto OwnStart = [&](const VarDecl *D) {
    auto It = State.Variables.find(D);
    return It != State.Variables.end() &&
           llvm::any_of(It->second, [&](const Arm &A) {
             return A.Spread || Recorder.namesOuterAxis(A.Form);
           });
  };
  // By steps that are numbers, so that it leads past what lies beside.
  auto Counts = [&](const VarDecl *D) {
    return llvm::none_of(Assigned, [&](const auto &A) {
      return A.first == D &&
             mentionsAny(A.second, [&](auto *V) { return V != D; });
    });
  };
  // At the iteration's own number, beside which the next iteration's is: one
  // step leads to what belongs to another. So does one from its own element.
  auto StartsBeside = [&](const VarDecl *D) {
    auto It = State.Variables.find(D);
    if (It == State.Variables.end() || It->second.size() != 1)
      return false;
    const Arm &A = It->second[0];
    return A.What == Arm::Integer ? isBeside(A.Form, 1)
                                  : Counts(D) && pointsBeside(A, D->getType());
  };
  // Of names D or what D is computed from, and no number of rounds alone.
  auto Bounds = [&](const Expr *Of, const VarDecl *D) {
    return mentions(Of, D) || llvm::any_of(Assigned, [&](const auto &A) {
             return A.first == D && mentionsAny(A.second, [&](auto *From) {
                      return Moves(From) && mentions(Of, From);
                    });
           });
  };
  // A bound of the iteration's own keeps the search within it, as any bound
  // does of elements that are counted from a place of the iteration's own.
  auto Bounded = [&](const VarDecl *D, const Expr *Place) {
    const Expr *Base = pointerIn(Place);
    const bool OwnBase =
        !mentionsAny(Base, Moves) && isOwn(Base) && !isBeside(Base);
    bool Own = false;
    for (const Expr *End : Ends)
      forEachPart(End, [&](const Stmt *S) {
        const auto *B = dyn_cast<BinaryOperator>(S);
        if (!B || !B->isComparisonOp())
          return;
        for (bool Turned : {false, true}) {
          const Expr *Of =
              (Turned ? B->getRHS() : B->getLHS())->IgnoreParenImpCasts();
          const Expr *By = Turned ? B->getLHS() : B->getRHS();
          bool Loads = false;
          forEachPart(Of, [&](const Stmt *Part) {
            Loads |= elementOf(Part) != nullptr;
          });
          if (!Loads && !mentionsAny(By, Moves) &&
              (OwnBase ? Bounds(Of, D) : mentions(Of, D)))
            Own |= OwnBase || isOwn(By);
        }
      });
    return Own;
  };
  // All iterations begin at one place, and none looks for its own number.
  auto IsCommon = [&] {
    bool Common = false, Own = false;
    for (const VarDecl *D : Moved)
      if (auto It = State.Variables.find(D); It != State.Variables.end())
        for (const Arm &A : It->second) {
          Common = true;
          Own |= A.What != Arm::Integer || namesAxes(A.Form);
        }
    auto Look = [&](const Stmt *S) {
      const auto *B = dyn_cast<BinaryOperator>(S);
      if (B && B->isComparisonOp())
        for (const Expr *Side : {B->getLHS(), B->getRHS()})
          Own |= llvm::any_of(Quiet.quietly(Side), [&](const Arm &A) {
            return A.Spread || Recorder.namesOuterAxis(A.Form);
          });
    };
    for (const Expr *End : Ends)
      forEachPart(End, Look);
    for (const IfStmt *If : Choices)
      forEachPart(If->getCond(), Look);
    return Common && !Own;
  };
  auto LeadsTo = [&](const Expr *Place, const VarDecl *Only, bool Chases) {
    const uint64_t Bases = basesOf(Place);
    if (!Bases)
      return;
    for (const VarDecl *D : Moved)
      if ((!Only || mentions(Place, Only)) && mentions(Place, D) &&
          (Chases ? D == Only
                  : !OwnStart(D) || StartsBeside(D) || Scaled.contains(D)) &&
          !Bounded(D, Place)) {
        Found[D] |= Bases;
        if (!Chases &&
            (StartsBeside(D) || (Counts(D) && (isBeside(pointerIn(Place)) ||
                                               countsFromBeside(Place, D)))))
          Beside.insert(D);
        if (!Chases && Scaled.contains(D) && llvm::any_of(Scaled, OwnStart))
          Apart.insert(D);
      }
  };
  auto Leads = [&](const Expr *Where, const VarDecl *Only, bool Chases) {
    forEachPart(Where, [&](const Stmt *S) {
      const Expr *Element = elementOf(S);
      if (!Element)
        return;
      LeadsTo(Element, Only, Chases);
      // A pointer that each round computes anew.
      const VarDecl *P = namedBy(pointerIn(Element)->IgnoreParenImpCasts());
      if (P && P->getType()->isPointerType() && !Only)
        for (auto &[D, From] : Assigned)
          if (D == P)
            LeadsTo(From, Only, Chases);
    });
  };
  for (const Expr *End : Ends)
    Leads(End, nullptr, false);
  for (auto &[D, From] : Assigned)
    if (Moved.contains(D))
      Leads(From, D, true);
  // A reference or a pointer to what is looked at leads there, too.
  for (auto &[D, From] : Assigned)
    if (D->getType()->isReferenceType() || D->getType()->isPointerType())
      if (const uint64_t Bases = foundBy(From, Found))
        Found[D] |= Bases;
  if ((Found.empty() && Choices.empty()) || !IsCommon())
    return Found;
  for (auto &[D, Bases] : Found)
    Bases |= FromOnePlace;
  // Between two ends, one of which is moved by what is found there.
  for (const IfStmt *If : Choices) {
    uint64_t Bases = 0;
    forEachPart(If->getCond(), [&](const Stmt *S) {
      if (const Expr *Element = elementOf(S); Element && mentionsAny(S, Moves))
        Bases |= basesOf(Element);
    });
    const Stmt *Condition = Parts.front();
    if (Bases)
      forEachPart(If, [&](const Stmt *S) {
        const auto *B = dyn_cast<BinaryOperator>(S);
        const VarDecl *D = B && B->isAssignmentOp()
                               ? namedBy(B->getLHS()->IgnoreParens())
                               : nullptr;
        if (D && mentions(Condition, D))
          Found[D] |= Bases | FromOnePlace;
      });
  }
  return Found;
}

/// What is stored to is an element that a search leads to by steps that are
/// not to elements beside: the bases that the search looks at.
uint64_t AccessSearches::foundApart(const Stmt *E) const {
  if (!E || Apart.empty())
    return 0;
  if (const VarDecl *D = namedBy(E))
    return Apart.contains(D) ? Ended.lookup(D) | Running.lookup(D) : 0;
  if (const Expr *Read = operandOf(E, CK_LValueToRValue);
      Read && elementOf(Read->IgnoreParens()))
    return 0;
  uint64_t Bases = 0;
  for (const Stmt *Child : E->children())
    Bases |= foundApart(Child);
  return Bases;
}

/// What is stored to is the element at which a search has ended that begins at
/// one place in all iterations, in whatever array.
bool AccessSearches::isLed(const Expr *E) const {
  const auto *At = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
  const Expr *Index = At ? At->getIdx()->IgnoreParenImpCasts() : nullptr;
  return Index && isa<DeclRefExpr, CallExpr>(Index) &&
         (foundBy(Index) & FromOnePlace) != 0;
}

void AccessSearches::along(const Stmt *Way, llvm::function_ref<void()> Visit) {
  if (Running.empty())
    return Visit();
  if (const Exits Out = exitsOf(Way); !Out.Break && !Out.Return)
    return Visit();
  llvm::SaveAndRestore Here(Ended);
  for (auto &[D, Bases] : Running)
    Ended[D] |= Bases;
  Visit();
}

/// D has been assigned Value, or begins with it.
void AccessSearches::found(const VarDecl *D, const Expr *Value) {
  uint64_t Bases = foundBy(Value);
  if (const uint64_t Far = foundApart(Value)) {
    Apart.insert(D);
    Bases |= Far;
  }
  if (Value && !isa<DeclRefExpr, CallExpr>(Value->IgnoreParenImpCasts()))
    Bases &= ~FromOnePlace;
  if (Bases)
    Ended[D] = Bases;
  else
    Ended.erase(D);
}

/// What the places were read from that searches have led to, of which E is
/// computed. What is found in such a place is another number.
uint64_t AccessSearches::foundBy(const Stmt *E, const SearchEnds &By) const {
  if (!E || (By.empty() && Results.empty()))
    return 0;
  if (const VarDecl *D = namedBy(E))
    return By.lookup(D);
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && !isa<CXXOperatorCallExpr>(Call))
    return Results.lookup(Call);
  if (const Expr *Read = operandOf(E, CK_LValueToRValue);
      Read && elementOf(Read->IgnoreParens()))
    return 0;
  uint64_t Bases = 0;
  for (const Stmt *Child : E->children())
    Bases |= foundBy(Child, By);
  return Bases;
}
