// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopRecords.h - what the optimisation record holds of loops --------===//
#ifndef TWOFOLD_PLUGIN_LOOPRECORDS_H
#define TWOFOLD_PLUGIN_LOOPRECORDS_H

#include "report/Diagnostics.h"
#include "clang/AST/ASTFwd.h"

namespace twofold {

struct KernelText;
struct ParallelLoop;
struct SiteFacts;

/// Writes down what became of each loop, if there is a record.
class LoopRecords {
  Diagnostics &Diags;
  const clang::SourceManager &Sources;

  void add(clang::SourceLocation Loc, clang::SourceLocation End,
           llvm::StringRef Verdict, llvm::StringRef Name,
           llvm::StringRef Reason, decltype(Record::Parts) More = {});

public:
  LoopRecords(Diagnostics &Diags, const clang::SourceManager &Sources)
      : Diags(Diags), Sources(Sources) {}

  /// The loop runs in order where it stands.
  void inOrder(const ParallelLoop &Loop, llvm::StringRef Reason);
  /// The loop is a call now; Nests: of NestOrder.
  void written(const SiteFacts &Facts, const std::string &Accesses,
               const std::string &Nests, const std::string &Native);
  /// OpenMP's directive called Name stays; it is shown at Loc.
  void stays(const clang::OMPExecutableDirective &Directive,
             clang::SourceLocation Loc, llvm::StringRef Name,
             llvm::StringRef Reason);
};

} // namespace twofold

#endif
