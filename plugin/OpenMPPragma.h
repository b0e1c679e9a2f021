// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPPragma.h - OpenMP read without -fopenmp ----------------------===//
#ifndef TWOFOLD_PLUGIN_OPENMPPRAGMA_H
#define TWOFOLD_PLUGIN_OPENMPPRAGMA_H

namespace clang {
class CompilerInstance;
class Sema;
class Preprocessor;
} // namespace clang

namespace twofold {

class Diagnostics;

/// Has clang read OpenMP's directives in a unit that is compiled without
/// -fopenmp, and generate no code for them. False: it reads them already.
bool readOpenMP(clang::CompilerInstance &CI);

/// Has the parser see only the directives that loops can be taken from, and
/// that what these name is declared; of others with a loop Diags tells. The
/// parser must have its own handlers. Asked becomes true where the program's
/// text depends on `_OPENMP`: then it is another one than OpenMP's compiler
/// reads.
void filterOpenMP(clang::Preprocessor &PP, clang::Sema &S, Diagnostics &Diags,
                  bool &Asked);

} // namespace twofold

#endif
