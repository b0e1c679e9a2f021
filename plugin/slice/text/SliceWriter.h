// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceWriter.h - the parts of a slice as tokens of C ----------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEWRITER_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEWRITER_H

#include "slice/text/SliceOperands.h"
#include "slice/text/SliceParser.h"
#include "slice/text/SliceTokens.h"

namespace twofold {

/// What all writers of one pragma share.
struct SliceSource {
  clang::Preprocessor &PP;
  Diagnostics &Diags;
  TokenList Tokens;
  const NameFinder &Meaning;
  SliceParts Parts;
  TokenList Clauses; ///< attributes for every loop, each with a comma before
  unsigned &Names;   ///< how many names the unit has been given
  bool Failed = false;

  SliceSource(clang::Preprocessor &PP, Diagnostics &Diags, TokenList Tokens,
              const NameFinder &Meaning, unsigned &Names)
      : PP(PP), Diags(Diags), Tokens(std::move(Tokens)), Meaning(Meaning),
        Names(Names) {}

  clang::SourceLocation at(const SlicePart &P) const {
    return Tokens[P.Begin].getLocation();
  }
  std::string text(const SlicePart &P) const;
  /// What is written as one number, perhaps with a minus.
  std::optional<int64_t> integer(const SlicePart &P) const;
  std::string fresh(llvm::StringRef What) {
    return "__twofold_" + What.str() + std::to_string(Names++);
  }
  SlicePart *parse(size_t Begin, size_t End);
};

/// The tokens [Begin, End) with their reductions lowered to values.
void writeVerbatim(SliceSource &Source, TokenWriter &Out, size_t Begin,
                   size_t End);
/// A reduction as a statement expression.
void writeReduction(SliceSource &Source, TokenWriter &Out, SlicePart &P);

/// Writes parts of one slice: first what is evaluated once, then elements.
class SliceWriter {
public:
  SliceSource &Source;
  TokenWriter &Out;

private:
  std::string IndexName; ///< before the number of a dimension

public:
  SliceWriter(SliceSource &Source, TokenWriter &Out)
      : Source(Source), Out(Out), IndexName(Source.fresh("i") + "_") {}

  std::string index(unsigned Dimension) const {
    return IndexName + std::to_string(Dimension);
  }

  /// Declares variables for everything in P that is evaluated once, in the
  /// order of the text.
  void evaluate(SlicePart &P, unsigned Ranks = 0);

  enum class Which { Current, First };
  /// P for the element at the loops' indices, or for the first element.
  void element(const SlicePart &P, Which W = Which::Current,
               unsigned Offset = 0);

  /// The number of elements that a section spans, its start and stride.
  void length(const SlicePart &Section) const;
  void start(const SlicePart &Section) const;
  void stride(const SlicePart &Section) const;

  /// P is a name and subscripts that lead to an array of numbers, or to an
  /// element of one: plain C, and no class.
  bool isRow(const SlicePart &P) const;

private:
  const char *convertedPointer(const SlicePart &Base) const;
  void evaluateBase(SlicePart &Base, unsigned Ranks);
  void evaluateBounds(SlicePart &Section);
  std::string extent(const SlicePart &P, llvm::StringRef What);
  void given(const SlicePart *P, const std::string &Name,
             llvm::StringRef Default) const;
  void arraySizes(const SlicePart &Base);
  void replace(const SlicePart &P, Which W, unsigned Offset, unsigned End);
};

} // namespace twofold

#endif
