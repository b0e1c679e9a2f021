// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/ClauseLexer.h"
#include "slice/text/SliceTokens.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Frontend/OpenMP/OMP.h"

using namespace clang;

namespace twofold {

void ClauseLexer::punctuator(tok::TokenKind Kind, SourceLocation Loc) {
  Token T;
  T.startToken();
  T.setKind(Kind);
  T.setLocation(Loc);
  Out.push_back(T);
}

void ClauseLexer::name(StringRef Text, SourceLocation Loc) {
  Token T;
  T.startToken();
  IdentifierInfo *Id = PP.getIdentifierInfo(Text);
  T.setIdentifierInfo(Id);
  T.setKind(Id->getTokenID());
  T.setLocation(Loc);
  Out.push_back(T);
}

std::string ClauseLexer::spelling(const Token &T) const {
  return PP.getSpelling(T);
}

bool ClauseLexer::fail(SourceLocation Loc, diag::Id Which,
                       ArrayRef<std::string> Arguments) {
  Diags.report(Loc, Which, Arguments);
  return false;
}

void ClauseLexer::string(StringRef Text, SourceLocation Loc) {
  Token T;
  T.startToken();
  T.setKind(tok::string_literal);
  PP.CreateString(("\"" + Text + "\"").str(), T, Loc, Loc);
  Out.push_back(T);
}

bool ClauseLexer::directive() {
  const size_t Start = At;
  std::string First = done() ? "" : spelling(Line[At++]);
  const bool Apart =
      First == "parallel" && !done() && spelling(Line[At]) == "for";
  if (Apart || First == "parallel_for") {
    At += Apart;
    Directive = "parallel for";
    return true;
  }
  At = Start;
  return unknownDirective();
}

/// What stands here up to a blank or a parenthesis.
std::string ClauseLexer::word() {
  std::string Out;
  for (const size_t Start = At; !done() && Line[At].isNot(tok::l_paren) &&
                                (At == Start || !Line[At].hasLeadingSpace());)
    Out += spelling(Line[At++]);
  return Out;
}

/// Suggests what is a few slips of the keyboard away, or what another
/// language's directive says.
bool ClauseLexer::unknownDirective() {
  const auto Near = [](StringRef Given, StringRef Right) {
    return StringRef(Given.lower()).edit_distance(Right, true, 3) < 3;
  };
  const SourceLocation Loc = here();
  std::string Given = word();
  SourceLocation End = At ? Line[At - 1].getLocation() : Loc;
  const size_t Behind = At;
  const std::string Second = word();
  if (const std::string Both = Second.empty() ? Given : Given + " " + Second;
      Near(Both, "parallel for") ||
      (!Second.empty() && !findClause(Second) && Near(Given, "parallel"))) {
    Given = Both;
    End = Line[At - 1].getLocation();
  } else {
    At = Behind;
  }
  std::string Meant = Near(Given, "slice") ? "slice" : "";
  for (StringRef Right : {"parallel", "parallel for", "parallel_for"})
    if (Near(Given, Right))
      Meant = "parallel for";
  if (llvm::is_contained({"for", "loop", "parallel loop", "kernels", "simd",
                          "target", "offload"},
                         Given))
    Meant = "parallel for";
  if (findClause(Given) && Meant.empty())
    Meant = "parallel for " + Given;
  DiagnosticBuilder B = Diags.report(Loc, diag::Id::UnknownPragma);
  B << (Given.empty() ? "twofold" : "twofold " + Given)
    << (Meant.empty()
            ? std::string("write '#pragma twofold parallel for' before "
                          "a for loop, or '#pragma twofold slice' "
                          "before a statement of slices")
            : "did you mean '#pragma twofold " + Meant + "'?");
  if (!Meant.empty())
    B << FixItHint::CreateReplacement(CharSourceRange::getTokenRange(Loc, End),
                                      Meant);
  return false;
}

bool ClauseLexer::clauses() {
  while (!done()) {
    if (Line[At].is(tok::comma)) {
      ++At;
      continue;
    }
    if (!clause())
      return false;
  }
  return true;
}

/// Clauses of OpenMP and OpenACC that say what is copied to a device.
static bool movesData(StringRef Name) {
  return llvm::is_contained({"map", "copy", "copyin", "copyout", "create",
                             "present", "deviceptr", "is_device_ptr",
                             "use_device_ptr", "use_device_addr",
                             "has_device_addr", "to", "from", "tofrom"},
                            Name);
}

/// Suggests what is a slip of the keyboard away, and no clause of OpenMP's.
bool ClauseLexer::unknownClause(StringRef Name, SourceLocation Loc) {
  const ClauseSpelling *Nearest = nullptr;
  unsigned Best = std::min<unsigned>(1 + Name.size() / 5, 3) + 1;
  if (llvm::omp::getOpenMPClauseKind(Name) == llvm::omp::OMPC_unknown)
    for (const ClauseSpelling &C : clauseSpellings()) {
      unsigned Distance = Name.edit_distance(C.Name, true, Best);
      if (Distance < Best) {
        Best = Distance;
        Nearest = &C;
      }
    }
  const bool Device = Name == "gpu" || Name == "cpu" || Name == "native";
  const bool Threads = Name == "threads" || Name == "nthreads";
  const std::string Meant = Nearest   ? Nearest->Name.str()
                            : Device  ? ("device(" + Name + ")").str()
                            : Threads ? "num_threads"
                                      : "";
  std::string Hint = "; drop it";
  if (!Meant.empty())
    Hint = "; did you mean '" + Meant + "'?";
  else if (movesData(Name))
    Hint = ", which needs none for data: it moves where it is used; drop it";
  DiagnosticBuilder B = Diags.report(Loc, diag::Id::UnknownClause);
  B << Name << Directive << Hint;
  if (!Meant.empty())
    B << FixItHint::CreateReplacement(CharSourceRange::getTokenRange(Loc, Loc),
                                      Meant);
  return false;
}

/// What stands between the parenthesis here and the one that closes it.
bool ClauseLexer::group(StringRef Clause, SourceLocation Loc, Part &Inside) {
  size_t Start = ++At;
  for (unsigned Depth = 1; Depth && !done(); ++At)
    if (Line[At].is(tok::l_paren))
      ++Depth;
    else if (Line[At].is(tok::r_paren) && !--Depth)
      break;
  if (done())
    return fail(Loc, diag::Id::ClauseUnclosed, Clause.str());
  Inside = Part(Line).slice(Start, At - Start);
  ++At;
  return true;
}

/// What changes no result and nothing of how the loop runs.
bool ClauseLexer::hint(const ClauseSpelling &Clause, SourceLocation Loc) {
  Part Inside;
  if (done() || Line[At].isNot(tok::l_paren))
    return true;
  return group(Clause.Name, Loc, Inside);
}

bool ClauseLexer::clause() {
  Token NameToken = Line[At++];
  SourceLocation Loc = NameToken.getLocation();
  std::string Name = spelling(NameToken);
  const ClauseSpelling *Clause = findClause(Name);
  if (!Clause)
    return unknownClause(Name, Loc);
  if (Clause->Shape == ClauseShape::Hint)
    return hint(*Clause, Loc);
  bool Opens = !done() && Line[At].is(tok::l_paren);
  if (Clause->Shape == ClauseShape::Flag ||
      (Clause->Shape == ClauseShape::Named && !Opens)) {
    if (Opens)
      return fail(here(), diag::Id::ClauseArguments, {Name, Clause->Arguments});
    if (!Seen.insert(Name).second && !Clause->Repeatable)
      return fail(Loc, diag::Id::DoubledClause, Name);
    punctuator(tok::comma, Loc);
    name("twofold_" + Name, Loc);
    return true;
  }
  Part Inside;
  if (!Opens)
    return fail(here(), diag::Id::ClauseNeedsParen, Name);
  if (!group(Name, Loc, Inside))
    return false;
  // A condition on vectors alone.
  if (Name == "if" && dropModifiers(Inside, {"simd"}))
    return true;
  if (!Seen.insert(Name).second && !Clause->Repeatable)
    return fail(Loc, diag::Id::DoubledClause, Name);
  // Values that iterations assign on some paths only are found.
  if (Name == "lastprivate" && dropModifiers(Inside, {"conditional"}))
    return true;
  if (Inside.empty())
    return fail(Loc, diag::Id::ClauseEmpty, {Name, Clause->Arguments});

  punctuator(tok::comma, Loc);
  name("twofold_" + Name, Loc);
  punctuator(tok::l_paren, Loc);
  if (!arguments(*Clause, Inside, Loc))
    return false;
  punctuator(tok::r_paren, Loc);
  if (Clause->Shape == ClauseShape::Reduction)
    sections(Inside);
  return true;
}

/// Drops the words before a colon, if they are such.
bool ClauseLexer::dropModifiers(Part &Inside,
                                ArrayRef<StringRef> Modifiers) const {
  size_t Colon = 0;
  while (Colon < Inside.size() && Inside[Colon].isNot(tok::colon)) {
    if (Inside[Colon].isNot(tok::comma) &&
        !llvm::is_contained(Modifiers, spelling(Inside[Colon])))
      return false;
    ++Colon;
  }
  if (Colon == 0 || Colon == Inside.size())
    return false;
  Inside = Inside.drop_front(Colon + 1);
  return true;
}

bool ClauseLexer::arguments(const ClauseSpelling &Clause, Part Inside,
                            SourceLocation Loc) {
  switch (Clause.Shape) {
  case ClauseShape::Expression:
    dropModifiers(Inside, {"parallel", "strict"});
    if (Inside.empty())
      return fail(Loc, diag::Id::ClauseEmpty,
                  {Clause.Name.str(), Clause.Arguments});
    [[fallthrough]];
  case ClauseShape::Variables:
  case ClauseShape::Named:
  case ClauseShape::Extent:
    // OpenMP's sections; none of these takes one.
    if (const Token *Section = sectionIn(Inside))
      return Clause.Shape == ClauseShape::Extent
                 ? fail(Section->getLocation(), diag::Id::ClauseArguments,
                        {Clause.Name.str(), Clause.Arguments})
                 : fail(Section->getLocation(), diag::Id::NotAVariable,
                        Clause.Name.str());
    expressions(Inside, /*AfterWord=*/false);
    return true;
  case ClauseShape::Reduction: {
    if (Inside.size() > 1 && Inside[1].is(tok::comma) &&
        (Inside[0].is(tok::kw_default) || spelling(Inside[0]) == "task"))
      Inside = Inside.drop_front(2);
    size_t Colon = 0;
    std::string Op;
    while (Colon < Inside.size() && Inside[Colon].isNot(tok::colon))
      Op += spelling(Inside[Colon++]);
    // Some write the variables first.
    const auto Operates = [](const Token &T) {
      return T.isOneOf(tok::plus, tok::minus, tok::pipe, tok::caret,
                       tok::ampamp, tok::pipepipe);
    };
    if (Colon == 0 || Colon + 1 >= Inside.size() ||
        (Operates(Inside[Colon + 1]) && !Operates(Inside[0])))
      return fail(Inside[0].getLocation(), diag::Id::ClauseArguments,
                  {Clause.Name.str(), "'operation : variables'"});
    string(Op, Inside[0].getLocation());
    expressions(Inside.drop_front(Colon + 1), true, /*Sections=*/true);
    return true;
  }
  case ClauseShape::Schedule:
    dropModifiers(Inside, {"monotonic", "nonmonotonic", "simd"});
    if (Inside.empty())
      return fail(Loc, diag::Id::ClauseArguments,
                  {Clause.Name.str(), Clause.Arguments});
    string(spelling(Inside[0]), Inside[0].getLocation());
    if (Inside.size() == 1)
      return true;
    if (Inside[1].isNot(tok::comma) || Inside.size() == 2)
      return fail(Inside[1].getLocation(), diag::Id::ClauseArguments,
                  {Clause.Name.str(), Clause.Arguments});
    expressions(Inside.drop_front(2), true);
    return true;
  case ClauseShape::Word:
    if (Inside.size() != 1)
      return fail(Loc, diag::Id::ClauseArguments,
                  {Clause.Name.str(), Clause.Arguments});
    string(spelling(Inside[0]), Inside[0].getLocation());
    return true;
  case ClauseShape::Hint:
  case ClauseShape::Flag:
    return true;
  }
  llvm_unreachable("covered switch");
}

/// Of each h[first:count] in List, whose array a pointer may be, how far it
/// reaches: , twofold_section((h), (first) + (count))
void ClauseLexer::sections(Part List) {
  auto Emit = [&](Part Item) {
    size_t Open = 0, Colon = 0;
    unsigned Depth = 0;
    for (size_t I = 0; I + 1 < Item.size(); ++I) {
      if (Item[I].is(tok::l_square) && Depth++ == 0) {
        if (Open)
          return; // of several dimensions
        Open = I;
      }
      Depth -= Item[I].is(tok::r_square);
      if (Item[I].is(tok::colon) && Depth == 1) {
        if (Colon)
          return;
        Colon = I;
      }
    }
    if (!Open || !Colon || Colon + 2 >= Item.size() ||
        Item.back().isNot(tok::r_square))
      return;
    SourceLocation Loc = Item.front().getLocation();
    auto Parenthesised = [&](Part Of) {
      punctuator(tok::l_paren, Loc);
      Out.append(Of.begin(), Of.end());
      punctuator(tok::r_paren, Loc);
    };
    punctuator(tok::comma, Loc);
    name("twofold_section", Loc);
    punctuator(tok::l_paren, Loc);
    Parenthesised(Item.take_front(Open));
    punctuator(tok::comma, Loc);
    if (Colon > Open + 1) {
      Parenthesised(Item.slice(Open + 1, Colon - Open - 1));
      punctuator(tok::plus, Loc);
    }
    Parenthesised(Item.slice(Colon + 1, Item.size() - Colon - 2));
    punctuator(tok::r_paren, Loc);
  };
  unsigned Depth = 0;
  for (size_t I = 0, First = 0; I <= List.size(); ++I) {
    if (I == List.size() || (Depth == 0 && List[I].is(tok::comma))) {
      Emit(List.slice(First, I - First));
      First = I + 1;
      continue;
    }
    if (Depth == 0 && List[I].is(tok::colon))
      First = I + 1; // what follows the operation
    Depth += List[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    Depth -= List[I].isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
  }
}

/// (a), (b), (c). Of Sections, such as h[0:n], the arrays.
void ClauseLexer::expressions(Part List, bool AfterWord, bool Sections) {
  unsigned Depth = 0, Square = 0;
  SourceLocation First = List.front().getLocation();
  if (AfterWord)
    punctuator(tok::comma, First);
  punctuator(tok::l_paren, First);
  for (const Token &T : List) {
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      ++Depth;
    Square += T.is(tok::l_square);
    bool Left = Sections && Square > 0;
    Square -= T.is(tok::r_square) && Square > 0;
    if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      --Depth;
    if (T.is(tok::comma) && Depth == 0) {
      punctuator(tok::r_paren, T.getLocation());
      Out.push_back(T);
      punctuator(tok::l_paren, T.getLocation());
    } else if (!Left) {
      Out.push_back(T);
    }
  }
  punctuator(tok::r_paren, List.back().getLocation());
}

} // namespace twofold
