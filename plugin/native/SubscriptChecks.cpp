// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/SubscriptChecks.h"
#include "abi/RuntimeDecls.h"
#include "native/BodyRewriter.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {

VarDecl *SubscriptChecks::variable(StringRef Name, QualType Type, Expr *Init) {
  return Make.variable(Owner, Name, Type, Init, *Prologue);
}

/// The runtime agrees that an index is out of bounds.
Expr *SubscriptChecks::truth(VarDecl *At, VarDecl *Limit, unsigned Number) {
  QualType U32 = Ctx.getIntTypeForBitwidth(32, false);
  Expr *Found;
  if (Site) {
    Found = Make.call(Abi.function("violated"),
                      {Make.value(Site), Make.integer(Number, U32),
                       Make.value(At), Make.value(Limit)});
  } else {
    Found = Make.call(
        Abi.function("out_of_bounds"),
        {Make.value(Bounds), Make.integer(Number, U32), Make.value(At)});
  }
  return Make.nonZero(Found);
}

Stmt *SubscriptChecks::check(VarDecl *At, VarDecl *Limit, unsigned Number) {
  Expr *Beyond = Make.compare(BO_GE, Make.convert(Make.value(At), Make.U64),
                              Make.value(Limit));
  if (Checks)
    Beyond = Make.compare(BO_LAnd, Make.value(Checks), Beyond);
  SourceLocation Loc = Make.location();
  Stmt *Leave = Behind
                    ? static_cast<Stmt *>(new (Ctx) GotoStmt(Behind, Loc, Loc))
                    : ReturnStmt::Create(Ctx, Loc, nullptr, nullptr);
  return Make.ifThen(Make.compare(BO_LAnd, Beyond, truth(At, Limit, Number)),
                     Make.compound({Leave}));
}

Expr *SubscriptChecks::checked(Expr *Index, VarDecl *Limit, unsigned Number) {
  SourceLocation Loc = Index->getExprLoc();
  VarDecl *At = index(Index);
  CompoundStmt *All = Make.compound(
      {Make.declare(At), check(At, Limit, Number), Make.value(At)});
  return new (Ctx) StmtExpr(All, Make.I64, Loc, Loc, /*TemplateDepth=*/0);
}

/// Null: this call cannot be taken apart.
Expr *SubscriptChecks::checkedCall(const Subscript &S, VarDecl *Limit,
                                   unsigned Number) {
  auto *Call = const_cast<CallExpr *>(S.Call);
  const FunctionDecl *F = Call->getDirectCallee();
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  unsigned Skipped = isa<CXXOperatorCallExpr>(Call) && Method ? 1 : 0;
  if ((Skipped && Call->getArg(0)->HasSideEffects(Ctx)) ||
      !(Call->isLValue() || Call->getType()->isScalarType()))
    return nullptr;
  // What the index names has to be there natively.
  if (findNode<DeclRefExpr>(S.InCall, [&](const DeclRefExpr *Ref) {
        const Capture *C = Loop.capture(Ref->getDecl());
        return C && C->DeviceOnly && C->Arg == 0;
      }))
    return nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
      Member && Member->getImplicitObjectArgument()->HasSideEffects(Ctx))
    return nullptr;
  for (unsigned I = Skipped; I < Call->getNumArgs(); ++I) {
    const Expr *Arg = Call->getArg(I);
    if (!Arg->getType()->isIntegralOrEnumerationType() ||
        I - Skipped >= F->getNumParams() || isa<CXXDefaultArgExpr>(Arg))
      return nullptr;
  }
  SmallVector<Stmt *, 6> All;
  BodyRewriter Parameters(Ctx, Make, [](QualType) { return nullptr; });
  for (unsigned I = Skipped; I < Call->getNumArgs(); ++I) {
    Expr *Arg = Call->getArg(I);
    QualType T = Arg->getType();
    VarDecl *V = Make.variable(Owner, "part", T.getUnqualifiedType(),
                               Arg->isGLValue() ? Make.load(Arg) : Arg, All);
    Expr *Held = Make.value(V);
    if (Arg->isGLValue()) {
      Held = Make.lvalue(V);
      if (T.isConstQualified())
        Held = ImplicitCastExpr::Create(Ctx, T, CK_NoOp, Held, nullptr,
                                        VK_LValue, FPOptionsOverride());
    }
    Call->setArg(I, Held);
    Parameters.redirect(F->getParamDecl(I - Skipped), V);
    const FunctionDecl *Def = nullptr; // which the index is written in
    if (F->hasBody(Def))
      Parameters.redirect(Def->getParamDecl(I - Skipped), V);
  }
  if (Args)
    for (const Capture &C : Loop.Captures)
      if (C.DeviceOnly && C.Arg) {
        VarDecl *&V = Derived[C.Decl];
        if (!V)
          V = variable(C.Decl->getName(), C.Type,
                       Make.load(Args->lvalue(C.Arg, C.Type)));
        Parameters.redirect(C.Decl, V);
      }
  Stmt *Index = S.InCall;
  Parameters.rewrite(Index);
  VarDecl *At = index(cast<Expr>(Index));
  All.append({Make.declare(At), check(At, Limit, Number)});
  Expr *Result = Call->isLValue() ? Make.addressOf(Call) : Call;
  All.push_back(Result);
  SourceLocation Loc = Call->getExprLoc();
  Expr *Whole = new (Ctx) StmtExpr(Make.compound(All), Result->getType(), Loc,
                                   Loc, /*TemplateDepth=*/0);
  return Call->isLValue() ? Make.dereference(Whole) : Whole;
}

