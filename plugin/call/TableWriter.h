// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TableWriter.h - static tables of abi.h as declarations -----------===//
//
// One for each site: all forms are in its one table of terms.
#ifndef TWOFOLD_PLUGIN_CALL_TABLEWRITER_H
#define TWOFOLD_PLUGIN_CALL_TABLEWRITER_H

#include "access/AccessModel.h"
#include "ast/AstFactory.h"

namespace twofold {

struct ConflictModel;
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

class TableWriter {
protected:
  using Rows = llvm::SmallVector<clang::Expr *, 8>;

  const ParallelLoop &Loop;
  const RuntimeDecls &Abi;
  clang::ASTContext &Ctx;
  AstFactory Make;
  llvm::SmallVectorImpl<clang::Decl *> &Declared;
  llvm::SmallVector<clang::Expr *, 16> Terms;

  TableWriter(const ParallelLoop &Loop, const RuntimeDecls &Abi,
              clang::ASTContext &Ctx,
              llvm::SmallVectorImpl<clang::Decl *> &Declared)
      : Loop(Loop), Abi(Abi), Ctx(Ctx), Make(Ctx, Loop.Loc),
        Declared(Declared) {}

  clang::Expr *u32(uint64_t V);
  clang::Expr *i32(int64_t V);
  clang::Expr *i64(int64_t V);
  clang::Expr *text(llvm::StringRef S) { return Make.string(S); }
  clang::Expr *form(const AffineForm &F);
  clang::Expr *row(llvm::StringRef Record, llvm::ArrayRef<RecordField> Fields) {
    return recordValue(Abi, Make, Record, Fields);
  }
  clang::Expr *nullOf(clang::QualType Pointee);
  /// A table as the pointer to its first row; null when it is empty.
  clang::Expr *table(llvm::StringRef Name, llvm::StringRef Record,
                     llvm::ArrayRef<clang::Expr *> Rows);
  Rows axes(llvm::ArrayRef<Axis> Of);
  /// In the site's file; 0: it is in another one.
  unsigned lineOf(clang::SourceLocation Loc) const;
  unsigned columnOf(clang::SourceLocation Loc) const;
  /// The address of a table of them, or null.
  clang::Expr *conflicts(const ConflictModel &Found);
};

} // namespace twofold

#endif
