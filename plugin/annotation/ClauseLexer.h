// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClauseLexer.h - the clauses of a pragma as tokens of attributes ---===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_CLAUSELEXER_H
#define TWOFOLD_PLUGIN_ANNOTATION_CLAUSELEXER_H

#include "annotation/Annotations.h"
#include "report/Diagnostics.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/StringSet.h"

namespace twofold {

/// One run over the tokens of one pragma. Each clause becomes an attribute with
/// a comma before it, and each of its arguments stands in parentheses, so that
/// clang parses it as an expression even where it is a lone name.
class ClauseLexer {
public:
  using Tokens = llvm::SmallVector<clang::Token, 16>;

private:
  clang::Preprocessor &PP;
  Diagnostics &Diags;
  Tokens Line; ///< the pragma after `twofold`, without the end
  Tokens &Out;
  size_t At = 0;
  clang::SourceLocation End;
  llvm::StringRef Directive = "slice";
  llvm::StringSet<> Seen;

public:
  ClauseLexer(clang::Preprocessor &PP, Diagnostics &Diags, Tokens Line,
              clang::SourceLocation End, Tokens &Out)
      : PP(PP), Diags(Diags), Line(std::move(Line)), Out(Out), End(End) {}

  /// A lexer that writes tokens and reads none.
  ClauseLexer(clang::Preprocessor &PP, Diagnostics &Diags, Tokens &Out)
      : PP(PP), Diags(Diags), Out(Out) {}

  /// Reads `parallel for`. False after an error, which has been reported.
  bool directive();
  bool clauses();

  void punctuator(clang::tok::TokenKind Kind, clang::SourceLocation Loc);
  void name(llvm::StringRef Text, clang::SourceLocation Loc);

private:
  using Part = llvm::ArrayRef<clang::Token>;
  bool done() const { return At == Line.size(); }
  clang::SourceLocation here() const {
    return done() ? End : Line[At].getLocation();
  }
  std::string spelling(const clang::Token &T) const;
  bool fail(clang::SourceLocation Loc, diag::Id Which,
            llvm::ArrayRef<std::string> Arguments);

  void string(llvm::StringRef Text, clang::SourceLocation Loc);
  bool clause();
  bool hint(const ClauseSpelling &Clause, clang::SourceLocation Loc);
  bool group(llvm::StringRef Clause, clang::SourceLocation Loc, Part &Inside);
  std::string word();
  bool unknownDirective();
  bool unknownClause(llvm::StringRef Name, clang::SourceLocation Loc);
  bool arguments(const ClauseSpelling &Clause, Part Inside,
                 clang::SourceLocation Loc);
  bool dropModifiers(Part &Inside,
                     llvm::ArrayRef<llvm::StringRef> Modifiers) const;
  void expressions(Part List, bool AfterWord, bool Sections = false);
  void sections(Part List);
};

} // namespace twofold

#endif
