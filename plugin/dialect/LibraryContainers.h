// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LibraryContainers.h - what changes containers of the library -------===//
#ifndef TWOFOLD_PLUGIN_DIALECT_LIBRARYCONTAINERS_H
#define TWOFOLD_PLUGIN_DIALECT_LIBRARYCONTAINERS_H

#include <optional>

namespace clang {
class CXXMethodDecl;
class FunctionDecl;
} // namespace clang

namespace twofold {

/// F gives a container of the library elements, or takes some away.
bool resizes(const clang::FunctionDecl &F);

/// F changes which nodes a map, set or list of the library has, by operators
/// and functions whose stores are made where no name leads.
bool changesNodes(const clang::CXXMethodDecl &F);

/// F, or an operator, may change what belongs to a container of the library
/// itself: where its elements are and how many there are.
bool changesContainer(const clang::FunctionDecl &F);

/// F gives what puts elements into the container that it is handed.
bool makesInserter(const clang::FunctionDecl &F);

/// F gives a node of a map, set or list of the library, or where one is.
bool findsNode(const clang::CXXMethodDecl &F);

/// F looks in the text that its first argument points at, or for its end.
bool searchesText(const clang::FunctionDecl &F);

/// Which argument of F, a function of the library that looks for an element
/// one by one, is the range's beginning, before its end or length; nothing: F
/// is another function.
std::optional<unsigned> searchedBy(const clang::FunctionDecl &F);

} // namespace twofold

#endif
