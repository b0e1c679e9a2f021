// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AbiPlacement.h - where a unit gets the ABI's declarations ---------===//
#ifndef TWOFOLD_PLUGIN_UNIT_ABIPLACEMENT_H
#define TWOFOLD_PLUGIN_UNIT_ABIPLACEMENT_H

namespace clang {
class CompilerInstance;
} // namespace clang

namespace twofold {

/// Shows twofold/abi.h and the headers of slices to the unit that is about to
/// be compiled, before anything of the user's: among the predefined macros, or,
/// in a C++20 module, in its global module fragment, before which nothing may
/// be declared.
void placeAbi(clang::CompilerInstance &CI);

} // namespace twofold

#endif
