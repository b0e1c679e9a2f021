// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/AccessRecorder.h"
#include "depend/FormProofs.h"
#include "depend/RowFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace twofold {

/// Read is there to see whether it is a number that Write never stores.
static bool isAwaited(const Occurrence &Read, const Occurrence &Write) {
  MaybeForm More = Read.Awaits && !Read.Writes && Write.Number &&
                           Read.Base == Write.Base && Read.Size == Write.Size
                       ? difference(*Write.Number, *Read.Awaits)
                       : std::nullopt;
  if (!More)
    return false;
  auto IsPositive = [&](const AffineForm &Form) {
    return constantOf(Form).value_or(0) > 0 ||
           llvm::any_of(Write.Facts, [&](const AffineForm &Fact) {
             MaybeForm Rest = difference(Form, Fact);
             return Rest && constantOf(*Rest).value_or(0) > 0;
           });
  };
  return IsPositive(*More) || IsPositive(*difference(AffineForm(), *More));
}

bool mayMatter(const Occurrence &A, const Occurrence &B, bool Perhaps) {
  auto Comes = [&](const Occurrence &O) {
    return O.Told || (Perhaps && O.Perhaps);
  };
  // What one iteration keeps another one's store may be lost to.
  const bool Improves = (A.Keeps || B.Keeps) && !(A.Writes && B.Writes) &&
                        (A.Base != B.Base || !sameForm(A.Offset, B.Offset));
  const bool Idle = A.Idle != 0 && A.Idle == B.Idle && !(A.Writes && B.Writes);
  return Comes(A) && Comes(B) && !Improves && !Idle && !isAwaited(A, B) &&
         !isAwaited(B, A);
}

bool meetUnderConditions(const IterationSpace &Space, Occurrence A,
                         Occurrence B, unsigned Rank, bool Same,
                         unsigned &Tested, PairVerdict &Met) {
  constexpr unsigned MaxTested = 16;
  // Of a matrix nobody knows how long its rows are used.
  auto IsOwn = [&](const Occurrence &O) {
    const AffineForm Of = axisPart(O.Offset);
    return !O.Unknown && !O.wraps() && Of.size() == 1 && Of[0].Axis < int(Rank);
  };
  if (Tested == MaxTested || !IsOwn(A) || !IsOwn(B) ||
      mayMatter(A, B, /*Perhaps=*/true))
    return false;
  A.Told = B.Told = A.Surely = B.Surely = true;
  if (!mayMatter(A, B, /*Perhaps=*/false))
    return false;
  ++Tested;
  Met = testPair(Space, referenceOf(A), referenceOf(B), Rank, Same);
  return Met.What == PairVerdict::Carried;
}

} // namespace twofold
