// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "slice/text/SliceLoops.h"
#include "report/FileNames.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {

void SliceLoops::take(SlicePart &P) {
  if (!P.Evaluated)
    Writer.evaluate(P);
  Touched.add(P);
  for (unsigned I = P.Begin; I < P.End; ++I)
    Always &=
        !Source.Tokens[I].isOneOf(tok::question, tok::ampamp, tok::pipepipe);
}

void SliceLoops::length(unsigned Dimension) const {
  if (const SlicePart *S = Touched.extentOf(Dimension))
    Writer.length(*S);
  else
    Out.text("1");
}

void SliceLoops::masks() {
  for (const SliceMask &M : Masks) {
    Out.at(Loc).text(M.Negated ? "if (!" : "if (!!");
    if (M.Values.empty()) {
      Out.text("(");
      Writer.element(*M.Condition);
      Out.at(Loc).text(")");
    } else {
      Out.text(M.Values + "[");
      linear();
      Out.text("]");
    }
    Out.text(")");
  }
}

void SliceLoops::lengths() {
  Lengths = Source.fresh("lengths");
  Out.text("const twofold_extent " + Lengths + "[] = {");
  for (unsigned D = 0; D < Rank; ++D) {
    length(D);
    Out.text(",");
  }
  Out.text("};");
}

/// The table, but for its end. Odd: whether one of its rows is.
void SliceLoops::brackets(StringRef Name, std::string &Odd) {
  Out.text("const twofold_extent " + Name + "[] = {");
  unsigned Row = 0;
  for (const SliceBracket &B : Touched.Brackets) {
    Out.at(Source.at(*B.Section))
        .text(std::to_string(B.Operand) + "," + std::to_string(B.Dimension) +
              ",");
    Writer.length(*B.Section);
    Out.text(",");
    Writer.start(*B.Section);
    Out.text(",");
    Writer.stride(*B.Section);
    // C++ narrows no number that is not constant, as a row's size.
    Out.text(", (twofold_extent)sizeof(");
    Writer.element(*B.Section, SliceWriter::Which::First);
    Out.text("),");
    Odd += odd(Name, Row++, B.Dimension);
  }
}

std::string SliceLoops::odd(StringRef Rows, unsigned Row,
                            unsigned Dimension) const {
  return "|twofold_section_odd(" + Rows.str() + "+" +
         std::to_string(Row * SliceBracketRow::Width) + "," + Lengths + "[" +
         std::to_string(Dimension) + "])";
}

void SliceLoops::guard(bool Empty) {
  SourceManager &Sources = Source.PP.getSourceManager();
  auto Place = [&](SourceLocation L) {
    return Sources.getPresumedLoc(Sources.getExpansionLoc(L));
  };
  Out.at(Loc);
  quiet();
  lengths();
  std::string Rows = Source.fresh("brackets"), Site = Source.fresh("slice");
  std::string Texts, Odd = "0", Spare = Source.fresh("spare");
  brackets(Rows, Odd);
  unsigned Operands = 0, Brackets = Touched.Brackets.size();
  auto Describe = [&](const SlicePart &P) {
    PresumedLoc L = Place(Source.at(P));
    Texts += std::to_string(L.getLine()) + ":" + std::to_string(L.getColumn()) +
             ":" + Source.text(P) + '\n';
    ++Operands;
  };
  for (const SliceOperand &O : Touched.Operands)
    Describe(*O.Chain);
  // Masks are as operands of their condition's shape.
  for (const SliceMask &M : Masks) {
    if (!M.Shape)
      continue;
    for (unsigned D = 0; D < Rank; ++D, ++Brackets) {
      Out.at(Loc).text(std::to_string(Operands) + "," + std::to_string(D) +
                       ",");
      M.Shape->length(D);
      Out.text(", 0, 1, 1,");
      Odd += odd(Rows, Brackets, D);
    }
    Describe(*M.Condition);
  }
  PresumedLoc L = Place(Loc);
  Out.at(Loc).text("};");
  loud();
  Out.text("const struct twofold_slice " + Site + " = {");
  Out.string(Texts).text(",");
  Out.string(embeddedName(L, Source.PP.getLangOpts()))
      .text(", __func__, " + std::to_string(L.getLine()) + "," +
            std::to_string(L.getColumn()) + "}; twofold_extent " + Spare + "[" +
            std::to_string(Rank + Brackets * SliceBracketRow::Width) + "];");
  Out.text(sliceTestText({Empty ? SliceTest::Mask : SliceTest::Shapes},
                         {Lengths, Rows, Site, "", ""}) +
           "if (twofold_section_shapes(&" + Site + "," + Rows + "," +
           std::to_string(Brackets) + "," + Lengths + "," +
           std::to_string(Rank) + "," + Spare + "," + Odd + ")");
  if (Empty) {
    Out.text("||");
    count();
    Out.text("== 0");
  }
  Out.text(")");
}

