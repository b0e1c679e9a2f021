// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceParser.cpp - operators, subscripts and calls ------------------===//

#include "slice/text/SliceParser.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {

std::nullptr_t SliceCursor::fail(SourceLocation Loc, diag::Id Which,
                                 ArrayRef<std::string> Arguments) {
  Diags.report(Loc, Which, Arguments);
  return nullptr;
}

std::nullptr_t SliceCursor::unexpected(StringRef Wanted) {
  return fail(here(), diag::Id::SliceSyntax,
              {Wanted.str(), At < Limit ? spelling(PP, Tokens.slice(At, 1))
                                        : std::string("the end")});
}

std::string SliceCursor::spelling(Preprocessor &PP, ArrayRef<Token> Tokens) {
  std::string Out;
  for (const Token &T : Tokens) {
    if (!Out.empty() && (T.hasLeadingSpace() || T.isAtStartOfLine()))
      Out += ' ';
    // What a pragma has become has no text.
    Out += T.isAnnotation() ? "a pragma" : PP.getSpelling(T);
  }
  return Out;
}

SlicePart *SliceParser::parse(size_t Begin, size_t End) {
  At = Begin;
  Limit = End;
  SlicePart *Whole = binary(prec::Comma);
  // What cannot go on is most often a new statement.
  if (Whole && At != Limit)
    return unexpected(
        is(tok::r_brace) || token().isAtStartOfLine() ? "';'" : "an operator");
  return Whole;
}

SlicePart *SliceParser::inside(size_t Close) {
  size_t Outer = Limit;
  Limit = Close;
  SlicePart *P = binary(prec::Comma);
  if (P && At != Limit)
    P = unexpected("an operator");
  Limit = Outer;
  return P;
}

SlicePart *SliceParser::combine(SliceKind Kind, unsigned Begin,
                                ArrayRef<SlicePart *> Children) {
  SlicePart &P = Parts.make(Kind, Begin, At);
  P.Children.append(Children.begin(), Children.end());
  const SlicePart *Ranked = nullptr;
  bool Constant = true;
  for (SlicePart *C : Children) {
    if (C->PerElement &&
        (C->Kind == SliceKind::Assign || C->Kind == SliceKind::Step))
      return fail(Tokens[C->Begin].getLocation(), diag::Id::SliceChanged,
                  {text(*C)});
    P.PerElement |= C->PerElement;
    Constant &=
        C->Kind == SliceKind::Constant || C->Kind == SliceKind::Verbatim;
    if (C->Rank == 0)
      continue;
    if (Ranked && Ranked->Rank != C->Rank)
      return fail(Tokens[C->Begin].getLocation(), diag::Id::SliceRank,
                  {text(*Ranked), std::to_string(Ranked->Rank), text(*C),
                   std::to_string(C->Rank)});
    Ranked = C;
  }
  P.Rank = Ranked ? Ranked->Rank : 0;
  if (Kind == SliceKind::Operation && !P.PerElement)
    P.Kind = Constant ? SliceKind::Constant : SliceKind::Scalar;
  return &P;
}

SlicePart *SliceParser::value(unsigned Begin, ArrayRef<SlicePart *> Children) {
  SlicePart *P = combine(SliceKind::Operation, Begin, Children);
  if (P && !P->PerElement)
    P->Kind = SliceKind::Scalar;
  return P;
}

SlicePart *SliceParser::binary(unsigned Least) {
  SlicePart *Left = unary();
  while (Left && At < Limit) {
    tok::TokenKind Kind = token().getKind();
    unsigned Level = getBinOpPrecedence(Kind, true, true);
    if (Level == prec::Unknown || Level < Least)
      return Left;
    unsigned Begin = Left->Begin, Operator = At++;
    SmallVector<SlicePart *, 3> Children = {Left};
    if (Level == prec::Conditional) {
      if (!is(tok::colon)) {
        SlicePart *Then = binary(prec::Comma);
        if (!Then)
          return nullptr;
        Children.push_back(Then);
      }
      if (!is(tok::colon))
        return unexpected("':'");
      ++At;
    }
    bool RightToLeft = Level == prec::Conditional || Level == prec::Assignment;
    SlicePart *Right = binary(RightToLeft ? Level : Level + 1);
    if (!Right)
      return nullptr;
    Children.push_back(Right);
    Left = Level == prec::Assignment
               ? assignment(Left, Operator, Right)
               : combine(SliceKind::Operation, Begin, Children);
  }
  return Left;
}

