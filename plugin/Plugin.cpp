// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Plugin.cpp - registration with clang, and nothing else -----------===//

#include "Annotations.h"
#include "Diagnostics.h"
#include "NativeLoopPass.h"
#include "Pipeline.h"
#include "PluginOptions.h"
#include "RuntimeDecls.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace {

class TwofoldAction : public PluginASTAction {
  twofold::PluginOptions Options;

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    auto &CodeGen = CI.getCodeGenOpts();
    auto Diags = std::make_unique<twofold::Diagnostics>(
        CI.getDiagnostics(),
        CodeGen.OptimizationRemark.patternMatches("twofold"),
        CodeGen.OptimizationRemarkMissed.patternMatches("twofold"),
        CodeGen.OptimizationRemarkAnalysis.patternMatches("twofold"));
    Preprocessor &PP = CI.getPreprocessor();
    const auto &Inputs = CI.getFrontendOpts().Inputs;
    bool Preprocessed =
        !Inputs.empty() && Inputs.front().getKind().isPreprocessed();
    PP.setPredefines(twofold::withAbi(PP.getPredefines(), Preprocessed,
                                      CI.getTarget(), CI.getLangOpts()));
    twofold::addPragmas(CI, *Diags);
    twofold::addNativeLoopPass(CodeGen);
    return twofold::createPipeline(CI, Options, std::move(Diags));
  }

  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Arguments) override {
    std::string Error;
    if (Options.parse(Arguments, Error))
      return true;
    twofold::Diagnostics(CI.getDiagnostics(), false, false)
            .report(SourceLocation(), twofold::diag::Id::PluginArgument)
        << Error;
    return false;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }
};

FrontendPluginRegistry::Add<TwofoldAction> Registered("twofold",
                                                      "parallel loops");

} // namespace
