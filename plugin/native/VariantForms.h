// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VariantForms.h - the functions that one native body becomes ------===//
//
// Where threads update elements together the body is inlined twice, with and
// without atomic updates; a third form is for copies that a thread has for
// itself. Where the step is known only at the call, one form is for neighbours.
// Where the call site may do without the runtime, the body gets numbers and
// pointers as parameters, since to read them through two tables that have just
// been written takes as long as a few iterations.
#ifndef TWOFOLD_PLUGIN_NATIVE_VARIANTFORMS_H
#define TWOFOLD_PLUGIN_NATIVE_VARIANTFORMS_H

#include "ast/AstFactory.h"
#include "native/CallLayout.h"

namespace twofold {

class RuntimeDecls;
struct NativeVariant;

class VariantForms {
  const ParallelLoop &Loop;
  const bool InOrder;
  CallLayout &Layout;
  const RuntimeDecls &Abi;
  clang::ASTContext &Ctx;
  AstFactory Make;
  clang::FunctionDecl *Run = nullptr;
  clang::FunctionDecl *Copied = nullptr;
  clang::ParmVarDecl *Lower = nullptr, *Step = nullptr; ///< of the body
  unsigned CopiedArg = 0;
  llvm::SmallVector<Passed, 8> Given; ///< to the body, behind hi

  clang::FunctionDecl *entry(llvm::StringRef Prefix, unsigned Shared);
  void finish(clang::FunctionDecl &F, clang::Stmt *Body);
  void leaveAsIs(clang::FunctionDecl &F);
  clang::Stmt *callBody(clang::FunctionDecl &From, unsigned Shared,
                        clang::Expr *Step);
  clang::Expr *place(const Capture &C, ArgsAccess &Own);
  void makeCopied();
  bool stepVaries() const;
  llvm::SmallVector<Passed, 8> passed() const;
  llvm::SmallVector<const Capture *, 2> copiedBases() const;

public:
  /// Short: the call site may call the body itself.
  VariantForms(const ParallelLoop &Loop, bool InOrder, bool Short,
               CallLayout &Layout, const RuntimeDecls &Abi,
               clang::ASTContext &Ctx, AstFactory Make);

  /// A new function for the body. Its parameters are args, lo and hi, then,
  /// where they are needed, shared, one for each copied array, and step; or
  /// those that hold what args would lead to.
  clang::FunctionDecl *body();
  /// The parameter of In, a function of this kind, that points at the array or
  /// its copy; null: it has none.
  clang::ParmVarDecl *copyOf(const Capture &C, clang::FunctionDecl &In) const;
  /// The parameter of the body that has the value of C; null: it is in args.
  clang::ParmVarDecl *valueOf(const Capture &C) const;
  /// The parameter of the body that says where the only dimension begins, which
  /// is then all that the body asks of dimensions; null: it is in args.
  clang::ParmVarDecl *lower() const { return Lower; }
  /// The parameter of the body that is the innermost step; null: it is in args
  /// or a constant.
  clang::ParmVarDecl *step() const { return Step; }
  /// The functions of the variant, once the body is there. May add an entry to
  /// Layout.
  void add(NativeVariant &To);
};

} // namespace twofold

#endif
