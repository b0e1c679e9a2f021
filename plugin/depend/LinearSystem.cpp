// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/LinearSystem.h"
#include "llvm/ADT/ArrayRef.h"
#include <numeric>

using namespace twofold;

namespace {

using Wide = __int128;
// Beyond these sizes a proof costs more than it is worth.
constexpr unsigned MaxRows = 500;
constexpr int64_t MaxNumber = int64_t(1) << 60;

Wide floorDivided(Wide A, Wide B) { // B > 0
  Wide Quotient = A / B;
  return Quotient * B > A ? Quotient - 1 : Quotient;
}

/// Divides by the common divisor of the coefficients; the constant is rounded
/// down, as the sum is an integer.
void tighten(LinearRow &Row) {
  while (!Row.Coefficients.empty() && Row.Coefficients.back() == 0)
    Row.Coefficients.pop_back();
  int64_t Divisor = 0;
  for (int64_t C : Row.Coefficients)
    Divisor = std::gcd(Divisor, C);
  if (Divisor <= 1)
    return;
  for (int64_t &C : Row.Coefficients)
    C /= Divisor;
  Row.Constant = int64_t(floorDivided(Row.Constant, Divisor));
}

/// A * Left + B * Right, or nothing where numbers grow too large.
std::optional<LinearRow> combined(const LinearRow &Left, int64_t A,
                                  const LinearRow &Right, int64_t B) {
  LinearRow Out;
  unsigned Size = std::max(Left.Coefficients.size(), Right.Coefficients.size());
  // Divided here already: intermediate numbers would not fit otherwise.
  llvm::SmallVector<Wide, 16> Sums;
  Wide Divisor = 0;
  auto Magnitude = [](Wide X) { return X < 0 ? -X : X; };
  for (unsigned V = 0; V != Size; ++V) {
    Sums.push_back(Wide(A) * Left.at(V) + Wide(B) * Right.at(V));
    for (Wide X = Magnitude(Sums.back()), Y = Divisor;; std::swap(X, Y)) {
      if (Y == 0) {
        Divisor = X;
        break;
      }
      X %= Y;
    }
  }
  Wide Constant = Wide(A) * Left.Constant + Wide(B) * Right.Constant;
  if (Divisor > 1)
    Constant = floorDivided(Constant, Divisor);
  if (Magnitude(Constant) > MaxNumber)
    return std::nullopt;
  Out.Constant = int64_t(Constant);
  for (Wide S : Sums) {
    if (Divisor > 1)
      S /= Divisor;
    if (Magnitude(S) > MaxNumber)
      return std::nullopt;
    Out.Coefficients.push_back(int64_t(S));
  }
  tighten(Out);
  return Out;
}

/// Fourier and Motzkin's elimination with integer tightening: what is left out
/// on the way only makes the system weaker.
class Elimination {
  llvm::SmallVector<LinearRow, 64> Rows;
  unsigned Variables;
  bool Contradiction = false;
  bool Weaker = false; ///< a row was left out

