// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "call/ResultCheck.h"
#include "bytes/ChangedBytes.h"
#include "launch/LaunchPart.h"
#include "report/Trace.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>

using namespace twofold;

/// Library functions of OpenCL are within 16 units in the last place, and what
/// follows makes more of it.
static constexpr double LeastUnits = 64;
/// The same of kernels with -cl-fast-relaxed-math.
static constexpr double LeastFastUnits = 8192;
/// More than such a part of a number is no rounding.
static constexpr double LargestPart = 1.0 / 16;

/// As large as a number of so many bytes has them, beside 1.
static double unitOf(unsigned Bytes) {
  return Bytes == 2 ? 0x1p-10 : Bytes == 4 ? 0x1p-23 : 0x1p-52;
}

static double halfAt(const char *At) {
  uint16_t Bits;
  std::memcpy(&Bits, At, sizeof Bits);
  const int Exponent = Bits >> 10 & 31, Fraction = Bits & 1023;
  const double Size = Exponent == 31 ? (Fraction ? NAN : INFINITY)
                      : Exponent == 0
                          ? std::ldexp(Fraction, -24)
                          : std::ldexp(1024 + Fraction, Exponent - 25);
  return Bits >> 15 ? -Size : Size;
}

static double numberAt(const char *At, unsigned Bytes) {
  if (Bytes == 2)
    return halfAt(At);
  float Single;
  double Double;
  if (Bytes == 8)
    return std::memcpy(&Double, At, sizeof Double), Double;
  return std::memcpy(&Single, At, sizeof Single), double(Single);
}

/// What Of finds there, as its type has it where that is known.
static std::string textOf(const char *At, uint64_t Bytes, unsigned Numbers) {
  char Text[40];
  if (Numbers) {
    std::snprintf(Text, sizeof Text, "%.*g", Numbers == 8 ? 17 : 9,
                  numberAt(At, Numbers));
    return Text;
  }
  if (Bytes == 1 || Bytes == 2 || Bytes == 4 || Bytes == 8) {
    int64_t Number = 0;
    std::memcpy(&Number, At, Bytes);
    const unsigned Above = unsigned(64 - 8 * Bytes);
    return std::to_string(int64_t(uint64_t(Number) << Above) >> Above);
  }
  std::string Out = "0x";
  for (uint64_t I = Bytes; I-- > 0;) {
    std::snprintf(Text, sizeof Text, "%02x", unsigned(uint8_t(At[I])));
    Out += Text;
  }
  return Out;
}

static std::unique_ptr<char[]> room(uint64_t Bytes) {
  return std::unique_ptr<char[]>(new (std::nothrow) char[Bytes]);
}

ResultCheck::ResultCheck(DispatchedCall &C, Regions &Data) : C(C), Data(Data) {
  RangeSet Written;
  for (const BaseFootprint &Base : C.touched().Bases)
    Written.insert(Base.Use.Writes);
  for (const ByteRange &Range : Written) {
    Piece P = {Range, room(Range.size()), room(Range.size())};
    Fits &= P.Before && P.Device;
    if (!Fits)
      return;
    Data.touch(Range, false);
    std::memcpy(P.Before.get(), host(Range.Begin), Range.size());
    Pieces.push_back(std::move(P));
  }
  for (uint32_t I = 0; I < C.Site.result_count; ++I) {
    const twofold_result &Of = C.Site.results[I];
    const char *At = static_cast<char *>(C.Launch.args[Of.arg]);
    Results.push_back({&Of, {At, At + Of.size}, {}});
  }
}

void ResultCheck::restore() {
  for (Piece &P : Pieces) {
    Data.touch(P.Range, true);
    char *At = host(P.Range.Begin);
    std::memcpy(P.Device.get(), At, P.Range.size());
    storeChanged(At, P.Device.get(), P.Before.get(), P.Range.size());
  }
  for (Variable &V : Results) {
    char *At = static_cast<char *>(C.Launch.args[V.Of->arg]);
    V.Device.assign(At, At + V.Of->size);
    std::memcpy(At, V.Before.data(), V.Of->size);
  }
}

double ResultCheck::unitsOf(double Operations, unsigned Numbers) const {
  const bool Fast = C.Site.kernel->flags & TWOFOLD_KERNEL_FAST_MATH;
  return std::min(std::max(Operations, Fast ? LeastFastUnits : LeastUnits),
                  LargestPart / unitOf(Numbers));
}

