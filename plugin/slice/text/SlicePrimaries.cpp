// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SlicePrimaries.cpp - names, literals, casts and prefixes -----------===//

#include "slice/text/SliceParser.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {

bool SliceCursor::cpp() const { return PP.getLangOpts().CPlusPlus; }

void SliceCursor::skipTo(tok::TokenKind Kind) {
  while (At < Limit && !is(Kind))
    At = is(tok::l_paren) ? behindGroup(Tokens, At) : At + 1;
}

/// What only a type can begin with.
static bool beginsType(const Token &T, const LangOptions &Lang) {
  return T.isSimpleTypeSpecifier(Lang) ||
         T.isOneOf(tok::kw_const, tok::kw_volatile, tok::kw_restrict,
                   tok::kw_struct, tok::kw_union, tok::kw_enum, tok::kw_class,
                   tok::kw_typename, tok::kw__Complex, tok::kw__Atomic,
                   tok::kw_typeof, tok::kw_typeof_unqual, tok::kw_decltype,
                   tok::kw_auto, tok::kw__BitInt);
}

static bool isTypeOperator(const Token &T) {
  return T.isOneOf(tok::kw_typeof, tok::kw_typeof_unqual, tok::kw_decltype);
}

/// Single values whose types alone are asked for stay as written.
static void leaveUnevaluated(SlicePart &P) {
  if (!P.PerElement)
    P.Kind = SliceKind::Verbatim;
  else
    for (SlicePart *C : P.Children)
      leaveUnevaluated(*C);
}

size_t SliceCursor::behindAngles(size_t From) const {
  unsigned Depth = 0;
  for (size_t I = From; I < Limit;) {
    const Token &T = Tokens[I];
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      I = behindGroup(Tokens, I);
      continue;
    }
    if (T.isOneOf(tok::semi, tok::r_paren, tok::r_square, tok::ampamp,
                  tok::pipepipe))
      return From;
    if (T.is(tok::less))
      ++Depth;
    else if (T.is(tok::greater))
      --Depth;
    else if (T.is(tok::greatergreater))
      Depth -= std::min(Depth, 2u);
    ++I;
    if (Depth == 0)
      return I;
  }
  return From;
}

bool SliceCursor::isCast() const {
  size_t Close = behindGroup(Tokens, At) - 1, I = At + 1;
  if (Close >= Limit || I >= Close)
    return false;
  // Compound literals may say how long they live.
  if (beginsType(Tokens[I], PP.getLangOpts()) ||
      Tokens[I].isOneOf(tok::kw_static, tok::kw_constexpr, tok::kw_register,
                        tok::kw_thread_local, tok::kw__Thread_local))
    return true;
  if (Tokens[I].is(tok::coloncolon))
    ++I;
  size_t Last = I;
  while (I < Close && Tokens[I].is(tok::identifier)) {
    Last = I++;
    if (I < Close && Tokens[I].is(tok::less) && cpp())
      I = behindAngles(I);
    if (I < Close && Tokens[I].is(tok::coloncolon))
      ++I;
  }
  if (I == At + 1)
    return false;
  bool Declarator = I < Close;
  for (; I < Close; ++I)
    if (I + 2 < Close && Tokens[I].is(tok::l_paren) &&
        Tokens[I + 1].is(tok::star) && Tokens[I + 2].is(tok::r_paren))
      return true; // T (*)[n]
    else if (!Tokens[I].isOneOf(tok::star, tok::amp, tok::kw_const,
                                tok::kw_volatile, tok::kw_restrict))
      return false;
  if (Declarator)
    return true;
  if (Close + 1 >= Limit)
    return false;
  const Token &Next = Tokens[Close + 1];
  if (Next.isLiteral() || Next.isAnyIdentifier() ||
      Next.isOneOf(tok::tilde, tok::exclaim, tok::kw_sizeof, tok::kw_this,
                   tok::l_brace))
    return true;
  return Next.isOneOf(tok::l_paren, tok::star, tok::amp, tok::plus, tok::minus,
                      tok::plusplus, tok::minusminus) &&
         Meaning(Tokens[Last]) == NameMeaning::Type;
}

