// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceStatements.cpp - slices that are assigned ---------------------===//

#include "slice/text/SliceLoops.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {
namespace {

/// Writes one statement without control flow.
class StatementWriter {
  SliceSource &Source;
  TokenWriter &Out;
  SlicePart &P;
  ArrayRef<SliceMask> Masks;
  ArrayRef<SlicePart *> Own;
  SliceLoops Loops;

public:
  StatementWriter(SliceSource &Source, TokenWriter &Out, SlicePart &P,
                  ArrayRef<SliceMask> Masks, ArrayRef<SlicePart *> Own)
      : Source(Source), Out(Out), P(P), Masks(Masks), Own(Own),
        Loops(Source, Out, P.Rank, Source.at(P)) {}

  void write();

private:
  bool assigns() const { return P.Kind == SliceKind::Assign; }
  void left() { Loops.Writer.element(*P.Children[0]); }
  void right() { Loops.Writer.element(*P.Children[1]); }
  void op() { Out.user(ArrayRef<Token>(Source.Tokens).slice(P.Operator, 1)); }
  void whole() {
    Loops.masks();
    Loops.Writer.element(P);
    Out.text(";");
  }
  void throughTemporary(StringRef Plan);
  void valuesFirst(StringRef Plan, SliceLoops &Later);
};

void StatementWriter::write() {
  SourceLocation Loc = Source.at(P);
  Out.at(Loc).text("{");
  SmallVector<SliceMask, 2> Evaluated;
  for (SlicePart *C : Own) {
    Loops.take(*C);
    Evaluated.push_back({C, "", nullptr, false});
  }
  Loops.under(Masks);
  Loops.under(Evaluated);
  Loops.take(P);
  Loops.guard();
  Out.text("{");
  bool Overlaps = (assigns() || !Own.empty()) && Loops.mayOverlap();
  if (!Overlaps && !Loops.mayWriteTwice()) {
    Loops.parallel([&] { whole(); });
    Out.at(Loc).text("} }");
    return;
  }
  std::string Plan = Loops.plan(Overlaps ? SliceTest::Plan : SliceTest::Order);
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

/// All of the conditions, then all of the right side, then the assignments.
void StatementWriter::throughTemporary(StringRef Plan) {
  if (Own.empty())
    return valuesFirst(Plan, Loops);
  std::string Values = Loops.memory("unsigned char", "mask_"),
              M = Source.fresh("m");
  Loops.parallel(
      [&] {
        Out.text("{ unsigned char " + M + " = 0;");
        Loops.masks();
        Out.text(M + " = 1;" + Values + "[");
        Loops.linear();
        Out.text("] = " + M + "; }");
      },
      true);
  SliceLoops Later = Loops;
  Later.onlyUnder({Own.back(), Values, nullptr, false});
  valuesFirst(Plan, Later);
}

/// All of the right side, then the assignments.
void StatementWriter::valuesFirst(StringRef Plan, SliceLoops &Later) {
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  auto Run = [&](llvm::function_ref<void()> Assign) {
    Out.text(("if (" + Plan + " == 3)").str());
    Later.parallel(Assign, true);
    Out.text("else");
    Later.inOrder(Plan, Assign);
  };
  if (!assigns())
    return Run([&] {
      Later.masks();
      Later.Writer.element(P);
      Out.text(";");
    });
  std::string Type = Source.fresh("element");
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
  std::string Values = Loops.memory(Type, "values_");
  Later.parallel(
      [&] {
        Later.masks();
        Out.text(Values + "[");
        Loops.linear();
        Out.text("] = ");
        right();
        Out.text(";");
      },
      true);
  Run([&] {
    Later.masks();
    left();
    op();
    Out.text(Values + "[");
    Loops.linear();
    Out.text("];");
  });
}

} // namespace

/// a = b = c: b = c, then a = b, if all shapes agree.
static void writeChain(SliceSource &Source, TokenWriter &Out, SlicePart &P,
                       ArrayRef<SliceMask> Masks) {
  SourceLocation Loc = Source.at(P);
  Out.at(Loc).text("{");
  SliceLoops Loops(Source, Out, P.Rank, Loc);
  Loops.under(Masks);
  Loops.take(P);
  Loops.guard();
  Out.text("{");
  SlicePart &Inner = *P.Children[1];
  Inner.Evaluated = true;
  writeSliceStatement(Source, Out, Inner, Masks);
  SlicePart Outer = P;
  Outer.Evaluated = true;
  Outer.Children[1] = Inner.Children[0];
  Outer.End = Outer.Children[1]->End;
  writeSliceStatement(Source, Out, Outer, Masks);
  Out.at(Loc).text("} }");
}

bool ranksAgree(SliceSource &Source, const SlicePart &P,
                ArrayRef<SliceMask> Masks, ArrayRef<SlicePart *> Own) {
  bool Indexed = SliceOperands::indexed(P) > P.Rank;
  auto Check = [&](const SlicePart &C) {
    Indexed |= SliceOperands::indexed(C) > P.Rank;
    if (!C.Rank || C.Rank == P.Rank || Source.Failed)
      return;
    const SlicePart &Named = P.Kind == SliceKind::Assign ? *P.Children[0] : P;
    Source.Diags.report(Source.at(P), diag::Id::SliceRank)
        << Source.text(C) << std::to_string(C.Rank) << Source.text(Named)
        << std::to_string(P.Rank);
    Source.Failed = true;
  };
  for (const SliceMask &M : Masks)
    Check(*M.Condition);
  for (const SlicePart *C : Own)
    Check(*C);
  if (Indexed && !Source.Failed)
    Source.Diags.report(Source.at(P), diag::Id::SliceIndex);
  Source.Failed |= Indexed;
  return !Source.Failed;
}

void writeSliceStatement(SliceSource &Source, TokenWriter &Out, SlicePart &P,
                         ArrayRef<SliceMask> Masks, ArrayRef<SlicePart *> Own) {
  if (!ranksAgree(Source, P, Masks, Own))
    return;
  if (P.Kind == SliceKind::Assign && P.Children[1]->PerElement &&
      P.Children[1]->Kind == SliceKind::Assign)
    return writeChain(Source, Out, P, Masks);
  StatementWriter(Source, Out, P, Masks, Own).write();
}

} // namespace twofold