SlicePart *SliceParser::assignment(SlicePart *Left, unsigned Operator,
                                   SlicePart *Right) {
  if (!Left->PerElement && !Right->PerElement)
    return &Parts.make(SliceKind::Scalar, Left->Begin, At);
  if (Left->Rank == 0)
    return fail(Tokens[Left->Begin].getLocation(), diag::Id::SliceTarget,
                {text(*Left)});
  // a = b = c is two statements, of which the second reads b.
  bool Chain = Right->Kind == SliceKind::Assign && Right->PerElement;
  if (Right->Rank && Right->Rank != Left->Rank) {
    SlicePart *R = Chain ? Right->Children[0] : Right;
    return fail(Tokens[R->Begin].getLocation(), diag::Id::SliceRank,
                {text(*Left), std::to_string(Left->Rank), text(*R),
                 std::to_string(R->Rank)});
  }
  if (!Chain && Right->Kind == SliceKind::Step && Right->PerElement)
    return fail(Tokens[Right->Begin].getLocation(), diag::Id::SliceChanged,
                {text(*Right)});
  SlicePart &P = Parts.make(SliceKind::Assign, Left->Begin, At);
  P.Children = {Left, Right};
  P.Operator = Operator;
  P.Rank = Left->Rank;
  P.PerElement = true;
  return &P;
}

SlicePart *SliceParser::postfix(SlicePart *Base) {
  while (Base && At < Limit) {
    switch (token().getKind()) {
    case tok::l_square:
      Base = subscript(Base);
      continue;
    case tok::l_paren:
      Base = call(Base);
      continue;
    case tok::period:
    case tok::arrow: {
      bool Loads = Base->PerElement && is(tok::arrow);
      ++At;
      if (is(tok::kw_template) || is(tok::tilde))
        ++At;
      if (!is(tok::identifier))
        return unexpected("the name of a member");
      ++At;
      if (is(tok::less) && cpp() &&
          Meaning(Tokens[At - 1]) == NameMeaning::Template)
        At = behindAngles(At);
      Base = combine(SliceKind::Operation, Base->Begin, {Base});
      if (Base)
        Base->Loads = Loads;
      continue;
    }
    case tok::plusplus:
    case tok::minusminus:
      ++At;
      Base = combine(Base->PerElement ? SliceKind::Step : SliceKind::Operation,
                     Base->Begin, {Base});
      continue;
    default:
      return Base;
    }
  }
  return Base;
}

SlicePart *SliceParser::subscript(SlicePart *Base) {
  unsigned Open = At, Begin = Base->Begin;
  size_t Behind = behindGroup(Tokens, Open), Close = Behind - 1;
  if (Behind > Limit || Tokens[Close].isNot(tok::r_square))
    return unexpected("']'");
  SmallVector<size_t, 2> Colons = sectionColons(Tokens, Open, Close);
  ++At;
  if (Colons.empty()) {
    SlicePart *I = inside(Close);
    if (!I)
      return nullptr;
    At = Behind;
    SlicePart *P = Base;
    if (!Base->PerElement && !I->PerElement) {
      P = combine(SliceKind::Operation, Begin, {Base, I});
      P->Kind = SliceKind::Scalar;
      P->Operator = Open;
      return P;
    }
    P = &Parts.make(SliceKind::Subscript, Begin, At);
    P->Children = {Base, I};
    P->Operator = Open;
    P->Rank = Base->Rank + I->Rank;
    P->PerElement = true;
    return P;
  }
  for (size_t I = Open + 1; I < Close;)
    if (Tokens[I].is(tok::comma))
      return fail(Tokens[I].getLocation(), diag::Id::SliceSyntax,
                  {"']', as in a[0:n][0:m],", ","});
    else
      I = Tokens[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)
              ? behindGroup(Tokens, I)
              : I + 1;
  if (Colons.size() > 2)
    return fail(Tokens[Colons[2]].getLocation(), diag::Id::SliceSyntax,
                {"']'", ":"});
  SlicePart *Given[3] = {};
  for (unsigned I = 0; I <= Colons.size(); ++I) {
    size_t End = I < Colons.size() ? Colons[I] : Close;
    if (At < End) {
      if (!(Given[I] = inside(End)))
        return nullptr;
      if (Given[I]->PerElement)
        return fail(Tokens[Given[I]->Begin].getLocation(), diag::Id::SliceBound,
                    {text(*Given[I])});
    }
    At = End + 1;
  }
  At = Behind;
  SlicePart &P = Parts.make(SliceKind::Section, Begin, At);
  P.Children.push_back(Base);
  P.Start = Given[0];
  P.Length = Given[1];
  P.Stride = Given[2];
  P.Operator = Open;
  P.Rank = Base->Rank + 1;
  P.PerElement = true;
  return &P;
}

