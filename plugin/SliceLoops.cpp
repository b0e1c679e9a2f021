// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceLoops.cpp -----------------------------------------------------===//

#include "SliceLoops.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {

void SliceLoops::take(SlicePart &P) {
  if (!P.Evaluated)
    Writer.evaluate(P);
  Touched.add(P);
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

/// The table, but for its end.
void SliceLoops::brackets(StringRef Name) {
  Out.text(("const twofold_extent " + Name + "[] = {").str());
  for (const SliceBracket &B : Touched.Brackets) {
    Out.at(Source.at(*B.Section))
        .text(std::to_string(B.Operand) + "," + std::to_string(B.Dimension) +
              ",");
    Writer.length(*B.Section);
    Out.text(",");
    Writer.start(*B.Section);
    Out.text(",");
    Writer.stride(*B.Section);
    Out.text(", sizeof(");
    Writer.element(*B.Section, SliceWriter::Which::First);
    Out.text("),");
  }
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
  brackets(Rows);
  std::string Texts;
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
    }
    Describe(*M.Condition);
  }
  PresumedLoc L = Place(Loc);
  Out.at(Loc).text("};");
  loud();
  Out.text("const struct twofold_slice " + Site + " = {");
  Out.string(Texts).text(",");
  Out.string(L.getFilename())
      .text(", __func__, " + std::to_string(L.getLine()) + "," +
            std::to_string(L.getColumn()) + "};");
  Out.text("if (twofold_section_shapes(&" + Site + "," + Rows + "," +
           std::to_string(Brackets) + "," + Lengths + "," +
           std::to_string(Rank) + ")");
  if (Empty) {
    Out.text("||");
    count();
    Out.text("== 0");
  }
  Out.text(")");
}

/// By what their names mean, both surely different memory.
bool SliceLoops::apart(const SliceOperand &Left,
                       const SliceOperand &Right) const {
  if (Left.Addresses == SliceAddresses::Unknown ||
      Right.Addresses == SliceAddresses::Unknown)
    return false;
  // The same elements, in the same order: nothing in it changes anything,
  // unless one is written twice.
  std::string Text = Source.text(*Left.Chain);
  if (Left.Offset == Right.Offset && Text == Source.text(*Right.Chain) &&
      Text.find_first_of("(=+-") == std::string::npos &&
      Left.Addresses == SliceAddresses::Strided && !mayWriteTwice())
    return true;
  const Token &L = Source.Tokens[rootOf(*Left.Chain).Begin];
  const Token &R = Source.Tokens[rootOf(*Right.Chain).Begin];
  if (L.isNot(tok::identifier) || R.isNot(tok::identifier) ||
      rootOf(*Left.Chain).Kind == SliceKind::Verbatim ||
      L.getIdentifierInfo() == R.getIdentifierInfo())
    return false;
  // An array, or a row of one.
  auto Lone = [&](const SlicePart &P) {
    unsigned At = P.Begin + 1;
    while (At < P.End && Source.Tokens[At].is(tok::l_square))
      At = behindGroup(Source.Tokens, At);
    return At >= P.End;
  };
  return Lone(rootOf(*Left.Chain)) && Lone(rootOf(*Right.Chain)) &&
         Source.Meaning(L) == NameMeaning::Array &&
         Source.Meaning(R) == NameMeaning::Array;
}

bool SliceLoops::mayOverlap() const {
  for (const SliceOperand &L : Touched.Operands)
    for (const SliceOperand &R : Touched.Operands)
      if (L.Written && &L != &R && !apart(L, R))
        return true;
  return false;
}

/// Arrays of arrays are one block; anything else below a slice is a pointer.
void SliceLoops::addressKind(const SliceOperand &O) {
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  auto IsArray = [&](const SlicePart &P) {
    if (Cpp) {
      Out.text("__is_array(__typeof__(");
      Writer.element(P, SliceWriter::Which::First, O.Offset);
      Out.text("))");
      return;
    }
    Out.text("!__builtin_types_compatible_p(__typeof__(");
    Writer.element(P, SliceWriter::Which::First, O.Offset);
    Out.text("), __typeof__(&(");
    Writer.element(P, SliceWriter::Which::First, O.Offset);
    Out.text(")[0]))");
  };
  for (const SlicePart *P = O.Chain; P->PerElement; P = P->base())
    if ((P->Kind == SliceKind::Section || P->Kind == SliceKind::Subscript) &&
        P->base()->PerElement) {
      Out.text("!(");
      IsArray(*P->base());
      Out.text(") ? 3 :");
    }
  const SlicePart &Root = rootOf(*O.Chain);
  if (O.Addresses == SliceAddresses::Gather) {
    Out.text("(");
    IsArray(Root);
    Out.text(") ? 1 : 2");
  } else if (Cpp) {
    Out.text("twofold_section_kind<__typeof__(");
    Writer.element(Root, SliceWriter::Which::First, O.Offset);
    Out.text(")>::value");
  } else {
    Out.text("0");
  }
}

