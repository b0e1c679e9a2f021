// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/PointedFunctions.h"
#include "ast/Nodes.h"
#include "ast/UnitFunctions.h"

using namespace clang;

namespace twofold {
namespace {

/// std::function and its like, and what std::bind and std::mem_fn make.
bool holdsFunction(QualType T) {
  return llvm::is_contained({"function", "move_only_function",
                             "copyable_function", "_Bind", "_Bind_result",
                             "_Bind_front", "_Mem_fn", "_Mem_fn_base",
                             "reference_wrapper"},
                            libraryClass(T));
}

/// What variables that nothing changes have by their declarations, and
/// parameters by a call.
class NamedValues {
  const UnitFunctions &Unit;
  KnownArguments Argument;
  static constexpr unsigned Most = 8;

  const Expr *initOf(const VarDecl &V) const {
    const auto *P = dyn_cast<ParmVarDecl>(&V);
    const bool Stays =
        V.getType().isConstQualified() || V.getType()->isReferenceType();
    if (!Stays && Unit.changes(&V))
      return nullptr;
    return P ? Argument(*P) : V.getAnyInitializer();
  }
  const Expr *member(const MemberExpr &M, unsigned Depth) const {
    const auto *Field = dyn_cast<FieldDecl>(M.getMemberDecl());
    const Expr *Base = M.isArrow() || !Field || Unit.changes(Field)
                           ? nullptr
                           : of(M.getBase(), Depth);
    const auto *List =
        Base ? dyn_cast<InitListExpr>(seeThrough(Base)) : nullptr;
    const Expr *Value = nullptr;
    if (List)
      eachMember(*List, [&](const FieldDecl *One, const Expr *Init) {
        if (declaresSameEntity(One, Field))
          Value = Init;
      });
    return Value;
  }

public:
  NamedValues(const UnitFunctions &Unit, KnownArguments Argument)
      : Unit(Unit), Argument(Argument) {}

  /// Null: not known.
  const Expr *of(const Expr *E, unsigned Depth = 0) const {
    if (Depth == Most)
      return nullptr;
    E = seeThrough(E)->IgnoreParenImpCasts();
    const Expr *Value = nullptr;
    if (const Expr *Same = forwarded(*E))
      return of(Same, Depth + 1);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Value = initOf(*V);
    } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
      Value = member(*M, Depth + 1);
    } else if (const auto *U = dyn_cast<UnaryOperator>(E);
               U && U->getOpcode() == UO_Deref &&
               U->getType()->isFunctionType()) {
      return of(U->getSubExpr(), Depth + 1);
    }
    const Expr *Further = Value ? of(Value, Depth + 1) : nullptr;
    return Further ? Further : Value;
  }

  /// The one that Call comes to by Method; null: its object may be of several
  /// classes.
  const CXXMethodDecl *method(const CallExpr &Call,
                              const CXXMethodDecl &Method) const {
    const Expr *E = objectOf(Call);
    for (unsigned Depth = 0; E && Depth != Most; ++Depth) {
      E = seeThrough(E)->IgnoreParenImpCasts();
      const CXXRecordDecl *Class = nullptr;
      if (const auto *U = dyn_cast<UnaryOperator>(E);
          U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref)) {
        E = U->getSubExpr();
        continue;
      }
      if (const auto *New = dyn_cast<CXXNewExpr>(E)) {
        Class = New->getAllocatedType()->getAsCXXRecordDecl();
      } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
        if (!M->getMemberDecl()->getType()->isReferenceType())
          Class = M->getType()->getAsCXXRecordDecl();
      } else if (const VarDecl *V = variableIn(E)) {
        Class = V->getType()->getAsCXXRecordDecl();
        if (!Class) {
          E = initOf(*V);
          continue;
        }
      }
      return Class && Class->hasDefinition()
                 ? Method.getCorrespondingMethodInClass(Class)
                 : nullptr;
    }
    return nullptr;
  }
};

/// What a store to Target goes to in the end: a parameter, or `this`.
class StoreRoots {
  const ParmVarDecl *Parameter; ///< null: the object

public:
  explicit StoreRoots(const ParmVarDecl *Parameter) : Parameter(Parameter) {}

  bool leadTo(const Expr *E, unsigned Depth = 0) const {
    constexpr unsigned Most = 16;
    bool Behind = false;
    for (; Depth != Most; ++Depth) {
      E = seeThrough(E)->IgnoreParenCasts();
      if (isa<CXXThisExpr>(E))
        return !Parameter;
      const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      const Expr *Index = nullptr;
      if (const auto *M = dyn_cast<MemberExpr>(E)) {
        Behind |= M->isArrow();
        E = M->getBase();
      } else if (const auto *At = dyn_cast<ArraySubscriptExpr>(E)) {
        Behind = true;
        Index = At->getIdx();
        E = At->getBase();
      } else if (Operator && Operator->getOperator() == OO_Subscript &&
                 Operator->getNumArgs() == 2) {
        Index = Operator->getArg(1);
        E = Operator->getArg(0);
      } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
        Behind |= U->getOpcode() == UO_Deref;
        E = U->getSubExpr();
      } else {
        const VarDecl *V = variableIn(E);
        if (V && V == Parameter)
          return Behind || V->getType()->isReferenceType();
        // A pointer or a reference that the function has made of it.
        if (!V || isa<ParmVarDecl>(V) || !V->hasLocalStorage() ||
            !V->getInit() ||
            !(V->getType()->isReferenceType() ||
              (V->getType()->isPointerType() && Behind)))
          return false;
        E = V->getInit();
      }
      if (Index && findNode<DeclRefExpr>(Index, [](const DeclRefExpr *Ref) {
            return isa<ParmVarDecl>(Ref->getDecl());
          }))
        return false;
    }
    return false;
  }
  bool in(const FunctionDecl &F) const {
    const FunctionDecl *Definition = nullptr;
    return F.hasBody(Definition) &&
           anyNode(Definition->getBody(), [&](const Stmt *Part) {
             const Expr *Target = assignedBy(Part);
             return Target && leadTo(Target);
           });
  }
};

} // namespace

