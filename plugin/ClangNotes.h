// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClangNotes.h - what clang's own messages do not say ---------------===//
#ifndef TWOFOLD_PLUGIN_CLANGNOTES_H
#define TWOFOLD_PLUGIN_CLANGNOTES_H

namespace clang {
class CompilerInstance;
}

namespace twofold {

/// From here on a note follows clang's error at a slice, or at a reduction of
/// one, that has no `#pragma twofold slice` before it: clang knows neither, and
/// asks for a bracket or offers a function of the runtime's. Another follows
/// where a bound is no integer, and one clang's warning of an attribute that
/// stands without its namespace.
void addClangNotes(clang::CompilerInstance &CI);

} // namespace twofold

#endif
