// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPLines.h - what a program tells of its directives -------------===//
//
// The runtime's summary names OpenMP's directives that stay, and counts how
// often one was left to OpenMP where it is taken.
#ifndef TWOFOLD_PLUGIN_OPENMPLINES_H
#define TWOFOLD_PLUGIN_OPENMPLINES_H

#include "clang/AST/Decl.h"

namespace clang {
class OMPExecutableDirective;
}

namespace twofold {

struct OpenMPLoops;

/// A line for the runtime's summary, as constant data of the unit that no code
/// refers to. Reason: empty where it belongs to one of the loops.
/// Shown is where the directive is said to be; Number tells the unit's lines
/// apart.
clang::VarDecl *stayLine(const clang::FunctionDecl &F,
                         const clang::OMPExecutableDirective &Directive,
                         llvm::StringRef Reason, clang::SourceLocation Shown,
                         unsigned Number);

/// What takes the directive's place, which it may be a part of: where
/// iterations would fail, and for threads of a region that call F, of which
/// each runs a part of the loop. Why it runs then is told.
clang::Stmt *replacement(clang::FunctionDecl &F,
                         clang::OMPExecutableDirective &Directive,
                         const OpenMPLoops &Taken, clang::SourceLocation Shown);

/// Whether a region whose loops are taken is worth having as it was written,
/// too: its threads are started once, and loop by loop more often.
bool hasTwoForms(clang::OMPExecutableDirective &Directive,
                 const OpenMPLoops &Taken);

/// What the runtime knows of such a region. Number tells the unit's regions
/// apart.
clang::VarDecl *regionTable(const clang::FunctionDecl &F,
                            const clang::OMPExecutableDirective &Directive,
                            clang::SourceLocation Shown, unsigned Number);

/// What takes the place of such a region, of which it is a part.
clang::Stmt *eitherForm(clang::FunctionDecl &F,
                        clang::OMPExecutableDirective &Directive,
                        const OpenMPLoops &Taken, clang::VarDecl *Region,
                        clang::SourceLocation Shown);

} // namespace twofold

#endif
