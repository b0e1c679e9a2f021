// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPReductions.h - reductions that programs declare --------------===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPREDUCTIONS_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPREDUCTIONS_H

#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/StmtOpenMP.h"
#include <string>

namespace twofold {

/// The operator that Declared combines numbers by, `min` and `max` among them,
/// or objects by, beginning with what changes no result; empty: it does
/// something else. Default is what an object begins with that nobody sets;
/// null: with zeros.
std::string operatorOf(const clang::OMPDeclareReductionDecl &Declared,
                       const clang::Expr *Default, clang::ASTContext &Ctx);

/// What a clause reduces, as it is written.
struct ReducedItem {
  const clang::Expr *Written;
  std::string Op;        ///< as operatorOf() tells it; empty: another
  bool Declared = false; ///< by the program
};

/// The operator, or the name, that the clause gives.
std::string nameOf(const clang::OMPReductionClause &C);

llvm::SmallVector<ReducedItem, 2> itemsOf(const clang::OMPReductionClause &C,
                                          clang::ASTContext &Ctx);

/// Whether threads that combine numbers of type T by Op leave 0 or 1, whatever
/// there was before.
bool makesTruth(llvm::StringRef Op, clang::QualType T,
                const clang::LangOptions &Lang);

/// Whether S does nothing to V but to assign it one number, and threads whose
/// copies are combined by Op give what `V op= number` does.
bool assignsOneNumber(const clang::Stmt *S, const clang::ValueDecl *V,
                      llvm::StringRef Op, const clang::ASTContext &Ctx);

/// Has S, of which that holds, combine V with the number.
void combineAssigned(clang::Stmt *S, const clang::ValueDecl *V,
                     llvm::StringRef Op, clang::ASTContext &Ctx);

} // namespace twofold

#endif
