// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/RecordPass.h"
#include "report/Records.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Remarks/RemarkStreamer.h"

using namespace llvm;

namespace twofold {
namespace {

remarks::Type typeOf(Record::Kind What) {
  switch (What) {
  case Record::Kind::Passed:
    return remarks::Type::Passed;
  case Record::Kind::Missed:
    return remarks::Type::Missed;
  case Record::Kind::Analysis:
    break;
  }
  return remarks::Type::Analysis;
}

struct RecordPass : PassInfoMixin<RecordPass> {
  std::shared_ptr<Records> From;

  explicit RecordPass(std::shared_ptr<Records> From) : From(std::move(From)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    remarks::RemarkStreamer *To = M.getContext().getMainRemarkStreamer();
    if (!To)
      return PreservedAnalyses::all();
    for (const Record &Each : From->take()) {
      if (!To->matchesFilter(Each.Pass))
        continue;
      remarks::Remark Out;
      Out.RemarkType = typeOf(Each.What);
      Out.PassName = Each.Pass;
      Out.RemarkName = Each.Name;
      Out.FunctionName = Each.Function;
      Out.Loc = remarks::RemarkLocation{Each.File, Each.Line, Each.Column};
      for (const auto &[Key, Text] : Each.Parts)
        Out.Args.emplace_back(Key, Text);
      To->getSerializer().emit(Out);
    }
    return PreservedAnalyses::all();
  }
  /// At -O0 and in functions that are not to be optimised, too.
  static bool isRequired() { return true; }
};

} // namespace

void addRecordPass(clang::CodeGenOptions &Options,
                   std::shared_ptr<Records> From) {
  Options.PassBuilderCallbacks.push_back([From](PassBuilder &Builder) {
    Builder.registerPipelineStartEPCallback(
        [From](ModulePassManager &Passes, OptimizationLevel) {
          Passes.addPass(RecordPass(From));
        });
  });
}

} // namespace twofold
