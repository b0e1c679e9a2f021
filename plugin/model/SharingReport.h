// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SharingReport.h - says why a variable cannot be shared -----------===//
#ifndef TWOFOLD_PLUGIN_MODEL_SHARINGREPORT_H
#define TWOFOLD_PLUGIN_MODEL_SHARINGREPORT_H

#include "model/ReductionForms.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// Each variable is reported once, with the use that is in the way, the one it
/// conflicts with, and what could be inserted where. The loop gets the first of
/// them as the reason why its iterations run in order.
class SharingReport {
  ParallelLoop &Loop;
  const clang::ASTContext &Ctx;
  Diagnostics &Diags;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> Failed;

public:
  SharingReport(ParallelLoop &Loop, const clang::ASTContext &Ctx,
                Diagnostics &Diags)
      : Loop(Loop), Ctx(Ctx), Diags(Diags) {}

  bool ok() const { return Failed.empty(); }
  bool failed(const clang::ValueDecl *D) const { return Failed.contains(D); }

  /// More: what the text says besides D's name.
  void fail(const clang::ValueDecl *D, clang::SourceLocation Loc,
            diag::Id Which, std::initializer_list<std::string> More = {});
  /// Its address is known, or it is of a type that cannot be told apart.
  void shared(const clang::ValueDecl *D, const clang::Expr &Write);
  void readFirst(const clang::ValueDecl *D, const clang::Expr &Use,
                 const clang::Expr &Write);
  void privateRead(const clang::ValueDecl *D, const clang::Expr &Use,
                   llvm::StringRef Clause);
  void readElsewhere(const clang::ValueDecl *D, const clang::Expr &Use,
                     ReductionOp Op, const clang::Expr *Update);
  void mixed(const clang::ValueDecl *D, const ReductionUpdate &First,
             const ReductionUpdate &Other);
  /// D is assigned along with the minimum or maximum Leader.
  void followerUsed(const clang::ValueDecl *D, const clang::Expr &Use,
                    const clang::ValueDecl *Leader,
                    const ReductionUpdate &First);
  void followerClause(const clang::ValueDecl *D, const clang::ValueDecl *Leader,
                      const ReductionUpdate &First);

private:
  bool isPlace(const clang::ValueDecl *D, const clang::Expr &Write) const;
  bool counts(const clang::ValueDecl *D, const clang::Expr &Update) const;
  void note(clang::SourceLocation Loc, const clang::ValueDecl *D,
            llvm::StringRef What);
  void offerDeclaration(const clang::ValueDecl *D, bool Initialised);
  void offerClause(const clang::ValueDecl *D, llvm::StringRef Clause);
};

} // namespace twofold

#endif
