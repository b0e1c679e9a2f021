// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "slice/text/SliceTokens.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {
namespace {

bool opens(const Token &T) {
  return T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
}
bool closes(const Token &T) {
  return T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
}

/// Follows the grammar of statements as far as their ends need it.
class StatementReader {
  Preprocessor &PP;
  TokenList Out;
  std::optional<Token> Ahead;
  bool Ended = false;

public:
  explicit StatementReader(Preprocessor &PP) : PP(PP) {}

  GovernedTokens read() {
    statement();
    GovernedTokens Result;
    Result.Statement = std::move(Out);
    Result.Ended = Ended;
    if (Ahead && !Ended)
      Result.Behind.push_back(*Ahead);
    return Result;
  }

private:
  bool atEnd() { return peek().isOneOf(tok::eof, tok::eod); }
  const Token &peek() {
    if (!Ahead) {
      Ahead.emplace();
      Ahead->startToken();
      Ended = onlyDirectivesFollow(PP);
      if (Ended)
        Ahead->setKind(tok::eof);
      else
        PP.Lex(*Ahead);
    }
    return *Ahead;
  }
  void take() {
    if (atEnd())
      return;
    Out.push_back(*Ahead);
    Ahead.reset();
  }
  void group() {
    for (unsigned Depth = 0; !atEnd();) {
      if (opens(peek()))
        ++Depth;
      bool Last = closes(peek()) && --Depth == 0;
      take();
      if (Last)
        return;
    }
  }
  void header() {
    take();
    while (!atEnd() && peek().isOneOf(tok::kw_constexpr, tok::identifier))
      take();
    if (peek().is(tok::l_paren))
      group();
  }
  void simple() {
    while (!atEnd() && !closes(peek())) {
      if (opens(peek())) {
        group();
        continue;
      }
      bool Last = peek().is(tok::semi);
      take();
      if (Last)
        return;
    }
  }
  void statement();
};

void StatementReader::statement() {
  for (;;) {
    if (peek().isAnnotation()) { // a pragma
      take();
    } else if (peek().is(tok::kw___attribute)) {
      take();
      group();
    } else {
      break;
    }
  }
  switch (peek().getKind()) {
  case tok::l_brace:
    return group();
  case tok::kw_if:
    header();
    statement();
    if (peek().is(tok::kw_else)) {
      take();
      statement();
    }
    return;
  case tok::kw_for:
  case tok::kw_while:
  case tok::kw_switch:
    header();
    return statement();
  case tok::kw_do:
    take();
    statement();
    return simple();
  default:
    return simple();
  }
}

} // namespace

bool onlyDirectivesFollow(Preprocessor &PP) {
  auto *Current = static_cast<Lexer *>(PP.getCurrentLexer());
  if (!Current || Current->isPragmaLexer())
    return false; // in a macro, or a pragma of one
  StringRef Buffer = Current->getBuffer();
  Lexer Raw(SourceLocation(), PP.getLangOpts(), Buffer.begin(),
            Current->getBufferLocation(), Buffer.end());
  bool Directive = false;
  unsigned Skipped = 0; ///< conditionals whose other parts have been taken
  for (;;) {
    Token T;
    Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      return true;
    if (T.isAtStartOfLine()) {
      Directive = T.is(tok::hash);
      if (Directive)
        Raw.LexFromRawLexer(T);
      StringRef Name = Directive && T.is(tok::raw_identifier)
                           ? T.getRawIdentifier()
                           : StringRef();
      if (Skipped ? Name.starts_with("if") : Name.starts_with("el"))
        ++Skipped;
      else if (Skipped && Name == "endif")
        --Skipped;
    }
    if (!Directive && !Skipped)
      return false;
  }
}

GovernedTokens readGoverned(Preprocessor &PP) {
  return StatementReader(PP).read();
}

size_t behindGroup(ArrayRef<Token> Tokens, size_t Open) {
  unsigned Depth = 0;
  for (size_t I = Open; I < Tokens.size(); ++I)
    if (opens(Tokens[I]))
      ++Depth;
    else if (closes(Tokens[I]) && --Depth == 0)
      return I + 1;
  return Tokens.size();
}

void hideFromEditors(TokenList &Tokens, SourceRange Range,
                     SourceManager &Sources) {
  unsigned Count = Tokens.size();
  FileID Text = Sources.createFileID(
      llvm::MemoryBuffer::getMemBufferCopy(std::string(Count, ' '), "<slice>"));
  SourceLocation Expansion = Sources.createExpansionLoc(
      Sources.getLocForStartOfFile(Text),
      Sources.getExpansionLoc(Range.getBegin()),
      Sources.getExpansionLoc(Range.getEnd()), Count);
  for (unsigned I = 0; I < Count; ++I) {
    SourceLocation Whole = Expansion.getLocWithOffset(I);
    Tokens[I].setLocation(Sources.createExpansionLoc(
        Sources.getSpellingLoc(Tokens[I].getLocation()), Whole, Whole,
        Tokens[I].getLength()));
  }
}

TokenWriter &TokenWriter::text(const llvm::Twine &C) {
  // The lexer wants its buffer to end with a zero.
  std::string Buffer = C.str();
  const char *Begin = Buffer.c_str();
  Lexer Raw(SourceLocation(), PP.getLangOpts(), Begin, Begin,
            Begin + Buffer.size());
  for (;;) {
    Token T;
    Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      return *this;
    if (T.is(tok::raw_identifier)) {
      IdentifierInfo *Id = PP.getIdentifierInfo(T.getRawIdentifier());
      T.setIdentifierInfo(Id);
      T.setKind(Id->getTokenID());
      T.setLocation(Loc);
    } else if (T.isLiteral()) {
      std::string Spelling(T.getLiteralData(), T.getLength());
      PP.CreateString(Spelling, T, Loc, Loc);
    } else {
      T.setLocation(Loc);
    }
    T.clearFlag(Token::StartOfLine);
    Out.push_back(T);
  }
}

TokenWriter &TokenWriter::string(StringRef Contents) {
  std::string Quoted = "\"";
  for (char C : Contents) {
    if (C == '"' || C == '\\')
      Quoted += '\\';
    Quoted += C == '\n' ? std::string("\\n") : std::string(1, C);
  }
  return text(Quoted + "\"");
}

} // namespace twofold
