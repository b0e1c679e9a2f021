// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RecordValue.h - values of abi.h's structs, by fields' names --------===//
#ifndef TWOFOLD_PLUGIN_CALL_RECORDVALUE_H
#define TWOFOLD_PLUGIN_CALL_RECORDVALUE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class Expr;
} // namespace clang

namespace twofold {

class AstFactory;
class RuntimeDecls;

/// A field of one of abi.h's structs, by its name there, and its value.
struct RecordField {
  llvm::StringRef Name;
  clang::Expr *Value;
};

/// struct twofold_<Record> with these values, in whatever order: all of its
/// fields, each of its own type. A header that does not fit ends the compiler.
clang::Expr *recordValue(const RuntimeDecls &Abi, AstFactory &Make,
                         llvm::StringRef Record,
                         llvm::ArrayRef<RecordField> Fields);

} // namespace twofold

#endif
