// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Occurrences.cpp - accesses as the dependence tests want them -------===//

#include "AccessEvaluator.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// Only numbers that no loop ever counts to break it.
static bool isOutOfReach(const RangeCheck &C, const AccessModel &Model,
                         const ASTContext &Ctx) {
  if (C.Max != INT64_MAX || (C.Min != 0 && C.Min != -1))
    return false;
  return C.Min == -1 || llvm::all_of(C.Form, [&](const Monomial &M) {
           return llvm::all_of(M.Values, [&](unsigned V) {
             QualType T = Model.Values[V]->getType();
             return T->isUnsignedIntegerOrEnumerationType() &&
                    Ctx.getIntWidth(T) == 64;
           });
         });
}

void AccessRecorder::keep(const Touch &T, const Arm &Address,
                          const Guards &Path,
                          llvm::ArrayRef<EnclosingLoop> Around) {
  Occurrence O;
  O.Base = T.Base;
  O.Size = T.Size;
  O.Reads = T.Reads;
  O.Writes = T.Writes;
  O.Loc = T.Loc;
  O.Unknown = Address.Wild || T.Size == 0;
  auto Open = [&](const RangeCheck &C) {
    return !holds(C) && !isOutOfReach(C, Model, Ctx);
  };
  O.Wraps = llvm::any_of(Address.Checks, Open);
  O.Surely = T.Unconditional && !O.Unknown && !O.Wraps;
  for (const EnclosingLoop &L : Around) {
    O.Around.push_back(L.Axis);
    O.Surely &= L.Whole || (L.NonEmpty && !namesAxis(Address.Form, L.Axis));
  }
  if (!O.Unknown) {
    O.Offset = Address.Form;
    for (const Guards *Facts : {&Path, &Address.Facts})
      for (const Guard &G : *Facts)
        if (llvm::none_of(G.Checks, Open))
          O.Facts.push_back(G.Form);
  }
  O.Surely &= llvm::none_of(O.Offset, [&](const Monomial &M) {
    return M.Axis >= rank() && innerAxis(M.Axis).Virtual;
  });
  Occurrences->push_back(std::move(O));
}

MaybeForm AccessEvaluator::invariant(const Expr *E) {
  IntegerType T = E ? IntegerType::of(E->getType(), Ctx) : IntegerType();
  if (!T || E->isValueDependent() || E->HasSideEffects(Ctx))
    return std::nullopt;
  llvm::SaveAndRestore Outside(InClause, true);
  bool Framed = !Frames.empty();
  if (!Framed)
    Frames.push_back(std::make_unique<Frame>());
  Value V = quietly(E);
  if (!Framed)
    Frames.pop_back();
  if (V.size() != 1 || V[0].What != Arm::Integer || namesAxes(V[0].Form))
    return std::nullopt;
  Arm A = exact(V[0], T);
  if (llvm::any_of(A.Checks, [&](const RangeCheck &C) {
        return !Recorder.holds(C) && !isOutOfReach(C, Recorder.model(), Ctx);
      }))
    return std::nullopt;
  return A.Form;
}
