// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/DequeElements.h"
#include "ast/Nodes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace twofold {
namespace {

bool isDeque(QualType T) { return libraryClass(T) == "deque"; }

bool isDequeIterator(QualType T) {
  return llvm::is_contained({"_Deque_iterator", "__deque_iterator"},
                            libraryClass(T));
}

/// E without what makes a copy or a temporary of it.
const Expr *uncopied(const Expr *E) {
  for (;;) {
    E = seeThrough(E)->IgnoreParenImpCasts();
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
             Made && Made->getNumArgs() == 1)
      E = Made->getArg(0);
    else
      return E;
  }
}

/// Step happens once whenever V has been declared.
bool isBeside(const Stmt &Step, const ValueDecl *V, const Stmt *Body) {
  auto Declares = [&](const Stmt *S) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    return Declared && llvm::is_contained(variablesIn(*Declared), V);
  };
  auto Steps = [&](const Stmt *S) {
    return isa<Expr, DeclStmt>(S) &&
           !holdsNode<AbstractConditionalOperator, LambdaExpr>(S) &&
           !findNode<BinaryOperator>(
               S, [](const BinaryOperator *B) { return B->isLogicalOp(); }) &&
           anyNode(S, [&](const Stmt *Part) { return Part == &Step; });
  };
  return anyNode(Body, [&](const Stmt *S) {
    const auto *Block = dyn_cast<CompoundStmt>(S);
    return Block && llvm::any_of(Block->body(), Declares) &&
           llvm::any_of(Block->body(), Steps);
  });
}

bool isSamePlace(const StorePlace &A, const StorePlace &B) {
  return A.Root == B.Root && A.Variable == B.Variable && A.Path == B.Path;
}

} // namespace

std::optional<DequeElements::Spot> DequeElements::moved(std::optional<Spot> By,
                                                        int64_t Count) {
  if (By)
    By->At.Plus += Count;
  return By;
}

/// Whoever has a reference to D may move it.
bool DequeElements::isHandedOver(const ValueDecl *D) const {
  const auto *Function = dyn_cast<FunctionDecl>(D->getDeclContext());
  return Function == Loop.Function
             ? Loop.functionUses().of(D).Changed
             : Function && collectUses(Function->getBody()).of(D).Changed;
}

void DequeElements::give(const ValueDecl *D, const Expr *Value) {
  if (D && isDequeIterator(D->getType()))
    Spots[D] = Value && !isHandedOver(D) ? iterator(Value) : std::nullopt;
}

void DequeElements::step(const CXXOperatorCallExpr &Call) {
  const VarDecl *V = variableIn(Call.getArg(0)->IgnoreParenImpCasts());
  auto It = Spots.find(V);
  if (!V || It == Spots.end())
    return;
  switch (Call.getOperator()) {
  case OO_PlusPlus:
    It->second = moved(It->second, 1);
    break;
  case OO_MinusMinus:
    It->second = moved(It->second, -1);
    break;
  case OO_PlusEqual:
    It->second = moved(It->second, Call.getArg(1), 1);
    break;
  case OO_MinusEqual:
    It->second = moved(It->second, Call.getArg(1), -1);
    break;
  default:
    return;
  }
  if (!isBeside(Call, V, Loop.Body))
    It->second.reset();
}

/// Count elements behind By, or before it.
std::optional<DequeElements::Spot> DequeElements::moved(std::optional<Spot> By,
                                                        const Expr *Count,
                                                        int Sign) const {
  const auto Form = By ? Numbers.form(Count) : std::nullopt;
  if (!Form)
    return std::nullopt;
  By->At = {By->At.By + Sign * Form->By, By->At.Plus + Sign * Form->Plus};
  return By;
}

std::optional<DequeElements::Spot>
DequeElements::iterator(const Expr *E, unsigned Depth) const {
  E = uncopied(E);
  if (Depth > 8)
    return std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && isDequeIterator(E->getType())) {
    const ValueDecl *D = Ref->getDecl();
    StorePlace P;
    P.Root = StorePlace::Of::Variable;
    P.Variable = D;
    if (const LoopDim *Dim = Loop.dimOf(D))
      return Loop.Dims.size() == 1 && Dim->What == LoopDim::Kind::Iterator
                 ? std::optional(Spot{P, {1, 0}})
                 : std::nullopt;
    if (auto It = Spots.find(D); It != Spots.end())
      return It->second;
    if (Places.moves(D))
      return std::nullopt;
    P = Places.place(E);
    return P.isFixed() ? std::optional(Spot{P, {0, 0}}) : std::nullopt;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call || Call->getNumArgs() > 2)
    return std::nullopt;
  const StringRef Name = plainName(Call->getDirectCallee());
  if (const Expr *Of = objectOf(*Call); Of && isDeque(Of->getType())) {
    const StorePlace P = Places.object(*Call);
    return (Name == "begin" || Name == "cbegin") && P.isFixed()
               ? std::optional(Spot{P, {0, 0}})
               : std::nullopt;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  // It has been moved by the time that somebody asks.
  const bool Up = Operator && Operator->getOperator() == OO_PlusPlus;
  if (Up || (Operator && Operator->getOperator() == OO_MinusMinus))
    return moved(iterator(Call->getArg(0), Depth + 1), Call->getNumArgs() == 1
                                                           ? 0
                                                       : Up ? -1
                                                            : 1);
  const bool Forth =
                 Operator ? Operator->getOperator() == OO_Plus : Name == "next",
             Back = Operator ? Operator->getOperator() == OO_Minus
                             : Name == "prev";
  if ((!Forth && !Back) || !isDequeIterator(E->getType()))
    return std::nullopt;
  const unsigned From =
      Call->getNumArgs() == 2 && isDequeIterator(Call->getArg(1)->getType());
  if (!isDequeIterator(Call->getArg(From)->getType()))
    return std::nullopt;
  auto At = iterator(Call->getArg(From), Depth + 1);
  if (Call->getNumArgs() == 2)
    return moved(At, Call->getArg(1 - From), Forth ? 1 : -1);
  return std::nullopt;
}

