// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ast/CodeGeneration.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

static bool steersCodeGeneration(const Attr &A) {
  switch (A.getKind()) {
  // The processor, and what of it is used.
  case attr::CPUSpecific: // one function for all of them has to run on each
    return cast<CPUSpecificAttr>(A).cpus_size() == 1;
  case attr::Target:
  case attr::TargetClones:
  case attr::TargetVersion:
  case attr::MinVectorWidth:
  case attr::ArmLocallyStreaming:
  case attr::X86ForceAlignArgPointer:
  // How much, and for what, it is optimised.
  case attr::Cold:
  case attr::DisableTailCalls:
  case attr::Flatten:
  case attr::Hot:
  case attr::MinSize:
  case attr::NoBuiltin:
  case attr::NoDuplicate:
  case attr::NoMerge:
  case attr::OptimizeNone:
  case attr::StrictFP:
  // Hardening.
  case attr::AnyX86NoCfCheck:
  case attr::CFGuard:
  case attr::FunctionReturnThunks:
  case attr::NoSpeculativeLoadHardening:
  case attr::NoSplitStack:
  case attr::NoStackProtector:
  case attr::NoTrivialAutoVarInit:
  case attr::SpeculativeLoadHardening:
  case attr::StrictGuardStackCheck:
  case attr::ZeroCallUsedRegs:
  // Instrumentation, tables for unwinding and debugging.
  case attr::DisableSanitizerInstrumentation:
  case attr::NoDebug:
  case attr::NoInstrumentFunction:
  case attr::NoProfileFunction:
  case attr::NoSanitize:
  case attr::NoUwtable:
  case attr::PatchableFunctionEntry:
  case attr::XRayInstrument:
    return true;
  default:
    return false;
  }
}

void inheritCodeGeneration(const FunctionDecl &From, FunctionDecl &To) {
  ASTContext &Ctx = To.getASTContext();
  for (const Attr *A : From.attrs())
    if (steersCodeGeneration(*A))
      To.addAttr(A->clone(Ctx));
  // Clang looks for this one around lambdas, too.
  if (!To.hasAttr<MinVectorWidthAttr>())
    if (const Decl *Outermost = From.getNonClosureContext())
      if (const auto *Width = Outermost->getAttr<MinVectorWidthAttr>())
        To.addAttr(Width->clone(Ctx));
  if (To.hasAttr<OptimizeNoneAttr>()) {
    To.dropAttr<AlwaysInlineAttr>();
    if (!To.hasAttr<NoInlineAttr>())
      To.addAttr(NoInlineAttr::CreateImplicit(Ctx));
  }
  To.setIsMultiVersion(To.hasAttr<TargetClonesAttr>());
  To.setUsesFPIntrin(From.UsesFPIntrin());
}

void keepVectors(FunctionDecl &F, unsigned Bits) {
  if (const auto *Known = F.getAttr<MinVectorWidthAttr>();
      Known && Known->getVectorWidth() >= Bits)
    return;
  F.dropAttr<MinVectorWidthAttr>();
  F.addAttr(MinVectorWidthAttr::CreateImplicit(F.getASTContext(), Bits));
}

const Attr *loopHint(ASTContext &Ctx, SourceLocation Where,
                     LoopHintAttr::OptionType Option,
                     LoopHintAttr::LoopHintState State, Expr *Value) {
  return LoopHintAttr::CreateImplicit(Ctx, Option, State, Value,
                                      SourceRange(Where),
                                      LoopHintAttr::Pragma_clang_loop);
}

void addLaneHints(llvm::SmallVectorImpl<const Attr *> &To, ASTContext &Ctx,
                  SourceLocation Where) {
  To.push_back(loopHint(Ctx, Where, LoopHintAttr::Vectorize,
                        LoopHintAttr::AssumeSafety));
  // Loops are not distributed in any case.
  To.push_back(
      loopHint(Ctx, Where, LoopHintAttr::Distribute, LoopHintAttr::Disable));
}

} // namespace twofold
