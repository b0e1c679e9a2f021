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
  bool InDirective;

public:
  StatementReader(Preprocessor &PP, bool InDirective)
      : PP(PP), InDirective(InDirective) {}

  GovernedTokens read() {
    statement();
    GovernedTokens Result;
    Result.Statement = std::move(Out);
    Result.Ended = Ahead && Ahead->is(tok::eof);
    if (Ahead && !Result.Ended)
      Result.Behind.push_back(*Ahead);
    return Result;
  }

private:
  bool atEnd() { return peek().isOneOf(tok::eof, tok::eod); }
  const Token &peek() {
    if (!Ahead) {
      Ahead.emplace();
      Ahead->startToken();
      if (textFollows(PP, InDirective))
        lexInside(PP, *Ahead);
      else
        Ahead->setKind(tok::eof);
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

/// Looks in the rest of a file for a token that the preprocessor surely hands
/// on.
class TextFinder {
  struct Conditional {
    bool Before = true; ///< each part before this one has such a token
    bool Here = false;  ///< this part has
    bool Else = false;  ///< one of them is taken
  };
  Preprocessor &PP;
  Lexer Raw;
  Token T;
  llvm::SmallVector<Conditional, 4> Open; ///< begun here, the innermost last
  unsigned Skipped = 0; ///< conditionals whose other parts have been taken
  bool Found = false;
  bool NamesChange = false; ///< any may be a macro's

public:
  TextFinder(Preprocessor &PP, const Lexer &From)
      : PP(PP),
        Raw(SourceLocation(), PP.getLangOpts(), From.getBuffer().begin(),
            From.getBufferLocation(), From.getBuffer().end()) {}

  bool find() {
    next();
    while (!Found && T.isNot(tok::eof)) {
      if (T.is(tok::hash) && T.isAtStartOfLine())
        directive();
      else if (vanishes())
        macro();
      else
        text();
    }
    return Found;
  }

private:
  void next() { Raw.LexFromRawLexer(T); }
  void have() { (Open.empty() ? Found : Open.back().Here) = true; }
  void text() {
    if (!Skipped)
      have();
    next();
  }
  /// What M stands for has a token that is no macro's nor a parameter's.
  bool gives(const MacroInfo &M) const {
    if (llvm::any_of(M.tokens(), [](const Token &In) {
          return In.isOneOf(tok::hash, tok::hashhash, tok::hashat) ||
                 (In.getIdentifierInfo() &&
                  In.getIdentifierInfo()->getName() == "__VA_OPT__");
        }))
      return false;
    return llvm::any_of(M.tokens(), [&](const Token &In) {
      const IdentifierInfo *Name = In.getIdentifierInfo();
      return !Name || (!Name->hasMacroDefinition() &&
                       !llvm::is_contained(M.params(), Name));
    });
  }
  /// Whether nothing may come of the token.
  bool vanishes() const {
    if (T.isNot(tok::raw_identifier) || NamesChange)
      return T.is(tok::raw_identifier);
    const IdentifierInfo *Name = PP.getIdentifierInfo(T.getRawIdentifier());
    if (!Name->hasMacroDefinition())
      return false;
    const MacroInfo *M = PP.getMacroInfo(Name);
    return !M || !gives(*M);
  }
  void macro() {
    next();
    if (T.isNot(tok::l_paren))
      return;
    for (unsigned Depth = 0; T.isNot(tok::eof);) {
      if (T.is(tok::hash) && T.isAtStartOfLine()) {
        directive(); // which may hold the end
        continue;
      }
      Depth += T.is(tok::l_paren);
      bool Last = T.is(tok::r_paren) && --Depth == 0;
      next();
      if (Last)
        return;
    }
  }
  void directive() {
    next();
    StringRef Name = T.is(tok::raw_identifier) && !T.isAtStartOfLine()
                         ? T.getRawIdentifier()
                         : StringRef();
    if (Name.starts_with("if"))
      Skipped ? void(++Skipped) : Open.push_back({});
    else if (Name.starts_with("el"))
      otherPart(Name == "else");
    else if (Name == "endif")
      end();
    else
      NamesChange |= Name == "define" || Name.starts_with("in") ||
                     Name == "import"; // and include, include_next
    while (T.isNot(tok::eof) && !T.isAtStartOfLine())
      next();
  }
  void otherPart(bool Else) {
    if (Skipped)
      return;
    if (Open.empty())
      return void(Skipped = 1);
    Conditional &C = Open.back();
    C = {C.Before && C.Here, false, C.Else || Else};
  }
  void end() {
    if (Skipped)
      return void(--Skipped);
    if (Open.empty())
      return;
    Conditional C = Open.pop_back_val();
    if (C.Before && C.Here && C.Else)
      have();
  }
};

} // namespace

void lexInside(Preprocessor &PP, Token &T) {
  bool Was = PP.isIncrementalProcessingEnabled();
  PP.enableIncrementalProcessing();
  PP.Lex(T);
  PP.enableIncrementalProcessing(Was);
}

/// The macro that is being expanded, or one around it, has a token more.
static bool macroGoesOn(Preprocessor &PP) {
  return !PP.isNextPPTokenOneOf(tok::eof, tok::eod) && PP.isNextPPTokenOneOf(
#define TOK(Kind) tok::Kind,
#include "clang/Basic/TokenKinds.def"
                                                           tok::identifier);
}

bool textFollows(Preprocessor &PP, bool InDirective) {
  auto *Current = static_cast<Lexer *>(PP.getCurrentLexer());
  auto *File = static_cast<Lexer *>(PP.getCurrentFileLexer());
  bool InMacro = !Current || Current->isPragmaLexer();
  return (InMacro && (!InDirective || (!Current && macroGoesOn(PP)))) ||
         (File && TextFinder(PP, *File).find());
}

GovernedTokens readGoverned(Preprocessor &PP, bool InDirective) {
  return StatementReader(PP, InDirective).read();
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

const Token *sectionIn(ArrayRef<Token> List) {
  const Token *Open = nullptr;
  for (const Token &T : List) {
    if (T.is(tok::l_square))
      Open = &T;
    else if (T.isOneOf(tok::r_square, tok::question))
      Open = nullptr;
    else if (T.is(tok::colon) && Open)
      return Open;
  }
  return nullptr;
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
        // A pragma's token has its end in its length's place.
        Tokens[I].isAnnotation() ? 1 : Tokens[I].getLength()));
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
