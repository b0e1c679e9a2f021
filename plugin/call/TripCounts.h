// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TripCounts.h - bounds and trip counts at the call ----------------===//
#ifndef TWOFOLD_PLUGIN_CALL_TRIPCOUNTS_H
#define TWOFOLD_PLUGIN_CALL_TRIPCOUNTS_H

#include "ast/AstFactory.h"
#include "model/LoopModel.h"

namespace twofold {

/// What the call evaluates once for one dimension.
struct DimValues {
  clang::Expr *Lower = nullptr;    ///< 64-bit signed; 0 for pointers, iterators
  clang::Expr *Step = nullptr;     ///< 64-bit signed
  clang::Expr *Trips = nullptr;    ///< 64-bit unsigned
  clang::VarDecl *Start = nullptr; ///< pointers and iterators
};

/// What the call site has evaluated of one dimension.
struct CountedDim {
  clang::VarDecl *Lower, *Step, *Trips;
  clang::VarDecl *Start; ///< of a pointer loop, or null
};

/// Trip counts are computed as OpenMP defines them, in the type that the user's
/// condition compares in and then modulo 2^64, so that no intermediate value
/// overflows. Declarations go to Out.
class TripCounts {
  clang::Sema &S;
  clang::ASTContext &Ctx;
  AstFactory &Make;
  clang::DeclContext *Owner;
  llvm::SmallVectorImpl<clang::Stmt *> &Out;
  const clang::QualType I64 = Make.I64, U64 = Make.U64;

public:
  TripCounts(clang::Sema &S, AstFactory &Make, clang::DeclContext *Owner,
             llvm::SmallVectorImpl<clang::Stmt *> &Out)
      : S(S), Ctx(S.Context), Make(Make), Owner(Owner), Out(Out) {}

  DimValues evaluate(const LoopDim &Dim, unsigned Number);

private:
  clang::VarDecl *temporary(llvm::StringRef Name, unsigned Number,
                            clang::QualType Type, clang::Expr *Init);
  DimValues integer(const LoopDim &Dim, unsigned Number);
  DimValues pointer(const LoopDim &Dim, unsigned Number);
  DimValues iterator(const LoopDim &Dim, unsigned Number);
  clang::Expr *divided(const LoopDim &Dim, clang::Expr *InRange,
                       clang::Expr *Distance, clang::VarDecl *Magnitude);
  clang::VarDecl *step(const LoopDim &Dim, unsigned Number, DimValues &Values);
};

} // namespace twofold

#endif
