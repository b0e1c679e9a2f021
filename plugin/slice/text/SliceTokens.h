// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceTokens.h - tokens of slice statements, read and made ---------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICETOKENS_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICETOKENS_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/Twine.h"

namespace clang {
class Preprocessor;
}

namespace twofold {

using TokenList = llvm::SmallVector<clang::Token, 0>;

/// The tokens that a slice pragma governs: one statement, or what is left of an
/// expression that the pragma stands in.
struct GovernedTokens {
  TokenList Statement;
  /// Tokens behind it, which had to be read to find its end.
  TokenList Behind;
  bool Ended = false; ///< the file ends before the statement does
};
GovernedTokens readGoverned(clang::Preprocessor &PP, bool InDirective);

/// Whether a token surely follows, in a macro or in the file, whatever the
/// file's conditions and macros say. The file's end must not be lexed inside a
/// `#pragma` (InDirective), since the lexer that is at work would go with it.
bool textFollows(clang::Preprocessor &PP, bool InDirective);

/// Lexes a token inside a pragma. Should it be the end of the main file after
/// all, the lexer stays.
void lexInside(clang::Preprocessor &PP, clang::Token &T);

/// The token behind the bracket that closes the one at Open; Tokens.size()
/// where none does.
size_t behindGroup(llvm::ArrayRef<clang::Token> Tokens, size_t Open);

/// The first bracket with a colon of its own in it, which is no choice's; null:
/// there is none.
const clang::Token *sectionIn(llvm::ArrayRef<clang::Token> List);

/// Gives tokens the positions of a macro's expansion that stands for the whole
/// of Range, so that no tool takes a part of what a slice became for text of
/// the user's that could be edited.
void hideFromEditors(TokenList &Tokens, clang::SourceRange Range,
                     clang::SourceManager &Sources);

/// Makes tokens: the user's, with their positions, and C text between them that
/// has the position of the user's token it belongs to.
class TokenWriter {
  clang::Preprocessor &PP;
  TokenList Out;
  clang::SourceLocation Loc;
  llvm::SmallVector<size_t, 8> Lines; ///< tokens that begin one

public:
  TokenWriter(clang::Preprocessor &PP, clang::SourceLocation Loc)
      : PP(PP), Loc(Loc) {}

  /// What follows begins a line where First does, for -Wmisleading-indentation.
  void statement(const clang::Token &First) {
    if (First.isAtStartOfLine())
      Lines.push_back(Out.size());
  }
  /// The position that text gets from now on.
  TokenWriter &at(clang::SourceLocation To) {
    Loc = To;
    return *this;
  }
  TokenWriter &text(const llvm::Twine &C);
  TokenWriter &string(llvm::StringRef Contents);
  TokenWriter &user(llvm::ArrayRef<clang::Token> Tokens) {
    Out.append(Tokens.begin(), Tokens.end());
    return *this;
  }
  TokenList take() {
    for (size_t First : Lines)
      if (First < Out.size())
        Out[First].setFlag(clang::Token::StartOfLine);
    return std::move(Out);
  }
};

} // namespace twofold

#endif
