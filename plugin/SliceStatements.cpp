// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceStatements.cpp - slices that are assigned ---------------------===//

#include "SliceLoops.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {
namespace {

/// Writes one statement without control flow.
class StatementWriter {
  SliceSource &Source;
  TokenWriter &Out;
  SlicePart &P;
  SliceLoops Loops;

public:
  StatementWriter(SliceSource &Source, TokenWriter &Out, SlicePart &P)
      : Source(Source), Out(Out), P(P),
        Loops(Source, Out, P.Rank, Source.at(P)) {}

  void write();

private:
  bool assigns() const { return P.Kind == SliceKind::Assign; }
  void left() { Loops.Writer.element(*P.Children[0]); }
  void right() { Loops.Writer.element(*P.Children[1]); }
  void op() { Out.user(ArrayRef<Token>(Source.Tokens).slice(P.Operator, 1)); }
  void whole() {
    Loops.Writer.element(P);
    Out.text(";");
  }
  void throughTemporary(StringRef Plan);
};

void StatementWriter::write() {
  SourceLocation Loc = Source.at(P);
  Out.at(Loc).text("{");
  Loops.take(P);
  Loops.guard();
  Out.text("{");
  bool Overlaps = assigns() && Loops.mayOverlap();
  if (!Overlaps && !Loops.mayWriteTwice()) {
    Loops.parallel([&] { whole(); });
    Out.at(Loc).text("} }");
    return;
  }
  std::string Plan = Loops.plan();
  Out.text("if (" + Plan + " == 0)");
  Loops.parallel([&] { whole(); });
  Out.at(Loc).text("else {");
  Loops.quiet();
  if (Overlaps)
    Out.text("if (" + Plan + " < 3)");
  Loops.inOrder(Plan, [&] { whole(); });
  if (Overlaps) {
    Out.at(Loc).text("else {");
    throughTemporary(Plan);
    Out.at(Loc).text("}");
  }
  Loops.loud();
  Out.text("} } }");
}

/// All of the right side, then the assignments.
void StatementWriter::throughTemporary(StringRef Plan) {
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  std::string Type = Source.fresh("element"), Memory = Source.fresh("memory"),
              Values = Source.fresh("values_");
  // Without qualifiers: in C a comma's value has none.
  Out.text(std::string("__extension__ typedef ") +
           (Cpp ? "__remove_cvref(__typeof__(" : "__typeof__(((void)0, "));
  Loops.Writer.element(*P.Children[1], SliceWriter::Which::First);
  Out.text(std::string(")) ") + Type + ";");
  if (Cpp)
    Out.text(
        "static_assert(__is_trivially_copyable(" + Type +
        "), "
        "\"values of the right side cannot be kept in a temporary array\");");
  Out.text("__attribute__((cleanup(twofold_section_release))) void *" + Memory +
           " = twofold_section_memory(");
  Loops.count();
  Out.text(", sizeof(" + Type + "));" + Type + " *const " + Values + " = (" +
           Type + " *)" + Memory + ";");
  Loops.parallel(
      [&] {
        Out.text(Values + "[");
        Loops.linear();
        Out.text("] = ");
        right();
        Out.text(";");
      },
      true);
  auto Assign = [&] {
    left();
    op();
    Out.text(Values + "[");
    Loops.linear();
    Out.text("];");
  };
  Out.text(("if (" + Plan + " == 3)").str());
  Loops.parallel(Assign, true);
  Out.text("else");
  Loops.inOrder(Plan, Assign);
}

} // namespace

void writeSliceStatement(SliceSource &Source, TokenWriter &Out, SlicePart &P) {
  if (SliceOperands::indexed(P) > P.Rank) {
    Source.Diags.report(Source.at(P), diag::Id::SliceIndex);
    Source.Failed = true;
    return;
  }
  StatementWriter(Source, Out, P).write();
}

} // namespace twofold
