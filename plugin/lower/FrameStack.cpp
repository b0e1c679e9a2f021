// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lower/FrameStack.h"
#include "ast/PendingTemplates.h"
#include "dialect/LibraryFunctions.h"

using namespace clang;

namespace twofold {

bool FrameStack::inLibrary(const FunctionDecl &F) const {
  return S.getSourceManager().isInSystemHeader(F.getLocation());
}

const FunctionDecl *FrameStack::enter(const FunctionDecl &F,
                                      SourceLocation Loc) {
  constexpr unsigned Deepest = 48, Most = 2000;
  std::string Name = F.getNameAsString();
  if (Emit.OutermostCall.isInvalid() || inLoopText())
    Emit.OutermostCall = Loc;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isVirtual() && !Method->hasAttr<FinalAttr>() &&
      !Method->getParent()->isEffectivelyFinal())
    return Emit.fail(diag::Id::VirtualCall, Loc, Name), nullptr;
  const FunctionDecl *Def = definitionOf(F, S, Loc);
  if (!Def || Def->isTemplated()) {
    const bool Stream =
        Method &&
        libraryObstacle(S.Context.getCanonicalTagType(Method->getParent())) ==
            diag::Id::InputOutput;
    const auto Called = llvm::find_if(Frames, [&](const Frame &Open) {
      return Open.Function && inLibrary(*Open.Function);
    });
    // Who writes `<<` knows nothing of the functions behind it.
    if (Stream && Called != Frames.end())
      Name = Called->Function->getNameAsString();
    return Emit.fail(Stream         ? diag::Id::InputOutput
                     : inLibrary(F) ? diag::Id::NoCounterpart
                     : F.isWeak()   ? diag::Id::WeakFunction
                                    : diag::Id::NotVisible,
                     Loc, Name),
           nullptr;
  }
  if (F.isVariadic())
    return Emit.fail(diag::Id::VariableArguments, Loc, Name), nullptr;
  if (llvm::any_of(Frames,
                   [&](const Frame &Open) { return Open.Function == Def; })) {
    // Whoever calls a library's function has not written what that calls.
    if (!inLibrary(*Def))
      return Emit.fail(diag::Id::Recursion, Loc, Name), nullptr;
    const Frame &First = *llvm::find_if(Frames, [&](const Frame &Open) {
      return Open.Function && inLibrary(*Open.Function);
    });
    return Emit.fail(diag::Id::NoCounterpart, Loc,
                     libraryName(*First.Function)),
           nullptr;
  }
  if (Frames.size() > Deepest || ++Inlined > Most)
    return Emit.fail(Loc), nullptr;
  return Def;
}

void FrameStack::begin(const FunctionDecl &F, Place This,
                       Bindings &Parameters) {
  if (inLoopText() && !isa<CXXConstructorDecl>(F))
    Outermost = Parameters;
  Frames.emplace_back();
  Frame &Own = Frames.back();
  Own.Function = &F;
  Own.This = This;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
      Method && Method->getParent()->isLambda())
    Method->getParent()->getCaptureFields(Own.Captured, Own.CapturedThis);
  // What the same function's parameters were comes back afterwards.
  for (auto &[D, P] : Parameters)
    std::swap(Variables[D], P);
}

void FrameStack::end(Bindings &Parameters) {
  if (Emit.failed() && inLibrary(*Frames.back().Function))
    FailedIn = Frames.back().Function;
  for (auto &[D, P] : Parameters)
    std::swap(Variables[D], P);
  Frames.pop_back();
}

} // namespace twofold