/// What is written there; Within is what may be looked at.
ResultCheck::Element ResultCheck::elementAt(uint32_t Base, uint64_t Address,
                                            ByteRange Within) const {
  const twofold_base &Row = C.Site.bases[Base];
  const uint64_t Origin = addressOf(Row, C.Launch);
  Element Out = {{Address, Address + 1}};
  bool Found = false;
  for (uint32_t I = 0; I < C.Site.access_count; ++I) {
    const twofold_access &A = C.Site.accesses[I];
    if (A.base != Base || !(A.flags & TWOFOLD_ACCESS_WRITE))
      continue;
    // Each element of the array has the access at one place, or anywhere.
    const bool Anywhere = A.flags & TWOFOLD_ACCESS_UNKNOWN;
    const uint64_t Length = Anywhere ? A.size : std::max(Row.element, A.size);
    uint64_t First = 0;
    if (!Anywhere) {
      const Interval Offset = C.space().evaluate(A.offset);
      if (Offset.Is != Knowledge::Known)
        continue;
      First =
          uint64_t((Offset.Min % Wide(Length) + Wide(Length)) % Wide(Length));
    }
    // No array ends beyond the end of addresses: neither sum wraps around.
    const uint64_t Place =
        (Address + (UINT64_MAX / 2 / Length) * Length - Origin - First) %
        Length;
    if (Place >= A.size)
      continue;
    const unsigned Numbers = A.flags >> TWOFOLD_ACCESS_NUMBERS;
    const unsigned Bytes = Numbers ? Numbers : A.size;
    const uint64_t Begin = Address - Place % Bytes;
    const ByteRange Here = {Begin, Begin + Bytes};
    if (!Within.contains(Here))
      continue;
    // Places that are numbers to one access alone are compared exactly.
    Out.Numbers = !Found || Out.Numbers == Numbers ? Numbers : 0;
    Out.Range = Found ? Out.Range.intersection(Here) : Here;
    Found = true;
  }
  if (!Out.Numbers)
    return Out;
  const bool Updates =
      std::any_of(C.Site.elements, C.Site.elements + C.Site.element_count,
                  [&](const twofold_element &E) { return E.base == Base; });
  Out.Units = unitsOf(Updates ? double(C.Ops) : C.space().workOfIteration(),
                      Out.Numbers);
  return Out;
}

/// The mean size of what the array has at places like that.
double ResultCheck::meanOf(uint32_t Base, const Element &Like) const {
  const uint64_t Length =
      std::max<uint64_t>(C.Site.bases[Base].element, Like.Numbers);
  double Sum = 0;
  uint64_t Count = 0;
  for (const ByteRange &Range : C.touched().Bases[Base].Use.Writes) {
    if (Range.Begin > UINT64_MAX - Length)
      continue;
    const uint64_t Ahead =
        Range.Begin <= Like.Range.Begin
            ? (Like.Range.Begin - Range.Begin) % Length
            : (Length - (Range.Begin - Like.Range.Begin) % Length) % Length;
    for (uint64_t At = Range.Begin + Ahead; At + Like.Numbers <= Range.End;
         At += Length) {
      const double Size = std::fabs(numberAt(host(At), Like.Numbers));
      if (!std::isfinite(Size))
        continue;
      Sum += Size;
      ++Count;
    }
  }
  return Count ? Sum / double(Count) : 0;
}

bool ResultCheck::agree(const Element &Of, const char *Device,
                        const char *Native) {
  if (!std::memcmp(Device, Native, Of.Range.size()))
    return true;
  if (!Of.Numbers)
    return false;
  const double A = numberAt(Device, Of.Numbers),
               B = numberAt(Native, Of.Numbers);
  if (A == B || (std::isnan(A) && std::isnan(B)))
    return true;
  return std::isfinite(A) && std::isfinite(B) &&
         std::fabs(A - B) <=
             Of.Units * unitOf(Of.Numbers) *
                 std::max({std::fabs(A), std::fabs(B), Of.Scale});
}

std::string ResultCheck::describe(const Element &Of, const char *Device,
                                  const char *Native) const {
  std::string Out =
      " is " + textOf(Device, Of.Range.size(), Of.Numbers) + ", natively " +
      textOf(Native, Of.Range.size(), Of.Numbers) + ", with a tolerance of ";
  if (!Of.Numbers)
    return Out + "0";
  const double Size = std::max(std::fabs(numberAt(Native, Of.Numbers)),
                               std::isfinite(Of.Scale) ? Of.Scale : 0);
  char Text[40];
  std::snprintf(Text, sizeof Text, "%.2g",
                Of.Units * unitOf(Of.Numbers) * Size);
  return Out + Text;
}

