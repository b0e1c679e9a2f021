// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceNotes.h - what clang's errors at a lone slice do not say -----===//
#ifndef TWOFOLD_PLUGIN_SLICENOTES_H
#define TWOFOLD_PLUGIN_SLICENOTES_H

namespace clang {
class CompilerInstance;
}

namespace twofold {

/// From here on a note follows clang's error at a slice, or at a reduction of
/// one, that has no `#pragma twofold slice` before it: clang knows neither, and
/// asks for a bracket or offers a function of the runtime's. Another follows
/// where a bound is no integer.
void addSliceNotes(clang::CompilerInstance &CI);

} // namespace twofold

#endif
