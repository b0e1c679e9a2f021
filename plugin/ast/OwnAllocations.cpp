// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/OwnAllocations.h"
#include "ast/AstFactory.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

bool isOwn(const FunctionDecl *F) {
  if (!F || F->isReservedGlobalPlacementOperator())
    return false;
  return !F->isReplaceableGlobalAllocationFunction() || F->hasBody();
}

/// How many bytes New asks for, with the room for the number of elements.
Expr *bytesOf(const CXXNewExpr &New, AstFactory &Make, const ASTContext &Ctx) {
  const QualType T = New.getAllocatedType(), Size = Ctx.getSizeType();
  const CharUnits One = Ctx.getTypeSizeInChars(T);
  Expr *Bytes = Make.integer(One.getQuantity(), Size);
  const auto Count = New.getArraySize();
  if (!Count || !*Count)
    return Bytes;
  Bytes = Make.binary(BO_Mul, Make.convert(const_cast<Expr *>(*Count), Size),
                      Bytes, Size);
  const CharUnits Word = Ctx.getTypeSizeInChars(Size),
                  Room = std::max(Word, Ctx.getTypeAlignInChars(T));
  return New.doesUsualArrayDeleteWantSize() || T.isDestructedType()
             ? Make.binary(BO_Add, Bytes,
                           Make.integer(Room.getQuantity(), Size), Size)
             : Bytes;
}

} // namespace

const CallExpr *ownAllocation(const Stmt *E, const ASTContext &Ctx) {
  SmallVector<Expr *, 4> Arguments;
  FunctionDecl *F = nullptr;
  AstFactory Make(const_cast<ASTContext &>(Ctx), E->getBeginLoc());
  if (const auto *New = dyn_cast<CXXNewExpr>(E);
      New && !New->isTypeDependent() && isOwn(New->getOperatorNew())) {
    F = New->getOperatorNew();
    Arguments.push_back(bytesOf(*New, Make, Ctx));
    if (New->passAlignment())
      Arguments.push_back(Make.integer(
          Ctx.getTypeAlignInChars(New->getAllocatedType()).getQuantity(),
          Ctx.getSizeType()));
    for (const Expr *Placed : New->placement_arguments())
      Arguments.push_back(const_cast<Expr *>(Placed));
  } else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(E);
             Delete && !Delete->isTypeDependent() &&
             isOwn(Delete->getOperatorDelete())) {
    F = Delete->getOperatorDelete();
    Arguments.push_back(Make.cast(CK_BitCast,
                                  const_cast<Expr *>(Delete->getArgument()),
                                  F->getParamDecl(0)->getType()));
  }
  return F ? cast<CallExpr>(Make.call(F, Arguments)) : nullptr;
}

const Expr *placeOfNew(const CXXNewExpr &New) {
  const FunctionDecl *F = New.getOperatorNew();
  return F && F->isReservedGlobalPlacementOperator() &&
                 New.getNumPlacementArgs() == 1
             ? New.getPlacementArg(0)
             : nullptr;
}

const Expr *madeAt(const Expr *E, const ASTContext &Ctx) {
  const auto *New = dyn_cast<CXXNewExpr>(E);
  const Expr *Place = New ? placeOfNew(*New) : nullptr;
  if (!Place)
    return nullptr;
  AstFactory Make(const_cast<ASTContext &>(Ctx), New->getBeginLoc());
  return Make.dereference(
      Make.cast(CK_BitCast, const_cast<Expr *>(Place),
                Ctx.getPointerType(New->getAllocatedType())));
}

} // namespace twofold