/// Which iteration of the outermost dimension writes it, where that is told by
/// what the iterations up to some number may write.
std::string ResultCheck::iterationOf(uint32_t Base, ByteRange Element) const {
  const auto Writes = [&](uint64_t Begin, uint64_t End) {
    const LaunchPart Part(C.Site, C.Launch, Begin, End);
    const IterationSpace Space(C.Site, Part.launch());
    const auto Use =
        computeBaseFootprint(C.Site, Part.launch(), Space, Base, knownBlock);
    return Use && Use->Use.Writes.overlaps(Element);
  };
  const uint64_t Outer = C.Launch.dims[0].trips;
  uint64_t Low = 0, High = Outer; // none of those before Low, one before High
  if (!Writes(0, Outer))
    return "";
  while (High - Low > 1) {
    const uint64_t Middle = Low + (High - Low) / 2;
    (Writes(0, Middle) ? High : Low) = Middle;
  }
  if (!Writes(Low, High) || (High < Outer && Writes(High, High + 1)))
    return "";
  return ", in iteration " + std::to_string(Low);
}

/// Empty: there is none.
std::string ResultCheck::differenceIn(uint32_t Base) const {
  const BaseFootprint &Footprint = C.touched().Bases[Base];
  Element First;
  double Mean = -1;
  uint64_t Count = 0;
  std::string Text;
  for (const Piece &P : Pieces)
    for (const ByteRange &Range : Footprint.Use.Writes) {
      const ByteRange Both = P.Range.intersection(Range);
      const auto DeviceAt = [&](uint64_t A) {
        return P.Device.get() + (A - P.Range.Begin);
      };
      if (Both.empty() ||
          !std::memcmp(DeviceAt(Both.Begin), host(Both.Begin), Both.size()))
        continue;
      for (uint64_t At = Both.Begin; At < Both.End; ++At) {
        if (*DeviceAt(At) == *host(At))
          continue;
        Element Here = elementAt(Base, At, Both);
        if (Here.Numbers && Mean < 0)
          Mean = meanOf(Base, Here);
        Here.Scale = Here.Numbers ? Mean : 0;
        At = Here.Range.End - 1;
        if (agree(Here, DeviceAt(Here.Range.Begin), host(Here.Range.Begin)))
          continue;
        if (Count++ == 0) {
          First = Here;
          Text = describe(Here, DeviceAt(Here.Range.Begin),
                          host(Here.Range.Begin));
        }
      }
    }
  if (!Count)
    return "";
  const twofold_base &Row = C.Site.bases[Base];
  const uint64_t Offset = First.Range.Begin - Footprint.Address;
  std::string Name = Row.name && *Row.name ? Row.name : "an array";
  if (Row.element && First.Range.Begin >= Footprint.Address) {
    Name += "[" + std::to_string(Offset / Row.element) + "]";
    if (const uint64_t Inside = Offset % Row.element)
      Name += " (byte " + std::to_string(Inside) + ")";
  } else {
    Name += " (byte " + std::to_string(int64_t(Offset)) + ")";
  }
  return Name + Text + iterationOf(Base, First.Range) + "; " +
         formatCount(Count, "difference") + " in it";
}

std::vector<std::string>
ResultCheck::differences(const std::string &Device) const {
  std::vector<std::string> Out;
  const auto Add = [&](const std::string &What) {
    if (!What.empty())
      Out.push_back("results differ: on " + Device + " " + What);
  };
  for (const Piece &P : Pieces)
    Data.touch(P.Range, false);
  for (uint32_t Base = 0; Base < C.Site.base_count; ++Base)
    Add(differenceIn(Base));
  for (const Variable &V : Results) {
    const char *Native = static_cast<char *>(C.Launch.args[V.Of->arg]);
    const unsigned Numbers = V.Of->numbers;
    const unsigned Bytes = Numbers ? Numbers : V.Of->size;
    for (unsigned At = 0; At + Bytes <= V.Of->size; At += Bytes) {
      Element Of = {{0, Bytes}, Numbers};
      if (Numbers) {
        // Parts of a sum may be much larger than it.
        const bool Sums = V.Of->kind == TWOFOLD_RESULT_REDUCTION;
        Of.Units = unitsOf(Sums ? double(C.Ops) : C.space().workOfIteration(),
                           Numbers);
        Of.Scale =
            Sums ? std::max(1.0,
                            std::fabs(numberAt(V.Before.data() + At, Numbers)))
                 : 0;
      }
      if (agree(Of, V.Device.data() + At, Native + At))
        continue;
      Add(std::string(V.Of->name ? V.Of->name : "a variable") +
          describe(Of, V.Device.data() + At, Native + At));
      break;
    }
  }
  return Out;
}
