// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Bounds.h - how small and how large integers get --------------------===//
//
// Polynomials over values that are fixed while a loop runs. They are wide
// enough that no step of their evaluation overflows.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_BOUNDS_H
#define TWOFOLD_PLUGIN_ANNOTATION_BOUNDS_H

#include "ast/AstFactory.h"
#include <map>
#include <optional>

namespace twofold {

using Wide = __int128;

/// Numbers of fixed values, at most two, which are multiplied.
using FixedProduct = std::pair<int, int>;

/// The sum of products of fixed values and of constants.
class Polynomial {
  /// {-1, -1} is the constant's. None is 0.
  std::map<FixedProduct, Wide> Terms;

public:
  Polynomial() = default;
  explicit Polynomial(Wide Constant);
  static Polynomial fixed(int Number);

  bool operator==(const Polynomial &) const = default;
  const std::map<FixedProduct, Wide> &terms() const { return Terms; }
  std::optional<Wide> constant() const;

  /// Nothing: it has grown too large to be evaluated.
  static std::optional<Polynomial> sum(const Polynomial &A, Wide Factor,
                                       const Polynomial &B);
  static std::optional<Polynomial> product(const Polynomial &A,
                                           const Polynomial &B);

private:
  bool fits() const;
};

/// The values that an integer may have.
struct Bounds {
  Polynomial Least, Greatest;
  /// They hold if none of these is negative.
  llvm::SmallVector<Polynomial, 2> Needs;
  /// The integer is what these are in its own type, whatever overflows.
  bool Exact = false;

  bool operator==(const Bounds &) const = default;
  bool isOne() const { return Least == Greatest; }
};

/// A + Sign * B and A * B, if they are known.
std::optional<Bounds> sum(const Bounds &A, int Sign, const Bounds &B);
std::optional<Bounds> product(const Bounds &A, const Bounds &B);
/// A - B - Distance
std::optional<Polynomial> difference(const Polynomial &A, const Polynomial &B,
                                     int Distance);

/// Values that are fixed, by their numbers, and what is to hold of them.
class BoundsTable {
  clang::ASTContext &Ctx;
  llvm::SmallVector<const clang::Expr *, 8> Fixed;
  llvm::SmallVector<llvm::FoldingSetNodeID, 8> Profiles;
  llvm::SmallVector<Polynomial, 8> Claims; ///< none of them is negative

public:
  explicit BoundsTable(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  Polynomial fixed(const clang::Expr *Value);
  static Wide least(clang::QualType Integer, const clang::ASTContext &Ctx);
  static Wide greatest(clang::QualType Integer, const clang::ASTContext &Ctx);
  /// Whether P is not negative (Sign 1) or negative (Sign -1), whatever the
  /// fixed values are.
  bool surely(const Polynomial &P, int Sign) const;
  void claim(const Polynomial &P);
  void dropClaims() { Claims.clear(); }
  bool hasClaims() const { return !Claims.empty(); }
  /// Of claims.
  void eachFixed(llvm::function_ref<void(const clang::Expr *)> Claimed) const;
  /// Whether all claims hold. Copy makes a copy of a fixed value.
  clang::Expr *
  condition(clang::SourceLocation Loc,
            llvm::function_ref<clang::Expr *(const clang::Expr *)> Copy) const;
};

} // namespace twofold

#endif
