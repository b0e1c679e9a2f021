// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/HandedArrays.h"

using namespace clang;

namespace twofold {
namespace {

/// Nothing is written through what it is given.
bool onlyReads(const FunctionDecl *F) {
  return F && (F->getBuiltinID() || F->hasAttr<PureAttr>() ||
               F->hasAttr<ConstAttr>());
}

/// A container of the standard library, whose elements are memory of its own.
bool isContainer(QualType T) {
  const auto *R = T->getAsCXXRecordDecl();
  return R && R->isInStdNamespace();
}

bool isFree(const Expr *Call) {
  const auto *C = dyn_cast<CallExpr>(Call);
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName() == "free";
}

/// The memory that a pointer begins with is new and not filled.
bool isFresh(const Expr *Init) {
  Init = Init ? Init->IgnoreParenCasts() : nullptr;
  if (const auto *New = dyn_cast_or_null<CXXNewExpr>(Init))
    return !New->hasInitializer();
  const auto *C = dyn_cast_or_null<CallExpr>(Init);
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->getIdentifier() &&
         (F->getName() == "malloc" || F->getName() == "calloc" ||
          F->getName() == "aligned_alloc");
}

/// S, without Loop, names V other than to free it.
bool names(const Stmt *S, const VarDecl *V, const Stmt *Loop) {
  if (!S || S == Loop || isa<UnaryExprOrTypeTraitExpr, CXXDeleteExpr>(S) ||
      (isa<CallExpr>(S) && isFree(cast<Expr>(S))))
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  return (Ref && Ref->getDecl() == V) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return names(Child, V, Loop); });
}

} // namespace

/// A local array, or new memory, that no other statement of the function
/// touches.
bool HandedArrays::isOfLoopOnly(const StorePlace &P) const {
  const auto *V = dyn_cast_or_null<VarDecl>(P.Variable);
  if (!V || !V->isLocalVarDecl() || !Loop.Function || !Loop.Statement)
    return false;
  const QualType T = V->getType();
  const bool Array = T->isArrayType() && P.Path.empty() && !V->hasInit();
  const bool Block = T->isPointerType() && P.Path.size() == 1 && !P.Path[0] &&
                     isFresh(V->getInit());
  return (Array || Block || isContainer(T)) &&
         !names(Loop.Function->getBody(), V, Loop.Statement);
}

void HandedArrays::call(const CallExpr &E, StorePlaces &Places,
                        VaryingNumbers &Numbers, SourceLocation Loc) {
  const FunctionDecl *F = E.getDirectCallee();
  QualType Callee = E.getCallee()->getType();
  if (const auto *Pointer = Callee->getAs<PointerType>())
    Callee = Pointer->getPointeeType();
  const auto *Proto = Callee->getAs<FunctionProtoType>();
  constexpr unsigned Most = 64;
  if (!Proto || onlyReads(F) || isa<CXXOperatorCallExpr>(E) ||
      (F && F->hasBody()) || Candidates.size() >= Most)
    return;
  const bool Varies = llvm::any_of(E.arguments(), [&](const Expr *Argument) {
    return Argument->getType()->isIntegerType() &&
           !Argument->isValueDependent() && !Argument->isEvaluatable(Ctx) &&
           Numbers.vary(Argument);
  });
  for (unsigned I = 0; I < E.getNumArgs() && I < Proto->getNumParams(); ++I) {
    const QualType T = Proto->getParamType(I);
    const QualType To = T->getPointeeType();
    const bool Refers = T->isLValueReferenceType();
    if (To.isNull() || !(Refers ? isContainer(To) : T->isPointerType()))
      continue;
    StorePlace P =
        Refers ? Places.place(E.getArg(I)) : Places.pointee(E.getArg(I));
    if (!P.isOutside() || P.Loose)
      continue;
    // Which part of it is read may depend on the iteration's number.
    if (To.isConstQualified()) {
      read(P, !Varies);
      continue;
    }
    const QualType Element = Ctx.getBaseElementType(To);
    Candidate C;
    C.OnlyHere = isOfLoopOnly(P);
    C.Computes = !E.getType()->isVoidType();
    if (!C.OnlyHere && !Refers && !Element->isArithmeticType())
      continue;
    const auto *V = dyn_cast_or_null<VarDecl>(P.Variable);
    C.Array.Name = P.name(/*OfMember=*/true).str();
    C.Array.Function = F && F->getIdentifier()
                           ? "'" + F->getNameAsString() + "'"
                           : "a function";
    C.Array.Loc = Loc;
    C.Array.Copyable =
        V && P.Path.empty() && V->getType()->isConstantArrayType();
    C.Array.Named = V && C.Array.Name == V->getName();
    C.Place = std::move(P);
    Candidates.push_back(std::move(C));
  }
}

void HandedArrays::read(const StorePlace &P, bool TheSame) {
  if (!P.isOutside())
    return;
  auto &Known = TheSame ? Same : Others;
  if (llvm::none_of(Known, [&](const StorePlace &Other) {
        return Other.Path == P.Path && Other.overlaps(P);
      }))
    Known.push_back(P);
}

std::optional<HandedArray> HandedArrays::find() const {
  for (const Candidate &C : Candidates) {
    if (Loop.Given.isIndependent(C.Place.Variable))
      continue;
    // How many elements a container has is no element.
    const bool Container =
        C.Place.Variable && isContainer(C.Place.Variable->getType());
    auto IsRead = [&](const StorePlace &P) {
      return P.overlaps(C.Place) &&
             (!Container ||
              llvm::any_of(P.Path, [](auto *Member) { return !Member; }));
    };
    if (C.OnlyHere || (!C.Computes && llvm::any_of(Same, IsRead) &&
                       llvm::none_of(Others, IsRead)))
      return C.Array;
  }
  return std::nullopt;
}

} // namespace twofold
