// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/FoundPlaces.h"
#include "ast/Nodes.h"
#include "dialect/LibraryAlgorithms.h"
#include "dialect/LibraryContainers.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

/// All iterations have the same: nothing in Range is of an iteration's own.
bool FoundPlaces::isShared(const Expr *Range) {
  return !anyNode(Range, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return (V && (Loop.dimOf(V) || !Places.variable(V).isOutside())) ||
           (isa<CXXThisExpr>(Part) && !Places.This.isOutside());
  });
}

/// What Call looks through; null: it is no search, or iterations look through
/// ranges of their own.
const Expr *FoundPlaces::rangeOf(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  if (Method && findsNode(*Method)) {
    const Expr *Object = objectOf(Call);
    return Object && Places.object(Call).isFixed() ? Object : nullptr;
  }
  const std::optional<unsigned> Range =
      F ? searchedBy(*F) : std::optional<unsigned>();
  // A text says itself where it ends.
  if (Range && searchesText(*F))
    return isShared(Call.getArg(*Range)) ? Call.getArg(*Range) : nullptr;
  if (!Range || *Range + 1 >= Call.getNumArgs() ||
      !isShared(Call.getArg(*Range)))
    return nullptr;
  // Where the range ends: a number or another iterator.
  return isShared(Call.getArg(*Range + 1)) ||
                 Call.getArg(*Range + 1)->getType()->isIntegerType()
             ? Call.getArg(*Range)
             : nullptr;
}

FoundPlaces::Parts FoundPlaces::partsOf(const Stmt *S, unsigned Depth) {
  Parts Out;
  if (!S || Depth > 8 || !Budget)
    return Out;
  --Budget;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const Expr *Range = rangeOf(*Call))
      return {Range, false};
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const ValueDecl *D = Ref->getDecl();
    auto It = Given.find(D);
    if (It != Given.end() && It->second)
      return partsOf(It->second, Depth + 1);
    const auto *V = dyn_cast<VarDecl>(D);
    Out.Own =
        V && (Loop.dimOf(V) || Places.variable(V).Root == StorePlace::Of::Own);
    return Out;
  }
  for (const Stmt *Child : S->children()) {
    const Parts Part = partsOf(Child, Depth);
    Out.Range = Out.Range ? Out.Range : Part.Range;
    Out.Own |= Part.Own;
  }
  return Out;
}

/// E is computed from the iteration's own number, and nothing in it was found
/// in a range.
bool FoundPlaces::isOwn(const Expr *E) {
  const Parts Part = partsOf(E, 0);
  return Part.Own && !Part.Range;
}

bool FoundPlaces::isOwnCount(const Expr *Cond) {
  if (!Cond || holdsNode<ArraySubscriptExpr>(Cond))
    return false;
  const auto *Both = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  return Both && Both->getOpcode() == BO_LAnd
             ? isOwnCount(Both->getLHS()) || isOwnCount(Both->getRHS())
             : !holdsNode<CallExpr>(Cond) && isOwn(Cond);
}

/// The variable that Target is, perhaps under the names of references, has
/// another value from here on in each iteration.
void FoundPlaces::step(const Expr *Target, const Expr *By) {
  if (By ? !isOwn(By) : !CountsOwn)
    return;
  constexpr unsigned Most = 16;
  for (unsigned Step = 0; Target && Step != Most; ++Step) {
    const VarDecl *V = variableIn(seeThrough(Target)->IgnoreParenImpCasts());
    auto It = Given.find(V);
    if (!V || It == Given.end())
      return;
    Target = V->getType()->isReferenceType() ? It->second : nullptr;
    if (!Target)
      Given.erase(It);
  }
}

void FoundPlaces::call(const CXXOperatorCallExpr &Call) {
  Deques.step(Call);
  switch (Call.getOperator()) {
  case OO_PlusEqual:
  case OO_MinusEqual:
    return step(Call.getArg(0), Call.getArg(1));
  case OO_PlusPlus:
  case OO_MinusMinus:
    return step(Call.getArg(0), nullptr);
  default:
    return;
  }
}

/// What D, a name in a place that has been dereferenced since where Deref
/// holds, leads to; null: it is an object of its own, or nothing is known of
/// it.
const Expr *FoundPlaces::ledToBy(const ValueDecl *D, bool Deref) const {
  if (const auto *B = dyn_cast<BindingDecl>(D))
    return B->getHoldingVar() ? B->getHoldingVar()->getInit() : B->getBinding();
  auto It = Given.find(D);
  return It != Given.end() && (Deref || D->getType()->isReferenceType())
             ? It->second
             : nullptr;
}

