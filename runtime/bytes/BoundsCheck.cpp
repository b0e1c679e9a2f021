// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/BoundsCheck.h"

#include <algorithm>

using namespace twofold;

namespace {

enum class Outcome { Inside, Leaves, Open };

struct Reach {
  Outcome Is = Outcome::Open;
  Wide Begin = 0, End = 0; ///< bytes, where Is is Leaves or Sure
  bool Sure = false;       ///< the first and the last byte are really touched
};

/// One call's accesses against the extents of their bases.
class BoundsSurvey {
  const twofold_site &Site;
  const IterationSpace &Space;
  const bool ChecksHold; ///< nothing wraps: ranges are what forms say

  std::optional<Wide> extent(const twofold_base &Base) const;
  Reach reach(const twofold_access &Access) const;
  std::optional<BoundsViolation> violation(uint32_t Base) const;
  uint64_t limit(const twofold_subscript &Subscript) const;

public:
  BoundsSurvey(const twofold_site &Site, const IterationSpace &Space)
      : Site(Site), Space(Space), ChecksHold(Space.checksHold()) {}

  BoundsVerdict run() const;
};

} // namespace

/// In bytes. None where it is not known, or is no size at all: a count that
/// is negative, as one beyond 2^63 reads too.
std::optional<Wide> BoundsSurvey::extent(const twofold_base &Base) const {
  if (!(Base.flags & TWOFOLD_BASE_EXTENT))
    return std::nullopt;
  Interval Bytes = Space.evaluate(Base.extent);
  if (Bytes.Is != Knowledge::Known || Bytes.Min != Bytes.Max || Bytes.Max < 0)
    return std::nullopt;
  return Bytes.Max;
}

Reach BoundsSurvey::reach(const twofold_access &Access) const {
  Reach Out;
  std::optional<Wide> Extent = extent(Site.bases[Access.base]);
  if (!Extent || (Access.flags & TWOFOLD_ACCESS_UNKNOWN) ||
      (!ChecksHold && (Access.flags & TWOFOLD_ACCESS_WRAPS)))
    return Out;
  Interval Offset = Space.evaluate(Access.offset);
  if (Offset.Is == Knowledge::Empty) {
    Out.Is = Outcome::Inside; // never comes there
    return Out;
  }
  if (Offset.Is == Knowledge::Unknown ||
      __builtin_add_overflow(Offset.Max, Wide(Access.size), &Out.End))
    return Out;
  Out.Begin = Offset.Min;
  Out.Sure =
      (Access.flags & TWOFOLD_ACCESS_ALWAYS) && Space.attained(Access.offset);
  if (Out.Begin >= 0 && Out.End <= *Extent)
    Out.Is = Outcome::Inside;
  else if (Out.Sure)
    Out.Is = Outcome::Leaves;
  return Out;
}

static int64_t clamped(Wide V) {
  return int64_t(std::clamp<Wide>(V, INT64_MIN, INT64_MAX));
}

/// Rounds towards the lesser element.
static Wide elementOf(Wide Byte, Wide Size) {
  return Byte >= 0 ? Byte / Size : -((-Byte + Size - 1) / Size);
}

/// The hull of what is surely touched, when some access surely leaves.
std::optional<BoundsViolation> BoundsSurvey::violation(uint32_t Base) const {
  std::optional<BoundsViolation> Out;
  Wide Begin = 0, End = 0;
  bool Any = false;
  for (uint32_t I = 0; I < Site.access_count; ++I) {
    const twofold_access &Access = Site.accesses[I];
    if (Access.base != Base)
      continue;
    Reach R = reach(Access);
    if (!R.Sure)
      continue;
    Begin = Any ? std::min(Begin, R.Begin) : R.Begin;
    End = Any ? std::max(End, R.End) : R.End;
    Any = true;
    if (R.Is == Outcome::Leaves && !Out) {
      Out.emplace();
      Out->Line = Access.line;
    }
  }
  if (!Out)
    return Out;
  Wide Size = std::max<Wide>(Site.bases[Base].element, 1);
  const Wide Extent = *extent(Site.bases[Base]); // known, for it is left
  Wide First = elementOf(Begin, Size), Last = elementOf(End - 1, Size);
  Out->Base = Base;
  Out->Index = clamped(First < 0 ? First : Last);
  Out->First = clamped(First);
  Out->End = clamped(Last + 1);
  Out->Count = uint64_t(std::min<Wide>(Extent / Size, UINT64_MAX));
  return Out;
}

/// Where an extent or a size is not known, nothing can be compared.
uint64_t BoundsSurvey::limit(const twofold_subscript &Subscript) const {
  Interval Extent = Space.evaluate(Subscript.extent),
           Size = Space.evaluate(Subscript.size);
  if (Extent.Is != Knowledge::Known || Extent.Min != Extent.Max ||
      Extent.Min < 0 || Size.Is != Knowledge::Known || Size.Min != Size.Max ||
      Size.Min <= 0)
    return BoundsVerdict::Unlimited;
  return uint64_t(
      std::min<Wide>(Extent.Min / Size.Min, BoundsVerdict::Unlimited));
}

