// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BodyScan.h - control flow of statements, by their shape ------------===//
#ifndef TWOFOLD_PLUGIN_AST_BODYSCAN_H
#define TWOFOLD_PLUGIN_AST_BODYSCAN_H

namespace clang {
class Stmt;
class ValueDecl;
} // namespace clang

namespace twofold {

/// Ways out of a statement other than its end.
struct Exits {
  bool Break = false;    ///< of a loop or switch around the statement
  bool Continue = false; ///< of a loop around the statement
  bool Return = false;
};

/// What S, the body of a loop or switch or any other statement, leaves by.
Exits exitsOf(const clang::Stmt *S);

/// S jumps in ways that its nesting does not show: goto, labels, assembly, try
/// blocks, throws within expressions, coroutines.
bool isIrreducible(const clang::Stmt *S);

/// A case or label is inside: S may be entered in the middle.
bool hasEntry(const clang::Stmt *S);

/// All that S does with the variable D, or members and elements of it, is to
/// read their values.
bool onlyReads(const clang::Stmt *S, const clang::ValueDecl *D);

} // namespace twofold

#endif