FoundPlaces::Origin FoundPlaces::originOf(const Expr *Target) {
  constexpr unsigned Most = 64;
  size_t Level = Objects.size();
  bool Deref = false;
  Origin Found;
  for (unsigned Step = 0; Target && Step != Most; ++Step) {
    Target = seeThrough(Target)->IgnoreParenCasts();
    const auto *Call = dyn_cast<CallExpr>(Target);
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Target);
    const Expr *Index = nullptr;
    if (Call)
      if (const Expr *Range = rangeOf(*Call)) {
        const auto *F = dyn_cast<CXXMethodDecl>(Call->getDirectCallee());
        return {Range, false, F && findsNode(*F), Keys.lookup(*Call)};
      }
    if (isa<CXXThisExpr>(Target)) {
      Target = Level ? Objects[--Level] : nullptr;
      // `*this` is the object itself.
      Deref = Target && Target->getType()->isPointerType() &&
              !isa<CXXThisExpr>(Target->IgnoreParenCasts());
    } else if (const auto *M = dyn_cast<MemberExpr>(Target)) {
      Deref |= M->isArrow() && !isa<CXXThisExpr>(seeThrough(M->getBase()));
      Target = M->getBase();
    } else if (const auto *U = dyn_cast<UnaryOperator>(Target)) {
      Deref |= U->getOpcode() == UO_Deref;
      Target = U->getSubExpr();
    } else if (const auto *At = dyn_cast<ArraySubscriptExpr>(Target)) {
      Deref = true;
      Index = At->getIdx();
      Target = At->getBase();
    } else if (const auto *Sum = dyn_cast<BinaryOperator>(Target);
               Sum && Sum->isAdditiveOp()) {
      const bool Left = Sum->getLHS()->getType()->isPointerType();
      Index = Left ? Sum->getRHS() : Sum->getLHS();
      Target = Left ? Sum->getLHS() : Sum->getRHS();
    } else if (Operator && Operator->getNumArgs() <= 2 &&
               llvm::is_contained({OO_Star, OO_Arrow, OO_Subscript, OO_PlusPlus,
                                   OO_MinusMinus, OO_Plus, OO_Minus},
                                  Operator->getOperator())) {
      Deref |= Operator->getOperator() == OO_Star ||
               Operator->getOperator() == OO_Arrow;
      Index = Operator->getNumArgs() == 2 ? Operator->getArg(1) : nullptr;
      Target = Operator->getArg(0);
    } else if (const auto *Made = dyn_cast<CXXConstructExpr>(Target);
               Made && Made->getNumArgs() == 1 && Deref) {
      Target = Made->getArg(0);
    } else if (const auto *Temporary =
                   dyn_cast<MaterializeTemporaryExpr>(Target)) {
      Target = Temporary->getSubExpr();
    } else if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Target);
               Method && Method->getNumArgs() <= 1) {
      Index = Method->getNumArgs() ? Method->getArg(0) : nullptr;
      Target = Method->getImplicitObjectArgument();
    } else if (Call && Call->isGLValue() && Call->getNumArgs() == 1) {
      Target = Call->getArg(0); // std::get and its like
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Target)) {
      const ValueDecl *D = Ref->getDecl();
      Target = ledToBy(D, Deref);
      Deref = false;
      const auto *V = dyn_cast<VarDecl>(D);
      if (!Target && V &&
          (Loop.dimOf(V) || Places.variable(V).Root == StorePlace::Of::Own))
        return {};
    } else {
      return {};
    }
    if (!Index)
      continue;
    const Parts Part = partsOf(Index, 0);
    if (Part.Own)
      return {};
    if (Part.Range)
      Found = {Part.Range, true};
  }
  return Found;
}

/// `v.begin()` is a part of `v`.
StorePlace FoundPlaces::arrayOf(const Expr *Range) {
  const Expr *Array = seeThrough(Range);
  if (const auto *Begin = dyn_cast<CXXMemberCallExpr>(Array))
    Array = Begin->getImplicitObjectArgument();
  llvm::SaveAndRestore Whole(Places.AnyElement, true);
  return Array->isGLValue() ? Places.place(Array) : Places.pointee(Array);
}

bool FoundPlaces::isConstant(const Expr *E) const {
  return E && !E->isValueDependent() &&
         E->isEvaluatable(Loop.Function->getASTContext());
}

std::optional<Refusal> FoundPlaces::rewritten(const CallExpr &Call,
                                              SourceLocation Loc, bool Surely) {
  const auto Range = rangeWrittenBy(Call);
  if (!Range || !isShared(Range->At) || (Range->End && !isShared(Range->End)))
    return std::nullopt;
  // It does not matter which iteration stores a constant.
  if (!Range->Reorders && (!Surely || isConstant(Range->Value)))
    return std::nullopt;
  const StorePlace P = arrayOf(Range->At);
  if (!P.isOutside() || Loop.Given.isIndependent(P.Variable))
    return std::nullopt;
  return Refusal{diag::Id::RepeatedStore,
                 Loc,
                 {P.name(/*OfMember=*/true).str(),
                  "have each of them change elements of its own"}};
}

std::optional<Refusal> FoundPlaces::refusal(const Origin &From,
                                            const Expr *Target,
                                            const Expr *Value,
                                            SourceLocation Loc) {
  const Expr *Array = From.AsIndex ? Target : From.Range;
  const StorePlace P = arrayOf(Array);
  if (Loop.Given.isIndependent(P.Variable))
    return std::nullopt;
  // It does not matter which iteration stores a constant, if the search leads
  // all of them to where it led the first one.
  const ValueDecl *Searched =
      From.AsIndex ? arrayOf(From.Range).Variable : nullptr;
  if (isConstant(Value) &&
      (From.AsIndex ? Searched && Searched != P.Variable : From.ByKey))
    return std::nullopt;
  const std::string Name =
      P.isOutside() ? P.name(/*OfMember=*/true).str() : nameIn(*Array);
  const bool Named = P.Variable && P.Variable->getIdentifier() &&
                     Name == P.Variable->getName();
  return Refusal{diag::Id::FoundElement,
                 Loc,
                 {Name, Named ? "independent(" + Name + ")" : "independent"}};
}

} // namespace twofold
