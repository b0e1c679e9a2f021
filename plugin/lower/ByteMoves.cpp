// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ByteMoves.cpp - memset and memcpy as loops over elements -----------===//

#include "ast/Nodes.h"
#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {
namespace {

/// One call as assignments of numbers; its parts are the user's expressions.
class ElementMove {
  CallExpr &Call;
  const FunctionDecl *In;
  DeclContext *Owner;
  ASTContext &Ctx;
  AstFactory Make;
  unsigned Depth = 0;

public:
  ElementMove(CallExpr &Call, const FunctionDecl *In, DeclContext *Owner,
              ASTContext &Ctx)
      : Call(Call), In(In), Owner(Owner), Ctx(Ctx),
        Make(Ctx, Call.getExprLoc()) {}

  /// Null: some of the bytes are no numbers that both sides have.
  Stmt *run() {
    const auto Move = byteMoveOf(*Call.getDirectCallee());
    if (!Move || Call.getNumArgs() < 3 ||
        llvm::any_of(Call.arguments(), [&](const Expr *Argument) {
          return Argument->HasSideEffects(Ctx);
        }))
      return nullptr;
    Expr *To = typed(Call.getArg(Move->To));
    Expr *From = Move->Copies ? typed(Call.getArg(1 - Move->To)) : nullptr;
    if (!To || (Move->Copies && !From) || (From && !isApart(*To, *From)))
      return nullptr;
    const QualType T = To->getType()->getPointeeType();
    if (From && !alike(T, From->getType()->getPointeeType()))
      return nullptr;
    const CharUnits Size = Ctx.getTypeSizeInChars(T);
    Expr *Count = counted(Call.getArg(2), uint64_t(Size.getQuantity()));
    if (!Count)
      return nullptr;
    const auto *Known = dyn_cast<IntegerLiteral>(Count);
    if (Known && Known->getValue() == 1)
      return moved(pointee(To), From ? pointee(From) : nullptr);
    return repeated(Count, [&](VarDecl *K) -> Stmt * {
      auto At = [&](Expr *Pointer) {
        return Make.subscript(Pointer, Make.value(K));
      };
      return moved(At(To), From ? At(From) : nullptr);
    });
  }

private:
  /// What E, which has become a pointer to bytes, points at by its own type;
  /// null: bytes of no type, or something else than numbers.
  Expr *typed(Expr *E) const {
    while (true) {
      E = E->IgnoreParens();
      auto *Cast = dyn_cast<CastExpr>(E);
      if (!Cast || !(Cast->getCastKind() == CK_BitCast ||
                     Cast->getCastKind() == CK_NoOp))
        break;
      E = Cast->getSubExpr();
    }
    if (!E->getType()->isPointerType())
      return nullptr;
    const QualType T = E->getType()->getPointeeType();
    const QualType Number = Ctx.getBaseElementType(T);
    return !T->isVariablyModifiedType() && !Number.isVolatileQualified() &&
                   Number->isBuiltinType() && Number->isArithmeticType()
               ? E
               : nullptr;
  }

  bool alike(QualType To, QualType From) const {
    if (Ctx.hasSameUnqualifiedType(To, From))
      return true;
    return !To->isArrayType() && !From->isArrayType() && !To->isBooleanType() &&
           !From->isBooleanType() &&
           Ctx.getTypeSize(To) == Ctx.getTypeSize(From);
  }

  /// Whether elements may be copied one by one, the first one first. For memcpy
  /// they may, and in std::copy.
  bool isApart(const Expr &To, const Expr &From) const {
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(In);
    if (Call.getDirectCallee()->getMemoryFunctionKind() == Builtin::BImemcpy ||
        (Method && Method->getParent()->isInStdNamespace() &&
         Method->getParent()->getName() == "__copy_move"))
      return true;
    auto Array = [](const Expr &E) {
      const Expr *Of = E.IgnoreParenImpCasts();
      while (const auto *Element = dyn_cast<ArraySubscriptExpr>(Of))
        Of = Element->getBase()->IgnoreParenImpCasts();
      const auto *Ref = dyn_cast<DeclRefExpr>(Of);
      return Ref && Ref->getType()->isArrayType() ? Ref->getDecl() : nullptr;
    };
    const ValueDecl *A = Array(To), *B = Array(From);
    return A && B && A != B;
  }

