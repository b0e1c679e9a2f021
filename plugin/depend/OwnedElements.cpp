// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnedElements.cpp - updates that no two iterations share -----------===//

#include "depend/OwnedElements.h"

using namespace clang;

namespace twofold {

/// Where Update names its element, or an occurrence stands for one of these.
static llvm::DenseSet<SourceLocation> targetsOf(const ElementUpdate &Update,
                                                const MergedOccurrences &Merged,
                                                const ASTContext &Ctx) {
  llvm::DenseSet<SourceLocation> Targets;
  findTargets(Update, Ctx, Targets);
  for (const MergedOccurrence &M : Merged)
    if (Targets.contains(M.Loc))
      Targets.insert(M.By);
  return Targets;
}

/// Every place that the update names is known, and none is one where iterations
/// meet.
static bool isOwned(const ElementUpdate &U,
                    llvm::ArrayRef<Occurrence> Occurrences,
                    const MergedOccurrences &Merged,
                    const llvm::SmallBitVector &Met, const ASTContext &Ctx) {
  const auto Targets = targetsOf(U, Merged, Ctx);
  bool Seen = false;
  for (const Occurrence &O : Occurrences) {
    if (!Targets.contains(O.Loc))
      continue;
    if (Met.test(O.Base) || O.Unknown)
      return false;
    Seen |= O.Writes;
  }
  return Seen;
}

llvm::SmallVector<unsigned, 2>
ownedElements(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
              const MergedOccurrences &Merged, const llvm::SmallBitVector &Met,
              const ASTContext &Ctx) {
  llvm::SmallVector<unsigned, 2> Owned;
  for (unsigned Number = 0; Number != Loop.Elements.size(); ++Number)
    if (Loop.Given.isIndependent(Loop.Elements[Number].Base) ||
        llvm::all_of(Loop.Updates, [&](const ElementUpdate &U) {
          return U.Reduction != Number ||
                 isOwned(U, Occurrences, Merged, Met, Ctx);
        }))
      Owned.push_back(Number);
  return Owned;
}

/// The one base that occurrences of which Is holds write to.
static std::optional<unsigned>
writtenBase(llvm::ArrayRef<Occurrence> Occurrences,
            llvm::function_ref<bool(const Occurrence &)> Is) {
  std::optional<unsigned> Base;
  for (const Occurrence &O : Occurrences) {
    if (!O.Writes || !Is(O))
      continue;
    if (Base && *Base != O.Base)
      return std::nullopt;
    Base = O.Base;
  }
  return Base;
}

llvm::SmallVector<std::optional<unsigned>, 2>
updatedBases(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
             const MergedOccurrences &Merged, const ASTContext &Ctx) {
  llvm::SmallVector<std::optional<unsigned>, 2> Bases(Loop.Elements.size());
  llvm::SmallBitVector Unclear(Loop.Elements.size());
  for (const ElementUpdate &U : Loop.Updates) {
    const Expr *Target = U.target()->IgnoreParens();
    const auto Targets = targetsOf(U, Merged, Ctx);
    std::optional<unsigned> &Known = Bases[U.Reduction];
    // Expressions of a lowered copy may all be where the loop is.
    auto Base = writtenBase(Occurrences, [&](const Occurrence &O) {
      return O.By && O.By->IgnoreParens() == Target;
    });
    if (!Base)
      Base = writtenBase(Occurrences, [&](const Occurrence &O) {
        return Targets.contains(O.Loc);
      });
    if (!Base || (Known && *Known != *Base))
      Unclear.set(U.Reduction);
    Known = Base;
  }
  for (unsigned Number : Unclear.set_bits())
    Bases[Number].reset();
  return Bases;
}

llvm::SmallVector<unsigned, 4>
knownUpdates(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
             const MergedOccurrences &Merged, const ASTContext &Ctx) {
  llvm::DenseSet<unsigned> Unknown; // bases
  llvm::SmallVector<unsigned, 4> Found;
  bool All = true;
  for (const ElementUpdate &U : Loop.Updates) {
    const auto Targets = targetsOf(U, Merged, Ctx);
    bool Seen = false;
    for (auto [Number, O] : llvm::enumerate(Occurrences)) {
      if (!Targets.contains(O.Loc))
        continue;
      if (O.Unknown)
        Unknown.insert(O.Base);
      else if (!llvm::is_contained(Found, Number))
        Found.push_back(Number);
      Seen |= O.Writes;
    }
    All &= Seen;
  }
  // Of an update that is nowhere, nobody knows what it updates.
  llvm::erase_if(Found, [&](unsigned Number) {
    return !All || Unknown.contains(Occurrences[Number].Base);
  });
  return Found;
}

ParallelLoop withoutElements(ParallelLoop Loop,
                             llvm::ArrayRef<unsigned> Owned) {
  llvm::erase_if(Loop.Updates, [&](const ElementUpdate &U) {
    return llvm::is_contained(Owned, U.Reduction);
  });
  for (unsigned Number : llvm::reverse(Owned)) {
    Loop.Elements.erase(Loop.Elements.begin() + Number);
    for (ElementUpdate &U : Loop.Updates)
      U.Reduction -= U.Reduction > Number;
  }
  return Loop;
}

} // namespace twofold