/// The call of std::mem_fn or its like that E, a temporary, is; null: E is
/// something else.
static const CallExpr *makerIn(const Expr *E) {
  E = seeThrough(E)->IgnoreParenImpCasts();
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    E = seeThrough(Temporary->getSubExpr())->IgnoreParenImpCasts();
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->isInStdNamespace() && !isa<CXXMethodDecl>(F) && !forwarded(*E)
             ? Call
             : nullptr;
}

/// What Call calls: an object that holds a function, or a pointer to one.
static const Expr *calledBy(const CallExpr &Call) {
  if (isa<CXXOperatorCallExpr>(Call))
    return Call.getArg(0);
  const Expr *Callee = Call.getCallee()->IgnoreParens();
  const auto *B = dyn_cast<BinaryOperator>(Callee);
  return B && B->isPtrMemOp() ? B->getRHS() : Callee;
}

/// The one that Holder, perhaps a parameter, is another name of.
static const ValueDecl *firstHolder(const ValueDecl *Holder,
                                    KnownArguments Argument) {
  constexpr unsigned Most = 8;
  for (unsigned Step = 0; Step != Most; ++Step) {
    const auto *P = dyn_cast<ParmVarDecl>(Holder);
    const Expr *Given = P ? Argument(*P) : nullptr;
    const ValueDecl *Of = Given ? holderIn(Given) : nullptr;
    if (!Of)
      break;
    Holder = Of;
  }
  return Holder;
}

const ValueDecl *calledHolder(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (isa<CXXOperatorCallExpr>(Call)) {
    const Expr *Of = Call.getArg(0);
    if (!F || F->getOverloadedOperator() != OO_Call ||
        !holdsFunction(Of->getType()))
      return nullptr;
    const CallExpr *Maker = makerIn(Of);
    return Maker ? Maker->getDirectCallee() : holderIn(Of);
  }
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  const auto *Name = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParens());
  if (Method && Method->isVirtual() && !(Name && Name->hasQualifier()))
    return Method;
  return F ? nullptr : holderIn(Call.getCallee());
}

llvm::SmallVector<const FunctionDecl *, 4>
functionsLedTo(const CallExpr &Call, const ASTContext &Ctx,
               KnownArguments Argument) {
  llvm::SmallVector<const FunctionDecl *, 4> Out;
  const ValueDecl *Holder = calledHolder(Call);
  if (!Holder)
    return Out;
  const UnitFunctions &Unit = UnitFunctions::in(Ctx);
  const NamedValues Values(Unit, Argument);
  UnitFunctions::Functions All;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Holder)) {
    if (const CXXMethodDecl *Only = Values.method(Call, *Method)) {
      All.push_back(Only);
    } else {
      All = Unit.heldBy(Holder);
      All.push_back(Method);
    }
  } else {
    const Expr *By = calledBy(Call), *Maker = makerIn(By),
               *Value = Maker ? Maker : Values.of(By);
    if (Value)
      All = Unit.ledToBy(Value);
    // What std::bind leaves open comes with the holder's calls.
    const bool Open = isa<CXXOperatorCallExpr>(Call) &&
                      llvm::any_of(All, [&](const FunctionDecl *F) {
                        return Unit.binds(F->getCanonicalDecl());
                      });
    if (!Value || (Open && !Maker))
      All = Unit.heldBy(firstHolder(Holder, Argument));
  }
  for (const FunctionDecl *F : All) {
    const FunctionDecl *Definition = nullptr;
    if (F->hasBody(Definition) && !Definition->isDependentContext() &&
        !llvm::is_contained(Out, Definition))
      Out.push_back(Definition);
  }
  return Out;
}

const Expr *objectAmong(ArrayRef<const Expr *> Arguments, const CallExpr &Call,
                        const FunctionDecl &F, const ASTContext &Ctx) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!isa<CXXOperatorCallExpr>(Call) || !Method || !Method->isInstance() ||
      Arguments.size() != Method->getNumParams() + 1 ||
      (isBound(F, Ctx) &&
       !libraryClass(Call.getArg(0)->getType()).starts_with("_Mem_fn")))
    return nullptr;
  QualType T = Arguments.front()->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && (declaresSameEntity(Class, Method->getParent()) ||
                   (Class->hasDefinition() &&
                    Class->isDerivedFrom(Method->getParent())))
             ? Arguments.front()
             : nullptr;
}

bool isBound(const FunctionDecl &F, const ASTContext &Ctx) {
  return UnitFunctions::in(Ctx).binds(F.getCanonicalDecl());
}

bool storesToObject(const CXXMethodDecl &Method) {
  return StoreRoots(nullptr).in(Method);
}

bool storesThrough(const FunctionDecl &F, const ParmVarDecl &Parameter) {
  return StoreRoots(&Parameter).in(F);
}

} // namespace twofold
