// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "slice/text/SliceWriter.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {

std::string SliceSource::text(const SlicePart &P) const {
  return SliceCursor::spelling(
      PP, ArrayRef<Token>(Tokens).slice(P.Begin, P.End - P.Begin));
}

SlicePart *SliceSource::parse(size_t Begin, size_t End) {
  SlicePart *P =
      SliceParser(PP, Diags, Tokens, Meaning, Parts).parse(Begin, End);
  Failed |= !P;
  return P;
}

void writeVerbatim(SliceSource &Source, TokenWriter &Out, size_t Begin,
                   size_t End) {
  ArrayRef<Token> Tokens = Source.Tokens;
  for (size_t I = Begin; I < End && !Source.Failed;) {
    size_t Found = End;
    findSections(Tokens, I, End, /*Reductions=*/true, &Found);
    Out.user(Tokens.slice(I, Found - I));
    if (Found == End)
      return;
    size_t Behind = behindGroup(Tokens, Found + 1);
    if (SlicePart *P = Source.parse(Found, Behind))
      writeReduction(Source, Out, *P);
    I = Behind;
  }
}

std::optional<int64_t> SliceSource::integer(const SlicePart &P) const {
  unsigned Digits = P.Begin + Tokens[P.Begin].is(tok::minus);
  int64_t Value;
  if (P.Kind != SliceKind::Constant || P.End != Digits + 1 ||
      Tokens[Digits].isNot(tok::numeric_constant) ||
      StringRef(PP.getSpelling(Tokens[Digits])).getAsInteger(10, Value) ||
      Value > INT32_MAX)
    return std::nullopt;
  return Digits == P.Begin ? Value : -Value;
}

/// Names are kept readable: reports show them.
static std::string nameFor(SliceSource &Source, const SlicePart &P) {
  const IdentifierInfo *Id = Source.Tokens[P.Begin].getIdentifierInfo();
  return Source.fresh(Id && Source.Tokens[P.Begin].is(tok::identifier)
                          ? (Id->getName() + "_").str()
                          : "");
}

void SliceWriter::evaluate(SlicePart &P, unsigned Ranks) {
  switch (P.Kind) {
  case SliceKind::Constant:
  case SliceKind::Verbatim:
  case SliceKind::Index:
    return;
  case SliceKind::Scalar:
  case SliceKind::Reduction:
    P.Name = nameFor(Source, P);
    Out.at(Source.at(P))
        .text("__extension__ const __auto_type " + P.Name + " = (");
    writeVerbatim(Source, Out, P.Begin, P.End);
    Out.text(");");
    return;
  case SliceKind::Section:
    evaluateBase(*P.base(), std::max(Ranks, P.Rank));
    return evaluateBounds(P);
  case SliceKind::Subscript:
    evaluateBase(*P.base(), std::max(Ranks, P.Rank));
    return evaluate(*P.Children[1]);
  case SliceKind::Operation:
  case SliceKind::Assign:
  case SliceKind::Step:
    for (SlicePart *C : P.Children)
      evaluate(*C, Ranks);
    return;
  }
}

bool SliceWriter::isRow(const SlicePart &P) const {
  ArrayRef<Token> Tokens = Source.Tokens;
  const bool Followed =
      P.End - P.Begin > 3 && Tokens[P.Begin].is(tok::l_paren) &&
      Tokens[P.Begin + 1].is(tok::star) && Tokens[P.Begin + 3].is(tok::r_paren);
  const size_t Name = P.Begin + (Followed ? 2 : 0);
  const NameMeaning Root = Source.Meaning(Tokens[Name]);
  size_t At = Name + (Followed ? 2 : 1);
  const bool Subscripts = At < P.End;
  while (At < P.End && Tokens[At].is(tok::l_square))
    At = behindGroup(Tokens, At);
  return At == P.End &&
         ((Root == NameMeaning::Array && !Followed) ||
          (Root == NameMeaning::Rows && (Followed || Subscripts)));
}

/// What C++ declares for a conversion to a pointer, or for the array that such
/// a pointer leads to, whose lengths no template takes; null for all else.
const char *SliceWriter::convertedPointer(const SlicePart &Base) const {
  ArrayRef<Token> Tokens = Source.Tokens;
  size_t At = Base.Begin, End = Base.End;
  if (isRow(Base))
    return "auto &&";
  unsigned Stars = 0;
  for (; At < End; ++At)
    if (Tokens[At].is(tok::star))
      ++Stars;
    else if (Tokens[At].is(tok::l_paren) && behindGroup(Tokens, At) == End)
      --End;
    else
      break;
  size_t Close = At;
  if (At < End && Tokens[At].is(tok::l_paren))
    Close = behindGroup(Tokens, At) - 1;
  else if (At < End &&
           Tokens[At].isOneOf(tok::kw_reinterpret_cast, tok::kw_static_cast))
    while (Close < End && !(Tokens[Close].is(tok::greater) &&
                            Tokens[Close + 1].is(tok::l_paren)))
      ++Close;
  if (Close == At || Close >= End)
    return nullptr;
  bool Rows = false;
  for (size_t I = At + 1; I + 3 < Close; ++I)
    Rows |= Tokens[I].is(tok::l_paren) && Tokens[I + 1].is(tok::star) &&
            Tokens[I + 2].is(tok::r_paren) && Tokens[I + 3].is(tok::l_square);
  if (Stars == 0)
    return Rows || Tokens[Close - 1].is(tok::star) ? "auto *const " : nullptr;
  return Rows && Stars == 1 ? "auto &&" : nullptr;
}

