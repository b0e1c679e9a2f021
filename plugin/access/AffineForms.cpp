// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/AffineForms.h"

using namespace twofold;

static constexpr unsigned MaxValues = 3; // of one monomial, as abi.h says

static bool before(const Monomial &A, const Monomial &B) {
  if (A.Axis != B.Axis)
    return A.Axis < B.Axis;
  return std::lexicographical_compare(A.Values.begin(), A.Values.end(),
                                      B.Values.begin(), B.Values.end());
}

static bool alike(const Monomial &A, const Monomial &B) {
  return A.Axis == B.Axis && A.Values == B.Values;
}

/// Adds one monomial to a form in normal form. False on overflow.
static bool addTo(AffineForm &Form, const Monomial &M) {
  if (M.Constant == 0)
    return true;
  auto *At = llvm::lower_bound(Form, M, before);
  if (At == Form.end() || !alike(*At, M)) {
    Form.insert(At, M);
    return true;
  }
  if (__builtin_add_overflow(At->Constant, M.Constant, &At->Constant))
    return false;
  if (At->Constant == 0)
    Form.erase(At);
  return true;
}

AffineForm twofold::constantForm(int64_t Constant) {
  AffineForm Form;
  if (Constant != 0)
    Form.push_back({Constant, {}, -1});
  return Form;
}

AffineForm twofold::valueForm(unsigned Value) { return {{1, {Value}, -1}}; }

AffineForm twofold::axisForm(int Axis) { return {{1, {}, Axis}}; }

MaybeForm twofold::sum(const AffineForm &A, const AffineForm &B) {
  AffineForm Sum = A;
  for (const Monomial &M : B)
    if (!addTo(Sum, M))
      return std::nullopt;
  return Sum;
}

MaybeForm twofold::scaled(const AffineForm &A, int64_t Factor) {
  AffineForm Scaled;
  for (Monomial M : A) {
    if (__builtin_mul_overflow(M.Constant, Factor, &M.Constant))
      return std::nullopt;
    if (M.Constant != 0)
      Scaled.push_back(M);
  }
  return Scaled;
}

MaybeForm twofold::difference(const AffineForm &A, const AffineForm &B) {
  MaybeForm Negated = scaled(B, -1);
  return Negated ? sum(A, *Negated) : std::nullopt;
}

MaybeForm twofold::product(const AffineForm &A, const AffineForm &B) {
  AffineForm Product;
  for (const Monomial &X : A)
    for (const Monomial &Y : B) {
      if ((X.Axis != -1 && Y.Axis != -1) ||
          X.Values.size() + Y.Values.size() > MaxValues)
        return std::nullopt;
      Monomial M = X;
      if (__builtin_mul_overflow(X.Constant, Y.Constant, &M.Constant))
        return std::nullopt;
      M.Values.append(Y.Values.begin(), Y.Values.end());
      llvm::sort(M.Values);
      M.Axis = X.Axis != -1 ? X.Axis : Y.Axis;
      if (!addTo(Product, M))
        return std::nullopt;
    }
  return Product;
}

bool twofold::sameForm(const AffineForm &A, const AffineForm &B) {
  return llvm::equal(A, B, [](const Monomial &X, const Monomial &Y) {
    return X.Constant == Y.Constant && alike(X, Y);
  });
}

std::optional<int64_t> twofold::constantOf(const AffineForm &A) {
  if (A.empty())
    return 0;
  if (A.size() == 1 && A[0].Axis == -1 && A[0].Values.empty())
    return A[0].Constant;
  return std::nullopt;
}

bool twofold::namesAxes(const AffineForm &A) {
  return llvm::any_of(A, [](const Monomial &M) { return M.Axis != -1; });
}

bool twofold::namesAxis(const AffineForm &A, int Axis) {
  return llvm::any_of(A, [=](const Monomial &M) { return M.Axis == Axis; });
}

AffineForm twofold::axisPart(const AffineForm &A) {
  AffineForm Part;
  llvm::copy_if(A, std::back_inserter(Part),
                [](const Monomial &M) { return M.Axis != -1; });
  return Part;
}

AffineForm twofold::invariantPart(const AffineForm &A) {
  AffineForm Part;
  llvm::copy_if(A, std::back_inserter(Part),
                [](const Monomial &M) { return M.Axis == -1; });
  return Part;
}

MaybeForm twofold::replaced(const AffineForm &Form, const AffineForm &Linear,
                            int Axis) {
  if (Linear.empty())
    return std::nullopt;
  // Every multiple K * Linear shows in a monomial of Linear's first axis.
  const Monomial &First = Linear.front();
  AffineForm Rest = Form;
  bool Any = false;
  for (const Monomial &M : Form) {
    if (M.Axis != First.Axis || M.Constant % First.Constant != 0)
      continue;
    AffineForm Factor = {{M.Constant / First.Constant, M.Values, -1}};
    // The multiple is there when taking it away leaves fewer monomials by the
    // whole of Linear.
    MaybeForm Multiple = product(Factor, Linear);
    MaybeForm Left = Multiple ? difference(Rest, *Multiple) : std::nullopt;
    MaybeForm Put = product(Factor, axisForm(Axis));
    if (!Left || !Put || Left->size() + Linear.size() != Rest.size())
      continue;
    Left = sum(*Left, *Put);
    if (!Left)
      return std::nullopt;
    Rest = *Left;
    Any = true;
  }
  if (!Any)
    return std::nullopt;
  return Rest;
}

MaybeForm twofold::leastForm(AffineForm Form,
                             llvm::function_ref<MaybeForm(int Axis)> LowerOf,
                             llvm::function_ref<MaybeForm(int Axis)> UpperOf) {
  // Axes' ends name earlier axes only, so the last axis goes first; monomials
  // are sorted by axis.
  while (!Form.empty() && Form.back().Axis != -1) {
    const Monomial Last = Form.pop_back_val();
    const int Axis = Last.Axis;
    // The sign of a coefficient with values is not known.
    if (!Last.Values.empty())
      return std::nullopt;
    MaybeForm End = Last.Constant > 0 ? LowerOf(Axis) : UpperOf(Axis);
    MaybeForm Scaled = End ? scaled(*End, Last.Constant) : std::nullopt;
    MaybeForm Next = Scaled ? sum(Form, *Scaled) : std::nullopt;
    if (!Next || namesAxis(*Next, Axis))
      return std::nullopt;
    Form = std::move(*Next);
  }
  return Form;
}

MaybeForm twofold::withValue(const AffineForm &Form, unsigned Value,
                             const AffineForm &By) {
  AffineForm Out;
  for (Monomial M : Form) {
    MaybeForm Term = AffineForm();
    unsigned Times = llvm::count(M.Values, Value);
    llvm::erase(M.Values, Value);
    Term->push_back(M);
    while (Term && Times-- > 0)
      Term = product(*Term, By);
    MaybeForm Sum = Term ? sum(Out, *Term) : std::nullopt;
    if (!Sum)
      return std::nullopt;
    Out = std::move(*Sum);
  }
  return Out;
}

std::optional<int64_t> twofold::strideOf(const Access &A, unsigned Axis) {
  int64_t Sum = 0;
  for (const Monomial &M : A.Offset) {
    if (M.Axis != int(Axis))
      continue;
    if (!M.Values.empty())
      return std::nullopt;
    Sum += M.Constant;
  }
  return Sum;
}