  /// How many objects of Size there are in so many Bytes; null: they need not
  /// be whole ones.
  Expr *counted(Expr *Bytes, uint64_t Size) {
    Bytes = Bytes->IgnoreParenImpCasts();
    Expr::EvalResult Known;
    if (Bytes->EvaluateAsInt(Known, Ctx)) {
      const uint64_t N = Known.Val.getInt().getZExtValue();
      return N % Size ? nullptr : Make.integer(N / Size, Ctx.getSizeType());
    }
    if (Size == 1)
      return Make.convert(value(Bytes), Ctx.getSizeType());
    auto *Product = dyn_cast<BinaryOperator>(Bytes);
    if (!Product || Product->getOpcode() != BO_Mul)
      return nullptr;
    for (auto [Part, Other] : {std::pair(Product->getLHS(), Product->getRHS()),
                               std::pair(Product->getRHS(), Product->getLHS())})
      if (Expr *Of = counted(Part, Size))
        return Make.binary(BO_Mul, Of,
                           Make.convert(value(Other->IgnoreParenImpCasts()),
                                        Ctx.getSizeType()),
                           Ctx.getSizeType());
    return nullptr;
  }

  Expr *value(Expr *E) { return E->isGLValue() ? Make.load(E) : E; }

  Expr *pointee(Expr *Pointer) {
    Expr *Of = Pointer->IgnoreParens();
    if (auto *Address = dyn_cast<UnaryOperator>(Of);
        Address && Address->getOpcode() == UO_AddrOf)
      return Address->getSubExpr();
    return Make.dereference(Pointer);
  }

  Stmt *repeated(Expr *Count, llvm::function_ref<Stmt *(VarDecl *)> Body) {
    const QualType Size = Ctx.getSizeType();
    VarDecl *K = Make.variable(Owner, "element" + std::to_string(Depth++), Size,
                               Make.integer(0, Size));
    Stmt *Each = Body(K);
    return Each ? Make.loop(Make.declare(K),
                            Make.compare(BO_LT, Make.value(K), Count),
                            Make.step(UO_PreInc, K), Each)
                : nullptr;
  }

  /// From is null where a byte is set.
  Stmt *moved(Expr *To, Expr *From) {
    const QualType T = To->getType().getUnqualifiedType();
    if (const ConstantArrayType *Array = Ctx.getAsConstantArrayType(T))
      return repeated(Make.integer(Array->getZExtSize(), Ctx.getSizeType()),
                      [&](VarDecl *K) -> Stmt * {
                        auto At = [&](Expr *Whole) {
                          return Make.subscript(Make.decay(Whole),
                                                Make.value(K));
                        };
                        return moved(At(To), From ? At(From) : nullptr);
                      });
    if (!From) {
      Expr *Number = filled(T);
      return Number ? Make.assign(To, Number) : nullptr;
    }
    if (Ctx.hasSameUnqualifiedType(T, From->getType()))
      return Make.assign(To, Make.load(From));
    return Make.assign(
        To, ImplicitCastExpr::Create(Ctx, T, CK_LValueToRValueBitCast, From,
                                     nullptr, VK_PRValue, FPOptionsOverride()));
  }

  /// What a T is whose bytes all have the value of the call's argument.
  Expr *filled(QualType T) {
    Expr *Byte = Call.getArg(1);
    Expr::EvalResult Known;
    const unsigned Width = unsigned(Ctx.getTypeSize(T));
    if (!Byte->EvaluateAsInt(Known, Ctx))
      return Width == 8 && !T->isBooleanType() ? Make.convert(Byte, T)
                                               : nullptr;
    const llvm::APInt Bits = Known.Val.getInt().trunc(8);
    if (T->isIntegerType() && Width <= 64 &&
        (!T->isBooleanType() || Bits.ult(2)))
      return Make.integer(llvm::APInt::getSplat(Width, Bits).getZExtValue(), T);
    if (Bits != 0 || !T->isRealFloatingType())
      return nullptr;
    return Make.floating(llvm::APFloat::getZero(Ctx.getFloatTypeSemantics(T)),
                         T);
  }
};

} // namespace

const CallExpr *byteMoveIn(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenCasts());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && byteMoveOf(*F) ? Call : nullptr;
}

static bool movesBytes(const FunctionDecl &F,
                       llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  const FunctionDecl *Def = nullptr;
  // A trivial assignment moves its object as a whole, in any language.
  return !F.isTrivial() && F.hasBody(Def) && Seen.insert(Def).second &&
         anyNode(Def->getBody(), [&](const Stmt *S) {
           const auto *Call = dyn_cast<CallExpr>(S);
           const FunctionDecl *Of = Call ? Call->getDirectCallee() : nullptr;
           return Of && (byteMoveOf(*Of) || movesBytes(*Of, Seen));
         });
}

bool movesBytes(const FunctionDecl &F) {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  return movesBytes(F, Seen);
}

Stmt *elementsMoved(const CallExpr &Call, const FunctionDecl *In,
                    DeclContext *Owner, ASTContext &Ctx) {
  return ElementMove(const_cast<CallExpr &>(Call), In, Owner, Ctx).run();
}

} // namespace twofold
