// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceOverlap.cpp - SliceLoops's: what is written and read ----------===//

#include "slice/text/SliceBounds.h"
#include "slice/text/SliceLoops.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {

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

/// In C++: 0 for one block of elements, 3 for objects that compute them.
void SliceLoops::kind(const SlicePart &Root, const SliceOperand &O) {
  const NameMeaning Name = Source.Meaning(Source.Tokens[Root.Begin]);
  if (Root.End == Root.Begin + 1 && Name == NameMeaning::Rows) {
    Out.text("0");
    return;
  }
  Out.text("static_cast<int>(sizeof(::twofold_section_kinds("
           "static_cast<__typeof__(");
  Writer.element(Root, SliceWriter::Which::First, O.Offset);
  Out.text(") *>(0))) - 1)");
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
    if (Cpp) {
      kind(Root, O);
      Out.text(" ? 3 :");
    }
    Out.text("(");
    IsArray(Root);
    Out.text(") ? 1 : 2");
  } else if (Cpp) {
    kind(Root, O);
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
        ((S.Stride && Source.integer(*S.Stride).value_or(0) == 0) ||
         (B.Dimension > 0 && S.Length)))
      return true;
  }
  return false;
}

std::string SliceLoops::plan(SliceTest::Kind Test) {
  std::string First = Source.fresh("first"), Rows = Source.fresh("operands"),
              Plan = Source.fresh("plan"), Spare = Source.fresh("spare"),
              SpareFirst = Source.fresh("spare");
  // What surely lies apart needs no look.
  auto Meets = [&](const SliceOperand &O) {
    return llvm::any_of(Touched.Operands, [&](const SliceOperand &W) {
      return W.Written && !apart(W, O);
    });
  };
  OperandOrder Ordered;
  for (const SliceOperand &O : Touched.Operands)
    if (O.Written)
      Ordered.push_back(&O);
  for (const SliceOperand &O : Touched.Operands)
    if (!O.Written && Meets(O))
      Ordered.push_back(&O);
  Out.at(Loc);
  quiet();
  operands(Ordered, First, Rows);
  Names Hulls = hulls(Ordered, First, Rows);
  // Of what is written through indices nothing is known before.
  for (unsigned At = 1; At < Ordered.size(); ++At)
    if (Ordered[0]->Addresses == SliceAddresses::Strided)
      seek(*Ordered[At], Hulls[At]);
  std::string Odd = twice(Rows, 0);
  for (unsigned By = 1; By < Ordered.size(); ++By)
    Odd += meets(Hulls[0], Hulls[By]);
  std::string Count = std::to_string(Ordered.size());
  Out.at(Loc).text("const volatile void *" + SpareFirst + "[" + Count +
                   "]; twofold_extent " + Spare + "[" +
                   std::to_string(Rank + Ordered.size() * (Rank + 2)) +
                   "]; const int " + Plan + " = twofold_section_plan(" + First +
                   "," + Rows + "," + Count + "," + Lengths + "," +
                   std::to_string(Rank) + "," + SpareFirst + "," + Spare + "," +
                   Odd + ");");
  loud();
  Out.text(sliceTestText({Test}, {Lengths, "", "", First, Rows}) + "if (" +
           Plan + " == 0)");
  return Plan;
}

/// Declares the hulls of operands, and gives their names.
SliceLoops::Names SliceLoops::hulls(ArrayRef<const SliceOperand *> Ordered,
                                    StringRef First, StringRef Rows) {
  Names Hulls;
  for (unsigned At = 0; At < Ordered.size(); ++At) {
    Hulls.push_back(Source.fresh("hull"));
    Out.text("__attribute__((__unused__)) struct twofold_section_hull " +
             Hulls.back() + " = twofold_section_hull_of(" + First.str() + "[" +
             std::to_string(At) + "]," + row(Rows, At) + ");");
  }
  return Hulls;
}

/// Of elements that a section of integers chooses: looks at these, if they are
/// few and surely may be read.
void SliceLoops::seek(const SliceOperand &O, StringRef Hull) {
  const SlicePart &P = *O.Chain;
  if (O.Addresses != SliceAddresses::Gather || Rank != 1 || !Always ||
      !Masks.empty() || Source.PP.getLangOpts().CPlusPlus ||
      P.Kind != SliceKind::Subscript || P.base()->PerElement ||
      P.Children[1]->Kind != SliceKind::Section ||
      P.Children[1]->base()->PerElement)
    return;
  Out.text(("if (twofold_section_seeks(&" + Hull + "," + Lengths + "[0]))" +
            "for (twofold_extent " + Writer.index(0) + " = 0; " +
            Writer.index(0) + " < " + Lengths + "[0]; ++" + Writer.index(0) +
            ") twofold_section_seek(&" + Hull + ",")
               .str());
  Writer.element(*P.Children[1]);
  Out.text(", sizeof(");
  Writer.element(P, SliceWriter::Which::First);
  Out.text("));");
}

std::string SliceLoops::meets(StringRef Written, StringRef Other) const {
  return ("|twofold_section_meets(&" + Written + ",&" + Other + "," +
          llvm::Twine(Rank) + ")")
      .str();
}

std::string SliceLoops::twice(StringRef Rows, unsigned Written) const {
  return "twofold_section_twice(" + row(Rows, Written) + ")";
}

/// Arguments: an operand's row, the lengths and the rank.
std::string SliceLoops::row(StringRef Rows, unsigned At) const {
  return Rows.str() + "+" + std::to_string(At * (Rank + 2)) + "," + Lengths +
         "," + std::to_string(Rank);
}

void SliceLoops::operands(ArrayRef<const SliceOperand *> Ordered,
                          StringRef First, StringRef Rows) {
  Out.text("const volatile void *const " + First + "[] = {");
  for (const SliceOperand *O : Ordered) {
    if (O->Addresses == SliceAddresses::Unknown)
      Out.text("0");
    else
      address(*O);
    Out.text(",");
  }
  Out.text("}; const twofold_extent " + Rows + "[] = {");
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
  OperandOrder Ordered;
  unsigned Written = 0;
  for (bool First : {true, false})
    for (const SliceOperand &O : Touched.Operands)
      if (O.Written == First) {
        Ordered.push_back(&O);
        Written += First;
      }
  std::string Brackets = Source.fresh("rows"), First = Source.fresh("first"),
              Rows = Source.fresh("operands"), Odd = "0", Meets = "0";
  Out.at(Loc);
  quiet();
  lengths();
  brackets(Brackets, Odd);
  Out.at(Loc).text("};");
  operands(Ordered, First, Rows);
  Names Hulls = hulls(Ordered, First, Rows);
  for (unsigned At = 0; At < Written; ++At) {
    Meets += "|" + twice(Rows, At);
    for (unsigned By = At + 1; By < Ordered.size(); ++By)
      if (!apart(*Ordered[At], *Ordered[By]))
        Meets += meets(Hulls[At], Hulls[By]);
  }
  loud();
  Out.text(sliceTestText({SliceTest::Fusion, Written, Statements},
                         {Lengths, Brackets, "", First, Rows}) +
           "if (twofold_section_fuses(" + Lengths + "," + std::to_string(Rank) +
           "," + Odd + "," + Meets + "))");
}

/// Of the first element, or of the array that a gather reads.
void SliceLoops::address(const SliceOperand &O) {
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  Out.text(Cpp ? ElementAddress + "(" : "&(");
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
  Out.text("(twofold_extent)sizeof(");
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

} // namespace twofold
