// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/GroupTuner.h"

#include <algorithm>
#include <charconv>
#include <limits>

using namespace twofold;

static constexpr uint32_t MaxItems = 1u << 16, MaxGroups = 1u << 12;

std::string twofold::formatGroupShape(const GroupShape &Shape) {
  return "items " + std::to_string(Shape.Items[0]) + " " +
         std::to_string(Shape.Items[1]) + " " + std::to_string(Shape.Items[2]) +
         " groups " + std::to_string(Shape.GroupsEachUnit);
}

std::optional<GroupShape> twofold::parseGroupShape(std::string_view Text) {
  GroupShape Shape;
  auto Take = [&Text](std::string_view Before, uint32_t &Into, uint32_t Most) {
    if (!Text.starts_with(Before))
      return false;
    Text.remove_prefix(Before.size());
    auto [End, Error] =
        std::from_chars(Text.data(), Text.data() + Text.size(), Into);
    Text.remove_prefix(size_t(End - Text.data()));
    return Error == std::errc() && Into <= Most;
  };
  if (Take("items ", Shape.Items[0], MaxItems) &&
      Take(" ", Shape.Items[1], MaxItems) &&
      Take(" ", Shape.Items[2], MaxItems) &&
      Take(" groups ", Shape.GroupsEachUnit, MaxGroups) && Text.empty() &&
      // All of them or none; powers of two, as the shapes that are tried.
      std::all_of(Shape.Items.begin(), Shape.Items.end(), [&](uint32_t Items) {
        return !Items == !Shape.Items[0] && !(Items & (Items - 1));
      }))
    return Shape;
  return std::nullopt;
}

std::vector<GroupShape> twofold::groupCandidates(const twofold_site &Site,
                                                 DeviceKind Kind) {
  std::vector<GroupShape> Out = {GroupShape()};
  if (!Site.kernel || Site.element_count ||
      (Site.flags & (TWOFOLD_SITE_ROUNDS | TWOFOLD_SITE_SEARCH |
                     TWOFOLD_SITE_DETERMINISTIC | TWOFOLD_SITE_ORDERED)) ||
      (Site.kernel->flags & TWOFOLD_KERNEL_GROUPED))
    return Out;
  bool Cpu = Kind == DeviceKind::Cpu;
  if (Site.kernel->flags & TWOFOLD_KERNEL_LINEAR) {
    if (Cpu)
      Out.insert(Out.end(), {{{}, 1}, {{}, 16}});
    else
      Out.insert(Out.end(), {{{}, 4}, {{}, 16}, {{128, 1, 1}, 16}});
    return Out;
  }
  // The default is the driver's choice, not ours.
  if (Site.kernel->flags & TWOFOLD_KERNEL_GIVEN)
    Out.push_back(Cpu                      ? GroupShape{{64, 1, 1}, 0}
                  : Site.kernel->rank == 1 ? GroupShape{{256, 1, 1}, 0}
                  : Site.kernel->rank == 2 ? GroupShape{{32, 8, 1}, 0}
                                           : GroupShape{{32, 4, 2}, 0});
  if (Cpu)
    Out.insert(Out.end(), {{{16, 1, 1}, 0}, {{256, 1, 1}, 0}});
  else if (Site.kernel->rank == 1)
    Out.insert(Out.end(),
               {{{64, 1, 1}, 0}, {{128, 1, 1}, 0}, {{512, 1, 1}, 0}});
  else if (Site.kernel->rank == 2)
    Out.insert(Out.end(),
               {{{16, 16, 1}, 0}, {{64, 4, 1}, 0}, {{128, 2, 1}, 0}});
  else
    Out.insert(Out.end(), {{{64, 2, 2}, 0}, {{16, 4, 4}, 0}, {{128, 2, 1}, 0}});
  return Out;
}

GroupTuner::GroupTuner(std::vector<GroupShape> Shapes, bool Eager)
    : Candidates(std::move(Shapes)), Wait(Eager ? 1 : Patience) {
  if (Candidates.size() < 2)
    Settled = GroupShape();
  restart(0);
}

GroupTuner::GroupTuner(GroupShape Known) : Wait(0), Settled(Known) {}

void GroupTuner::restart(uint64_t NewWork) {
  Work = NewWork;
  Calls = Told = Asked = 0;
  Best.assign(Candidates.size(), std::numeric_limits<double>::infinity());
}

void GroupTuner::settle() {
  auto Least = std::min_element(Best.begin(), Best.end());
  bool Pays = Best[0] >= MinNanoseconds && *Least < Best[0] * Better;
  Settled = Pays ? Candidates[size_t(Least - Best.begin())] : GroupShape();
}

GroupTrial GroupTuner::next(uint64_t CallWork) {
  std::lock_guard<std::mutex> Hold(Lock);
  GroupTrial Trial;
  Trial.Work = CallWork;
  if (Settled) {
    Trial.Shape = *Settled;
    Trial.Settled = true;
    return Trial;
  }
  if (CallWork != Work) {
    // A program whose calls all differ is not worth the trouble.
    if (Asked && ++Restarts > MaxRestarts) {
      Settled = GroupShape();
      return Trial;
    }
    restart(CallWork);
  }
  if (Calls < Wait) {
    ++Calls;
    return Trial;
  }
  Trial.Measure = true;
  Trial.Candidate = Asked++ % unsigned(Candidates.size());
  Trial.Shape = Candidates[Trial.Candidate];
  return Trial;
}

bool GroupTuner::tell(const GroupTrial &Trial) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (Settled || !Trial.Measure || Trial.Work != Work ||
      Trial.Candidate >= Candidates.size())
    return false;
  // The first of each shape pays for what a driver does then.
  if (Told++ >= Candidates.size())
    Best[Trial.Candidate] = std::min(Best[Trial.Candidate], Trial.Nanoseconds);
  if (Told < Rounds * Candidates.size())
    return false;
  settle();
  return true;
}

std::optional<GroupShape> GroupTuner::settled() const {
  std::lock_guard<std::mutex> Hold(Lock);
  return Settled;
}