SlicePart *SliceParser::cast() {
  unsigned Begin = At;
  size_t Behind = behindGroup(Tokens, At);
  SmallVector<SlicePart *, 2> Children;
  // typeof(a[0:n]), as in the macros of tgmath.h
  for (size_t I = At + 1; I + 1 < Behind; ++I)
    if (isTypeOperator(Tokens[I]) && Tokens[I + 1].is(tok::l_paren)) {
      size_t End = behindGroup(Tokens, I + 1);
      if (findSections(Tokens, I + 1, End, false)) {
        At = I + 2;
        SlicePart *Operand = inside(End - 1);
        if (!Operand)
          return nullptr;
        leaveUnevaluated(*Operand);
        Children.push_back(Operand);
      }
      I = End - 1;
    }
  SlicePart *Type = Children.empty()
                        ? &Parts.make(SliceKind::Verbatim, Begin, Behind)
                        : Children.front();
  At = Behind;
  if (is(tok::l_brace)) // a compound literal
    return postfix(opaque(Begin));
  SlicePart *Operand = unary();
  if (!Operand)
    return nullptr;
  bool Keyword = beginsType(Tokens[Begin + 1], PP.getLangOpts());
  SlicePart *P = combine(SliceKind::Operation, Begin, {Type, Operand});
  // A type of the user's may be anything.
  if (P && P->Kind == SliceKind::Constant && !Keyword)
    P->Kind = SliceKind::Scalar;
  return P;
}

SlicePart *SliceParser::unary() {
  if (At >= Limit)
    return unexpected("an operand");
  unsigned Begin = At;
  switch (token().getKind()) {
  case tok::plus:
  case tok::minus:
  case tok::tilde:
  case tok::exclaim:
  case tok::star:
  case tok::amp:
  case tok::kw___extension__:
  case tok::kw___real:
  case tok::kw___imag: {
    bool Star = is(tok::star);
    ++At;
    SlicePart *P = unary();
    bool Constant = P && P->Kind == SliceKind::Constant;
    P = P ? combine(SliceKind::Operation, Begin, {P}) : nullptr;
    // An address, or what stands there, is a value like others.
    if (P && !P->PerElement && !Constant)
      P->Kind = SliceKind::Scalar;
    if (P)
      P->Loads = Star && P->PerElement;
    return P;
  }
  case tok::plusplus:
  case tok::minusminus: {
    ++At;
    SlicePart *P = unary();
    return P ? combine(P->PerElement ? SliceKind::Step : SliceKind::Scalar,
                       Begin, {P})
             : nullptr;
  }
  case tok::kw_sizeof:
  case tok::kw_alignof:
  case tok::kw__Alignof:
  case tok::kw___alignof: {
    ++At;
    if (is(tok::l_paren) && isCast()) {
      At = behindGroup(Tokens, At);
      return &Parts.make(SliceKind::Scalar, Begin, At);
    }
    SlicePart *P = unary();
    P = P ? value(Begin, {P}) : nullptr;
    if (P && P->PerElement)
      leaveUnevaluated(*P);
    return P;
  }
  case tok::l_paren:
    if (isCast())
      return cast();
    [[fallthrough]];
  default:
    return postfix(primary());
  }
}

SlicePart *SliceParser::opaque(unsigned Begin) {
  size_t Open = At, Behind = behindGroup(Tokens, Open), Where;
  if (Behind > Limit)
    return unexpected("a closing bracket");
  if (findSections(Tokens, Open, Behind, false, &Where))
    return fail(Tokens[Where].getLocation(), diag::Id::SliceContext,
                {"this part of an expression"});
  At = Behind;
  return &Parts.make(SliceKind::Scalar, Begin, At);
}

SlicePart *SliceParser::generic() {
  unsigned Begin = At++;
  size_t Behind = behindGroup(Tokens, At);
  if (Behind > Limit)
    return unexpected("')'");
  size_t Outer = Limit;
  Limit = Behind - 1;
  ++At;
  SmallVector<SlicePart *, 4> Children;
  for (bool First = true; At < Limit; First = false) {
    bool Type = !First || beginsType(token(), PP.getLangOpts()) ||
                (is(tok::identifier) && Meaning(token()) == NameMeaning::Type);
    if (First && Type) { // stands where an expression may
      unsigned From = At;
      skipTo(tok::comma);
      Children.push_back(&Parts.make(SliceKind::Verbatim, From, At));
      ++At;
      continue;
    }
    if (!First) { // the type
      skipTo(tok::colon);
      ++At;
    }
    SlicePart *P = binary(prec::Assignment);
    if (!P)
      return nullptr;
    if (First)
      leaveUnevaluated(*P);
    Children.push_back(P);
    if (At < Limit && !is(tok::comma))
      return unexpected("','");
    if (At < Limit)
      ++At;
  }
  Limit = Outer;
  At = Behind;
  return value(Begin, Children);
}

