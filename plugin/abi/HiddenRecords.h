// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HiddenRecords.h - what clang offers for misspelt names ------------===//
#ifndef TWOFOLD_PLUGIN_ABI_HIDDENRECORDS_H
#define TWOFOLD_PLUGIN_ABI_HIDDENRECORDS_H

namespace clang {
class Sema;
} // namespace clang

namespace twofold {

/// For a misspelt name of C++ clang offers members of any class of the unit.
/// From now on it does not offer those of twofold/abi.h's, which the user has
/// not written and need not know.
void hideRecords(clang::Sema &S);

} // namespace twofold

#endif