  void add(LinearRow Row) {
    if (Row.Coefficients.empty()) {
      Contradiction |= Row.Constant < 0;
      return;
    }
    for (LinearRow &Known : Rows)
      if (Known.Coefficients == Row.Coefficients) {
        Known.Constant = std::min(Known.Constant, Row.Constant);
        return;
      }
    Rows.push_back(std::move(Row));
  }
  bool eliminate(unsigned Variable);
  std::optional<unsigned> cheapest() const;

public:
  Elimination(llvm::ArrayRef<LinearRow> Given, unsigned Variables)
      : Variables(Variables) {
    for (const LinearRow &Row : Given)
      add(Row);
  }
  /// A variable with a unit coefficient in two opposite rows that leave no
  /// room: every other row can be rid of it at no loss.
  bool substitute();
  bool impossible();
  bool contradicts() const { return Contradiction; }
  bool isWeaker() const { return Weaker; }
  llvm::ArrayRef<LinearRow> rows() const { return Rows; }
};

bool opposite(const LinearRow &A, const LinearRow &B) {
  return A.Coefficients.size() == B.Coefficients.size() &&
         llvm::all_of(llvm::zip(A.Coefficients, B.Coefficients), [](auto Pair) {
           return std::get<0>(Pair) == -std::get<1>(Pair);
         });
}

bool Elimination::substitute() {
  for (unsigned I = 0; I != Rows.size(); ++I)
    for (unsigned J = I + 1; J != Rows.size(); ++J) {
      if (!opposite(Rows[I], Rows[J]))
        continue;
      Wide Room = Wide(Rows[I].Constant) + Rows[J].Constant;
      if (Room < 0) {
        Contradiction = true;
        return true;
      }
      const auto *Unit = llvm::find_if(
          Rows[I].Coefficients, [](int64_t C) { return C == 1 || C == -1; });
      if (Room != 0 || Unit == Rows[I].Coefficients.end())
        continue;
      unsigned Variable = Unit - Rows[I].Coefficients.begin();
      LinearRow Equal = Rows[I];
      Rows.erase(Rows.begin() + J);
      Rows.erase(Rows.begin() + I);
      auto Others = std::move(Rows);
      Rows.clear();
      for (LinearRow &Row : Others) {
        int64_t C = Row.at(Variable);
        if (C == 0)
          add(std::move(Row));
        else if (auto Sum =
                     combined(Row, 1, Equal, Equal.at(Variable) == 1 ? -C : C))
          add(std::move(*Sum));
        else
          Weaker = true;
      }
      return true;
    }
  return false;
}

std::optional<unsigned> Elimination::cheapest() const {
  std::optional<unsigned> Best;
  unsigned BestCost = 0;
  for (unsigned V = 0; V != Variables; ++V) {
    unsigned Up = 0, Down = 0;
    for (const LinearRow &Row : Rows) {
      Up += Row.at(V) > 0;
      Down += Row.at(V) < 0;
    }
    if (Up + Down == 0)
      continue;
    unsigned Cost = Up * Down + MaxRows - Up - Down;
    if (!Best || Cost < BestCost) {
      Best = V;
      BestCost = Cost;
    }
  }
  return Best;
}

bool Elimination::eliminate(unsigned Variable) {
  llvm::SmallVector<LinearRow, 16> Up, Down;
  auto Others = std::move(Rows);
  Rows.clear();
  for (LinearRow &Row : Others) {
    int64_t C = Row.at(Variable);
    if (C == 0)
      add(std::move(Row));
    else
      (C > 0 ? Up : Down).push_back(std::move(Row));
  }
  for (const LinearRow &U : Up)
    for (const LinearRow &D : Down) {
      if (Rows.size() > MaxRows)
        return false;
      if (auto Sum = combined(U, -D.at(Variable), D, U.at(Variable)))
        add(std::move(*Sum));
    }
  return true;
}

bool Elimination::impossible() {
  while (!Contradiction) {
    if (substitute())
      continue;
    auto Next = cheapest();
    if (!Next || !eliminate(*Next))
      break;
  }
  return Contradiction;
}

/// Depth-first search over boxes that the rows keep narrowing.
class PointSearch {
  struct Range {
    Wide Low, High;
    bool known() const { return Low > -MaxNumber && High < MaxNumber; }
  };
  using Box = llvm::SmallVector<Range, 16>;
  llvm::ArrayRef<LinearRow> Rows;
  unsigned &Steps;
  bool narrow(Box &B) const;

public:
  PointSearch(llvm::ArrayRef<LinearRow> Rows, unsigned &Steps)
      : Rows(Rows), Steps(Steps) {}
  LinearSystem::Search run(Box B);
  /// What no row speaks of may be anything: zero.
  Box everything(unsigned Variables) const {
    Box All(Variables, Range{0, 0});
    for (const LinearRow &Row : Rows)
      for (unsigned V = 0; V != Row.Coefficients.size(); ++V)
        if (Row.Coefficients[V] != 0)
          All[V] = {-Wide(MaxNumber), Wide(MaxNumber)};
    return All;
  }
};

bool PointSearch::narrow(Box &B) const {
  // Each round passes what one row learnt on to the others.
  for (unsigned Round = 0; Round != 8; ++Round) {
    bool Changed = false;
    for (const LinearRow &Row : Rows) {
      for (unsigned V = 0; V != Row.Coefficients.size(); ++V) {
        int64_t C = Row.Coefficients[V];
        if (C == 0)
          continue;
        // C * v >= -(the most that the rest can be)
        Wide Most = Row.Constant;
        bool Known = true;
        for (unsigned W = 0; W != Row.Coefficients.size(); ++W) {
          int64_t D = Row.Coefficients[W];
          if (W == V || D == 0)
            continue;
          Wide End = D > 0 ? B[W].High : B[W].Low;
          Known &= End < MaxNumber && End > -MaxNumber;
          Most += D * End;
        }
        if (!Known)
          continue;
        Range &R = B[V];
        if (C > 0) {
          Wide Low = -floorDivided(Most, C);
          if (Low > R.Low) {
            R.Low = Low;
            Changed = true;
          }
        } else {
          Wide High = floorDivided(Most, -Wide(C));
          if (High < R.High) {
            R.High = High;
            Changed = true;
          }
        }
        if (R.Low > R.High)
          return false;
      }
    }
    if (!Changed)
      break;
  }
  return true;
}

LinearSystem::Search PointSearch::run(Box B) {
  using Search = LinearSystem::Search;
  if (!narrow(B))
    return Search::None;
  Range *Widest = nullptr, *Narrowest = nullptr;
  for (Range &R : B) {
    if (R.Low == R.High)
      continue;
    if (!Narrowest || R.High - R.Low < Narrowest->High - Narrowest->Low)
      Narrowest = &R;
    Widest = &R;
  }
  if (!Widest) {
    // Narrowing stops early; the point itself decides.
    bool Solves = llvm::all_of(Rows, [&](const LinearRow &Row) {
      Wide Sum = Row.Constant;
      for (unsigned V = 0; V != Row.Coefficients.size(); ++V)
        Sum += Row.Coefficients[V] * B[V].Low;
      return Sum >= 0;
    });
    return Solves ? Search::Found : Search::None;
  }
  if (!Narrowest->known())
    return Search::GaveUp;
  const Range Choice = *Narrowest;
  for (Wide X = Choice.Low; X <= Choice.High; ++X) {
    if (Steps == 0)
      return Search::GaveUp;
    --Steps;
    *Narrowest = {X, X};
    if (Search S = run(B); S != Search::None)
      return S;
  }
  return Search::None;
}

} // namespace

