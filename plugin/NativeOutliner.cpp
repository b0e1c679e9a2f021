// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NativeOutliner.cpp -----------------------------------------------===//

#include "NativeOutliner.h"
#include "AstFactory.h"
#include "BodyRewriter.h"
#include "BranchHints.h"
#include "ElementCopies.h"
#include "ElementRewriter.h"
#include "FunctionAttributes.h"
#include "NativeLoops.h"
#include "NumberedLasts.h"
#include "ReductionFunctions.h"
#include "RuntimeDecls.h"
#include "SubscriptChecks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

class NativeOutliner {
  ParallelLoop &Loop;
  const RuntimeDecls &Abi;
  Sema &S;
  ASTContext &Ctx;
  AstFactory Make;
  FunctionDecl *Run;
  ArgsAccess Args;
  SmallVector<Stmt *, 16> Prologue, Epilogue;
  BodyRewriter Rewriter;
  SmallVector<NumberedLast, 2> Lasts;

public:
  NativeOutliner(ParallelLoop &Loop, const RuntimeDecls &Abi, Sema &S)
      : Loop(Loop), Abi(Abi), S(S), Ctx(S.Context), Make(Ctx, Loop.Loc),
        Run(bodyFunction(Loop, Abi, Ctx, Make)),
        Args(Ctx, Make, Run->getParamDecl(0)),
        Rewriter(Ctx, Make, [this](QualType T) { return length(T); }) {}

  NativeVariant outline(const AccessModel &Accesses, Diagnostics &Diags);

private:
  static FunctionDecl *bodyFunction(const ParallelLoop &Loop,
                                    const RuntimeDecls &Abi, ASTContext &Ctx,
                                    AstFactory &Make);
  FunctionDecl *entry(StringRef Prefix, unsigned Shared);
  void carryNumbers(NativeLoops &Loops);
  bool passesThroughArgs(const Capture &C) const;
  bool isValue(QualType T) const;
  Expr *length(QualType Array);
  void capture(const Capture &C);
  VarDecl *local(const Capture &C, QualType Type, Expr *Init);
};

/// Steps of the innermost dimension are known only at run time.
static bool stepVaries(const ParallelLoop &Loop) {
  const LoopDim &Dim = Loop.Dims.back();
  return !Dim.StepMagnitude && !Loop.InOrder;
}

/// The function that the body moves into: the variant itself, or what its forms
/// are made from when elements are updated by several threads, or when the step
/// may be that of neighbours.
FunctionDecl *NativeOutliner::bodyFunction(const ParallelLoop &Loop,
                                           const RuntimeDecls &Abi,
                                           ASTContext &Ctx, AstFactory &Make) {
  QualType Type = Abi.functionType("native");
  const bool Updates = !Loop.Updates.empty(), Varies = stepVaries(Loop);
  if (!Updates && !Varies) {
    FunctionDecl *F = Make.staticFunction("twofold_native_" + Loop.Name, Type,
                                          {"args", "lo", "hi"});
    inheritCodeGeneration(*Loop.Function, *F);
    return F;
  }
  const auto *Native = Type->castAs<FunctionProtoType>();
  SmallVector<QualType, 5> Params(Native->getParamTypes());
  SmallVector<StringRef, 5> Names = {"args", "lo", "hi"};
  if (Updates) {
    Params.push_back(Ctx.IntTy);
    Names.push_back("shared");
  }
  if (Varies) {
    Params.push_back(Ctx.getIntTypeForBitwidth(64, true));
    Names.push_back("step");
  }
  FunctionDecl *F = Make.staticFunction(
      "twofold_body_" + Loop.Name,
      Ctx.getFunctionType(Ctx.VoidTy, Params, Native->getExtProtoInfo()),
      Names);
  F->addAttr(AlwaysInlineAttr::CreateImplicit(Ctx));
  inheritCodeGeneration(*Loop.Function, *F);
  return F;
}

