// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/LoopModelBuilder.h"
#include "model/ReductionForms.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

/// By Sharing.
static constexpr const char *Kinds[] = {"value",      "reference", "reduction",
                                        "last value", "private",   "this"};

std::string toString(const ParallelLoop &Loop) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  const PrintingPolicy &Policy =
      Loop.Function->getASTContext().getPrintingPolicy();
  for (const LoopDim &Dim : Loop.Dims) {
    Out << "dimension " << Dim.Induction->getName() << ": '"
        << Dim.Type.getAsString(Policy) << "'";
    auto Part = [&](StringRef What, const Expr *E) {
      if (E)
        E->printPretty(Out << What, nullptr, Policy);
    };
    Part(", from ", Dim.Lower);
    Part(Dim.Inclusive ? ", up to and with " : ", up to ", Dim.Bound);
    if (Dim.StepMagnitude)
      Out << ", by " << (Dim.Decreasing ? "-" : "") << *Dim.StepMagnitude;
    Part(Dim.SubtractStep ? ", by -" : ", by ", Dim.StepExpr);
    Out << '\n';
  }
  for (const Capture &C : Loop.Captures) {
    Out << Kinds[unsigned(C.Kind)] << ' ' << (C.Decl ? C.Decl->getName() : "")
        << ": '" << C.Type.getAsString(Policy) << "'";
    if (C.Kind == Sharing::Reduction)
      Out << " by " << spelling(C.Op);
    if (C.Leader)
      Out << ", led by " << C.Leader->getName();
    if (C.Arg)
      Out << ", args[" << C.Arg << "]";
    Out << '\n';
  }
  for (const ElementReduction &E : Loop.Elements)
    Out << "shared elements of " << E.Name << ": '"
        << E.Type.getAsString(Policy) << "'\n";
  if (Loop.Order.InOrder)
    Out << "iterations run in order\n";
  return Text;
}

} // namespace twofold
