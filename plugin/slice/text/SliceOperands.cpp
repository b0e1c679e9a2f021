// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "slice/text/SliceOperands.h"
#include <algorithm>

namespace twofold {

static bool isBracket(const SlicePart &P) {
  return P.Kind == SliceKind::Subscript || P.Kind == SliceKind::Section;
}

/// A member of an element: the one operation that stays in the same element.
static bool isMember(const SlicePart &P) {
  return P.Kind == SliceKind::Operation && P.Children.size() == 1 &&
         P.Children[0]->Begin == P.Begin && !P.Loads;
}

SlicePart &rootOf(SlicePart &Chain) {
  SlicePart *P = &Chain;
  while (P->PerElement && (isBracket(*P) || isMember(*P)))
    P = P->base();
  return *P;
}

void SliceOperands::add(SlicePart &P, unsigned Offset, bool Written) {
  if (!P.PerElement)
    return;
  if (isBracket(P)) {
    unsigned Operand = Operands.size();
    Operands.push_back({&P, Offset, Written, SliceAddresses::Strided});
    addChain(P, Offset, Operand);
    return;
  }
  if (P.Kind == SliceKind::Assign) {
    add(*P.Children[0], Offset, true);
    add(*P.Children[1], Offset);
    return;
  }
  if (P.Loads)
    Operands.push_back({&P, Offset, Written, SliceAddresses::Unknown});
  for (SlicePart *C : P.Children)
    add(*C, Offset, P.Kind == SliceKind::Step || (Written && isMember(P)));
}

void SliceOperands::addChain(SlicePart &P, unsigned Offset, unsigned Operand) {
  if (!P.PerElement)
    return;
  if (isMember(P))
    return addChain(*P.base(), Offset, Operand);
  if (!isBracket(P)) { // a call, or the like, gives the address
    Operands[Operand].Addresses = SliceAddresses::Unknown;
    return add(P, Offset);
  }
  addChain(*P.base(), Offset, Operand);
  unsigned Dimension = Offset + P.base()->Rank;
  if (P.Kind == SliceKind::Section) {
    Brackets.push_back({&P, Operand, Dimension});
    return;
  }
  SlicePart &Index = *P.Children[1];
  if (!Index.PerElement)
    return;
  SliceAddresses &A = Operands[Operand].Addresses;
  A = std::max(A, SliceAddresses::Gather);
  add(Index, Dimension);
}

void SliceOperands::unite(
    llvm::function_ref<std::string(const SlicePart &)> Text) {
  llvm::SmallVector<SliceOperand, 6> Kept;
  llvm::SmallVector<std::optional<unsigned>, 6> Became; // where it is kept
  for (const SliceOperand &O : Operands) {
    auto Same = llvm::find_if(Kept, [&](const SliceOperand &K) {
      return K.Offset == O.Offset && K.Addresses == O.Addresses &&
             Text(*K.Chain) == Text(*O.Chain);
    });
    if (Same != Kept.end()) {
      Same->Written |= O.Written;
      Became.push_back(std::nullopt);
      continue;
    }
    Became.push_back(Kept.size());
    Kept.push_back(O);
  }
  llvm::SmallVector<SliceBracket, 8> Rest;
  for (SliceBracket B : Brackets)
    if (Became[B.Operand]) {
      B.Operand = *Became[B.Operand];
      Rest.push_back(B);
    }
  Operands = std::move(Kept);
  Brackets = std::move(Rest);
}

const SlicePart *SliceOperands::extentOf(unsigned Dimension) const {
  for (const SliceBracket &B : Brackets)
    if (B.Dimension == Dimension)
      return B.Section;
  return nullptr;
}

unsigned SliceOperands::indexed(const SlicePart &P) {
  unsigned Most = P.Kind == SliceKind::Index ? P.Dimension + 1 : 0;
  if (P.Kind != SliceKind::Reduction)
    for (const SlicePart *C : P.Children)
      Most = std::max(Most, indexed(*C));
  return Most;
}

} // namespace twofold
