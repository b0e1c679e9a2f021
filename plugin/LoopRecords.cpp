// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopRecords.cpp - what the optimisation record holds of a loop -----===//

#include "LoopRecords.h"
#include "call/SiteTables.h"
#include "kernel/KernelText.h"
#include "model/LoopModelBuilder.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

/// Lines of a report of the model's, without where arguments are passed.
static std::string withoutArguments(StringRef Report) {
  std::string Out;
  while (!Report.empty()) {
    auto [Line, Rest] = Report.split('\n');
    Out += Line.substr(0, std::min(Line.rfind(", args["), Line.size())).str();
    Out += '\n';
    Report = Rest;
  }
  return Out;
}

static std::string inductionsOf(const ParallelLoop &Loop) {
  std::string Out;
  for (const LoopDim &Dim : Loop.Dims)
    Out += (Out.empty() ? "'" : ", '") + Dim.Induction->getNameAsString() + "'";
  return Out;
}

/// A line for each strategy of either variant.
static std::string scheduleText(const ParallelLoop &Loop, bool InOrder,
                                const KernelText *Kernel,
                                const Diagnostics &Diags) {
  std::string Out = InOrder ? "one thread runs the iterations in their order\n"
                            : "threads share out the iterations of " +
                                  inductionsOf(Loop) +
                                  (Loop.Given.Kind == Schedule::Dynamic
                                       ? ", as they come free\n"
                                       : ", in one range each\n");
  if (Kernel)
    for (const Refusal &Told : Kernel->Strategies)
      Out += Diags.text(Told.Reason, Told.Arguments) + "\n";
  return Out;
}

static unsigned lineOf(SourceLocation Loc, const SourceManager &Sources) {
  const PresumedLoc At = Sources.getPresumedLoc(Sources.getExpansionLoc(Loc));
  return At.isValid() ? At.getLine() : 0;
}

void LoopRecords::add(SourceLocation Loc, SourceLocation End, StringRef Verdict,
                      StringRef Name, StringRef Reason,
                      decltype(Record::Parts) More) {
  Record Out;
  Out.Pass = Record::Loop;
  Out.Name = "Loop";
  Out.Parts = {{"Verdict", Verdict.str()},
               {"Loop", Name.str()},
               {"End", std::to_string(lineOf(End, Sources))}};
  if (!Reason.empty())
    Out.Parts.emplace_back("Reason", Reason.str());
  for (auto &Each : More)
    if (!Each.second.empty())
      Out.Parts.push_back(std::move(Each));
  Diags.record(Loc, std::move(Out));
}

void LoopRecords::inOrder(const ParallelLoop &Loop, StringRef Reason) {
  if (Diags.keeps())
    add(Loop.Shown, Loop.Statement->getEndLoc(), "in order", Loop.Name, Reason);
}

void LoopRecords::written(const SiteFacts &Facts, const std::string &Accesses,
                          const std::string &Nests, const std::string &Native) {
  if (!Diags.keeps())
    return;
  const ParallelLoop &Loop = *Facts.Loop;
  const KernelText *Kernel = Facts.Kernel ? &*Facts.Kernel : nullptr;
  add(Loop.Shown, Loop.Statement->getEndLoc(),
      Facts.InOrder ? "in order"
      : Kernel      ? "both variants"
                    : "native only",
      Loop.Name, Kernel ? "" : Facts.Reason,
      {{"Variables", withoutArguments(toString(Loop))},
       {"Ranges", Accesses},
       {"Schedule", scheduleText(Loop, Facts.InOrder, Kernel, Diags) + Nests},
       {"Native", Native},
       {"Kernel", Kernel ? Kernel->Source : ""}});
}

void LoopRecords::stays(const OMPExecutableDirective &Directive,
                        SourceLocation Loc, StringRef Name, StringRef Reason) {
  if (Diags.keeps())
    add(Loc,
        Directive.hasAssociatedStmt() ? Directive.getRawStmt()->getEndLoc()
                                      : Directive.getEndLoc(),
        "stays with OpenMP", Name, Reason);
}

} // namespace twofold
