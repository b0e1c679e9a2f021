// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ApartQuestion.h - whether a call's arrays are apart --------------===//
//
// The call site asks what a few additions tell: whether the bytes of one
// reference all lie before those of the other, whether the two bases begin at
// one address where that is enough, whether rows are no longer than their
// distance. Where none of this holds the runtime looks closer.
#ifndef TWOFOLD_PLUGIN_CALL_APARTQUESTION_H
#define TWOFOLD_PLUGIN_CALL_APARTQUESTION_H

#include "call/CallNumbers.h"
#include "call/SiteTables.h"
#include "call/TripCounts.h"
#include "llvm/ADT/SmallBitVector.h"
#include <map>

namespace twofold {

class ApartQuestion {
  const SiteFacts &Facts;
  const ParallelLoop &Loop;
  const ConflictModel &Found;
  clang::ASTContext &Ctx;
  AstFactory Make;
  llvm::ArrayRef<CountedDim> Dims;
  llvm::ArrayRef<clang::VarDecl *> Values;
  CallNumbers Numbers;
  const clang::QualType I64 = Make.I64, U64 = Make.U64;
  unsigned Count = 0;

  /// The ends of an axis, both included.
  struct Ends {
    clang::VarDecl *Min = nullptr, *Max = nullptr;
  };
  llvm::SmallVector<Ends, 4> Axes;
  /// Of monomials that have both an axis and values.
  llvm::SmallVector<std::pair<Monomial, Ends>, 4> Products;
  /// References of one base that differ by a constant. Addresses.
  struct Party {
    unsigned Base = 0;
    AffineForm Form;
    int64_t First = 0, End = 0;                     ///< constants to add
    clang::VarDecl *Low = nullptr, *High = nullptr; ///< behind the base
    clang::VarDecl *Begin = nullptr, *Stop = nullptr;
  };
  llvm::SmallVector<Party, 8> Parties;
  /// Addresses; of copied variables, at the end.
  llvm::SmallVector<clang::VarDecl *, 4> Bases;
  /// Two parties, and whether it is enough that their bases are equal.
  using PartyPairs = std::map<std::pair<unsigned, unsigned>, bool>;

  clang::VarDecl *keep(llvm::StringRef Name, clang::QualType Type,
                       clang::Expr *Value);
  clang::Expr *value(clang::VarDecl *V) { return Numbers.value(V); }
  clang::Expr *unsignedValue(clang::VarDecl *V) {
    return converted(Make, value(V), U64, Ctx);
  }
  clang::Expr *number(int64_t N);
  clang::Expr *add(clang::Expr *L, clang::Expr *R);
  clang::Expr *times(clang::Expr *L, clang::Expr *R);
  clang::Expr *either(clang::Expr *L, clang::Expr *R);
  clang::Expr *factor(const Monomial &M);
  clang::VarDecl *lesser(clang::VarDecl *A, clang::VarDecl *B, bool Greater);
  clang::VarDecl *magnitude(clang::Expr *Distance);
  std::pair<clang::Expr *, clang::Expr *> range(const AffineForm &Form);
  Ends ends(int Axis);
  Ends ends(const Monomial &M);
  clang::VarDecl *address(unsigned Base);
  unsigned partyOf(const Reference &R);
  bool evaluate(Party &P);
  clang::Expr *disjoint(const Party &A, const Party &B);
  clang::Expr *interleaved(const Party &A, const Party &B);
  clang::Expr *rows(llvm::ArrayRef<unsigned> Of);
  clang::Expr *ask(const PartyPairs &Questions);
  llvm::SmallBitVector asked() const;
  /// In the function Owner.
  ApartQuestion(const SiteFacts &Facts, clang::ASTContext &Ctx,
                llvm::ArrayRef<CountedDim> Dims,
                llvm::ArrayRef<clang::VarDecl *> Values,
                llvm::SmallVectorImpl<clang::Stmt *> &Out,
                clang::DeclContext *Owner);

public:
  /// Declarations of what it needs go to Out.
  ApartQuestion(const SiteFacts &Facts, clang::ASTContext &Ctx,
                llvm::ArrayRef<CountedDim> Dims,
                llvm::ArrayRef<clang::VarDecl *> Values,
                llvm::SmallVectorImpl<clang::Stmt *> &Out)
      : ApartQuestion(Facts, Ctx, Dims, Values, Out, Facts.Loop->Function) {}

  /// True: no two references of a pair meet. Null: there is too much to ask.
  clang::Expr *ask();
  /// True: no variable that iterations have copies of is stored to, or read, by
  /// another name.
  clang::Expr *askOfCopies();
  /// The addresses of which the answer depends, besides dimensions and values;
  /// none: there is no name for one.
  llvm::SmallVector<clang::VarDecl *, 4> bases();
  /// A new function that answers what ask() does, and the call of it. Null:
  /// there is too much to ask.
  clang::Expr *askByFunction(llvm::SmallVectorImpl<clang::Decl *> &Declared);
};

} // namespace twofold

#endif
