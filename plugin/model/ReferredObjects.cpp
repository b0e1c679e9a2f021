// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ReferredObjects.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

/// The variable that E is a part of, if that shows without any pointer.
const VarDecl *variableOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Bound = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = Bound->getSubExpr();
    } else if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow()) {
      if (M->getMemberDecl()->getType()->isReferenceType())
        return nullptr;
      E = M->getBase();
    } else if (const auto *S = dyn_cast<ArraySubscriptExpr>(E);
               S &&
               S->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()) {
      E = S->getBase();
    } else {
      break;
    }
  }
  const VarDecl *V = variableIn(E);
  return V && !V->getType()->isReferenceType() && !V->getType()->isPointerType()
             ? V
             : nullptr;
}

/// Calls Found for each lvalue that S, and functions that it calls, assign.
class Assignments {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  llvm::function_ref<void(const Expr *)> Found;

public:
  explicit Assignments(llvm::function_ref<void(const Expr *)> Found)
      : Found(Found) {}

  void visit(const Stmt *S) {
    if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
      return;
    if (const Expr *Target = assignedBy(S))
      Found(Target);
    else if (const auto *Call = dyn_cast<CallExpr>(S))
      called(Call->getDirectCallee(), *Call);
    else if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      visit(Lambda->getBody());
    for (const Stmt *Child : S->children())
      visit(Child);
  }

private:
  void called(const FunctionDecl *F, const CallExpr &Call) {
    const FunctionDecl *Definition = nullptr;
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    if (Method && Method->isTrivial() && isa<CXXOperatorCallExpr>(Call))
      Found(Call.getArg(0)); // a whole object
    else if (F && F->hasBody(Definition) && !Definition->isDependentContext() &&
             Seen.insert(Definition).second)
      visit(Definition->getBody());
  }
};

} // namespace

QualType ReferredObjects::kindOf(QualType T) const {
  T = Ctx.getCanonicalType(T).getUnqualifiedType();
  // In C an enumeration is compatible with an integer type.
  if (const auto *Enum = T->getAsEnumDecl();
      Enum && !Enum->getIntegerType().isNull())
    T = Ctx.getCanonicalType(Enum->getIntegerType()).getUnqualifiedType();
  return T->isSignedIntegerType() && !T->isBitIntType()
             ? Ctx.getCanonicalType(Ctx.getCorrespondingUnsignedType(T))
             : T;
}

/// The scalars that an object of type T is made of.
void ReferredObjects::addRead(QualType T,
                              llvm::SmallVectorImpl<QualType> &Out) const {
  T = Ctx.getBaseElementType(T.getNonReferenceType());
  if (const auto *Complex = T->getAs<ComplexType>())
    T = Complex->getElementType();
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R) {
    if (QualType Kind = kindOf(T); !llvm::is_contained(Out, Kind))
      Out.push_back(Kind);
    return;
  }
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &Base : Class->bases())
      addRead(Base.getType(), Out);
  for (const FieldDecl *F : R->fields())
    if (!F->getType()->isReferenceType())
      addRead(F->getType(), Out);
}

void ReferredObjects::collect() {
  Collected = true;
  auto Add = [&](const Expr *E) {
    E = E->IgnoreParens();
    const VarDecl *Into = variableOf(E);
    // Whose name it is has a copy, or is one iteration's own.
    if (Into && isa<DeclRefExpr>(E))
      return;
    llvm::SmallVector<QualType, 4> Types;
    addRead(E->getType(), Types);
    for (QualType T : Types)
      if (llvm::none_of(Stores, [&](const Store &Known) {
            return Known.Type == T && Known.Into == Into;
          }))
        Stores.push_back({T, Into});
  };
  Assignments(Add).visit(Loop.Body);
}

/// What the body reads of D, whose name stands somewhere in S. False: all of it
/// may be read.
bool ReferredObjects::findReads(const Stmt *S, const ValueDecl *D,
                                llvm::SmallVectorImpl<QualType> &Out) const {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (const auto *Cast = dyn_cast<CastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue) {
    const Expr *E = Cast->getSubExpr()->IgnoreParens();
    while (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        break;
      E = M->getBase()->IgnoreParens();
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    if (Ref && Ref->getDecl() == D) {
      addRead(Cast->getType(), Out);
      return true;
    }
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != D;
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return findReads(Child, D, Out);
  });
}

bool ReferredObjects::mayStore(QualType T) {
  if (!Collected)
    collect();
  llvm::SmallVector<QualType, 4> Parts;
  addRead(T, Parts);
  return llvm::any_of(Stores, [&](const Store &S) {
    return S.Type->isCharType() || llvm::is_contained(Parts, S.Type);
  });
}

bool ReferredObjects::mayChange(const ValueDecl *D) {
  const Expr *Init = nullptr;
  if (const auto *Part = dyn_cast<BindingDecl>(D)) {
    const auto *Whole = dyn_cast_or_null<VarDecl>(Part->getDecomposedDecl());
    // Of a tuple or object of references it names what these do.
    bool Refers = Part->getHoldingVar() || Part->getType()->isReferenceType();
    if (!Whole || !(Refers || Whole->getType()->isReferenceType()))
      return false;
    Init = Refers ? nullptr : Whole->getInit();
  } else if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (!V->getType()->isReferenceType())
      return false;
    Init = isa<ParmVarDecl>(V) ? nullptr : V->getInit();
  } else {
    return false;
  }
  QualType T = D->getType().getNonReferenceType();
  if (!T->isArithmeticType() && !T->isEnumeralType() && !T->isRecordType())
    return false;
  const Expr *Bare = Init ? Init->IgnoreParenImpCasts() : nullptr;
  if (isa_and_nonnull<MaterializeTemporaryExpr>(Bare))
    return false; // an object of its own
  const VarDecl *Of = Init ? variableOf(Init) : nullptr;
  if (Of && !Of->getType()->isArrayType())
    return false; // as the variable itself
  if (!Collected)
    collect();
  llvm::SmallVector<QualType, 4> Reads;
  if (Stores.empty())
    return false;
  if (!findReads(Loop.Body, D, Reads))
    addRead(T, Reads);
  bool Parameter = isa<ParmVarDecl>(D);
  return llvm::any_of(Stores, [&](const Store &S) {
    // Two variables are apart, and callers do not know this function's own.
    bool Apart =
        S.Into && (Of ? S.Into != Of : Parameter && S.Into->hasLocalStorage());
    return !Apart &&
           (S.Type->isCharType() || llvm::is_contained(Reads, S.Type));
  });
}

} // namespace twofold