bool SliceParser::list(SmallVectorImpl<SlicePart *> &Out) {
  size_t Open = At, Behind = behindGroup(Tokens, Open);
  if (Behind > Limit) {
    unexpected("')'");
    return false;
  }
  size_t Outer = Limit;
  Limit = Behind - 1;
  ++At;
  while (At < Limit) {
    SlicePart *P = binary(prec::Assignment);
    if (!P)
      return false;
    Out.push_back(P);
    if (At < Limit && !is(tok::comma)) {
      unexpected("','");
      return false;
    }
    if (At < Limit)
      ++At;
  }
  Limit = Outer;
  At = Behind;
  return true;
}

SlicePart *SliceParser::call(SlicePart *Callee) {
  unsigned Begin = Callee->Begin;
  size_t Behind = behindGroup(Tokens, At);
  if (!Callee->PerElement && Behind <= Limit &&
      !findSections(Tokens, At, Behind, false)) {
    At = Behind;
    return &Parts.make(SliceKind::Scalar, Begin, At);
  }
  // A name is called as written, and so are members in C++, where a copy of the
  // object would be another object.
  if (!Callee->PerElement && (cpp() || Callee->End == Callee->Begin + 1))
    Callee->Kind = SliceKind::Verbatim;
  SmallVector<SlicePart *, 4> Children = {Callee};
  return list(Children) ? value(Begin, Children) : nullptr;
}

SlicePart *SliceParser::reduction(unsigned Begin) {
  std::string Name = PP.getSpelling(Tokens[Begin]);
  SlicePart &P = Parts.make(SliceKind::Reduction, Begin);
  SmallVector<SlicePart *, 4> Arguments;
  if (!list(Arguments))
    return nullptr;
  unsigned Wanted = reductionArguments(Name);
  if (Arguments.size() != Wanted)
    return fail(Tokens[Begin].getLocation(), diag::Id::SliceArguments,
                {Name, Wanted == 1 ? "one slice" : "two slices"});
  // Checks the ranks.
  SlicePart *Both = combine(SliceKind::Operation, Begin, Arguments);
  if (!Both)
    return nullptr;
  if (Both->Rank == 0)
    return fail(Tokens[Begin].getLocation(), diag::Id::SliceArguments,
                {Name, Wanted == 1 ? "a slice, and this is one value"
                                   : "slices, and these are single values"});
  P.Children.append(Arguments.begin(), Arguments.end());
  P.End = At;
  return &P;
}

SlicePart *SliceParser::index(unsigned Begin) {
  unsigned Value = 0;
  bool Invalid = false;
  if (At + 2 < Limit && Tokens[At + 1].is(tok::numeric_constant) &&
      Tokens[At + 2].is(tok::r_paren) &&
      !StringRef(PP.getSpelling(Tokens[At + 1], &Invalid))
           .getAsInteger(10, Value)) {
    At += 3;
    SlicePart &P = Parts.make(SliceKind::Index, Begin, At);
    P.Dimension = Value;
    P.PerElement = true;
    return &P;
  }
  return fail(Tokens[Begin].getLocation(), diag::Id::SliceIndex, {});
}

} // namespace twofold
