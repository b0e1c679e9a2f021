// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "section/Sections.h"
#include "twofold/overlap.hpp"

#include <cstdlib>

using namespace twofold;

namespace {

/// Steps of the search for elements that sections share.
constexpr long Patience = 20000;

struct Bracket {
  int64_t Operand, Dimension, Length, Start, Stride, Size;
};

struct OperandText {
  uint32_t Line = 0, Column = 0;
  std::string Text;
};

/// The line of Slice.operands with this number.
OperandText operandText(const twofold_slice &Slice, int64_t Number) {
  OperandText Out;
  const char *At = Slice.operands;
  for (; Number > 0 && *At; ++At)
    Number -= *At == '\n';
  char *End;
  Out.Line = uint32_t(std::strtoul(At, &End, 10));
  Out.Column = *End ? uint32_t(std::strtoul(End + 1, &End, 10)) : 0;
  for (At = *End ? End + 1 : End; *At && *At != '\n'; ++At)
    Out.Text += *At;
  return Out;
}

/// All that is asked about brackets.
class SectionCheck {
  const twofold_slice &Slice;
  const Bracket *Brackets;
  int Count;
  const twofold_extent *Lengths;
  int Rank;

public:
  SectionCheck(const twofold_slice &Slice, const twofold_extent *Rows,
               int Count, const twofold_extent *Lengths, int Rank)
      : Slice(Slice), Brackets(reinterpret_cast<const Bracket *>(Rows)),
        Count(Count), Lengths(Lengths), Rank(Rank) {}

  std::optional<SectionError> run() const {
    for (int I = 0; I < Count; ++I)
      if (Brackets[I].Length < 0)
        return error(Brackets[I], "a length of '%' is negative: ", false);
    for (int I = 0; I < Count; ++I)
      if (Brackets[I].Length != Lengths[Brackets[I].Dimension])
        return error(Brackets[I], "shapes differ: '%' is ", true);
    bool Empty = false;
    for (int D = 0; D < Rank; ++D)
      Empty |= Lengths[D] == 0;
    if (Empty)
      return std::nullopt;
    int64_t Total = 1;
    for (int D = 0; D < Rank; ++D)
      if (__builtin_mul_overflow(Total, Lengths[D], &Total))
        return error(Brackets[0], "more elements than can be counted: '%' is ",
                     false);
    for (int I = 0; I < Count; ++I)
      if (!fits(Brackets[I]))
        return error(Brackets[I],
                     "more bytes than there are addresses: '%' is ", false);
    return std::nullopt;
  }

private:
  /// Its first and its last element are within half of the address space.
  static bool fits(const Bracket &B) {
    int64_t Last, Bytes;
    return !__builtin_mul_overflow(B.Length - 1, B.Stride, &Last) &&
           !__builtin_add_overflow(Last, B.Start, &Last) &&
           !__builtin_mul_overflow(Last, B.Size, &Bytes) &&
           !__builtin_mul_overflow(B.Start, B.Size, &Bytes) &&
           !__builtin_mul_overflow(Last - B.Start, B.Size, &Bytes) &&
           Bytes <= TWOFOLD_SECTION_REACH && Bytes >= -TWOFOLD_SECTION_REACH;
  }

  std::string shape(int64_t Operand) const {
    std::string Out;
    for (int I = 0; I < Count; ++I)
      if (Brackets[I].Operand == Operand)
        Out += (Out.empty() ? "(" : ", ") + std::to_string(Brackets[I].Length);
    return Out + ")";
  }

  SectionError error(const Bracket &Wrong, const std::string &What,
                     bool Compared) const {
    SectionError Out;
    OperandText Name = operandText(Slice, Wrong.Operand);
    Out.Operand = Name.Text;
    Out.Line = Name.Line;
    Out.Column = Name.Column;
    Out.Length = Wrong.Length;
    Out.Text = std::string(Slice.file) + ":" + std::to_string(Name.Line) + ":" +
               std::to_string(Name.Column) + ": ";
    auto Describe = [&](const std::string &Text, int64_t Operand) {
      size_t At = Text.find('%');
      Out.Text += Text.substr(0, At) + operandText(Slice, Operand).Text +
                  Text.substr(At + 1) + shape(Operand);
    };
    if (Compared) {
      Out.Wanted = Lengths[Wrong.Dimension];
      for (int I = 0; I < Count; ++I)
        if (Brackets[I].Dimension == Wrong.Dimension &&
            Brackets[I].Length == Out.Wanted) {
          Describe(What, Brackets[I].Operand);
          Describe(" and '%' is ", Wrong.Operand);
          return Out;
        }
    }
    Describe(What, Wrong.Operand);
    return Out;
  }
};

/// One row of twofold_section_order.
struct Operand {
  int64_t Kind;
  detail::footprint Section;
  ByteRange Range; ///< all that it may touch; empty: anything