SlicePart *SliceParser::name() {
  unsigned Begin = At;
  unsigned Last = At;
  bool Angles = false;
  for (;;) {
    if (is(tok::coloncolon))
      ++At;
    if (!is(tok::identifier))
      return unexpected("a name");
    Last = At++;
    if (is(tok::less) && cpp()) {
      size_t Behind = behindAngles(At);
      NameMeaning M = Meaning(Tokens[Last]);
      bool Called =
          Behind != At && Behind < Limit &&
          Tokens[Behind].isOneOf(tok::l_paren, tok::coloncolon, tok::l_brace);
      if (Behind != At && (M == NameMeaning::Template ||
                           (Called && M == NameMeaning::Unknown))) {
        At = Behind;
        Angles = true;
      }
    }
    if (!is(tok::coloncolon))
      break;
  }
  StringRef Name = Tokens[Last].getIdentifierInfo()->getName();
  if (Begin == Last && is(tok::l_paren)) {
    if (reductionArguments(Name))
      return reduction(Begin);
    if (Name == "twofold_index")
      return index(Begin);
  }
  SlicePart &P = Parts.make(SliceKind::Scalar, Begin, At);
  switch (Begin == Last && !Angles ? Meaning(Tokens[Last])
                                   : NameMeaning::Unknown) {
  case NameMeaning::Type:
    if (is(tok::l_brace))
      return opaque(Begin);
    [[fallthrough]];
  case NameMeaning::Function:
  case NameMeaning::Template:
    P.Kind = SliceKind::Verbatim;
    break;
  case NameMeaning::Constant:
    P.Kind = SliceKind::Constant;
    break;
  case NameMeaning::Unknown:
    if (is(tok::l_paren))
      P.Kind = SliceKind::Verbatim;
    break;
  case NameMeaning::Variable:
  case NameMeaning::Array:
  case NameMeaning::Rows:
    break;
  }
  return &P;
}

SlicePart *SliceParser::primary() {
  if (At >= Limit)
    return unexpected("an operand");
  unsigned Begin = At;
  const Token &T = token();
  if (T.isLiteral()) {
    while (At < Limit && token().isLiteral())
      ++At; // strings that stand side by side
    return &Parts.make(SliceKind::Constant, Begin, At);
  }
  switch (T.getKind()) {
  case tok::identifier:
  case tok::coloncolon:
    return name();
  case tok::l_paren: {
    size_t Behind = behindGroup(Tokens, At);
    if (Behind > Limit)
      return unexpected("')'");
    if (At + 1 < Limit && Tokens[At + 1].is(tok::l_brace))
      return opaque(Begin);
    ++At;
    SlicePart *P = inside(Behind - 1);
    At = Behind;
    return P ? combine(SliceKind::Operation, Begin, {P}) : nullptr;
  }
  case tok::kw_true:
  case tok::kw_false:
  case tok::kw_nullptr:
    ++At;
    return &Parts.make(SliceKind::Constant, Begin, At);
  case tok::kw_this:
    ++At;
    return &Parts.make(SliceKind::Scalar, Begin, At);
  case tok::kw__Generic:
    return generic();
  case tok::kw___builtin_choose_expr: {
    ++At;
    SlicePart *P = call(&Parts.make(SliceKind::Verbatim, Begin, At));
    // The condition stays a constant.
    if (P && P->Children.size() > 1)
      leaveUnevaluated(*P->Children[1]);
    return P;
  }
  case tok::kw_static_cast:
  case tok::kw_const_cast:
  case tok::kw_reinterpret_cast: {
    ++At;
    size_t Behind = is(tok::less) ? behindAngles(At) : At;
    if (Behind == At)
      return unexpected("'<'");
    SlicePart &Type = Parts.make(SliceKind::Verbatim, Begin, Behind);
    At = Behind;
    if (!is(tok::l_paren))
      return unexpected("'('");
    return call(&Type);
  }
  case tok::l_square: // a lambda
    At = behindGroup(Tokens, At);
    skipTo(tok::l_brace);
    return is(tok::l_brace) ? opaque(Begin) : unexpected("'{'");
  default:
    break;
  }
  if (beginsType(T, PP.getLangOpts())) {
    while (At < Limit && beginsType(token(), PP.getLangOpts()))
      ++At;
    if (is(tok::l_brace))
      return opaque(Begin);
    if (!is(tok::l_paren))
      return unexpected("'('");
    return &Parts.make(SliceKind::Verbatim, Begin, At);
  }
  // Builtins that take types and the like.
  if (T.getIdentifierInfo() && At + 1 < Limit &&
      Tokens[At + 1].is(tok::l_paren)) {
    ++At;
    return opaque(Begin);
  }
  return unexpected("an operand");
}

} // namespace twofold
