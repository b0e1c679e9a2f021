// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/Conflicts.h"
#include "access/AccessRecorder.h"
#include "access/NeededAxes.h"
#include "twofold/abi.h"
#include "llvm/ADT/SmallBitVector.h"
#include <array>

using namespace clang;

namespace twofold {
namespace {

/// Where numbers are loaded, quotients are computed like them: axes that say so
/// are put behind the others.
class ComputedQuotients {
  llvm::SmallVectorImpl<Axis> &Axes;
  const int Rank;
  llvm::DenseMap<int, int> Known;

public:
  ComputedQuotients(llvm::SmallVectorImpl<Axis> &Axes, unsigned Rank)
      : Axes(Axes), Rank(int(Rank)) {}

  /// A loop's variable, of which its next number may be made.
  int state(int Number) {
    const int Now = Rank + int(Axes.size());
    Known[Number] = Now;
    Axes.push_back(Axes[Number - Rank]);
    Axis A = Axes.back();
    rewrite(A.From);
    rewrite(A.Than);
    A.Goes = axis(A.Goes);
    Axes[Now - Rank] = std::move(A);
    return Now;
  }
  /// The axis that stands for Number.
  int axis(int Number) {
    if (Number < Rank)
      return Number;
    if (auto It = Known.find(Number); It != Known.end())
      return It->second;
    if (Axes[Number - Rank].Goes != -1)
      return state(Number);
    Axis A = Axes[Number - Rank];
    bool Changes = !A.Divisor.empty();
    for (AffineForm *Form : {&A.Lower, &A.Upper, &A.From, &A.Than})
      Changes |= rewrite(*Form);
    // Variables of one loop go on by one number, which leads to all of them.
    if (auto It = Known.find(Number); It != Known.end())
      return It->second;
    if (!A.Divisor.empty()) {
      Axis Out;
      Out.Virtual = Out.Loaded = Out.Unknown = true;
      Out.Code =
          A.Quotient == -1 ? TWOFOLD_NUMBER_QUOTIENT : TWOFOLD_NUMBER_REMAINDER;
      Out.From = A.From;
      Out.Than = A.Divisor;
      A = std::move(Out);
    }
    const int Now = Changes ? Rank + int(Axes.size()) : Number;
    if (Changes)
      Axes.push_back(std::move(A));
    return Known[Number] = Now;
  }
  /// Whether the form is another one then.
  bool rewrite(AffineForm &Form) {
    bool Changes = false;
    for (Monomial &M : Form) {
      const int Now = axis(M.Axis);
      Changes |= Now != M.Axis;
      M.Axis = Now;
    }
    return Changes;
  }
  void rewrite(Reference &R) {
    rewrite(R.Offset);
    for (RangeCheck &C : R.Conditions)
      rewrite(C.Form);
    for (int &Number : R.Around)
      Number = axis(Number);
  }
};

} // namespace

ConflictModel
conflictsOf(const AccessModel &Model, llvm::ArrayRef<Occurrence> Occurrences,
            llvm::ArrayRef<OpenPair> Pairs, llvm::ArrayRef<unsigned> Updates,
            llvm::ArrayRef<CopiedVariable> Copies, unsigned Rank) {
  ConflictModel Out;
  llvm::SmallVector<Axis, 16> Axes(Model.Axes.begin(), Model.Axes.end());
  ComputedQuotients Computed(Axes, Rank);
  // By what its quotients are.
  std::array<llvm::SmallVector<int, 16>, 4> Numbers;
  Numbers.fill(llvm::SmallVector<int, 16>(Occurrences.size(), -1));
  // What the loop writes may be another number when it is read.
  auto MayHold = [](const Occurrence &O, const Axis &Loaded) {
    QualType T = O.By ? O.By->getType() : QualType();
    return O.Base == Loaded.Base &&
           (T.isNull() || !Loaded.Pointer || T->isAnyCharacterType() ||
            !(T->isArithmeticType() || T->isEnumeralType()));
  };
  // A place that is stored to in each round of a loop, of which it does not
  // tell the rounds apart.
  auto InLaterRounds = [&](const Occurrence &O) {
    NeededAxes Own(Axes, Rank);
    Own.add(O.Offset);
    return llvm::any_of(O.Around, [&](int Number) {
      return Number >= int(Rank) && !Own.Needed[Number - int(Rank)];
    });
  };
  // Pointers of other objects lead to other memory. That both lead to one is
  // looked for by itself.
  auto LedBy = [&](const AffineForm &Form) -> const Axis * {
    for (const Monomial &M : Form)
      if (M.Axis >= int(Rank) && Axes[size_t(M.Axis) - Rank].Pointer)
        return &Axes[size_t(M.Axis) - Rank];
    return nullptr;
  };
  auto LiesElsewhere = [&](const Occurrence &O, const Axis &Loaded) {
    const Axis *There = LedBy(O.Offset), *Here = LedBy(Loaded.From);
    return There && Here && There->Base != Here->Base;
  };
  // What another iteration stores there is looked for by itself: no iteration
  // before the first one that finds something else goes elsewhere.
  auto ChangesItself = [&](const Axis &Loaded) {
    return Loaded.Stores != 0 ||
           (Loaded.Inside && llvm::any_of(Occurrences, [&](const auto &O) {
              return O.Writes && MayHold(O, Loaded) &&
                     !LiesElsewhere(O, Loaded) &&
                     (O.Unknown || !sameForm(O.Offset, Loaded.From));
            }));
  };
  auto ChangesInPlace = [&](const Axis &Loaded) {
    return Loaded.Stores != 0 ||
           (Loaded.Changing && llvm::any_of(Occurrences, [&](const auto &O) {
              return O.Writes && !O.Idle && MayHold(O, Loaded) &&
                     sameForm(O.Offset, Loaded.From) && InLaterRounds(O);
            }));
  };
  // Of a condition on what the iteration itself may have stored, or on a number
  // of which no more than its ends is known, nobody knows whether it holds.
  auto IsLost = [&](const RangeCheck &C) {
    NeededAxes Own(Axes, Rank);
    Own.add(C.Form);
    return !Own.Known || llvm::any_of(Own.LoadedFrom, [&](const Axis *Loaded) {
      return ChangesInPlace(*Loaded);
    });
  };
  // With each condition goes what says where it is right.
  auto Groups = [](llvm::ArrayRef<RangeCheck> Conditions,
                   llvm::function_ref<bool(llvm::ArrayRef<RangeCheck>)> Keeps) {
    llvm::SmallVector<RangeCheck, 4> Out;
    while (!Conditions.empty()) {
      const auto *Told = llvm::find_if(
          Conditions, [](const RangeCheck &C) { return C.Min <= C.Max; });
      const auto First = Conditions.take_front(
          std::min<size_t>(Told - Conditions.begin() + 1, Conditions.size()));
      if (Keeps(First))
        Out.append(First.begin(), First.end());
      Conditions = Conditions.drop_front(First.size());
    }
    return Out;
  };
  auto Loads = [&](const RangeCheck &C) {
    NeededAxes Own(Axes, Rank);
    Own.add(C.Form);
    return !Own.LoadedFrom.empty();
  };
  auto Kept = [&](llvm::ArrayRef<RangeCheck> Conditions, bool Unled) {
    return Groups(Conditions, [&](llvm::ArrayRef<RangeCheck> One) {
      return llvm::none_of(One, IsLost) && !(Unled && llvm::any_of(One, Loads));
    });
  };
  auto IsComputed = [&](const AffineForm &Form) {
    NeededAxes Own(Axes, Rank);
    Own.add(Form);
    return Own.Known && llvm::none_of(Own.LoadedFrom, [&](const Axis *Loaded) {
             return ChangesItself(*Loaded);
           });
  };
  // Unled: without the conditions on numbers in memory.
  auto NumberOf = [&](unsigned Number, bool Loads, bool Unled) {
    const Occurrence &O = Occurrences[Number];
    int &Known = Numbers[Loads + 2 * Unled][Number];
    if (Known == -1) {
      Known = int(Out.References.size());
      Reference &R = Out.References.emplace_back(Reference{O.Base,
                                                           O.Size,
                                                           O.Reads,
                                                           O.Writes,
                                                           /*Updates=*/false,
                                                           O.Offset,
                                                           {},
                                                           O.Around,
                                                           O.Loc});
      R.Conditions = Kept(O.Conditions, Unled);
      NeededAxes Own(Axes, Rank);
      Own.addAccess(R);
      if (Loads && O.Number && IsComputed(*O.Number))
        R.Conditions.push_back({*O.Number, INT64_MAX, INT64_MIN});
      if (Loads)
        Computed.rewrite(R);
      else
        Own.addQuotients(R.Conditions);
    }
    return unsigned(Known);
  };
  for (const OpenPair &P : Pairs) {
    const Occurrence &A = Occurrences[P.First], &B = Occurrences[P.Second];
    auto MayChange = [&](const Axis *Loaded) {
      return A.Base != B.Base && (MayHold(A, *Loaded) || MayHold(B, *Loaded));
    };
    // Of arrays that overlap under two names a condition on numbers in memory
    // counts as true: the samples of places are few.
    const bool Unled =
        A.Base != B.Base &&
        llvm::any_of(llvm::ArrayRef({&A, &B}), [&](const Occurrence *O) {
          return llvm::any_of(Kept(O->Conditions, /*Unled=*/false), Loads);
        });
    NeededAxes Own(Axes, Rank);
    for (const Occurrence *O : {&A, &B}) {
      Own.add(O->Offset);
      for (const RangeCheck &C : Kept(O->Conditions, Unled))
        Own.add(C.Form);
      for (int Number : O->Around)
        Own.add(Number);
    }
    if (!Own.Known || llvm::any_of(Own.LoadedFrom, [&](const Axis *Loaded) {
          return ChangesItself(*Loaded) || MayChange(Loaded);
        }))
      continue;
    const size_t Before = Out.References.size();
    const OpenPair Pair = {NumberOf(P.First, Own.Numbers, Unled),
                           NumberOf(P.Second, Own.Numbers, Unled),
                           P.ApartIfEqual};
    NeededAxes All(Axes, Rank);
    for (const Reference &R : Out.References)
      All.addAccess(R);
    if (size_t(llvm::count(All.Needed, true)) + Rank <= MostAxes) {
      (Own.Numbers ? Out.LoadedPairs : Out.Pairs).push_back(Pair);
      continue;
    }
    // A pair more would cost those that are there.
    Out.References.truncate(Before);
    for (auto &Of : Numbers)
      for (int &Number : Of)
        Number = Number < int(Before) ? Number : -1;
  }
  // A pointer to a variable leads to nothing else: no place that all iterations
  // have of their own is one. Nor is a scalar a member, or part of another
  // variable.
  auto Differs = [](const Occurrence &O) {
    return O.Unknown || namesAxes(O.Offset);
  };
  auto MayBe = [&](const Occurrence &O, const CopiedVariable &C) {
    const Base &Of = Model.Bases[O.Base];
    const auto *Lvalue = O.By ? O.By->IgnoreParenImpCasts() : nullptr;
    return C.Anywhere || (!(Differs(O) && O.Always) &&
                          !(isa_and_nonnull<MemberExpr>(Lvalue) &&
                            C.Decl->getType()->isScalarType()) &&
                          (Of.IsPointer || !Of.Decl ||
                           Of.Decl->getType()->isReferenceType()));
  };
  Out.Copies.assign(Copies.begin(), Copies.end());
  for (auto [I, C] : llvm::enumerate(Copies)) {
    for (const Occurrence &O : Occurrences) {
      if (!(C.Changes || O.Writes) || Model.Bases[O.Base].Decl == C.Decl ||
          !MayBe(O, C))
        continue;
      // Where that differs the pointer alone tells: it leads to the variable,
      // or nowhere in it.
      const bool Led = !C.Anywhere && Differs(O) &&
                       Model.Bases[O.Base].Arg != Base::Anywhere;
      NeededAxes Own(Axes, Rank);
      Own.add(O.Offset);
      if (!Led && (O.Unknown || !Own.Known || Own.Numbers))
        continue;
      Out.CopiedPairs.push_back({unsigned(I), unsigned(Out.References.size()),
                                 /*BothCopied=*/false});
      // Under whatever conditions: the place is compared alone.
      Out.References.push_back({O.Base,
                                Led ? 1 : O.Size,
                                O.Reads,
                                O.Writes,
                                /*Updates=*/false,
                                Led ? AffineForm() : O.Offset,
                                {},
                                {},
                                O.Loc});
    }
    for (auto [J, Other] : llvm::enumerate(Copies.take_front(I)))
      if ((C.Changes || Other.Changes) &&
          (C.Decl->getType()->isReferenceType() ||
           Other.Decl->getType()->isReferenceType()))
        Out.CopiedPairs.push_back({unsigned(I), unsigned(J), true});
  }

  auto Computes = [&](const AffineForm &Form) {
    NeededAxes Own(Axes, Rank);
    Own.add(Form);
    return Own.Known && Own.Exact &&
           llvm::all_of(Own.LoadedFrom, [&](const Axis *Loaded) {
             return Loaded->Code <= TWOFOLD_NUMBER_DIFFERS &&
                    llvm::none_of(Occurrences, [&](const Occurrence &O) {
                      return O.Writes && MayHold(O, *Loaded);
                    });
           });
  };
  llvm::SmallBitVector Tested(Model.Bases.size(), true);
  for (unsigned Number : Updates)
    if (!Computes(Occurrences[Number].Offset) ||
        !llvm::all_of(Occurrences[Number].Checks,
                      [&](const RangeCheck &C) { return Computes(C.Form); }))
      Tested.reset(Occurrences[Number].Base);
  for (unsigned Number : Updates) {
    const Occurrence &O = Occurrences[Number];
    if (!Tested.test(O.Base))
      continue;
    Reference R{O.Base,   O.Size, O.Reads, O.Writes, /*Updates=*/true,
                O.Offset, {},     {},      O.Loc};
    const auto Facts =
        Groups(O.Conditions, [&](llvm::ArrayRef<RangeCheck> One) {
          return llvm::any_of(O.Facts,
                              [&](const AffineForm &Fact) {
                                return sameForm(Fact, One.back().Form);
                              }) &&
                 llvm::all_of(One, [&](const RangeCheck &C) {
                   return Computes(C.Form);
                 });
        });
    R.Conditions.append(Facts.begin(), Facts.end());
    for (const RangeCheck &C : O.Checks) {
      R.Conditions.push_back({C.Form, INT64_MAX, C.Min});
      if (C.Max != INT64_MAX)
        R.Conditions.push_back({C.Form, C.Max, INT64_MIN});
    }
    Computed.rewrite(R);
    Out.References.push_back(std::move(R));
  }
  auto Anywhere = [&](unsigned &Number) {
    if (Model.Bases[Number].Arg == Base::Anywhere)
      Number = Base::Anywhere;
  };
  for (Reference &R : Out.References)
    Anywhere(R.Base);

  NeededAxes All(Axes, Rank);
  for (const Reference &R : Out.References)
    All.addAccess(R);
  llvm::SmallVector<int, 8> Renamed;
  for (auto [A, Needed] : llvm::zip(Axes, All.Needed)) {
    Renamed.push_back(int(Rank + Out.Axes.size()));
    if (!Needed)
      continue;
    Out.Axes.push_back(A);
    if (A.Loaded && A.Bytes != 0)
      Anywhere(Out.Axes.back().Base);
  }
  for (Axis &A : Out.Axes)
    if (A.Goes != -1)
      A.Goes = Renamed[A.Goes - int(Rank)];
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
