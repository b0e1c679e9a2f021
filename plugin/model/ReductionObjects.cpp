// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ReductionObjects.h"
#include "ast/AstFactory.h"
#include "ast/PendingTemplates.h"
#include "ast/SemaScope.h"
#include "model/ReductionForms.h"

using namespace clang;

namespace twofold {
namespace {

/// Builds an expression of Function's body; null where that is an error.
Expr *built(Sema &S, FunctionDecl *Function,
            llvm::function_ref<ExprResult()> Build) {
  SemaScope Scope(S, Function);
  Sema::SFINAETrap Trap(S);
  ExprResult Made = Build();
  if (Trap.hasErrorOccurred() || Made.isInvalid())
    return nullptr;
  instantiateCallees(Made.get(), S);
  return Made.get();
}

} // namespace

Expr *beginningObject(const Capture &C, Sema &S, FunctionDecl *Function) {
  ASTContext &Ctx = S.Context;
  SourceLocation Loc = Function->getLocation();
  AstFactory Make(Ctx, Loc);
  Expr *New = built(S, Function, [&] {
    SmallVector<Expr *, 1> Arguments;
    if (C.Op == ReductionOp::UserMul)
      Arguments.push_back(Make.integer(1, Ctx.IntTy));
    return S.BuildCXXTypeConstructExpr(
        Ctx.getTrivialTypeSourceInfo(C.Type, Loc), Loc, Arguments, Loc,
        /*ListInitialization=*/false);
  });
  if (!New)
    return new (Ctx) ImplicitValueInitExpr(C.Type);
  if (auto *Construct = dyn_cast<CXXConstructExpr>(New->IgnoreImplicit()))
    Construct->setRequiresZeroInitialization(true);
  return New;
}

Expr *combinedObjects(const Capture &C, MadeExpr Into, MadeExpr From, Sema &S,
                      FunctionDecl *Function) {
  SourceLocation Loc = Function->getLocation();
  bool Product = C.Op == ReductionOp::UserMul;
  auto Operation = [&](BinaryOperatorKind Op) {
    return built(S, Function, [&] {
      return S.BuildBinOp(nullptr, Loc, Op, Into(), From());
    });
  };
  if (Expr *Changed = Operation(Product ? BO_MulAssign : BO_AddAssign))
    return Changed;
  Expr *Value = Operation(Product ? BO_Mul : BO_Add);
  if (!Value || !S.Context.hasSameUnqualifiedType(Value->getType(), C.Type))
    return nullptr;
  return AstFactory(S.Context, Loc).assign(Into(), Value);
}

bool makeObjectFunctions(ParallelLoop &Loop, Sema &S, Diagnostics &Diags) {
  ASTContext &Ctx = S.Context;
  AstFactory Make(Ctx, Loop.Loc);
  for (Capture &C : Loop.Captures) {
    if (C.Kind != Sharing::Reduction || !ofObjects(C.Op))
      continue;
    const auto *Same = llvm::find_if(Loop.Captures, [&](const Capture &Other) {
      return Other.Combination && Other.Op == C.Op &&
             Ctx.hasSameType(Other.Type, C.Type);
    });
    if (Same != Loop.Captures.end()) {
      C.Beginning = Same->Beginning;
      C.Combination = Same->Combination;
      continue;
    }
    auto Function = [&](StringRef Name, ArrayRef<QualType> Types,
                        ArrayRef<StringRef> Params) {
      return Make.staticFunction(
          Name,
          Ctx.getFunctionType(C.Type, Types, FunctionProtoType::ExtProtoInfo()),
          Params);
    };
    auto Return = [&](Expr *E) {
      return ReturnStmt::Create(Ctx, Loop.Loc, E, nullptr);
    };
    FunctionDecl *Beginning = Function("beginning", {}, {});
    Beginning->setBody(
        Make.compound({Return(beginningObject(C, S, Beginning))}));
    FunctionDecl *Combination =
        Function("combined", {C.Type, C.Type}, {"into", "from"});
    auto Parameter = [&](unsigned I) {
      return [&, I] { return Make.lvalue(Combination->getParamDecl(I)); };
    };
    Expr *Combined =
        combinedObjects(C, Parameter(0), Parameter(1), S, Combination);
    if (!Combined) {
      std::string Name = C.Decl->getNameAsString();
      Diags.warn(C.FirstUse, diag::Id::UserReductionCombine, {Name});
      Loop.Order.Stays = true;
      Loop.Order.Reason = Diags.text(diag::Id::UserReductionCombine, {Name});
      return false;
    }
    Combination->setBody(Make.compound(
        {Combined, Return(Make.value(Combination->getParamDecl(0)))}));
    C.Beginning = Beginning;
    C.Combination = Combination;
  }
  return true;
}

} // namespace twofold
