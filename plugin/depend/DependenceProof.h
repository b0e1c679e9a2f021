// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DependenceProof.h - whether two accesses meet in two iterations ----===//
//
// Pure: affine forms in, a verdict out. The forms' axes are numbered as those
// of AccessModel; values are unknown integers that stay the same throughout.
#ifndef TWOFOLD_PLUGIN_DEPEND_DEPENDENCEPROOF_H
#define TWOFOLD_PLUGIN_DEPEND_DEPENDENCEPROOF_H

#include "access/AffineForms.h"

namespace twofold {

/// What one axis runs over: from one end (Lower, or Upper where Step is
/// negative) in steps to the other; ends that nobody knows have no form.
struct IterationAxis {
  MaybeForm Lower, Upper; ///< inclusive
  int64_t Step = 1;       ///< 0: not a constant
  /// Where Step is 0: what is no more than the step, if that is known.
  MaybeForm Stride = std::nullopt;
  llvm::SmallVector<AffineForm, 2> Facts = {}; ///< never negative
};

/// A value that is Of divided by By, rounded towards zero, or what remains
/// then.
struct DividedValue {
  unsigned Value;
  AffineForm Of; ///< of values
  int64_t By;    ///< positive
  bool Remains = false;
  bool NeverNegative = false; ///< Of is not
};

struct IterationSpace {
  llvm::SmallVector<IterationAxis, 4> Axes; ///< ends name earlier ones only
  llvm::SmallVector<DividedValue, 2> Divided;
  unsigned Values = 0;
  llvm::SmallVector<AffineForm, 4> Facts; ///< of values, never negative
};

/// Bytes [Offset, Offset + Size) of some memory, touched in every iteration of
/// the axes Around in which no fact is negative.
struct MemoryReference {
  AffineForm Offset;
  unsigned Size = 1;
  llvm::SmallVector<AffineForm, 2> Facts;
  llvm::SmallVector<int, 3> Around; ///< parallel axes may be left out
  /// Happens in every iteration where Facts hold: nothing else keeps it from
  /// that.
  bool Surely = false;
};

struct PairVerdict {
  enum Kind {
    Never,   ///< proven: no two different iterations touch the same byte
    Carried, ///< proven: some do, as soon as the axis runs that far
    Unknown
  };
  Kind What = Unknown;
  int Axis = 0;         ///< Carried: the outermost axis in which they differ
  int64_t Distance = 0; ///< Carried: by how many of its iterations, at least
};

/// Whether A and B (the same reference, perhaps) meet in two iterations that
/// agree in the axes Equal and not in the axis Differs. Only Same when A and B
/// are one.
PairVerdict testPair(const IterationSpace &Space, const MemoryReference &A,
                     const MemoryReference &B, llvm::ArrayRef<int> Equal,
                     int Differs, bool Same);

/// Whether A and B are proven to touch no common byte in any two iterations
/// that agree in the axes Equal, or in one and the same.
bool neverMeet(const IterationSpace &Space, const MemoryReference &A,
               const MemoryReference &B, llvm::ArrayRef<int> Equal);

/// Over all of the first Rank axes, which are parallel and run around both.
PairVerdict testPair(const IterationSpace &Space, const MemoryReference &A,
                     const MemoryReference &B, unsigned Rank, bool Same);

} // namespace twofold

#endif
