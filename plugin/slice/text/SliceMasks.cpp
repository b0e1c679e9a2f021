// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceMasks.cpp - if on slices --------------------------------------===//
//
// Each statement under the condition runs where it was true when the `if` was
// reached. For one statement the condition belongs to its right side; for more
// it is kept in an array first, as they could change what it reads.

#include "slice/text/SliceMasks.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {
namespace {

class MaskedReader {
  SliceSource &Source;
  ArrayRef<Token> Tokens;
  bool Ask;

public:
  size_t At;
  bool Failed = false;

  MaskedReader(SliceSource &Source, size_t At, bool Ask)
      : Source(Source), Tokens(Source.Tokens), Ask(Ask), At(At) {}

  MaskedNode statement();

private:
  bool is(tok::TokenKind Kind) const {
    return At < Tokens.size() && Tokens[At].is(Kind);
  }
  MaskedNode fail(size_t Begin, size_t End);
  MaskedNode conditional();
  MaskedNode assignments();
};

MaskedNode MaskedReader::fail(size_t Begin, size_t End) {
  if (!Failed && !Ask) {
    Begin = std::min(Begin, Tokens.size() - 1);
    Source.Diags.report(Tokens[Begin].getLocation(), diag::Id::SliceMasked)
        << SliceCursor::spelling(
               Source.PP,
               Tokens.slice(Begin, std::max(End, Begin + 1) - Begin));
  }
  Failed = true;
  return {};
}

MaskedNode MaskedReader::conditional() {
  size_t If = At++;
  if (!is(tok::l_paren)) // if constexpr
    return fail(If, At + 1);
  size_t Behind = behindGroup(Tokens, At);
  MaskedNode N;
  N.Kind = MaskedNode::If;
  N.Begin = At + 1;
  N.End = Behind - 1;
  for (size_t I = N.Begin; I < N.End; ++I)
    if (Tokens[I].is(tok::semi)) // C++'s own statement in the condition
      return fail(N.Begin, I + 1);
  At = Behind;
  N.Parts.push_back(statement());
  if (!Failed && is(tok::kw_else)) {
    ++At;
    N.Parts.push_back(statement());
  }
  return N;
}

/// Expressions with commas between them.
MaskedNode MaskedReader::assignments() {
  MaskedNode N;
  if (is(tok::semi)) {
    ++At;
    return N;
  }
  while (!Failed) {
    size_t Begin = At;
    while (At < Tokens.size() && !is(tok::comma) && !is(tok::semi) &&
           !is(tok::r_brace))
      At = Tokens[At].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)
               ? behindGroup(Tokens, At)
               : At + 1;
    // A name of its own begins what is no expression.
    bool Statement = Tokens[Begin].isOneOf(
        tok::kw_for, tok::kw_while, tok::kw_do, tok::kw_switch, tok::kw_return,
        tok::kw_goto, tok::kw_break, tok::kw_continue, tok::kw_case,
        tok::kw_default, tok::kw___attribute);
    bool Label = Tokens[Begin].is(tok::identifier) &&
                 Begin + 1 < Tokens.size() && Tokens[Begin + 1].is(tok::colon);
    if (Statement || Label || !findSections(Tokens, Begin, At, false))
      return fail(Begin, At);
    MaskedNode A;
    A.Kind = MaskedNode::Assignment;
    A.Begin = Begin;
    A.End = At;
    N.Parts.push_back(std::move(A));
    if (At >= Tokens.size() || is(tok::r_brace))
      return N;
    if (Tokens[At++].is(tok::semi))
      return N;
  }
  return N;
}

MaskedNode MaskedReader::statement() {
  if (At >= Tokens.size())
    return fail(At, At);
  if (is(tok::kw_if))
    return conditional();
  if (!is(tok::l_brace))
    return assignments();
  MaskedNode N;
  size_t Behind = behindGroup(Tokens, At++);
  while (At + 1 < Behind && !Failed)
    N.Parts.push_back(statement());
  At = Behind;
  return N;
}

/// Writes what has been read.
class MaskedWriter {
  SliceSource &Source;
  TokenWriter &Out;

public:
  MaskedWriter(SliceSource &Source, TokenWriter &Out)
      : Source(Source), Out(Out) {}

  void write(const MaskedNode &N, ArrayRef<SliceMask> Masks);

private:
  void conditional(const MaskedNode &N, ArrayRef<SliceMask> Masks);
  void single(const MaskedNode &N, ArrayRef<SliceMask> Masks);
  void several(const MaskedNode &N, SlicePart &Condition,
               ArrayRef<SliceMask> Masks);
};

/// a = b = c, which is two.
bool isChain(ArrayRef<Token> Tokens) {
  unsigned Found = 0;
  for (size_t I = 0; I < Tokens.size();) {
    Found +=
        getBinOpPrecedence(Tokens[I].getKind(), true, true) == prec::Assignment;
    I = Tokens[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)
            ? behindGroup(Tokens, I)
            : I + 1;
  }
  return Found > 1;
}