namespace {
/// Where an expression hangs, and its number from the inside out.
struct Position {
  Stmt **Slot = nullptr;
  unsigned Order = 0;
};
using Positions = llvm::DenseMap<const Stmt *, Position>;
} // namespace

static void collect(Stmt *&Slot, Positions &Out) {
  if (!Slot || isa<LambdaExpr>(Slot)) // its body is a function of its own
    return;
  for (Stmt *&Child : Slot->children())
    collect(Child, Out);
  unsigned Order = Out.size();
  Out.try_emplace(Slot, Position{&Slot, Order});
}

/// The integer of a subscript or of a sum with a pointer, as it is now.
static Stmt *&indexOf(Expr *At) {
  const Expr *Index;
  if (auto *S = dyn_cast<ArraySubscriptExpr>(At)) {
    Index = S->getIdx();
  } else {
    auto *Sum = cast<BinaryOperator>(At);
    Index = Sum->getLHS()->getType()->isPointerType() ? Sum->getRHS()
                                                      : Sum->getLHS();
  }
  for (Stmt *&Child : At->children())
    if (Child == Index)
      return Child;
  llvm_unreachable("a subscript has an index");
}

bool SubscriptChecks::addAll(const AccessModel &Accesses,
                             llvm::function_ref<Expr *(unsigned)> Limits) {
  Positions Found;
  collect(Body, Found);
  auto WhereIs = [&](const Subscript &S) {
    return Found.lookup(S.Call ? S.Call : S.At);
  };
  bool Complete = true;
  SmallVector<unsigned, 8> Inside;
  for (unsigned I = 0; I < Accesses.Subscripts.size(); ++I)
    if (WhereIs(Accesses.Subscripts[I]).Slot)
      Inside.push_back(I);
    else
      Complete = false;
  // What a check is put around has its own checks by then.
  llvm::sort(Inside, [&](unsigned A, unsigned B) {
    return WhereIs(Accesses.Subscripts[A]).Order <
           WhereIs(Accesses.Subscripts[B]).Order;
  });
  for (unsigned I : Inside) {
    const Subscript &S = Accesses.Subscripts[I];
    VarDecl *Limit = variable("limit" + std::to_string(I), Make.U64, Limits(I));
    if (S.Call) {
      Expr *Whole = checkedCall(S, Limit, I);
      if (Whole)
        *WhereIs(S).Slot = Whole;
      Complete &= Whole != nullptr;
      continue;
    }
    // The body moves with its nodes; this one gets another child.
    Stmt *&Index = indexOf(const_cast<Expr *>(S.At));
    Index = checked(cast<Expr>(Index), Limit, I);
  }
  return Complete;
}

bool SubscriptChecks::add(const AccessModel &Accesses, unsigned BoundsArg,
                          ArgsAccess &InArgs, SmallVectorImpl<Stmt *> &To) {
  if (Accesses.Subscripts.empty())
    return true;
  Args = &InArgs;
  Prologue = &To;
  QualType Type = Ctx.getPointerType(Abi.record("bounds").withConst());
  Bounds =
      variable("bounds", Type, Make.convert(Args->address(BoundsArg), Type));
  Expr *Call = Make.load(
      Make.member(Make.paren(Make.dereference(Make.value(Bounds))), "call"));
  Expr *Some = Make.compare(BO_NE, Call, Make.null(Ctx.VoidPtrTy));
  Checks = variable("checks", Some->getType(), Some);
  return addAll(Accesses, [&](unsigned I) {
    Expr *Limits = Make.load(Make.member(
        Make.paren(Make.dereference(Make.value(Bounds))), "limits"));
    return Make.load(Make.subscript(Limits, Make.integer(I, Ctx.IntTy)));
  });
}

bool SubscriptChecks::addInPlace(const AccessModel &Accesses,
                                 VarDecl *SitePointer, VarDecl *Limits,
                                 LabelDecl *Label,
                                 SmallVectorImpl<Stmt *> &To) {
  if (Accesses.Subscripts.empty())
    return true;
  Site = SitePointer;
  Behind = Label;
  Prologue = &To;
  return addAll(Accesses, [&](unsigned I) {
    return Make.load(Make.subscript(Make.decay(Make.lvalue(Limits)),
                                    Make.integer(I, Ctx.IntTy)));
  });
}

} // namespace twofold
