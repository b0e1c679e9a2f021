// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SlicePragma.h - #pragma twofold slice ------------------------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEPRAGMA_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEPRAGMA_H

#include "slice/text/SliceParser.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace twofold {

/// What names mean at the place that the parser has reached; nothing is known
/// while CI has no Sema.
NameFinder namesIn(clang::CompilerInstance &CI);

/// Reads what stands behind the pragma at Loc, and puts plain C with annotated
/// loops in its place. Clauses: attributes for each loop, each with a comma
/// before it. Names: how many names the unit has been given. Hidden: tools that
/// edit text do not see the tokens. InDirective: a `#pragma` is at work.
void lowerSlices(clang::Preprocessor &PP, Diagnostics &Diags,
                 clang::SourceLocation Loc, TokenList Clauses,
                 const NameFinder &Meaning, unsigned &Names, bool Hidden,
                 bool InDirective);

} // namespace twofold

#endif