/// The only assignment in N, with nothing but conditions on slices around.
const MaskedNode *onlyAssignment(const SliceSource &Source,
                                 const MaskedNode &N) {
  if (N.Kind == MaskedNode::Assignment)
    return isChain(
               ArrayRef<Token>(Source.Tokens).slice(N.Begin, N.End - N.Begin))
               ? nullptr
               : &N;
  if (N.Parts.size() != 1 ||
      (N.Kind == MaskedNode::If &&
       !findSections(Source.Tokens, N.Begin, N.End, false)))
    return nullptr;
  return onlyAssignment(Source, N.Parts.front());
}

void MaskedWriter::write(const MaskedNode &N, ArrayRef<SliceMask> Masks) {
  if (Source.Failed)
    return;
  switch (N.Kind) {
  case MaskedNode::Block:
    Out.text("{");
    for (const MaskedNode &P : N.Parts)
      write(P, Masks);
    Out.text("}");
    return;
  case MaskedNode::Assignment:
    if (SlicePart *P = Source.parse(N.Begin, N.End))
      writeSliceStatement(Source, Out, *P, Masks);
    return;
  case MaskedNode::If:
    return onlyAssignment(Source, N) ? single(N, Masks) : conditional(N, Masks);
  }
}

void MaskedWriter::single(const MaskedNode &N, ArrayRef<SliceMask> Masks) {
  SmallVector<SlicePart *, 2> Own;
  const MaskedNode *At = &N;
  for (; At->Kind != MaskedNode::Assignment; At = &At->Parts.front())
    if (At->Kind == MaskedNode::If) {
      Own.push_back(Source.parse(At->Begin, At->End));
      if (!Own.back())
        return;
    }
  if (SlicePart *P = Source.parse(At->Begin, At->End))
    writeSliceStatement(Source, Out, *P, Masks, Own);
}

void MaskedWriter::conditional(const MaskedNode &N, ArrayRef<SliceMask> Masks) {
  if (findSections(Source.Tokens, N.Begin, N.End, false)) {
    if (SlicePart *C = Source.parse(N.Begin, N.End))
      several(N, *C, Masks);
    return;
  }
  Out.at(Source.Tokens[N.Begin].getLocation()).text("if (");
  writeVerbatim(Source, Out, N.Begin, N.End);
  Out.text(") {");
  write(N.Parts.front(), Masks);
  Out.text("}");
  if (N.Parts.size() > 1) {
    Out.text("else {");
    write(N.Parts.back(), Masks);
    Out.text("}");
  }
}

void MaskedWriter::several(const MaskedNode &N, SlicePart &C,
                           ArrayRef<SliceMask> Masks) {
  if (C.Rank && !ranksAgree(Source, C, Masks))
    return;
  SourceLocation Loc = Source.at(C);
  Out.at(Loc).text("{");
  SliceLoops Loops(Source, Out, C.Rank, Loc);
  Loops.take(C);
  SliceMask Mask;
  Mask.Condition = &C;
  if (C.Rank) {
    // What is under it is looked at even if there are no elements.
    Loops.under(Masks);
    Loops.under(Mask);
    Loops.guard(/*Empty=*/true);
    Out.text("{");
    Mask.Values = Loops.memory("unsigned char", "mask_");
    Mask.Shape = &Loops;
    std::string M = Source.fresh("m");
    Loops.parallel([&] {
      Out.text("{ unsigned char " + M + " = 0;");
      Loops.masks();
      Out.text(M + " = 1;" + Mask.Values + "[");
      Loops.linear();
      Out.text("] = " + M + "; }");
    });
  }
  // The values have those of the masks around in them.
  SmallVector<SliceMask, 4> Then, Else(Masks);
  if (!C.Rank)
    Then.append(Masks.begin(), Masks.end());
  Then.push_back(Mask);
  Mask.Negated = true;
  Else.push_back(Mask);
  write(N.Parts.front(), Then);
  if (N.Parts.size() > 1)
    write(N.Parts.back(), Else);
  Out.at(Loc).text(C.Rank ? "} }" : "}");
}

} // namespace

std::optional<MaskedNode> readMasked(SliceSource &Source, size_t &At,
                                     bool Ask) {
  MaskedReader Reader(Source, At, Ask);
  MaskedNode N = Reader.statement();
  if (!Ask)
    Source.Failed |= Reader.Failed;
  if (Reader.Failed)
    return std::nullopt;
  At = Reader.At;
  return N;
}

void writeMasked(SliceSource &Source, TokenWriter &Out, const MaskedNode &N) {
  MaskedWriter(Source, Out).write(N, {});
}

} // namespace twofold