std::optional<DequeElements::Spot> DequeElements::element(const Expr *E) const {
  const auto *Call = dyn_cast<CallExpr>(E);
  const Expr *Of = Call ? objectOf(*Call) : nullptr;
  if (!Of)
    return std::nullopt;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  if (Operator && (Operator->getOperator() == OO_Star ||
                   Operator->getOperator() == OO_Arrow))
    return iterator(Of);
  const bool Subscript = Operator && Operator->getOperator() == OO_Subscript;
  if (Subscript && isDequeIterator(Of->getType()))
    return moved(iterator(Of), Call->getArg(1), 1);
  if (!isDeque(Of->getType()) ||
      !(Subscript || plainName(Call->getDirectCallee()) == "at"))
    return std::nullopt;
  const StorePlace P = Places.object(*Call);
  return P.isFixed()
             ? moved(Spot{P, {0, 0}}, Call->getArg(Subscript ? 1 : 0), 1)
             : std::nullopt;
}

void DequeElements::use(const Expr *E, SourceLocation Loc, bool Writes) {
  Members Path;
  const Expr *Of = uncopied(E);
  for (;; Of = uncopied(Of)) {
    if (const auto *M = dyn_cast<MemberExpr>(Of)) {
      Of = uncopied(M->getBase());
      const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
      const auto *Arrow = dyn_cast<CXXOperatorCallExpr>(Of);
      if (!Field ||
          (M->isArrow() && !(Arrow && Arrow->getOperator() == OO_Arrow)))
        return;
      Path.push_back(Field);
    } else if (const auto *At = dyn_cast<ArraySubscriptExpr>(Of)) {
      Of = uncopied(At->getBase());
      if (!Of->getType()->isArrayType())
        return;
    } else {
      break;
    }
  }
  if (!isa<CallExpr>(Of))
    return;
  // The walk comes to a member before it comes to its element.
  if (!Path.empty())
    Parts.insert(Of);
  else if (!Writes && Parts.contains(Of))
    return;
  std::reverse(Path.begin(), Path.end());
  if (auto At = element(Of); At && !Loop.Given.isIndependent(At->From.Variable))
    Uses.push_back({*At, std::move(Path), Loc, Writes});
}

/// Both are parts of one element: whether they have bytes in common, or one
/// that cannot be stored to without the other.
bool DequeElements::meet(const Members &A, const Members &B) {
  for (auto [OfA, OfB] : llvm::zip(A, B))
    if (OfA != OfB)
      return OfA->getParent()->isUnion() || OfB->getParent()->isUnion() ||
             (OfA->isBitField() && OfB->isBitField());
  return true;
}

/// Of the loop, as far as that is known here.
std::optional<int64_t> DequeElements::rounds() const {
  const LoopDim &Dim = Loop.Dims.front();
  const ASTContext &Ctx = Loop.Function->getASTContext();
  auto Constant = [&](const Expr *E) -> std::optional<int64_t> {
    Expr::EvalResult Known;
    if (!E || !E->getType()->isIntegerType() || E->isValueDependent() ||
        !E->EvaluateAsInt(Known, Ctx) ||
        Known.Val.getInt().getSignificantBits() > 60)
      return std::nullopt;
    return Known.Val.getInt().getExtValue();
  };
  const auto From = Constant(Dim.Lower), To = Constant(Dim.Bound);
  if (!From || !To || Dim.What != LoopDim::Kind::Integer || !Dim.StepMagnitude)
    return std::nullopt;
  return (std::abs(*To - *From) + (Dim.Inclusive ? 1 : 0) + *Dim.StepMagnitude -
          1) /
         *Dim.StepMagnitude;
}

std::optional<Refusal> DequeElements::refusal() const {
  const LoopDim &Dim = Loop.Dims.front();
  const int64_t Step = Dim.StepMagnitude.value_or(1);
  const std::optional<int64_t> Rounds = rounds();
  for (const Use &Write : Uses)
    for (const Use &Other : Uses) {
      const int64_t By = Write.Element.At.By * Step,
                    Apart = Write.Element.At.Plus - Other.Element.At.Plus;
      if (!Write.Writes || By == 0 ||
          Write.Element.At.By != Other.Element.At.By || Apart == 0 ||
          Apart % By != 0 || (Rounds && std::abs(Apart / By) >= *Rounds) ||
          !isSamePlace(Write.Element.From, Other.Element.From) ||
          !meet(Write.Path, Other.Path))
        continue;
      return Refusal{
          diag::Id::CarriedDependence,
          Write.Loc,
          {Write.Element.From.name(/*OfMember=*/true).str(), "written",
           Other.Writes ? "written" : "read",
           counted(uint64_t(std::abs(Apart / By)), "iteration"),
           Dim.Induction->getNameAsString(),
           "write to another container if iterations are to read what was "
           "there before the loop"}};
    }
  return std::nullopt;
}

} // namespace twofold