/// One form of the variant: the body with a constant for `shared`, and where
/// iterations may be neighbours, for `step`.
FunctionDecl *NativeOutliner::entry(StringRef Prefix, unsigned Shared) {
  FunctionDecl *F =
      Make.staticFunction((Prefix + Loop.Name).str(),
                          Abi.functionType("native"), {"args", "lo", "hi"});
  auto Call = [&](Expr *Step) -> Stmt * {
    SmallVector<Expr *, 5> Values;
    for (ParmVarDecl *P : F->parameters())
      Values.push_back(Make.value(P));
    if (!Loop.Updates.empty())
      Values.push_back(Make.integer(Shared, Ctx.IntTy));
    if (Step)
      Values.push_back(Step);
    return Make.call(Run, Values);
  };
  if (stepVaries(Loop)) {
    ArgsAccess Own(Ctx, Make, F->getParamDecl(0));
    auto Step = [&] { return innermostStep(Loop, Abi, Make, Ctx, Own); };
    auto Next = [&] {
      return Make.integer(Loop.Dims.back().Decreasing ? -UINT64_C(1) : 1,
                          Ctx.getIntTypeForBitwidth(64, true));
    };
    F->setBody(Make.compound({Make.ifThen(Make.compare(BO_EQ, Step(), Next()),
                                          Call(Next()), Call(Step()))}));
  } else {
    F->setBody(Make.compound({Call(nullptr)}));
  }
  inheritCodeGeneration(*Loop.Function, *F);
  if (!Ctx.getLangOpts().CXXExceptions)
    F->addAttr(NoThrowAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(F);
  return F;
}

/// Globals are named directly, but for those that a thread may get a copy of.
bool NativeOutliner::passesThroughArgs(const Capture &C) const {
  return !C.Global || llvm::any_of(Loop.Elements, [&](const auto &E) {
    return E.Copyable && E.Base &&
           E.Base->getCanonicalDecl() == C.Decl->getCanonicalDecl();
  });
}

/// A constant of a class that says that nobody looks at its objects' addresses:
/// a copy stays in registers, where the caller's object would be read again
/// after each store that might have changed it.
bool NativeOutliner::isValue(QualType T) const {
  constexpr int64_t Largest = 512;
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && T.isConstQualified() && !T.isVolatileQualified() &&
         !Class->hasMutableFields() && T.isTriviallyCopyableType(Ctx) &&
         Ctx.getTypeSizeInChars(T).getQuantity() <= Largest &&
         llvm::any_of(Class->specific_attrs<AnnotateAttr>(),
                      [](const AnnotateAttr *A) {
                        return A->getAnnotation() == "twofold.value";
                      });
}

/// A new local that loads the length from args, which the caller fills.
Expr *NativeOutliner::length(QualType Array) {
  ArrayLength L;
  QualType Element = BodyRewriter::flatElement(Ctx, Array);
  // A kernel counts in other elements where rows of constant length are inside.
  auto Known = llvm::find_if(Loop.Lengths, [&](const ArrayLength &Other) {
    return Other.Array.getTypePtr() == Array.getTypePtr() &&
           Ctx.hasSameUnqualifiedType(Other.Element, Element);
  });
  if (Known != Loop.Lengths.end()) {
    L = *Known;
  } else {
    L.Array = Array;
    L.Element = Element;
    L.Arg = Loop.ArgCount++;
    Loop.Lengths.push_back(L);
  }
  QualType Long = Ctx.getIntTypeForBitwidth(64, true);
  VarDecl *V = Make.variable(Run, "length" + std::to_string(L.Arg), Long,
                             Make.load(Args.lvalue(L.Arg, Long)));
  Prologue.push_back(Make.declare(V));
  return Make.value(V);
}

VarDecl *NativeOutliner::local(const Capture &C, QualType Type, Expr *Init) {
  VarDecl *V = Make.variable(Run, C.Decl->getName(), Type, Init);
  Prologue.push_back(Make.declare(V));
  Rewriter.redirect(C.Decl, V);
  return V;
}

void NativeOutliner::capture(const Capture &C) {
  if (C.DeviceOnly)
    return;
  switch (C.Kind) {
  case Sharing::This: {
    VarDecl *V = Make.variable(Run, "self", C.Type,
                               Make.load(Args.lvalue(C.Arg, C.Type)));
    Prologue.push_back(Make.declare(V));
    Rewriter.redirectThis(V);
    return;
  }
  case Sharing::Value:
  case Sharing::Reference: {
    if (!passesThroughArgs(C))
      return;
    QualType T = C.Decl->getType().getNonReferenceType();
    if (T->isVariablyModifiedType()) {
      QualType Flat = Ctx.getPointerType(BodyRewriter::flatElement(Ctx, T));
      Expr *Init = T->isArrayType() ? Make.convert(Args.address(C.Arg), Flat)
                                    : Make.load(Args.lvalue(C.Arg, Flat));
      local(C, Flat, Init);
    } else if (C.Kind == Sharing::Value && T->isScalarType()) {
      local(C,
            T.getUnqualifiedType().withCVRQualifiers(
                T.isConstQualified() ? Qualifiers::Const : 0),
            Make.load(Args.lvalue(C.Arg, T)));
    } else if (isValue(T)) {
      local(C, T, Make.load(Args.lvalue(C.Arg, T)));
    } else {
      local(C, Ctx.getLValueReferenceType(T), Args.lvalue(C.Arg, T));
    }
    return;
  }
  case Sharing::Reduction: {
    if (llvm::any_of(Lasts, [&](const NumberedLast &Last) {
          return Last.Variable == &C || Last.Leader == &C;
        }))
      return;
    if (C.Decl == Loop.Exit) {
      // A search returns from where it finds something.
      local(C, Ctx.getLValueReferenceType(C.Type), Args.lvalue(C.Arg, C.Type));
      return;
    }
    VarDecl *V = local(C, C.Type, Make.load(Args.lvalue(C.Arg, C.Type)));
    Epilogue.push_back(Make.assign(Args.lvalue(C.Arg, C.Type), Make.value(V)));
    return;
  }
  case Sharing::Private:
    local(C, C.Type, nullptr);
    return;
  case Sharing::LastPrivate: {
    VarDecl *V = local(C, C.Type, nullptr);
    Epilogue.push_back(Make.ifThen(
        lastIteration(Loop, Abi, Make, Ctx, Run),
        Make.compound({copyElements(Make, Ctx, Run, Args.lvalue(C.Arg, C.Type),
                                    Make.lvalue(V))})));
    return;
  }
  }
}

/// Assignments note the number of their iteration in this range, from 1, and
/// what the variable is follows from the last one.
void NativeOutliner::carryNumbers(NativeLoops &Loops) {
  QualType I64 = Ctx.getIntTypeForBitwidth(64, true),
           U64 = Ctx.getIntTypeForBitwidth(64, false);
  for (const NumberedLast &Last : Lasts) {
    VarDecl *From = Make.variable(Run, Last.Leader->Decl->getName(), I64,
                                  Make.integer(0, I64));
    Prologue.push_back(Make.declare(From));
    for (BinaryOperator *Both : Last.Assignments) {
      Both->setLHS(Make.convert(Make.integer(0, Ctx.IntTy), Ctx.VoidTy));
      Both->setRHS(
          Make.assign(Make.lvalue(From), Make.value(Loops.iteration())));
    }
    auto Number = [&] {
      return Make.paren(Make.binary(BO_Add, Make.value(Run->getParamDecl(1)),
                                    Make.convert(Make.value(From), U64), U64));
    };
    const Capture &C = *Last.Variable;
    Expr *Index = Make.binary(BO_Sub, Number(), Make.integer(1, U64), U64);
    Epilogue.push_back(Make.ifThen(
        Make.compare(BO_NE, Make.value(From), Make.integer(0, I64)),
        Make.compound(
            {Make.assign(Args.lvalue(C.Arg, C.Type),
                         Make.convert(Loops.at(0, Index), C.Type)),
             Make.assign(Args.lvalue(Last.Leader->Arg, U64), Number())})));
  }
}

NativeVariant NativeOutliner::outline(const AccessModel &Accesses,
                                      Diagnostics &Diags) {
  Lasts = findNumberedLasts(Loop, Ctx);
  NativeLoops Loops(Loop, Abi, S, Make, Run, Args, !Lasts.empty());
  if (!Loops.declare(Prologue, Rewriter)) {
    const LoopDim &Dim = Loop.Dims.front();
    QualType T = Dim.Type;
    Diags.report(Loop.Loc, diag::Id::LoopInductionType)
        << Dim.Induction->getName() << T;
    return {};
  }
  for (const Capture &C : Loop.Captures)
    capture(C);
  SubscriptChecks Checks(Loop, Abi, Ctx, Make, Run);
  bool Checked = Checks.add(Accesses, Args, Prologue);
  hintExtremumBranches(Loop, Ctx);
  Stmt *Body = Loop.Body;
  Rewriter.rewrite(Body);
  if (!Loop.Updates.empty())
    ElementRewriter(Loop, Ctx, Make, Run, Run->getParamDecl(3)).rewrite(Body);
  carryNumbers(Loops);
  Stmt *Nest = Loops.build(Body, Rewriter);

  SmallVector<Stmt *, 24> All(Prologue.begin(), Prologue.end());
  All.push_back(Nest);
  All.append(Epilogue);
  Run->setBody(Make.compound(All));
  if (!Ctx.getLangOpts().CXXExceptions)
    Run->addAttr(NoThrowAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(Run);

  NativeVariant Result;
  Result.Run = Run;
  Result.Unchecked = !Checked;
  if (!Loop.Updates.empty() || stepVaries(Loop)) {
    Result.Body = Run;
    Result.Run = entry("twofold_native_", 0);
    if (!Loop.Updates.empty() && !Loop.InOrder)
      Result.Shared = entry("twofold_shared_", 1);
  }
  if (llvm::any_of(Loop.Captures, [](const Capture &C) {
        return C.Kind == Sharing::Reduction;
      })) {
    Result.Identity = identityFunction(Loop, Abi, S);
    Result.Combine = combineFunction(Loop, Abi, S);
  }
  return Result;
}

} // namespace

NativeVariant outlineNative(ParallelLoop &Loop, const AccessModel &Accesses,
                            const RuntimeDecls &Abi, Sema &S,
                            Diagnostics &Diags) {
  return NativeOutliner(Loop, Abi, S).outline(Accesses, Diags);
}

} // namespace twofold
