// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/PointedFunctions.h"
#include "ast/Nodes.h"
#include "ast/UnitFunctions.h"

using namespace clang;

namespace twofold {
namespace {

/// std::function and its like, and what std::bind and std::mem_fn make.
bool holdsFunction(QualType T) {
  const auto *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         llvm::is_contained({"function", "move_only_function",
                             "copyable_function", "_Bind", "_Bind_result",
                             "_Bind_front", "_Mem_fn", "reference_wrapper"},
                            R->getName());
}

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

const ValueDecl *calledHolder(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (isa<CXXOperatorCallExpr>(Call))
    return F && F->getOverloadedOperator() == OO_Call &&
                   holdsFunction(Call.getArg(0)->getType())
               ? holderIn(Call.getArg(0))
               : nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  const auto *Name = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParens());
  if (Method && Method->isVirtual() && !(Name && Name->hasQualifier()))
    return Method;
  return F ? nullptr : holderIn(Call.getCallee());
}

llvm::SmallVector<const FunctionDecl *, 4>
functionsLedTo(const CallExpr &Call, const ASTContext &Ctx) {
  llvm::SmallVector<const FunctionDecl *, 4> Out;
  const ValueDecl *Holder = calledHolder(Call);
  if (!Holder)
    return Out;
  UnitFunctions::Functions All = UnitFunctions::in(Ctx).heldBy(Holder);
  if (const auto *Method = dyn_cast<FunctionDecl>(Holder))
    All.push_back(Method);
  for (const FunctionDecl *F : All) {
    const FunctionDecl *Definition = nullptr;
    if (F->hasBody(Definition) && !Definition->isDependentContext() &&
        !llvm::is_contained(Out, Definition))
      Out.push_back(Definition);
  }
  return Out;
}

bool storesToObject(const CXXMethodDecl &Method) {
  return StoreRoots(nullptr).in(Method);
}

bool storesThrough(const FunctionDecl &F, const ParmVarDecl &Parameter) {
  return StoreRoots(&Parameter).in(F);
}

} // namespace twofold
