// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Plugin.cpp - registration with clang, and nothing else -----------===//

#include "ClangNotes.h"
#include "LateFunctions.h"
#include "OpenMPPragma.h"
#include "Pipeline.h"
#include "PluginOptions.h"
#include "annotation/Annotations.h"
#include "passes/NativeLoopPass.h"
#include "passes/RecordPass.h"
#include "report/Diagnostics.h"
#include "unit/UnitPurpose.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace {

/// Modules that were built without the plugin, whose loops are serial, are
/// other files of the module cache.
void keepModulesApart(CompilerInstance &CI) {
  LangOptions &Lang = CI.getLangOpts();
  if (!Lang.Modules || !Lang.ImplicitModules ||
      llvm::is_contained(Lang.ModuleFeatures, "twofold"))
    return;
  Lang.ModuleFeatures.push_back("twofold");
  HeaderSearch &Headers = CI.getPreprocessor().getHeaderSearchInfo();
  Headers.setModuleHash(CI.getInvocation().getModuleHash());
  Headers.setModuleCachePath(CI.getSpecificModuleCachePath());
}

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
    if (!CodeGen.OptRecordFile.empty()) {
      auto Kept = std::make_shared<twofold::Records>();
      Diags->keepIn(Kept);
      Options.Records = true;
      twofold::addRecordPass(CodeGen, Kept);
    }
    Options.OpenMPAlone = Options.OpenMP && twofold::readOpenMP(CI);
    keepModulesApart(CI);
    twofold::placeAbi(CI);
    twofold::addPragmas(CI, *Diags);
    twofold::addClangNotes(CI);
    twofold::addNativeLoopPass(CodeGen);
    return std::make_unique<twofold::Pipeline>(CI, Options, std::move(Diags));
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

/// What has to stand behind code generation.
class RestoreAction : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 StringRef) override {
    return twofold::createBodyRestorer();
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddAfterMainAction; }
};

FrontendPluginRegistry::Add<TwofoldAction> Registered("twofold",
                                                      "parallel loops");
FrontendPluginRegistry::Add<RestoreAction>
    Restorer("twofold.restore", "parallel loops, behind code generation");

} // namespace
