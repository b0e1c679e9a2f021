// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AttributeArguments.h - arguments of [[twofold::...]] -------------===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_ATTRIBUTEARGUMENTS_H
#define TWOFOLD_PLUGIN_ANNOTATION_ATTRIBUTEARGUMENTS_H

#include "clang/Lex/Token.h"

namespace clang {
class Expr;
class Sema;
} // namespace clang

namespace twofold {

/// The variable or constant that a name means at this point of the unit; null
/// after an error.
clang::Expr *expressionNamed(clang::Sema &S, clang::IdentifierInfo &Name,
                             clang::SourceLocation Loc);

/// Remembers what the parentheses behind the attribute's name at Name hold, for
/// an attribute that a pragma writes in double brackets.
void keepArguments(clang::SourceLocation Name,
                   llvm::ArrayRef<clang::Token> Parenthesised);

/// Whether parentheses stand behind the attribute's name at Name.
bool hasSkippedArguments(clang::Sema &S, clang::SourceLocation Name);

/// Clang 22 skips the arguments of a plugin's attribute in double brackets
/// unread, so they are lexed again from the source behind the attribute's name.
/// Names, numbers and strings can be read this way; all else needs the pragma.
/// False after an error, which has been reported.
bool readSkippedArguments(clang::Sema &S, clang::SourceLocation Name,
                          llvm::StringRef Attribute,
                          llvm::SmallVectorImpl<clang::Expr *> &Out);

} // namespace twofold

#endif
