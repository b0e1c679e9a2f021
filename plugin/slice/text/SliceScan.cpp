// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceScan.cpp - where sections are, before anything is parsed ------===//

#include "slice/text/SliceParser.h"
#include "clang/Basic/LangOptions.h"

using namespace clang;

namespace twofold {

unsigned reductionArguments(StringRef Name) {
  return llvm::StringSwitch<unsigned>(Name)
      .Cases({"twofold_sum", "twofold_product", "twofold_min", "twofold_max",
              "twofold_any", "twofold_all", "twofold_count", "twofold_argmin",
              "twofold_argmax"},
             1)
      .Case("twofold_dot", 2)
      .Default(0);
}

void splitColons(TokenList &Tokens, const LangOptions &Lang) {
  SmallVector<tok::TokenKind, 8> Open;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    Token &T = Tokens[I];
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      Open.push_back(T.getKind());
    else if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      if (!Open.empty())
        Open.pop_back();
    } else if (T.is(tok::coloncolon) && !Open.empty() &&
               Open.back() == tok::l_square &&
               !(Lang.CPlusPlus && I + 1 < Tokens.size() &&
                 Tokens[I + 1].is(tok::identifier))) {
      T.setKind(tok::colon);
      T.setLength(1);
      Token Second = T;
      Second.setLocation(T.getLocation().getLocWithOffset(1));
      Tokens.insert(Tokens.begin() + I + 1, Second);
      ++I;
    }
  }
}

SmallVector<size_t, 2> sectionColons(ArrayRef<Token> Tokens, size_t Open,
                                     size_t Close) {
  SmallVector<size_t, 2> Found;
  unsigned Questions = 0;
  for (size_t I = Open + 1; I < Close;) {
    const Token &T = Tokens[I];
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      I = behindGroup(Tokens, I);
      continue;
    }
    if (T.is(tok::question))
      ++Questions;
    else if (T.is(tok::colon) && Questions > 0)
      --Questions;
    else if (T.is(tok::colon))
      Found.push_back(I);
    ++I;
  }
  return Found;
}

bool findSections(ArrayRef<Token> Tokens, size_t Begin, size_t End,
                  bool Reductions, size_t *At) {
  for (size_t I = Begin; I < End; ++I) {
    const Token &T = Tokens[I];
    bool Found = false;
    if (T.is(tok::identifier) && I + 1 < End &&
        Tokens[I + 1].is(tok::l_paren)) {
      StringRef Name = T.getIdentifierInfo()->getName();
      if (reductionArguments(Name)) {
        Found = Reductions;
        if (!Found)
          I = behindGroup(Tokens, I + 1) - 1;
      } else {
        Found = !Reductions && Name == "twofold_index";
      }
    } else if (T.is(tok::l_square) && !Reductions) {
      size_t Behind = behindGroup(Tokens, I);
      Found = Behind <= End && !sectionColons(Tokens, I, Behind - 1).empty();
    }
    if (Found) {
      if (At)
        *At = I;
      return true;
    }
  }
  return false;
}

} // namespace twofold