void SliceLoops::parallel(Body Each, bool Again, bool Backward) {
  // Where for has no scope, two loops would declare the same.
  const LangOptions &Lang = Source.PP.getLangOpts();
  bool Scoped = Lang.C99 || Lang.CPlusPlus;
  Out.at(Loc).text(Scoped ? "" : "{");
  loops(Each, Again, Backward);
  Out.text(Scoped ? "" : "}");
}

void SliceLoops::loops(Body Each, bool Again, bool Backward) {
  Out.at(Loc).text("__attribute__((twofold_parallel_for, twofold_sliced" +
                   (Results.empty() ? "" : "(" + Results + ")"));
  if (Rank > 1)
    Out.text(", twofold_collapse((" + std::to_string(Rank) + "))");
  if (Again)
    Out.text(", twofold_again");
  Out.user(Source.Clauses).text("))");
  SmallVector<std::string, 4> Counters;
  for (unsigned D = 0; D < Rank; ++D) {
    Counters.push_back(Backward ? Source.fresh("k") : Writer.index(D));
    const std::string &I = Counters.back();
    Out.at(Loc).text("for (twofold_extent " + I + " = 0; " + I + " < ");
    length(D);
    Out.text("; ++" + I + ")");
  }
  if (!Backward && Masks.empty())
    return Each();
  Out.text("{"); // also around an if, lest it take an else
  for (unsigned D = 0; Backward && D < Rank; ++D) {
    Out.text("const twofold_extent " + Writer.index(D) + " = ");
    length(D);
    Out.text("- 1 -" + Counters[D] + ";");
  }
  Each();
  Out.text("}");
}

void SliceLoops::inOrder(StringRef Plan, Body Each) {
  for (unsigned D = 0; D < Rank; ++D) {
    std::string K = Source.fresh("k"), I = Writer.index(D);
    Out.at(Loc).text("for (twofold_extent " + K + " = 0; " + K + " < ");
    length(D);
    Out.text("; ++" + K + ") { const twofold_extent " + I + " = " + Plan.str() +
             " == 2 ? ");
    length(D);
    Out.text("- 1 -" + K + " : " + K + ";");
  }
  Each();
  Out.text(std::string(Rank, '}'));
}

void SliceLoops::linear() {
  Out.at(Loc).text(std::string(Rank - 1, '(') + Writer.index(0));
  for (unsigned D = 1; D < Rank; ++D) {
    Out.text(") * ");
    length(D);
    Out.text("+" + Writer.index(D));
  }
}

std::string SliceLoops::memory(StringRef Type, StringRef What) {
  std::string Memory = Source.fresh("memory"), Array = Source.fresh(What);
  Out.at(Loc).text("__attribute__((cleanup(twofold_section_release))) void *" +
                   Memory + " = twofold_section_memory(");
  count();
  Out.text(", sizeof(" + Type + "));" + Type + " *const " + Array + " = (" +
           Type + " *)" + Memory + ";");
  return Array;
}

void SliceLoops::count() {
  Out.at(Loc).text("(twofold_size)1");
  for (unsigned D = 0; D < Rank; ++D) {
    Out.text("* (twofold_size)");
    length(D);
  }
}

} // namespace twofold
