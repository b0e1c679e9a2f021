// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/Conflicts.h"
#include "access/ComputedQuotients.h"
#include "access/FirstRounds.h"
#include "access/KeptConditions.h"
#include "access/NeededAxes.h"
#include "twofold/abi.h"
#include "llvm/ADT/SmallBitVector.h"
#include <array>

using namespace clang;

namespace twofold {

ConflictModel
conflictsOf(const AccessModel &Model, llvm::ArrayRef<Occurrence> Occurrences,
            llvm::ArrayRef<OpenPair> Pairs, llvm::ArrayRef<unsigned> Updates,
            llvm::ArrayRef<CopiedVariable> Copies, unsigned Rank) {
  ConflictModel Out;
  llvm::SmallVector<Axis, 16> Axes(Model.Axes.begin(), Model.Axes.end());
  ComputedQuotients Computed(Axes, Rank);
  llvm::SmallVector<Occurrence, 16> Touches(Occurrences);
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
  // First: numbers that later rounds may store to are what they are at the
  // call.
  auto IsLost = [&](const RangeCheck &C, bool First) {
    NeededAxes Own(Axes, Rank);
    Own.add(C.Form);
    return !Own.Known || llvm::any_of(Own.LoadedFrom, [&](const Axis *Loaded) {
      return First ? Loaded->Stores != 0
                   : ChangesInPlace(*Loaded) || ChangesItself(*Loaded);
    });
  };
  auto Loads = [&](const RangeCheck &C) {
    NeededAxes Own(Axes, Rank);
    Own.add(C.Form);
    return !Own.LoadedFrom.empty();
  };
  auto Kept = [&](llvm::ArrayRef<RangeCheck> Conditions, bool Unled,
                  bool First) {
    return keptConditions(Conditions, [&](llvm::ArrayRef<RangeCheck> One) {
      return llvm::none_of(
                 One, [&](const RangeCheck &C) { return IsLost(C, First); }) &&
             !(Unled && llvm::any_of(One, Loads));
    });
  };
  auto Changes = [&](const NeededAxes &Own) {
    return llvm::any_of(Own.LoadedFrom, [&](const Axis *Loaded) {
      return ChangesItself(*Loaded);
    });
  };
  auto IsComputed = [&](const auto &Number) { // a form or an axis
    NeededAxes Own(Axes, Rank);
    Own.add(Number);
    return Own.Known && !Changes(Own);
  };
  // Unled: without the conditions on numbers in memory.
  auto NumberOf = [&](unsigned Number, bool Loads, bool Unled, bool First) {
    const Occurrence &O = Touches[Number];
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
      R.Conditions = Kept(O.Conditions, Unled, First);
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
  auto IsChanged = [&](const RangeCheck &C) {
    NeededAxes Own(Axes, Rank);
    Own.add(C.Form);
    return Changes(Own);
  };
  // The way out of a loop has been kept from behind it, too: with what calls
  // that go through the loop know of where it ends.
  auto IsLeftBehind = [&](const Occurrence &O) {
    auto Goes = [&](const RangeCheck &C) {
      NeededAxes Own(Axes, Rank);
      Own.add(C.Form);
      return llvm::any_of(llvm::seq(Own.Needed.size()), [&](size_t I) {
        return Own.Needed[I] && Axes[I].Goes != -1;
      });
    };
    return llvm::any_of(O.Conditions, IsChanged) &&
           llvm::any_of(Occurrences, [&](const Occurrence &Behind) {
             return Behind.By == O.By && Behind.Writes == O.Writes &&
                    Behind.Around.size() < O.Around.size() && !Behind.Unknown &&
                    llvm::any_of(Behind.Conditions, Goes) &&
                    llvm::none_of(Behind.Conditions, IsChanged);
           });
  };
  // False: where one of the two is, no call can tell.
  auto Ask = [&](const OpenPair &P, bool First) {
    const Occurrence &A = Touches[P.First], &B = Touches[P.Second];
    auto MayChange = [&](const Axis *Loaded) {
      return A.Base != B.Base && (MayHold(A, *Loaded) || MayHold(B, *Loaded));
    };
    // Of arrays that overlap under two names a condition on numbers in memory
    // counts as true: the samples of places are few.
    const bool Unled =
        A.Base != B.Base &&
        llvm::any_of(llvm::ArrayRef({&A, &B}), [&](const Occurrence *O) {
          return llvm::any_of(Kept(O->Conditions, /*Unled=*/false, First),
                              Loads);
        });
    NeededAxes Own(Axes, Rank);
    for (const Occurrence *O : {&A, &B}) {
      Own.add(O->Offset);
      for (const RangeCheck &C : Kept(O->Conditions, Unled, First))
        Own.add(C.Form);
      for (int Number : O->Around)
        Own.add(Number);
    }
    if (!Own.Known || llvm::any_of(Own.LoadedFrom, [&](const Axis *Loaded) {
          return First ? Loaded->Stores != 0
                       : ChangesItself(*Loaded) || MayChange(Loaded);
        }))
      return false;
    const size_t Before = Out.References.size();
    const OpenPair Pair = {NumberOf(P.First, Own.Numbers, Unled, First),
                           NumberOf(P.Second, Own.Numbers, Unled, First),
                           P.ApartIfEqual};
    NeededAxes All(Axes, Rank);
    for (const Reference &R : Out.References)
      All.addAccess(R);
    if (size_t(llvm::count(All.Needed, true)) + Rank <= MostAxes) {
      (Own.Numbers ? Out.LoadedPairs : Out.Pairs).push_back(Pair);
      return true;
    }
    // A pair more would cost those that are there.
    Out.References.truncate(Before);
    for (auto &Of : Numbers)
      for (int &Number : Of)
        Number = Number < int(Before) ? Number : -1;
    return true;
  };
  // Nothing that is stored to decides how far a loop goes, or what its variable
  // is in each round.
  auto IsSure = [&](int Number) {
    auto Moves = [&](const Axis &Counts) { // by what is not settled
      return llvm::any_of(Counts.Than, [&](const Monomial &M) {
        const int Goes = M.Axis < int(Rank) ? -1 : Axes[M.Axis - Rank].Goes;
        return Goes != -1 &&
               llvm::any_of(llvm::seq(Axes.size()), [&](size_t I) {
                 return Axes[I].Goes == Goes && !IsComputed(int(I + Rank));
               });
      });
    };
    return IsComputed(Number) && llvm::none_of(Axes, [&](const Axis &Counts) {
             return Counts.Code == TWOFOLD_NUMBER_REACHED &&
                    namesAxis(Counts.From, Number) && Moves(Counts);
           });
  };
  auto IsNone = [](int) { return false; };
  FirstRounds Beginning[] = {{Axes, Rank, IsSure}, {Axes, Rank, IsNone}};
  std::array<llvm::DenseMap<unsigned, std::optional<unsigned>>, 2> Begins;
  auto Begin = [&](unsigned Number, bool All) {
    auto [It, New] = Begins[All].try_emplace(Number);
    if (const auto O =
            New ? Beginning[All].of(Touches[Number]) : std::nullopt) {
      It->second = unsigned(Touches.size());
      Touches.push_back(*O);
      for (auto &Of : Numbers)
        Of.push_back(-1);
    }
    return It->second;
  };
  for (const OpenPair &P : Pairs) {
    if (IsLeftBehind(Occurrences[P.First]) ||
        IsLeftBehind(Occurrences[P.Second]) || Ask(P, /*First=*/false))
      continue;
    for (bool All : {false, true}) {
      const auto First = Begin(P.First, All), Second = Begin(P.Second, All);
      if (First && Second && Ask({*First, *Second}, All))
        break;
    }
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
        keptConditions(O.Conditions, [&](llvm::ArrayRef<RangeCheck> One) {
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
