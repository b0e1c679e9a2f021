// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ParallelForPragma.cpp - #pragma twofold parallel for -------------===//
//
// Puts the equivalent attributes into the token stream. GNU spelling, because
// unlike [[]] it is silent under -pedantic in every -std.
//
//===----------------------------------------------------------------------===//

#include "Annotations.h"
#include "ClauseLexer.h"
#include "Diagnostics.h"
#include "SlicePragma.h"
#include "UnitPurpose.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {
namespace {

using Tokens = ClauseLexer::Tokens;

class ParallelForPragma : public PragmaHandler {
  Diagnostics &Diags;
  NameFinder Meaning;
  unsigned SliceNames = 0;
  bool ForTools;

public:
  ParallelForPragma(CompilerInstance &CI, Diagnostics &Diags)
      : PragmaHandler("twofold"), Diags(Diags), Meaning(namesIn(CI)),
        ForTools(purposeOf(CI) == UnitPurpose::Tools) {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override;
};

void ParallelForPragma::HandlePragma(Preprocessor &PP,
                                     PragmaIntroducer Introducer, Token &) {
  SourceLocation Loc = Introducer.Loc;
  Tokens Line, Out;
  Token T;
  for (PP.Lex(T); T.isNot(tok::eod) && T.isNot(tok::eof); PP.Lex(T))
    Line.push_back(T);

  if (!Line.empty() && PP.getSpelling(Line[0]) == "slice") {
    ClauseLexer Lexer(PP, Diags, Tokens(llvm::drop_begin(Line)),
                      T.getLocation(), Out);
    Lexer.clauses();
    return lowerSlices(PP, Diags, Loc, TokenList(Out.begin(), Out.end()),
                       Meaning, SliceNames, ForTools);
  }
  ClauseLexer Lexer(PP, Diags, std::move(Line), T.getLocation(), Out);
  Lexer.name("__attribute__", Loc);
  Lexer.punctuator(tok::l_paren, Loc);
  Lexer.punctuator(tok::l_paren, Loc);
  Lexer.name("twofold_parallel_for", Loc);
  if (!Lexer.directive() || !Lexer.clauses())
    return;
  Lexer.punctuator(tok::r_paren, Loc);
  Lexer.punctuator(tok::r_paren, Loc);

  // As the pragma does: -Wmisleading-indentation looks at both.
  Out.front().setFlag(Token::StartOfLine);
  auto Stream = std::make_unique<Token[]>(Out.size());
  std::copy(Out.begin(), Out.end(), Stream.get());
  PP.EnterTokenStream(std::move(Stream), Out.size(),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
}

} // namespace

void addPragmas(CompilerInstance &CI, Diagnostics &Diags) {
  // The preprocessor takes ownership.
  CI.getPreprocessor().AddPragmaHandler(new ParallelForPragma(CI, Diags));
}

} // namespace twofold
