// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceFusion.cpp - several statements on slices as one loop ---------===//
//
// Statements may share a loop where each iteration touches elements of its own:
// then all of an iteration can come before the next one. That is seen from
// addresses, when the statements run. Single values are read before the loop;
// that none of them is changed by it, FusionReport finds out, so they are names
// and numbers here.

#include "slice/text/SliceMasks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {
namespace {

/// More would be a long test before a short loop.
constexpr unsigned MostStatements = 8;

/// Conditions and assignments of N, parsed, in the order of the text.
bool collect(SliceSource &Source, const MaskedNode &N,
             SmallVectorImpl<SlicePart *> &Parts, unsigned &Statements) {
  if (N.Kind != MaskedNode::Block) {
    Parts.push_back(Source.parse(N.Begin, N.End));
    if (!Parts.back())
      return false;
    Statements += N.Kind == MaskedNode::Assignment;
  }
  for (const MaskedNode &P : N.Parts)
    if (!collect(Source, P, Parts, Statements))
      return false;
  return true;
}

/// Names, numbers and operators on them: to evaluate it twice does nothing.
bool isPlain(const SliceSource &Source, const SlicePart &P) {
  bool Operand = false;
  for (unsigned I = P.Begin; I < P.End; ++I) {
    const Token &T = Source.Tokens[I];
    bool Opens = I + 1 < P.End && Source.Tokens[I + 1].is(tok::l_paren);
    if (T.is(tok::star) && !Operand)
      return false;
    if (!T.isOneOf(tok::numeric_constant, tok::char_constant, tok::plus,
                   tok::minus, tok::star, tok::l_paren, tok::r_paren,
                   tok::slash, tok::percent, tok::less, tok::greater,
                   tok::lessequal, tok::greaterequal, tok::equalequal,
                   tok::exclaimequal, tok::exclaim) &&
        !(T.is(tok::identifier) && !Opens))
      return false;
    Operand = T.isOneOf(tok::numeric_constant, tok::char_constant, tok::r_paren,
                        tok::identifier);
  }
  return true;
}

bool isPlainSlice(const SliceSource &Source, const SlicePart &P) {
  if (P.Kind == SliceKind::Reduction || P.Loads)
    return false;
  if (P.Kind == SliceKind::Scalar)
    return isPlain(Source, P);
  for (const SlicePart *Bound : {P.Start, P.Length, P.Stride})
    if (Bound && !isPlain(Source, *Bound))
      return false;
  bool Bracket = P.Kind == SliceKind::Section || P.Kind == SliceKind::Subscript;
  if (Bracket && !P.base()->PerElement &&
      (P.base()->End != P.base()->Begin + 1 ||
       Source.Tokens[P.base()->Begin].isNot(tok::identifier)))
    return false;
  return llvm::all_of(
      P.Children, [&](const SlicePart *C) { return isPlainSlice(Source, *C); });
}

/// All lengths are written alike, and no array is written at one place and
/// touched at another.
bool looksAlike(const SliceSource &Source, const SliceOperands &Touched) {
  for (const SliceBracket &B : Touched.Brackets) {
    const SlicePart *First = Touched.extentOf(B.Dimension);
    if (!B.Section->Length || !First->Length ||
        Source.text(*B.Section->Length) != Source.text(*First->Length))
      return false;
  }
  for (const SliceOperand &W : Touched.Operands) {
    if (W.Addresses == SliceAddresses::Unknown ||
        (W.Written && W.Addresses != SliceAddresses::Strided))
      return false;
    for (const SliceOperand &O : Touched.Operands)
      if (W.Written && Source.text(*W.Chain) != Source.text(*O.Chain) &&
          Source.text(rootOf(*W.Chain)) == Source.text(rootOf(*O.Chain)))
        return false;
  }
  return true;
}

/// Writes N for one element.
class ElementWriter {
  TokenWriter &Out;
  SliceLoops &Loops;
  SlicePart *const *Next;

public:
  ElementWriter(TokenWriter &Out, SliceLoops &Loops, SlicePart *const *Parts)
      : Out(Out), Loops(Loops), Next(Parts) {}

  void write(const MaskedNode &N) {
    if (N.Kind == MaskedNode::Assignment) {
      Loops.Writer.element(**Next++);
      Out.text(";");
      return;
    }
    if (N.Kind == MaskedNode::If) {
      Out.text("if (!!(");
      Loops.Writer.element(**Next++);
      Out.text("))");
    }
    for (const MaskedNode &P : N.Parts) {
      if (N.Kind == MaskedNode::If && &P != &N.Parts.front())
        Out.text("else");
      Out.text("{");
      write(P);
      Out.text("}");
    }
  }
};

} // namespace

bool mayFuse(SliceSource &Source, const MaskedNode &N) {
  if (Source.PP.getLangOpts().CPlusPlus)
    return false; // names may be references, and operators anything
  SmallVector<SlicePart *, 8> Parts;
  unsigned Statements = 0, Rank = 0;
  if (!collect(Source, N, Parts, Statements) || Statements < 2 ||
      Statements > MostStatements)
    return false;
  SliceOperands Touched;
  for (SlicePart *P : Parts) {
    if (!isPlainSlice(Source, *P) || (Rank && P->Rank && P->Rank != Rank))
      return false;
    Rank = std::max(Rank, P->Rank);
    Touched.add(*P);
  }
  for (const SlicePart *P : Parts)
    if (SliceOperands::indexed(*P) > Rank)
      return false;
  return Rank && looksAlike(Source, Touched);
}

void writeFused(SliceSource &Source, TokenWriter &Out, const MaskedNode &N) {
  SmallVector<SlicePart *, 8> Parts;
  unsigned Statements = 0, Rank = 0;
  if (!collect(Source, N, Parts, Statements))
    return;
  for (const SlicePart *P : Parts)
    Rank = std::max(Rank, P->Rank);
  SourceLocation Loc = Source.at(*Parts.front());
  Out.at(Loc).text("{");
  SliceLoops Loops(Source, Out, Rank, Loc);
  for (SlicePart *P : Parts)
    Loops.take(*P);
  Loops.unite();
  Loops.fuses(Statements);
  Out.text("{");
  Loops.parallel([&] {
    Out.text("{");
    ElementWriter(Out, Loops, Parts.data()).write(N);
    Out.text("}");
  });
  Out.at(Loc).text("} else {");
  // All of it has been parsed above.
  Loops.quiet();
  if (N.Kind == MaskedNode::Block)
    for (const MaskedNode &P : N.Parts)
      writeMasked(Source, Out, P);
  else
    writeMasked(Source, Out, N);
  Loops.loud();
  Out.at(Loc).text("} }");
}

} // namespace twofold
