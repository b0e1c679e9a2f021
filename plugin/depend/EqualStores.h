// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- EqualStores.h - stores of one value in all iterations --------------===//
//
// `seen[index[i]] = 1` may repeat: whichever iteration is the last, the same is
// there. So may `label[index[i]] = weight[index[i]]`, whose value is a matter
// of the place.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_EQUALSTORES_H
#define TWOFOLD_PLUGIN_DEPEND_EQUALSTORES_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class ASTContext;
class Expr;
class ValueDecl;
} // namespace clang

namespace twofold {

struct ParallelLoop;

/// What an assignment of the loop's body stores, and where.
struct StoredValue {
  const clang::Expr *Value, *Place;
};

/// Wherever A and B, of one array, come to the same element in two iterations
/// they store the same. IsRead: the loop changes nothing in the variable, nor
/// where it points. Functions that are called are taken for ones of their
/// arguments.
bool storeTheSame(const StoredValue &A, const StoredValue &B,
                  const ParallelLoop &Loop, const clang::ASTContext &Ctx,
                  llvm::function_ref<bool(const clang::ValueDecl *)> IsRead);

} // namespace twofold

#endif
