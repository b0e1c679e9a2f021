// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Pipeline.h - the stages of one unit --------------------------------===//
#ifndef TWOFOLD_PLUGIN_PIPELINE_H
#define TWOFOLD_PLUGIN_PIPELINE_H

#include "LateFunctions.h"
#include "LoopRecords.h"
#include "OpenMPPragma.h"
#include "PluginOptions.h"
#include "abi/HiddenRecords.h"
#include "annotation/LoopFinder.h"
#include "ast/DirectiveVariables.h"
#include "ast/TreeCheck.h"
#include "call/ShortCalls.h"
#include "call/TripCounts.h"
#include "lower/LoweredLoop.h"
#include "model/ControlFlow.h"
#include "report/CallChain.h"
#include "report/Dump.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/SemaConsumer.h"
#include <memory>
#include <optional>

namespace twofold {

/// Warns where F is called if it is an algorithm of ours that has no loop for
/// the iterators that it is instantiated for.
void tellAlgorithmOrder(clang::FunctionDecl &F, CallChain &Callers,
                        Diagnostics &Diags);

class FunctionScopes;
class RuntimeDecls;
class SearchQuestion;
struct KernelVerdict;
struct OpenMPLoops;
struct SettledLoop;
struct SiteFacts;

/// What a loop became.
struct Compiled {
  clang::Stmt *Call = nullptr; ///< in the loop's place; null: nothing
  LoopVerdict Order;           ///< without a call: whether the loop Stays
  bool HasKernel = false;      ///< for every call

  Compiled(clang::Stmt *Call = nullptr, LoopVerdict Order = {})
      : Call(Call), Order(std::move(Order)) {}
};

/// Compiles the annotated loops of a unit: takes declarations as the parser
/// finishes them, and hands code generation what it makes of them.
class Pipeline : public clang::SemaConsumer {
  clang::CompilerInstance &CI;
  PluginOptions Options;
  std::unique_ptr<Diagnostics> Diags;
  Dump Dumps;
  clang::Sema *S = nullptr;
  llvm::DenseSet<const clang::FunctionDecl *> Done;
  LateFunctions Late;
  CallChain Callers;
  SharedCall Shared;
  clang::FunctionDecl *ScopeEnd = nullptr; ///< as FunctionScopes has it
  unsigned Count = 0;
  unsigned Lines = 0;            ///< of directives that stay
  unsigned *NextNumber = &Count; ///< of a loop
  // Of the function that is being compiled.
  FunctionScopes *Runs = nullptr;
  ShortCalls *Short = nullptr;
  SharedNodes Known;        ///< in development builds
  AnewSet Anew;             ///< in it, as it was written
  Bodies Replaced;          ///< of functions that its loops call
  bool OnlyVerdict = false; ///< whether loops have kernels, and no more
  bool Rounds = false;      ///< some loop of the directive, its results

public:
  Pipeline(clang::CompilerInstance &CI, const PluginOptions &Options,
           std::unique_ptr<Diagnostics> Diags)
      : CI(CI), Options(Options), Diags(std::move(Diags)),
        Dumps(Options.DumpDirectory, CI), Late(Options.OpenMP) {}

  void InitializeSema(clang::Sema &Semantics) override {
    S = &Semantics;
    hideRecords(Semantics);
    if (Options.OpenMPAlone)
      filterOpenMP(CI.getPreprocessor(), Semantics, *Diags, AsksForOpenMP);
  }
  void ForgetSema() override { S = nullptr; }

  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    for (clang::Decl *D : Group)
      declared(*D, /*TopLevel=*/true);
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *F) override {
    declared(*F, /*TopLevel=*/false);
  }
  void HandleTranslationUnit(clang::ASTContext &) override {
    tellUnread();
    while (LateFunction Next = Late.next()) {
      function(*Next.Function, Next.FirstLoop);
      if (Next.FirstLoop)
        CI.getASTConsumer().HandleTopLevelDecl(
            clang::DeclGroupRef(Next.Function));
      // Operators of iterators that only the call needs.
      if (S)
        S->PerformPendingInstantiations();
    }
  }

private:
  /// Without -fopenmp: the text is another one with it.
  bool AsksForOpenMP = false;

  void tellUnread();
  void declared(clang::Decl &D, bool TopLevel);
  void start(clang::FunctionDecl &F, bool TopLevel);
  void function(clang::FunctionDecl &F, std::optional<unsigned> FirstLoop = {});
  ParallelLoop named(clang::FunctionDecl &F, FoundLoop Found);
  void loop(clang::FunctionDecl &F, FoundLoop Found);
  void directive(clang::FunctionDecl &F, clang::Stmt *&Slot);
  bool tryLoop(clang::FunctionDecl &F, FoundLoop Found);
  /// Fills in all but what variants adds. False: the loop cannot be compiled,
  /// or Stays; either has been reported.
  bool model(ParallelLoop &Loop);
  bool staysForOpenMP(ParallelLoop &Loop);
  Compiled compiled(const ParallelLoop &Loop);
  /// Both variants of a loop, or of the search or the rest of one with exits,
  /// whose dimensions have been Counted. Before: what a search has to know of
  /// the rest; no call is made where there can be no search.
  Compiled variants(ParallelLoop Model, const RuntimeDecls &Abi,
                    llvm::ArrayRef<DimValues> Counted = {},
                    std::optional<Understanding> Known = {},
                    SearchQuestion *Before = nullptr);
  void report(SettledLoop &Settled);
  Compiled written(SettledLoop Settled, clang::Stmt *InPlace,
                   const RuntimeDecls &Abi, llvm::ArrayRef<DimValues> Counted,
                   SearchQuestion *Before);
  Compiled exits(const ParallelLoop &Loop, const RuntimeDecls &Abi);
  clang::Stmt *checked(const ParallelLoop &Loop);
  /// HasOwn: the loop shares no nodes with other instances of a template.
  bool serialFunction(clang::FunctionDecl &F, FoundLoop Found, bool HasOwn);
  clang::Stmt *asWritten(const ParallelLoop &Loop, llvm::StringRef Reason,
                         bool Constexpr = false);
  clang::SourceLocation shown(clang::SourceLocation Loc,
                              const clang::FunctionDecl &F) {
    return Callers.shown(Loc, F, S->Context.getSourceManager());
  }
  void dump(const ParallelLoop &Loop, llvm::StringRef Suffix,
            llvm::StringRef Text);
  /// Dumps what the Stage has left, if dumps are asked for.
  void left(const ParallelLoop &Loop, llvm::StringRef Stage,
            llvm::function_ref<std::string()> Text);
  void left(const ParallelLoop &Loop, llvm::StringRef Stage,
            const clang::Stmt &Tree);
  void emit(llvm::ArrayRef<clang::Decl *> Declared);
  LoopRecords records() { return {*Diags, CI.getSourceManager()}; }
};

} // namespace twofold

#endif
