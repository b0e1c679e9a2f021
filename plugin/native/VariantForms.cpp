// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/VariantForms.h"
#include "abi/RuntimeDecls.h"
#include "ast/CodeGeneration.h"
#include "native/NativeLoops.h"
#include "native/NativeOutliner.h"

using namespace clang;

namespace twofold {

VariantForms::VariantForms(const ParallelLoop &Loop, bool InOrder, bool Short,
                           CallLayout &Layout, const RuntimeDecls &Abi,
                           ASTContext &Ctx, AstFactory Make)
    : Loop(Loop), InOrder(InOrder), Layout(Layout), Abi(Abi), Ctx(Ctx),
      Make(Make) {
  if (Short && Loop.Updates.empty() && !stepVaries())
    Given = passed();
}

/// What fits into a register and is the same for the whole call.
SmallVector<Passed, 8> VariantForms::passed() const {
  constexpr size_t Most = 8;
  SmallVector<Passed, 8> All;
  for (const Capture &C : Loop.Captures) {
    if (C.DeviceOnly || !C.Arg || C.Global || All.size() == Most ||
        (C.Kind != Sharing::Value && C.Kind != Sharing::This))
      continue;
    const QualType T = C.Type;
    const StringRef Name = C.Decl ? C.Decl->getName() : "self";
    if (C.Decl && C.Decl->getType().getNonReferenceType().isVolatileQualified())
      continue;
    if (T->isVariablyModifiedType()) {
      if (T->isPointerType())
        All.push_back({C.Arg, Ctx.VoidPtrTy, Name});
    } else if (T->isPointerType() ||
               T->isSpecificBuiltinType(BuiltinType::Float) ||
               T->isSpecificBuiltinType(BuiltinType::Double) ||
               (T->isIntegralOrEnumerationType() && Ctx.getTypeSize(T) <= 64)) {
      All.push_back({C.Arg, T, Name});
    }
  }
  const LoopDim &Dim = Loop.Dims.front();
  if (Loop.Dims.size() == 1 && Dim.What == LoopDim::Kind::Integer &&
      Dim.StepMagnitude)
    All.push_back({0, Make.I64, "twofold_lower"});
  return All;
}

/// Steps of the innermost dimension are known only at run time.
bool VariantForms::stepVaries() const {
  const LoopDim &Dim = Loop.Dims.back();
  return !Dim.StepMagnitude && !InOrder;
}

/// The arrays whose elements are updated, each through a parameter of the body,
/// if threads may get copies of all of them.
SmallVector<const Capture *, 2> VariantForms::copiedBases() const {
  SmallVector<const Capture *, 2> Bases;
  for (const ElementReduction &E : Loop.Elements) {
    const Capture *C = E.Base ? Loop.capture(E.Base) : nullptr;
    const bool Pointer =
        C && C->Kind == Sharing::Value && C->Type->isPointerType();
    const bool Array =
        C && C->Kind == Sharing::Reference && C->Type->isArrayType();
    if (!E.Copyable || InOrder || !(Pointer || Array) ||
        C->Type->isVariablyModifiedType() ||
        C->Decl->getType()->isReferenceType())
      return {};
    if (!llvm::is_contained(Bases, C))
      Bases.push_back(C);
  }
  return Bases;
}

/// The function that the body moves into: the variant itself, or what its forms
/// are made from when elements are updated by several threads, or when the step
/// may be that of neighbours.
FunctionDecl *VariantForms::body() {
  QualType Type = Abi.functionType("native");
  const bool Updates = !Loop.Updates.empty(), Varies = stepVaries();
  const auto *Native = Type->castAs<FunctionProtoType>();
  SmallVector<QualType, 12> Params(Native->getParamTypes());
  SmallVector<StringRef, 12> Names = {"args", "lo", "hi"};
  if (!Updates && !Varies) {
    for (const Passed &P : Given) {
      Params.push_back(P.Type);
      Names.push_back(P.Name);
    }
    FunctionDecl *F = Make.staticFunction(
        "twofold_native_" + Loop.Name,
        Ctx.getFunctionType(Ctx.VoidTy, Params, Native->getExtProtoInfo()),
        Names);
    inheritCodeGeneration(*Loop.Function, *F);
    Run = F;
    if (!Given.empty() && !Given.back().Arg)
      Lower = F->parameters().back();
    for (const Capture &C : Loop.Captures)
      if (ParmVarDecl *P = valueOf(C);
          P && C.Decl &&
          C.Decl->getType().getNonReferenceType().isConstQualified())
        P->setType(P->getType().withConst());
    return F;
  }
  if (Updates) {
    Params.push_back(Ctx.IntTy);
    Names.push_back("shared");
  }
  SmallVector<std::string, 2> Copies;
  for (const Capture *Base : copiedBases())
    Copies.push_back("copy" + std::to_string(Base->Arg));
  Params.append(Copies.size(), Ctx.VoidPtrTy);
  Names.append(Copies.begin(), Copies.end());
  if (Varies) {
    Params.push_back(Make.I64);
    Names.push_back("twofold_step");
  }
  FunctionDecl *F = Make.staticFunction(
      "twofold_body_" + Loop.Name,
      Ctx.getFunctionType(Ctx.VoidTy, Params, Native->getExtProtoInfo()),
      Names);
  F->addAttr(AlwaysInlineAttr::CreateImplicit(Ctx));
  inheritCodeGeneration(*Loop.Function, *F);
  if (Varies)
    Step = F->parameters().back();
  return Run = F;
}

ParmVarDecl *VariantForms::copyOf(const Capture &C, FunctionDecl &In) const {
  if (llvm::is_contained(copiedBases(), &C))
    for (ParmVarDecl *P : In.parameters())
      if (P->getName() == "copy" + std::to_string(C.Arg))
        return P;
  return nullptr;
}

ParmVarDecl *VariantForms::valueOf(const Capture &C) const {
  for (auto [P, Parameter] :
       llvm::zip(Given, llvm::drop_begin(Run->parameters(), 3)))
    if (P.Arg && P.Arg == C.Arg)
      return Parameter;
  return nullptr;
}

/// Where the array is that C stands for.
Expr *VariantForms::place(const Capture &C, ArgsAccess &Own) {
  return C.Kind == Sharing::Value
             ? Make.convert(Make.load(Own.lvalue(C.Arg, C.Type)), Ctx.VoidPtrTy)
             : Own.address(C.Arg);
}

/// The body with what From has as parameters, and in args.
Stmt *VariantForms::callBody(FunctionDecl &From, unsigned Shared, Expr *Step) {
  ArgsAccess Own(Ctx, Make, From.getParamDecl(0));
  SmallVector<Expr *, 12> Values;
  for (unsigned P : {0, 1, 2})
    Values.push_back(Make.value(From.getParamDecl(P)));
  if (!Loop.Updates.empty())
    Values.push_back(Make.integer(Shared, Ctx.IntTy));
  for (const Capture *C : copiedBases())
    if (ParmVarDecl *Given = copyOf(*C, From))
      Values.push_back(Make.value(Given));
    else
      Values.push_back(place(*C, Own));
  if (Step)
    Values.push_back(Step);
  for (const Passed &P : Given)
    Values.push_back(P.Arg ? Make.load(Own.lvalue(P.Arg, P.Type))
                           : firstLower(Abi, Make, Ctx, Own));
  return Make.call(Run, Values);
}

void VariantForms::finish(FunctionDecl &F, Stmt *Body) {
  F.setBody(Make.compound({Body}));
  inheritCodeGeneration(*Loop.Function, F);
  if (!Ctx.getLangOpts().CXXExceptions)
    F.addAttr(NoThrowAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(&F);
}

/// The form for copies: nothing else goes to their memory, which the optimiser
/// knows of parameters alone.
void VariantForms::makeCopied() {
  const auto Bases = copiedBases();
  if (Bases.empty())
    return;
  CopiedArg = Layout.ArgCount++;
  const auto *Native = Abi.functionType("native")->castAs<FunctionProtoType>();
  SmallVector<QualType, 6> Params(Native->getParamTypes());
  SmallVector<StringRef, 6> Names = {"args", "lo", "hi"};
  for (unsigned Copy = 0; Copy != Bases.size(); ++Copy) {
    Params.push_back(Ctx.VoidPtrTy);
    Names.push_back(Run->getParamDecl(4 + Copy)->getName());
  }
  Copied = Make.staticFunction(
      "twofold_copied_" + Loop.Name,
      Ctx.getFunctionType(Ctx.VoidTy, Params, Native->getExtProtoInfo()),
      Names);
  for (unsigned Copy = 0; Copy != Bases.size(); ++Copy) {
    ParmVarDecl *P = Copied->getParamDecl(3 + Copy);
    P->setType(P->getType().withRestrict());
  }
  Copied->addAttr(NoInlineAttr::CreateImplicit(Ctx));
  ArgsAccess Own(Ctx, Make, Copied->getParamDecl(0));
  finish(*Copied,
         callBody(*Copied, 0,
                  stepVaries() ? innermostStep(Loop, Abi, Make, Ctx, Own)
                               : nullptr));
}

/// A few loads and a call, of which a hundred passes make nothing better.
void VariantForms::leaveAsIs(FunctionDecl &F) {
  F.dropAttr<MinSizeAttr>();
  for (Attr *A : {static_cast<Attr *>(OptimizeNoneAttr::CreateImplicit(Ctx)),
                  static_cast<Attr *>(NoInlineAttr::CreateImplicit(Ctx))})
    if (llvm::none_of(F.attrs(), [&](const Attr *Has) {
          return Has->getKind() == A->getKind();
        }))
      F.addAttr(A);
}

/// One form of the variant: the body with a constant for `shared`, and where
/// iterations may be neighbours, for `step`.
FunctionDecl *VariantForms::entry(StringRef Prefix, unsigned Shared) {
  FunctionDecl *F =
      Make.staticFunction((Prefix + Loop.Name).str(),
                          Abi.functionType("native"), {"args", "lo", "hi"});
  ArgsAccess Own(Ctx, Make, F->getParamDecl(0));
  Stmt *Body = nullptr;
  if (stepVaries()) {
    auto Step = [&] { return innermostStep(Loop, Abi, Make, Ctx, Own); };
    auto Next = [&] {
      return Make.integer(Loop.Dims.back().Decreasing ? -UINT64_C(1) : 1,
                          Make.I64);
    };
    Body =
        Make.ifThen(Make.compare(BO_EQ, Step(), Next()),
                    callBody(*F, Shared, Next()), callBody(*F, Shared, Step()));
  } else {
    Body = callBody(*F, Shared, nullptr);
  }
  if (Copied && !Shared) {
    SmallVector<Expr *, 6> Values;
    for (ParmVarDecl *P : F->parameters())
      Values.push_back(Make.value(P));
    for (const Capture *C : copiedBases())
      Values.push_back(place(*C, Own));
    Body = Make.ifThen(
        Make.compare(BO_NE, Own.address(CopiedArg), Make.null(Ctx.VoidPtrTy)),
        Make.call(Copied, Values), Body);
  }
  finish(*F, Body);
  return F;
}

void VariantForms::add(NativeVariant &To) {
  To.Run = Run;
  if (Loop.Updates.empty() && !stepVaries() && Given.empty())
    return;
  To.Bodies = {Run};
  if (!Given.empty()) {
    To.Direct = Run;
    To.Given = Given;
    To.Run = entry("twofold_range_", 0);
    leaveAsIs(*To.Run);
    return;
  }
  makeCopied();
  if (Copied)
    To.Bodies.push_back(Copied);
  To.CopiedArg = CopiedArg;
  To.Run = entry("twofold_native_", 0);
  if (!Loop.Updates.empty() && !InOrder)
    To.Shared = entry("twofold_shared_", 1);
}

} // namespace twofold
