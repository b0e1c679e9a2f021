// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessReport.cpp - an AccessModel as text --------------------------===//
#include "access/AccessAnalysis.h"

#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace twofold;

namespace {
class Report {
  const AccessModel &Model;
  const ParallelLoop &Loop;
  std::string Text;
  llvm::raw_string_ostream Out{Text};

  void axis(int Number) {
    if (Number < int(Loop.Dims.size()))
      Out << Loop.Dims[Number].Induction->getName();
    else
      Out << "axis" << Number;
  }
  void value(unsigned Number) {
    const Expr *E = Model.Values[Number];
    bool Simple = isa<DeclRefExpr, MemberExpr, UnaryExprOrTypeTraitExpr>(
        E->IgnoreParenImpCasts());
    Out << (Simple ? "" : "(");
    E->printPretty(Out, nullptr,
                   Loop.Function->getASTContext().getPrintingPolicy());
    Out << (Simple ? "" : ")");
  }
  void form(const AffineForm &Form);
  void ends(const AffineForm &Lower, const AffineForm &Upper) {
    Out << '[';
    form(Lower);
    Out << ", ";
    form(Upper);
    Out << ']';
  }
  void axisLine(int Number, const Axis &A);
  void baseLine(const Base &B);
  void accessLine(const Access &A);

public:
  Report(const AccessModel &Model, const ParallelLoop &Loop)
      : Model(Model), Loop(Loop) {}
  std::string text();
};
} // namespace

/// 4*n*i + 8*i - 4
void Report::form(const AffineForm &Form) {
  bool First = true;
  // What moves goes first, a bare number last.
  for (int Turn : {0, 1, 2})
    for (const Monomial &M : Form) {
      bool Alone = M.Axis == -1 && M.Values.empty();
      if (Turn != (M.Axis != -1 ? 0 : Alone ? 2 : 1))
        continue;
      bool Negative = M.Constant < 0;
      Out << (First ? (Negative ? "-" : "") : (Negative ? " - " : " + "));
      First = false;
      uint64_t Magnitude =
          Negative ? 0 - uint64_t(M.Constant) : uint64_t(M.Constant);
      bool Factor = Alone || Magnitude != 1;
      if (Factor)
        Out << Magnitude;
      for (unsigned V : M.Values) {
        Out << (Factor ? "*" : "");
        value(V);
        Factor = true;
      }
      if (M.Axis != -1) {
        Out << (Factor ? "*" : "");
        axis(M.Axis);
      }
    }
  if (First)
    Out << '0';
}

void Report::axisLine(int Number, const Axis &A) {
  Out << (A.Virtual ? "interval " : "axis ");
  axis(Number);
  Out << ": ";
  if (A.Unknown)
    Out << "unknown";
  else
    ends(A.Lower, A.Upper);
  if (!A.Virtual) {
    if (!A.Unknown)
      Out << " step " << A.Step;
    Out << " in ";
    if (A.Parent == -1)
      Out << "body";
    else
      axis(A.Parent);
    Out << ", ops " << A.Ops;
  }
  Out << '\n';
}

void Report::baseLine(const Base &B) {
  Out << "base " << B.Name << ": " << (B.IsPointer ? "pointer" : "object")
      << ", arg " << B.Arg;
  if (B.Extent) {
    Out << ", extent ";
    form(*B.Extent);
  }
  Out << '\n';
}

void Report::accessLine(const Access &A) {
  Out << (A.Reads && A.Writes ? "update "
          : A.Writes          ? "write "
                              : "read ")
      << Model.Bases[A.Base].Name << ": ";
  if (A.Unknown) {
    Out << "anywhere";
  } else {
    Out << A.Size << " at ";
    form(A.Offset);
  }
  Out << (A.Always ? ", always" : "") << '\n';
}

std::string Report::text() {
  Out << "loop " << Loop.Name << ": rank " << Loop.Dims.size() << ", ops "
      << Model.Ops << '\n';
  for (auto [I, A] : llvm::enumerate(Model.Axes))
    axisLine(int(Loop.Dims.size() + I), A);
  for (const Base &B : Model.Bases)
    baseLine(B);
  for (const Access &A : Model.Accesses)
    accessLine(A);
  for (const RangeCheck &C : Model.Checks) {
    Out << "check ";
    form(C.Form);
    Out << " in [" << C.Min << ", " << C.Max << "]\n";
  }
  return std::move(Text);
}

std::string twofold::toString(const AccessModel &Model,
                              const ParallelLoop &Loop) {
  return Report(Model, Loop).text();
}