BoundsVerdict BoundsSurvey::run() const {
  BoundsVerdict Out;
  for (uint32_t B = 0; B < Site.base_count && !Out.Violation; ++B)
    Out.Violation = violation(B);
  if (Out.Violation)
    return Out;
  std::vector<bool> Open(Site.subscript_count + 1);
  for (uint32_t I = 0; I < Site.access_count; ++I) {
    const twofold_access &Access = Site.accesses[I];
    if (!(Site.bases[Access.base].flags & TWOFOLD_BASE_EXTENT) ||
        reach(Access).Is == Outcome::Inside)
      continue;
    if (Access.group != 0 && Access.group <= Site.subscript_count)
      Open[Access.group] = true;
    else
      Out.Unchecked.push_back(I);
  }
  for (uint32_t I = 0; I < Site.subscript_count; ++I) {
    const twofold_subscript &Subscript = Site.subscripts[I];
    bool Check =
        Subscript.group <= Site.subscript_count && Open[Subscript.group];
    Out.Limits.push_back(Check ? limit(Subscript) : BoundsVerdict::Unlimited);
  }
  // Neither proven nor comparable: its extent is not a size.
  for (uint32_t I = 0; I < Site.access_count; ++I) {
    uint32_t Group = Site.accesses[I].group;
    if (Group == 0 || Group > Site.subscript_count || !Open[Group])
      continue;
    for (uint32_t S = 0; S < Site.subscript_count; ++S)
      if (Site.subscripts[S].group == Group &&
          Out.Limits[S] == BoundsVerdict::Unlimited) {
        Out.Unchecked.push_back(I);
        break;
      }
  }
  return Out;
}

BoundsVerdict twofold::checkBounds(const twofold_site &Site,
                                   const IterationSpace &Space) {
  return BoundsSurvey(Site, Space).run();
}

BoundsViolation twofold::violationOf(const twofold_site &Site,
                                     uint32_t Subscript, int64_t Index,
                                     uint64_t Limit) {
  const twofold_subscript &S = Site.subscripts[Subscript];
  BoundsViolation Out;
  Out.Base = S.base;
  Out.Index = Out.First = Index;
  Out.End = Index == INT64_MAX ? Index : Index + 1;
  Out.Count = Limit;
  Out.Line = S.line;
  Out.Column = S.column;
  Out.Dimension =
      std::any_of(Site.subscripts, Site.subscripts + Site.subscript_count,
                  [&](const twofold_subscript &Other) {
                    return &Other != &S && Other.group == S.group;
                  });
  return Out;
}

static std::string plural(uint64_t Count, const char *One) {
  return std::to_string(Count) + " " + One + (Count == 1 ? "" : "s");
}

std::string twofold::describe(const twofold_site &Site,
                              const BoundsViolation &What, bool Inside) {
  const char *Given = Site.bases[What.Base].name;
  std::string Name = Given ? Given : "an array";
  std::string Out = std::string(Site.file) + ":" +
                    std::to_string(What.Line ? What.Line : Site.line) + ": ";
  const char *Unit =
      Inside || Site.bases[What.Base].element ? "element" : "byte";
  if (!Inside)
    return Out + "loop touches " + Name + "[" + std::to_string(What.First) +
           ".." + std::to_string(What.End) + "), allocation holds " +
           plural(What.Count, Unit);
  return Out + "index " + std::to_string(What.Index) + " is out of bounds of " +
         (What.Dimension ? "a dimension of " : "") + Name + ", which holds " +
         plural(What.Count, Unit);
}

static void append(std::string &List, const std::string &One) {
  if (List.empty())
    List = One;
  else if ((", " + List + ",").find(", " + One + ",") == std::string::npos)
    List += ", " + One;
}

std::string twofold::describeUnchecked(const twofold_site &Site,
                                       const std::vector<uint32_t> &Accesses) {
  auto NameOf = [&](uint32_t Access) -> std::string {
    const char *Name = Site.bases[Site.accesses[Access].base].name;
    return Name ? Name : "an array";
  };
  std::string Open, Unbounded, Out;
  for (uint32_t I : Accesses)
    append(Open,
           NameOf(I) + " in line " +
               std::to_string(Site.accesses[I].line ? Site.accesses[I].line
                                                    : Site.line));
  for (uint32_t I = 0; I < Site.access_count; ++I)
    if (!(Site.bases[Site.accesses[I].base].flags & TWOFOLD_BASE_EXTENT))
      append(Unbounded, NameOf(I));
  auto Say = [&](const std::string &What) {
    Out += (Out.empty() ? "not checked: " : "; ") + What;
  };
  if (!Open.empty())
    Say(Open + (Site.flags & TWOFOLD_SITE_BOUNDS
                    ? " (in a form that is not understood)"
                    : " (-fplugin-arg-twofold-bounds or the clause bounds "
                      "checks inside the loop)"));
  if (!Unbounded.empty())
    Say(Unbounded + " (of unknown extent; extent(pointer, count) tells it)");
  if (Site.flags & TWOFOLD_SITE_OPAQUE)
    Say("accesses in forms that are not understood");
  return Out;
}