  Operand(const volatile void *First, const twofold_extent *Row,
          const std::vector<ptrdiff_t> &Lengths, const BlockFinder &Blocks)
      : Kind(Row[0]), Section{reinterpret_cast<uintptr_t>(First), Row[1],
                              Row + 2, /*Unit=*/1} {
    if (Kind == TWOFOLD_ADDRESSES_RANGE) {
      Range = {Section.First, Section.First + uint64_t(Row[1])};
    } else if (Kind == TWOFOLD_ADDRESSES_BLOCK) {
      Range = Blocks(Section.First).Range;
    } else if (Kind == TWOFOLD_ADDRESSES_STRIDED) {
      Range = {Section.First, Section.First + uint64_t(Row[1])};
      for (size_t D = 0; D < Lengths.size(); ++D) {
        int64_t Reach = (Lengths[D] - 1) * Section.Strides[D];
        (Reach < 0 ? Range.Begin : Range.End) += uint64_t(Reach);
      }
    }
  }
};

} // namespace

std::optional<SectionError>
twofold::checkSections(const twofold_slice &Slice,
                       const twofold_extent *Brackets, int Count,
                       const twofold_extent *Lengths, int Rank) {
  return SectionCheck(Slice, Brackets, Count, Lengths, Rank).run();
}

int twofold::planSections(const volatile void *const *First,
                          const twofold_extent *Rows, int Count,
                          const twofold_extent *Lengths, int Rank,
                          const BlockFinder &Blocks) {
  std::vector<ptrdiff_t> Shape(Lengths, Lengths + Rank);
  Operand Written(First[0], Rows, Shape, Blocks);
  bool Strided = Written.Kind == TWOFOLD_ADDRESSES_STRIDED;
  auto HazardsOf = [&](const detail::footprint &Read) {
    return detail::hazardOf(Written.Section, Read, Shape.data(), Shape.size(),
                            Patience);
  };
  unsigned Hazards = detail::NoHazard;
  for (int I = 1; I < Count; ++I) {
    Operand Read(First[I], Rows + I * (Rank + 2), Shape, Blocks);
    bool Known = Written.Range.Begin < Written.Range.End &&
                 Read.Range.Begin < Read.Range.End;
    if (Known && (Read.Range.End <= Written.Range.Begin ||
                  Written.Range.End <= Read.Range.Begin))
      continue;
    Hazards |= Strided && Read.Kind == TWOFOLD_ADDRESSES_STRIDED
                   ? HazardsOf(Read.Section)
                   : unsigned(detail::AnyOrder);
  }
  const bool Forward = (Hazards & detail::FirstToLast) != 0,
             Backward = (Hazards & detail::LastToFirst) != 0;
  // An element that is written twice keeps what comes last.
  if (Strided && HazardsOf(Written.Section) != detail::NoHazard)
    return Forward ? TWOFOLD_PLAN_TEMPORARY_FORWARD : TWOFOLD_PLAN_FORWARD;
  if (!Forward && !Backward)
    return TWOFOLD_PLAN_PARALLEL;
  int64_t Bytes = Written.Section.Size;
  for (int64_t Length : Shape)
    if (__builtin_mul_overflow(Bytes, Length, &Bytes))
      return TWOFOLD_PLAN_TEMPORARY;
  if (Bytes <= InOrderBytes && !Forward)
    return TWOFOLD_PLAN_FORWARD;
  if (Bytes <= InOrderBytes && !Backward)
    return TWOFOLD_PLAN_BACKWARD;
  return TWOFOLD_PLAN_TEMPORARY;
}