/// A lone name stays, so that its array is known as such; everything else is
/// evaluated to the pointer or, in C++, the object that it is. Rows of rows
/// stay subscripts of their array, whose type has their length.
void SliceWriter::evaluateBase(SlicePart &Base, unsigned Ranks) {
  if (Base.PerElement)
    return evaluate(Base, Ranks);
  if (Base.Kind == SliceKind::Constant || Base.Kind == SliceKind::Verbatim)
    return;
  if (Base.End == Base.Begin + 1 &&
      Source.Tokens[Base.Begin].is(tok::identifier))
    return;
  if (Ranks > 1 && Base.Operator != 0 && Base.Children.size() == 2) {
    Base.Kind = SliceKind::Operation;
    evaluateBase(*Base.Children[0], Ranks);
    return evaluate(*Base.Children[1]);
  }
  Base.Name = nameFor(Source, Base);
  Out.at(Source.at(Base));
  std::string Declared = Base.Name;
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  const char *Pointer = Cpp ? convertedPointer(Base) : nullptr;
  bool Template = Cpp && !Pointer;
  if (Template)
    Declared = Source.fresh("r");
  Out.text("__extension__ " +
           std::string(Template ? "auto &&"
                       : Cpp    ? Pointer
                                : "const __auto_type ") +
           Declared + " = (");
  writeVerbatim(Source, Out, Base.Begin, Base.End);
  Out.text(");");
  if (Template)
    Out.text("typename twofold_section_base<__typeof__(" + Declared +
             ")>::type " + Base.Name + " = " + Declared + ";");
}

void SliceWriter::given(const SlicePart *P, const std::string &Name,
                        StringRef Default) const {
  if (!Name.empty())
    Out.text(Name);
  else if (P)
    Out.user(ArrayRef<Token>(Source.Tokens).slice(P->Begin, P->End - P->Begin));
  else
    Out.text(Default);
}
void SliceWriter::length(const SlicePart &S) const {
  given(S.Length, S.LengthName, "0");
}
void SliceWriter::start(const SlicePart &S) const {
  given(S.Start, S.StartName, "0");
}
void SliceWriter::stride(const SlicePart &S) const {
  given(S.Stride, S.StrideName, "1");
}

/// P's tokens up to End, with its children's replaced.
void SliceWriter::replace(const SlicePart &P, Which W, unsigned Offset,
                          unsigned End) {
  ArrayRef<Token> Tokens = Source.Tokens;
  unsigned At = P.Begin;
  for (const SlicePart *C : P.Children) {
    Out.user(Tokens.slice(At, C->Begin - At));
    element(*C, W, Offset);
    At = C->End;
  }
  Out.user(Tokens.slice(At, End - At));
}

void SliceWriter::element(const SlicePart &P, Which W, unsigned Offset) {
  ArrayRef<Token> Tokens = Source.Tokens;
  Out.at(Source.at(P));
  if (!P.Name.empty()) {
    Out.text(P.Name);
    return;
  }
  switch (P.Kind) {
  case SliceKind::Index:
    Out.text(W == Which::First ? std::string("(twofold_extent)0")
                               : index(P.Dimension));
    return;
  case SliceKind::Subscript:
    element(*P.base(), W, Offset);
    Out.user(Tokens.slice(P.Operator, 1));
    element(*P.Children[1], W, Offset + P.base()->Rank);
    Out.user(Tokens.slice(P.End - 1, 1));
    return;
  case SliceKind::Section: {
    element(*P.base(), W, Offset);
    Out.user(Tokens.slice(P.Operator, 1));
    Out.at(Tokens[P.Operator].getLocation());
    // Sums of 0 would count as work that the loop has to do.
    auto Is = [&](const SlicePart *Given, StringRef Number) {
      return Given && Source.text(*Given) == Number;
    };
    bool Starts = !P.StartName.empty() || (P.Start && !Is(P.Start, "0"));
    if (Starts || W == Which::First)
      start(P);
    if (W == Which::Current) {
      Out.text((Starts ? "+ " : "") + index(Offset + P.base()->Rank));
      if (P.Stride && !Is(P.Stride, "1")) {
        Out.text("*");
        stride(P);
      }
    }
    Out.user(Tokens.slice(P.End - 1, 1));
    return;
  }
  default:
    return replace(P, W, Offset, P.End);
  }
}

} // namespace twofold
