// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Conflicts.cpp - dependences that only a call can tell ------------===//

#include "Conflicts.h"
#include "AccessRecorder.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace clang;

namespace twofold {
namespace {

/// The axes that something needs, with those that their ends name.
class NeededAxes {
  const AccessModel &Model;
  int Rank;

public:
  llvm::SmallVector<bool, 8> Needed;
  bool Known = true; ///< each takes every value between its ends, or is loaded
  bool Divided = false; ///< some stand for quotients
  llvm::SmallVector<const Axis *, 2> LoadedFrom;

  NeededAxes(const AccessModel &Model, unsigned Rank)
      : Model(Model), Rank(int(Rank)), Needed(Model.Axes.size(), false) {}

  void add(int Number) {
    if (Number < Rank || Needed[Number - Rank])
      return;
    const Axis &A = Model.Axes[Number - Rank];
    Needed[Number - Rank] = true;
    if (A.Loaded) {
      LoadedFrom.push_back(&A);
      add(A.Than);
      return add(A.From);
    }
    Divided |= !A.Divisor.empty();
    Known &= !A.Unknown && (!A.Virtual || !A.Divisor.empty());
    add(A.From);
    add(A.Quotient);
    add(A.Lower);
    add(A.Upper);
  }
  void add(const AffineForm &Form) {
    for (const Monomial &M : Form)
      add(M.Axis);
  }
  void add(const Occurrence &O) {
    add(O.Offset);
    for (const RangeCheck &C : O.Conditions)
      add(C.Form);
    for (int Number : O.Around)
      add(Number);
  }
  /// What the axes that stand for quotients are.
  void addQuotients(llvm::SmallVectorImpl<RangeCheck> &Conditions) const {
    for (auto [I, A] : llvm::enumerate(Model.Axes))
      if (Needed[I] && !A.Divisor.empty())
        for (AffineForm &Fact : divisionFacts(A, Rank + int(I)))
          Conditions.push_back({std::move(Fact), 0, INT64_MAX});
  }
};

void forEachForm(ConflictModel &Of, llvm::function_ref<void(AffineForm &)> F) {
  for (Axis &A : Of.Axes) {
    F(A.Lower);
    F(A.Upper);
    F(A.From);
    F(A.Than);
  }
  for (Reference &R : Of.References) {
    F(R.Offset);
    for (RangeCheck &C : R.Conditions)
      F(C.Form);
  }
}

} // namespace

ConflictModel conflictsOf(const AccessModel &Model,
                          llvm::ArrayRef<Occurrence> Occurrences,
                          llvm::ArrayRef<OpenPair> Pairs,
                          llvm::ArrayRef<unsigned> Updates, unsigned Rank) {
  ConflictModel Out;
  NeededAxes All(Model, Rank);
  llvm::SmallVector<int, 16> Numbers(Occurrences.size(), -1);
  // What the loop writes may be another number when it is read.
  auto MayHold = [](const Occurrence &O, const Axis &Loaded) {
    QualType T = O.By ? O.By->getType() : QualType();
    return T.isNull() || !Loaded.Pointer || T->isAnyCharacterType() ||
           !(T->isArithmeticType() || T->isEnumeralType());
  };
  auto Written = [&](const Axis &Loaded) {
    return llvm::any_of(Occurrences, [&](const Occurrence &O) {
      return O.Writes && O.Base == Loaded.Base && MayHold(O, Loaded);
    });
  };
  auto NumberOf = [&](unsigned Number) {
    const Occurrence &O = Occurrences[Number];
    if (Numbers[Number] == -1) {
      Numbers[Number] = int(Out.References.size());
      Out.References.push_back({O.Base, O.Size, O.Reads, O.Writes,
                                /*Updates=*/false, O.Offset, O.Conditions,
                                O.Around, O.Loc});
      NeededAxes Own(Model, Rank);
      Own.add(O);
      Own.addQuotients(Out.References.back().Conditions);
      All.add(O);
    }
    return unsigned(Numbers[Number]);
  };
  for (const OpenPair &P : Pairs) {
    NeededAxes Own(Model, Rank);
    Own.add(Occurrences[P.First]);
    Own.add(Occurrences[P.Second]);
    if (!Own.Known || (Own.Divided && !Own.LoadedFrom.empty()) ||
        llvm::any_of(Own.LoadedFrom, [&](const Axis *Loaded) {
          // Nor is what overlaps an index array known by it.
          auto Overlaps = [&](const Occurrence &O) {
            return O.Base == Loaded->Base && MayHold(O, *Loaded);
          };
          return Written(*Loaded) || Overlaps(Occurrences[P.First]) ||
                 Overlaps(Occurrences[P.Second]);
        }))
      continue;
    (Own.LoadedFrom.empty() ? Out.Pairs : Out.LoadedPairs)
        .push_back({NumberOf(P.First), NumberOf(P.Second), P.ApartIfEqual});
  }
  for (unsigned I = 0; I != Occurrences.size(); ++I)
    for (unsigned J = 0; Occurrences[I].Copy && J != Occurrences.size(); ++J) {
      NeededAxes Own(Model, Rank);
      Own.add(Occurrences[J]);
      if (Occurrences[J].Told && !Occurrences[J].Copy && Own.Known &&
          Own.LoadedFrom.empty())
        Out.CopiedPairs.push_back({NumberOf(I), NumberOf(J), false});
    }

  auto Computes = [&](const AffineForm &Form) {
    NeededAxes Own(Model, Rank);
    Own.add(Form);
    return Own.Known && !Own.Divided &&
           llvm::none_of(Own.LoadedFrom,
                         [&](const Axis *Loaded) { return Written(*Loaded); });
  };
  llvm::SmallBitVector Tested(Model.Bases.size(), true);
  for (unsigned Number : Updates)
    if (!Computes(Occurrences[Number].Offset))
      Tested.reset(Occurrences[Number].Base);
  for (unsigned Number : Updates) {
    const Occurrence &O = Occurrences[Number];
    if (!Tested.test(O.Base))
      continue;
    Reference R{O.Base,   O.Size, O.Reads, O.Writes, /*Updates=*/true,
                O.Offset, {},     {},      O.Loc};
    All.add(O.Offset);
    for (const AffineForm &Fact : O.Facts)
      if (Computes(Fact)) {
        R.Conditions.push_back({Fact, 0, INT64_MAX});
        All.add(Fact);
      }
    Out.References.push_back(std::move(R));
  }
  auto Anywhere = [&](unsigned &Number) {
    if (Model.Bases[Number].Arg == Base::Anywhere)
      Number = Base::Anywhere;
  };
  for (Reference &R : Out.References)
    Anywhere(R.Base);

  llvm::SmallVector<int, 8> Renamed;
  for (auto [A, Needed] : llvm::zip(Model.Axes, All.Needed)) {
    Renamed.push_back(int(Rank + Out.Axes.size()));
    if (!Needed)
      continue;
    Out.Axes.push_back(A);
    if (A.Loaded)
      Anywhere(Out.Axes.back().Base);
  }
  llvm::SmallVector<int, 8> Values(Model.Values.size(), -1);
  forEachForm(Out, [&](AffineForm &Form) {
    for (Monomial &M : Form) {
      if (M.Axis >= int(Rank))
        M.Axis = Renamed[M.Axis - Rank];
      for (unsigned &V : M.Values) {
        if (Values[V] == -1) {
          Values[V] = int(Out.Values.size());
          Out.Values.push_back(Model.Values[V]);
        }
        V = unsigned(Values[V]);
      }
    }
  });
  for (Reference &R : Out.References) {
    llvm::erase_if(R.Around, [&](int Axis) { return Axis < int(Rank); });
    for (int &Axis : R.Around)
      Axis = Renamed[Axis - Rank];
  }
  return Out;
}

void ConflictModel::separateRows(
    llvm::function_ref<bool(unsigned Base)> IsRow) {
  auto InRow = [&](const Reference &R) {
    return R.Base != Base::Anywhere && IsRow(R.Base);
  };
  auto InRows = [&](const OpenPair &P) {
    return InRow(References[P.First]) || InRow(References[P.Second]);
  };
  llvm::copy_if(Pairs, std::back_inserter(RowPairs), InRows);
  llvm::erase_if(Pairs, InRows);
  llvm::erase_if(LoadedPairs, InRows);
  for (Reference &R : References)
    R.Updates &= !InRow(R);
}

void ConflictModel::moveValuesTo(llvm::SmallVectorImpl<Expr *> &Others,
                                 const ASTContext &Ctx) {
  llvm::SmallVector<unsigned, 8> Numbers;
  for (Expr *E : Values)
    Numbers.push_back(numberOfValue(Others, E, Ctx));
  forEachForm(*this, [&](AffineForm &Form) {
    for (Monomial &M : Form)
      for (unsigned &V : M.Values)
        V = Numbers[V];
  });
  Values.clear();
}

} // namespace twofold
