// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceAttributes.h - marks between the tokens of a slice ------------===//
//
// A slice's expression is parsed several times: for its type, for the loop over
// its elements, and for the loops that come in when memory overlaps. One of
// them reports what is wrong with it; the others stand between twofold_quiet(1)
// and twofold_quiet(0).
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEATTRIBUTES_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEATTRIBUTES_H

namespace clang {
class DiagnosticsEngine;
} // namespace clang

namespace twofold {
class Diagnostics;

/// Reports an error that was made quietly and that no loud copy has repeated.
/// To be called when a function is complete.
void reportQuietErrors(clang::DiagnosticsEngine &Engine, Diagnostics &Diags);

} // namespace twofold

#endif
