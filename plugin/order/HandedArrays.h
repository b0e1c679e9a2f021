// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HandedArrays.h - arrays that functions out of sight may fill -------===//
#ifndef TWOFOLD_PLUGIN_ORDER_HANDEDARRAYS_H
#define TWOFOLD_PLUGIN_ORDER_HANDEDARRAYS_H

#include "model/LoopModel.h"
#include "order/StorePlaces.h"
#include "order/VaryingNumbers.h"

namespace twofold {

/// What every iteration hands to a function that may write there.
struct HandedArray {
  std::string Name;          ///< of the array
  std::string Function;      ///< "a function" where it has no name
  clang::SourceLocation Loc; ///< of the call, in the body
  bool Copyable = false;     ///< private(Name) would help
  bool Named = false;        ///< independent(Name) says that it is not written
};

/// Collects calls of functions whose bodies are not visible, as far as one
/// array goes to them in all iterations by a pointer that is not to const.
/// Such a function may read the array alone, or write the iteration's own part.
/// It is taken to write what iterations share where nothing else than this loop
/// knows the array, or where each iteration reads the same elements of it.
class HandedArrays {
  struct Candidate {
    StorePlace Place;
    HandedArray Array;
    bool OnlyHere = false; ///< who else would fill it
    bool Computes = false; ///< the function has a result
  };
  const ParallelLoop &Loop;
  const clang::ASTContext &Ctx;
  llvm::SmallVector<Candidate, 4> Candidates;
  llvm::SmallVector<StorePlace, 8> Same, Others; ///< read

  bool isOfLoopOnly(const StorePlace &P) const;

public:
  HandedArrays(const ParallelLoop &Loop, const clang::ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx) {}

  /// E, at Loc in the body, calls what cannot be looked into.
  void call(const clang::CallExpr &E, StorePlaces &Places,
            VaryingNumbers &Numbers, clang::SourceLocation Loc);
  /// Some element of P's array is read: the same in all iterations, or not.
  void read(const StorePlace &P, bool TheSame);

  std::optional<HandedArray> find() const;
};

} // namespace twofold

#endif
