// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPLoops.h - annotated loops under OpenMP's directives --------===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPLOOPS_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPLOOPS_H

namespace clang {
class FunctionDecl;
} // namespace clang

namespace twofold {
class Diagnostics;

/// Takes annotated loops from directives of OpenMP's that say no more than the
/// annotation does (`parallel for`, `simd`), and drops these directives.
/// Reports why all other loops under a directive stay as they are: OpenMP makes
/// functions of such statements, and the threads of a region share its loops.
void takeOpenMPLoops(clang::FunctionDecl &F, Diagnostics &Diags);

} // namespace twofold

#endif
