// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceParser.h - tokens with sections to expressions ----------------===//
//
// Reads expressions of C, and most of those of C++, as far as needed to tell
// which parts are sections and which are evaluated once. Parts without sections
// are not looked into where their ends can be found without that.
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEPARSER_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEPARSER_H

#include "report/Diagnostics.h"
#include "slice/text/SliceExpression.h"
#include "slice/text/SliceTokens.h"
#include <functional>

namespace twofold {

/// What a name means where the pragma stands.
enum class NameMeaning {
  Unknown,
  Type,
  Function,
  Template,
  Constant,
  Variable,
  Array, ///< a variable that is one, of numbers, in memory of its own
  Rows,  ///< a variable that points at arrays of numbers
};
using NameFinder = std::function<NameMeaning(const clang::Token &)>;

/// How many slices the reduction Name takes; 0: it is no reduction.
unsigned reductionArguments(llvm::StringRef Name);

/// Splits each `::` in brackets into two colons. In C++, where it could mean a
/// scope, only if no name follows.
void splitColons(TokenList &Tokens, const clang::LangOptions &Lang);

/// Positions of a bracket's own colons, those of `?:` left out.
llvm::SmallVector<size_t, 2> sectionColons(llvm::ArrayRef<clang::Token> Tokens,
                                           size_t Open, size_t Close);

/// Whether [Begin, End) has sections or twofold_index outside of reductions or,
/// with Reductions, a reduction. At, unless null, gets the first one's place.
bool findSections(llvm::ArrayRef<clang::Token> Tokens, size_t Begin, size_t End,
                  bool Reductions, size_t *At = nullptr);

/// Where in a statement's tokens the parser is, and what can be told of what
/// stands there by the tokens and the meaning of names alone.
class SliceCursor {
public:
  /// As the user wrote it, in one line.
  static std::string spelling(clang::Preprocessor &PP,
                              llvm::ArrayRef<clang::Token> Tokens);

protected:
  clang::Preprocessor &PP;
  Diagnostics &Diags;
  llvm::ArrayRef<clang::Token> Tokens;
  const NameFinder &Meaning;
  size_t At = 0, Limit = 0;

  SliceCursor(clang::Preprocessor &PP, Diagnostics &Diags,
              llvm::ArrayRef<clang::Token> Tokens, const NameFinder &Meaning)
      : PP(PP), Diags(Diags), Tokens(Tokens), Meaning(Meaning) {}

  const clang::Token &token() const { return Tokens[At]; }
  bool is(clang::tok::TokenKind Kind) const {
    return At < Limit && Tokens[At].is(Kind);
  }
  bool cpp() const;
  /// Goes to the next token of that kind, past groups in parentheses.
  void skipTo(clang::tok::TokenKind Kind);
  clang::SourceLocation here() const {
    return Tokens[std::min(At, Tokens.size() - 1)].getLocation();
  }
  /// Whether the `(` at At opens a type: of the one case in which tokens alone
  /// do not tell, a name and an operator behind it, the name's meaning does.
  bool isCast() const;
  /// Behind the `>` that closes the `<` at From; From where none does.
  size_t behindAngles(size_t From) const;

  /// Both report, and give what stands for an expression with an error.
  std::nullptr_t fail(clang::SourceLocation Loc, diag::Id Which,
                      llvm::ArrayRef<std::string> Arguments);
  std::nullptr_t unexpected(llvm::StringRef Wanted);
};

class SliceParser : SliceCursor {
  SliceParts &Parts;

public:
  SliceParser(clang::Preprocessor &PP, Diagnostics &Diags,
              llvm::ArrayRef<clang::Token> Tokens, const NameFinder &Meaning,
              SliceParts &Parts)
      : SliceCursor(PP, Diags, Tokens, Meaning), Parts(Parts) {}

  /// The expression in [Begin, End); null after an error, which has been
  /// reported.
  SlicePart *parse(size_t Begin, size_t End);

private:
  std::string text(const SlicePart &P) const {
    return spelling(PP, Tokens.slice(P.Begin, P.End - P.Begin));
  }
  SlicePart *binary(unsigned Least);
  SlicePart *assignment(SlicePart *Left, unsigned Operator, SlicePart *Right);
  SlicePart *unary();
  SlicePart *cast();
  SlicePart *primary();
  SlicePart *name();
  SlicePart *generic();
  SlicePart *postfix(SlicePart *Base);
  SlicePart *subscript(SlicePart *Base);
  SlicePart *call(SlicePart *Callee);
  SlicePart *reduction(unsigned Begin);
  SlicePart *index(unsigned Begin);
  bool list(llvm::SmallVectorImpl<SlicePart *> &Out);
  /// A bracketed group as one scalar; an error if it has sections.
  SlicePart *opaque(unsigned Begin);
  /// Parses the inside of the group at At with its own end.
  SlicePart *inside(size_t Close);
  /// What these children make, which is one value where none of them is a
  /// slice.
  SlicePart *value(unsigned Begin, llvm::ArrayRef<SlicePart *> Children);
  /// A part with these children, and with their rank; an error if ranks differ.
  SlicePart *combine(SliceKind Kind, unsigned Begin,
                     llvm::ArrayRef<SlicePart *> Children);
};

} // namespace twofold

#endif
