// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FormProofs.h - proofs about forms and pairs -----------------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_FORMPROOFS_H
#define TWOFOLD_PLUGIN_DEPEND_FORMPROOFS_H

#include "access/AccessModel.h"
#include "access/AccessRecorder.h"
#include "depend/DependenceProof.h"

namespace twofold {

class AccessEvaluator;
struct Occurrence;

/// Not negative where Form is negative, and only there.
inline MaybeForm opposite(const AffineForm &Form) {
  MaybeForm Negated = scaled(Form, -1);
  return Negated ? difference(*Negated, constantForm(1)) : std::nullopt;
}

/// Facts that hold at one point of an iteration, besides the ends of axes and
/// the signs of values that Recorder knows.
class FormProofs {
  const AccessRecorder &Recorder;
  llvm::SmallVector<AffineForm, 8> Facts; ///< none is negative
  unsigned &Budget;                       ///< proofs that are left

public:
  FormProofs(const AccessRecorder &Recorder, unsigned &Budget)
      : Recorder(Recorder), Budget(Budget) {}

  void assume(const AffineForm &Fact) { Facts.push_back(Fact); }
  /// Form is never negative: proven. False says nothing.
  bool holds(const AffineForm &Form) const;
  /// A is never greater than B: proven.
  bool ordered(const AffineForm &A, const AffineForm &B) const {
    MaybeForm Distance = difference(B, A);
    return Distance && holds(*Distance);
  }
};

/// What a parallel dimension runs over, as far as Evaluator can say it.
IterationAxis axisOf(const LoopDim &Dim, AccessEvaluator &Evaluator,
                     clang::ASTContext &Ctx);

/// Atomic, volatile and thread-local objects are shared on purpose, or not.
bool isSynchronised(const Base &B, const clang::ASTContext &Ctx);
/// Those that are volatile, and nothing else of these.
bool isVolatile(const Base &B, const clang::ASTContext &Ctx);

/// One may reach into the other's memory.
bool mayOverlap(const Base &A, const Base &B, const ParallelLoop &Loop);

//
// Two iterations may come to one place and leave the same behind, whichever is
// the first.
//

/// Read is there to see whether it is a number that Write, of the axes of
/// Recorder, never stores. What is left to ask: Write where the element has
/// been that number until then.
std::optional<Occurrence> overwriting(const Occurrence &Read,
                                      const Occurrence &Write,
                                      const AccessRecorder &Recorder);

/// The order of A and B may matter where two iterations meet in them, and a
/// call can tell whether any do. Perhaps: conditions that nobody can compute
/// count as true.
bool mayMatter(const Occurrence &A, const Occurrence &B, bool Perhaps);
/// The same of two that both come about.
bool orderMatters(const Occurrence &A, const Occurrence &B);

/// A and B, of one base, meet in two iterations (Met) if both come about, and
/// no call can tell whether they do. Only of places that name one parallel
/// loop; Same: they are one. Few pairs are tested for one loop, which Tested
/// counts. As: what the two count as, which is asked for few pairs, too.
bool meetUnderConditions(const IterationSpace &Space, const Occurrence &A,
                         const Occurrence &B, unsigned Rank, bool Same,
                         unsigned &Tested, PairVerdict &Met,
                         llvm::function_ref<void(Occurrence &)> As = nullptr);

//
// Subscripts stay within rows of a constant length.
//

MemoryReference referenceOf(const Occurrence &O);

/// A and B of the memory In never meet in two numbers of Axis, but in the same
/// ones of Equal, as long as all of Facts, to which new ones are added, are not
/// negative.
bool apartInRows(const IterationSpace &Space, const Occurrence &A,
                 const Occurrence &B, const Base &In, llvm::ArrayRef<int> Equal,
                 int Axis, const clang::ASTContext &Ctx,
                 llvm::SmallVectorImpl<AffineForm> &Facts);

/// A and B of the memory In, which surely meet in two iterations, do so too
/// where subscripts stay within their rows: `a[i][k]` is no `a[k][j]` because
/// `j` might be large enough to come to the next row. Nothing is proven apart
/// by this, since some programs do run through all rows from the first one on.
bool meetInRows(const IterationSpace &Space, const Occurrence &A,
                const Occurrence &B, const Base &In, unsigned Rank,
                const clang::ASTContext &Ctx);

} // namespace twofold

#endif
