// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SubscriptChecks.h - checked subscripts in code that runs natively --===//
//
// The index i of a subscript becomes
//
//   ({ long index = i;
//      if (checks && index >= limit && out_of_bounds(index)) return; index; })
//
// on 64-bit integers, because an address beyond the array may not even be
// computed. `checks` does not change, so that the optimiser can make two loops
// of one: a call of which all is proven runs the one without checks. The return
// leaves the variant without its epilogue: reductions and last values stay
// unwritten. In a loop that stays in its function a jump behind the loop takes
// the return's place.
//
// Where the user wrote a call, v[i] of a container, its integers are evaluated
// first and the element's index is computed from them as the callee would:
//
//   *({ unsigned long i0 = i; long index = i0; if (...) return; &v[i0]; })
#ifndef TWOFOLD_PLUGIN_NATIVE_SUBSCRIPTCHECKS_H
#define TWOFOLD_PLUGIN_NATIVE_SUBSCRIPTCHECKS_H

#include "access/AccessModel.h"
#include "native/CallLayout.h"

namespace twofold {

class RuntimeDecls;

class SubscriptChecks {
  const ParallelLoop &Loop;
  const RuntimeDecls &Abi;
  clang::ASTContext &Ctx;
  AstFactory &Make;
  clang::DeclContext *Owner; ///< of the variables that checks need
  clang::Stmt *Body;

  /// What the code around a check gives it.
  clang::VarDecl *Bounds = nullptr, *Checks = nullptr; ///< in a variant
  clang::VarDecl *Site = nullptr;                      ///< in place
  clang::LabelDecl *Behind = nullptr;                  ///< in place
  ArgsAccess *Args = nullptr;
  llvm::SmallVectorImpl<clang::Stmt *> *Prologue = nullptr;
  llvm::DenseMap<const clang::ValueDecl *, clang::VarDecl *> Derived;

  clang::VarDecl *variable(llvm::StringRef Name, clang::QualType Type,
                           clang::Expr *Init);
  /// What the checked index is kept in.
  clang::VarDecl *index(clang::Expr *Value) {
    return Make.variable(Owner, "index", Make.I64,
                         Make.convert(Make.paren(Value), Make.I64));
  }
  clang::Expr *truth(clang::VarDecl *At, clang::VarDecl *Limit,
                     unsigned Number);
  clang::Stmt *check(clang::VarDecl *At, clang::VarDecl *Limit,
                     unsigned Number);
  clang::Expr *checked(clang::Expr *Index, clang::VarDecl *Limit,
                       unsigned Number);
  clang::Expr *checkedCall(const Subscript &S, clang::VarDecl *Limit,
                           unsigned Number);
  bool addAll(const AccessModel &Accesses,
              llvm::function_ref<clang::Expr *(unsigned)> Limit);

public:
  SubscriptChecks(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                  clang::ASTContext &Ctx, AstFactory &Make,
                  clang::DeclContext *Owner)
      : Loop(Loop), Abi(Abi), Ctx(Ctx), Make(Make), Owner(Owner),
        Body(Loop.Body) {}

  /// Puts checks into the body of the native variant, before it is rewritten,
  /// and what they read, from the entry BoundsArg of args, into the prologue.
  /// False when some subscript is not in the body as the user wrote it.
  bool add(const AccessModel &Accesses, unsigned BoundsArg, ArgsAccess &InArgs,
           llvm::SmallVectorImpl<clang::Stmt *> &To);
  /// Puts checks into a loop that stays in its function. SitePointer holds its
  /// site's address, Limits the limits, and Label stands behind the loop.
  bool addInPlace(const AccessModel &Accesses, clang::VarDecl *SitePointer,
                  clang::VarDecl *Limits, clang::LabelDecl *Label,
                  llvm::SmallVectorImpl<clang::Stmt *> &To);
};

} // namespace twofold

#endif