bool LinearRow::add(unsigned Variable, int64_t Coefficient) {
  if (Coefficients.size() <= Variable)
    Coefficients.resize(Variable + 1, 0);
  int64_t &C = Coefficients[Variable];
  return !__builtin_add_overflow(C, Coefficient, &C) && C < MaxNumber &&
         C > -MaxNumber;
}

void LinearSystem::addAtLeastZero(LinearRow Row) {
  tighten(Row);
  if (Row.Coefficients.empty())
    Contradiction |= Row.Constant < 0;
  else if (Row.Constant < MaxNumber && Row.Constant > -MaxNumber)
    Rows.push_back(std::move(Row));
  else
    Incomplete = true;
}

bool LinearSystem::isImpossible() const {
  return Contradiction || Elimination(Rows, Variables).impossible();
}

LinearSystem::Search LinearSystem::search(unsigned &Steps) const {
  Elimination Fewer(Rows, Variables);
  while (!Contradiction && !Fewer.contradicts() && Fewer.substitute())
    continue;
  if (Contradiction || Fewer.contradicts())
    return Search::None;
  PointSearch Through(Fewer.rows(), Steps);
  Search Outcome = Through.run(Through.everything(Variables));
  bool Exact = !Incomplete && !Fewer.isWeaker();
  return Outcome == Search::Found && !Exact ? Search::GaveUp : Outcome;
}

void FormSystem::atLeastZero(const AffineForm &Form,
                             llvm::function_ref<void(const Monomial &)> Met) {
  LinearRow Row;
  for (const Monomial &M : Form) {
    if (M.Axis == -1 && M.Values.empty()) {
      if (__builtin_add_overflow(Row.Constant, M.Constant, &Row.Constant))
        return setIncomplete();
      continue;
    }
    auto [At, New] = Variables.try_emplace({M.Axis, M.Values}, 0);
    if (New) {
      At->second = addVariable();
      Met(M);
    }
    if (!Row.add(At->second, M.Constant))
      return setIncomplete();
  }
  addAtLeastZero(std::move(Row));
}