/// Rows may reach into each other where they do not have the array's own
/// length, and a stride may be 0.
bool SliceLoops::mayWriteTwice() const {
  for (const SliceBracket &B : Touched.Brackets) {
    const SliceOperand &O = Touched.Operands[B.Operand];
    const SlicePart &S = *B.Section;
    if (O.Written && O.Addresses == SliceAddresses::Strided &&
        ((S.Stride &&
          (!S.StrideName.empty() || Source.text(*S.Stride) == "0")) ||
         (B.Dimension > 0 && S.Length)))
      return true;
  }
  return false;
}

std::string SliceLoops::plan() {
  std::string First = Source.fresh("first"), Rows = Source.fresh("operands"),
              Plan = Source.fresh("plan");
  SmallVector<const SliceOperand *, 6> Ordered;
  for (bool Written : {true, false})
    for (const SliceOperand &O : Touched.Operands)
      if (O.Written == Written && (Written || mayOverlap()))
        Ordered.push_back(&O);
  Out.at(Loc);
  quiet();
  operands(Ordered, First, Rows);
  Out.at(Loc).text("const int " + Plan + " = twofold_section_plan(" + First +
                   "," + Rows + "," + std::to_string(Ordered.size()) + "," +
                   Lengths + "," + std::to_string(Rank) + ");");
  loud();
  return Plan;
}

void SliceLoops::operands(ArrayRef<const SliceOperand *> Ordered,
                          StringRef First, StringRef Rows) {
  Out.text(("const volatile void *const " + First + "[] = {").str());
  for (const SliceOperand *O : Ordered) {
    if (O->Addresses == SliceAddresses::Unknown)
      Out.text("0");
    else
      address(*O);
    Out.text(",");
  }
  Out.text(("}; const twofold_extent " + Rows + "[] = {").str());
  for (const SliceOperand *O : Ordered) {
    if (O->Addresses == SliceAddresses::Unknown)
      Out.text("3");
    else
      addressKind(*O);
    Out.at(Loc).text(",");
    operandSize(*O);
    for (unsigned D = 0; D < Rank; ++D) {
      Out.at(Loc).text(",");
      operandStride(*O, D);
    }
    Out.text(",");
  }
  Out.at(Loc).text("};");
}

void SliceLoops::fuses(unsigned Statements) {
  SmallVector<const SliceOperand *, 6> Ordered;
  unsigned Written = 0;
  for (bool First : {true, false})
    for (const SliceOperand &O : Touched.Operands)
      if (O.Written == First) {
        Ordered.push_back(&O);
        Written += First;
      }
  std::string Brackets = Source.fresh("rows"), First = Source.fresh("first"),
              Rows = Source.fresh("operands");
  Out.at(Loc);
  quiet();
  lengths();
  brackets(Brackets);
  Out.at(Loc).text("};");
  operands(Ordered, First, Rows);
  loud();
  Out.text("if (twofold_section_fuses(" + Brackets + "," +
           std::to_string(Touched.Brackets.size()) + "," + First + "," + Rows +
           "," + std::to_string(Written) + "," +
           std::to_string(Ordered.size()) + "," + Lengths + "," +
           std::to_string(Rank) + "," + std::to_string(Statements) + "))");
}

/// Of the first element, or of the array that a gather reads.
void SliceLoops::address(const SliceOperand &O) {
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  Out.text(Cpp ? "twofold_section_address(" : "&(");
  if (O.Addresses == SliceAddresses::Gather) {
    Writer.element(rootOf(*O.Chain), SliceWriter::Which::First);
    Out.text("[0]");
  } else {
    Writer.element(*O.Chain, SliceWriter::Which::First, O.Offset);
  }
  Out.text(")");
}

void SliceLoops::operandSize(const SliceOperand &O) {
  if (O.Addresses == SliceAddresses::Unknown) {
    Out.text("1");
    return;
  }
  Out.text("sizeof(");
  if (O.Addresses == SliceAddresses::Gather)
    Writer.element(rootOf(*O.Chain), SliceWriter::Which::First);
  else
    Writer.element(*O.Chain, SliceWriter::Which::First, O.Offset);
  Out.text(")");
}

void SliceLoops::operandStride(const SliceOperand &O, unsigned Dimension) {
  if (O.Addresses == SliceAddresses::Strided)
    for (const SliceBracket &B : Touched.Brackets)
      if (&Touched.Operands[B.Operand] == &O && B.Dimension == Dimension) {
        Writer.stride(*B.Section);
        Out.text("* (twofold_extent)sizeof(");
        Writer.element(*B.Section, SliceWriter::Which::First, O.Offset);
        Out.text(")");
        return;
      }
  Out.text("0");
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
  Out.at(Loc).text("__attribute__((twofold_parallel_for, twofold_sliced");
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
  Out.text((", sizeof(" + Type + "));" + Type + " *const " + Array + " = (" +
            Type + " *)" + Memory + ";")
               .str());
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
