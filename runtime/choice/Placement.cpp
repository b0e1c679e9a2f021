// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/Placement.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace twofold;

/// Of the calls that are left until data would move, one of so many is settled
/// with a choice.
static constexpr double AheadShare = 1.0 / 16;
/// Of a journey.
static constexpr double NegligibleSend = 0.01;
/// Of a call's journeys: what one array adds is not worth its own forecast.
static constexpr double SmallPart = 0.05;
/// Of an array's bytes: more is all of them.
static constexpr double Whole = 0.99;

/// Shares Benefit (negative: the host's) among the accounts that Which selects,
/// by the room that they have.
template <typename Function>
static void book(std::span<PlaceAccount *const> Accounts,
                 std::span<const ArrayPlace> Arrays, double Benefit,
                 Function Which) {
  double End = Benefit > 0 ? -1 : 1, Room = 0;
  auto RoomOf = [&](const PlaceAccount &Its) {
    return std::fabs(End - Its.Lean) + (Benefit > 0 ? Its.Doubt : 0);
  };
  for (size_t I = 0; I < Arrays.size(); ++I)
    if (Which(Arrays[I]))
      Room += RoomOf(*Accounts[I]) * Arrays[I].journey() / 2;
  if (Room <= 0)
    return;
  double Share = std::min(std::fabs(Benefit) / Room, 1.0);
  for (size_t I = 0; I < Arrays.size(); ++I)
    if (Which(Arrays[I])) {
      PlaceAccount &Its = *Accounts[I];
      double Paid = Share * RoomOf(Its);
      if (Benefit > 0) {
        const double OfDoubt = std::min(Its.Doubt, Paid);
        Its.Doubt -= OfDoubt;
        Paid -= OfDoubt;
      }
      Its.Lean += std::copysign(Paid, End);
    }
}

Side twofold::choosePlace(std::span<PlaceAccount *const> Accounts,
                          std::span<const ArrayPlace> Arrays, double Benefit,
                          bool Available, unsigned *Ahead, StayWorth *Stay) {
  const unsigned MostAhead = Ahead ? std::exchange(*Ahead, 0u) : 0;
  for (size_t I = 0; I < Arrays.size(); ++I) {
    PlaceAccount &Its = *Accounts[I];
    const ArrayPlace &A = Arrays[I];
    if (!Its.OnDevice)
      continue;
    const double Doubt = Its.Gained < 2 ? 1 - Its.Lean : 0;
    if (A.HostOnly > 0.5) {
      // Something else has brought it home: the host has written it, or it is
      // another array at the same address. As if no device could be used.
      Its = PlaceAccount();
      Its.Doubt = Doubt;
      Its.Ended = true;
    } else if (Its.Newer && A.DeviceOnly < 0.5) {
      // The host has read it, which took as long as the way home.
      Its.Newer = false;
      Its.Ended = true;
      if (A.Send + A.Fetch > 0)
        Its.Lean = std::min(Its.Lean + 2 * A.Fetch / (A.Send + A.Fetch), 1.0);
      // Of an array that need not be sent that was the journey.
      if (A.Send <= NegligibleSend * A.Fetch) {
        Its = PlaceAccount();
        Its.Doubt = Doubt;
        Its.Ended = true;
      }
    }
  }
  book(Accounts, Arrays, Benefit,
       [](const ArrayPlace &A) { return A.matters(); });
  double Journeys = 0;
  for (const ArrayPlace &A : Arrays)
    Journeys += (A.Send + (A.Written ? A.Fetch : 0)) / 2;
  const double Calls = Stay ? Stay->Calls : 1;
  for (PlaceAccount *Its : Accounts)
    if (Journeys > 0) {
      Its->Total += (Its->OnDevice ? Calls : 1) * Benefit / Journeys;
      if (Its->OnDevice)
        Its->Gained += Calls * Benefit / Journeys;
    }
  // Nothing speaks for the device: there is nothing to doubt.
  for (PlaceAccount *Its : Accounts)
    if (Benefit <= 0 && Its->Lean >= 1)
      Its->Doubt = 0;
  double Leaning = 0, Rest = 0, Place = 0, Scale = 0, Send = 0, Fetch = 0;
  for (size_t I = 0; I < Arrays.size(); ++I) {
    const ArrayPlace &A = Arrays[I];
    if (!A.matters())
      continue;
    Leaning += (Accounts[I]->Lean + Accounts[I]->Doubt) * A.journey() / 2;
    Rest += (1 - Accounts[I]->Lean) * A.journey() / 2;
    Place += (A.DeviceOnly - A.HostOnly) * A.journey() / 2;
    Scale += A.journey();
    Send += A.HostOnly * A.Send;
    Fetch += A.DeviceOnly * A.Fetch;
  }
  // A tie is a journey that has just been paid.
  bool Tie = std::fabs(Leaning - Place) <= 1e-9 * Scale;
  Side To = (Tie ? Benefit > 0 : Leaning < Place) ? Side::Device : Side::Host;
  if (To == Side::Device && !Available)
    return To;
  const bool AtHome =
      std::none_of(Arrays.begin(), Arrays.end(), [](const ArrayPlace &A) {
        return A.matters() && (A.HostOnly < Whole || A.DeviceOnly > 0);
      });
  if (To == Side::Host && MostAhead && AtHome) {
    double Most = MostAhead, Room = Benefit > 0 ? Leaning - Place : Rest;
    if (Benefit > 0 || Room > 1e-9 * Scale)
      Most = std::min(Most,
                      Room / std::max(std::fabs(Benefit), 1e-3) * AheadShare);
    *Ahead = unsigned(Most);
    book(Accounts, Arrays, *Ahead * Benefit,
         [](const ArrayPlace &A) { return A.matters(); });
    if (Journeys > 0)
      for (PlaceAccount *Its : Accounts)
        Its->Total += *Ahead * Benefit / Journeys;
  }
  if (Stay) {
    double Least = HUGE_VAL;
    for (size_t I = 0; I < Arrays.size(); ++I) {
      Stay->Ended |= Accounts[I]->Ended;
      if (Arrays[I].matters() && Arrays[I].journey() >= SmallPart * Scale)
        Least = std::min(Least, Accounts[I]->Total);
    }
    if (Least < HUGE_VAL)
      Stay->Total = Least;
  }
  // What has to follow the others comes at a price that they answer for: they
  // might as well be where it was.
  if (To == Side::Device)
    book(Accounts, Arrays, -Send,
         [](const ArrayPlace &A) { return A.matters() && A.HostOnly <= 0.5; });
  else
    book(Accounts, Arrays, Fetch, [](const ArrayPlace &A) {
      return A.matters() && A.DeviceOnly <= 0.5;
    });
  for (size_t I = 0; I < Arrays.size(); ++I)
    if (To == Side::Device) {
      if (!std::exchange(Accounts[I]->OnDevice, true))
        Accounts[I]->Gained = Accounts[I]->Doubt = 0;
      Accounts[I]->Newer |= Arrays[I].Written;
    } else {
      Accounts[I]->Newer = false;
      if (Arrays[I].Written)
        Accounts[I]->OnDevice = false;
    }
  return To;
}

Side PlacementTable::choose(std::vector<ArrayPlace> Arrays, double Benefit,
                            bool Available, unsigned *Ahead, StayWorth *Stay) {
  if (Accounts.size() > MostAccounts) {
    Accounts.clear();
    Map = RegionMap();
  }
  std::erase_if(Arrays, [](const ArrayPlace &A) { return A.Range.empty(); });
  // Nothing to book, and nothing was booked.
  if (Benefit <= 0 && Accounts.empty() &&
      std::none_of(Arrays.begin(), Arrays.end(),
                   [](const ArrayPlace &A) { return A.DeviceOnly > 0; }))
    return Side::Host;
  for (const ArrayPlace &A : Arrays) {
    RegionMap::Insertion In = Map.insert(A.Range);
    bool First = true;
    for (RegionMap::Id Old : In.Absorbed) {
      auto Known = Accounts.find(Old);
      if (Known == Accounts.end())
        continue;
      PlaceAccount Was = Known->second;
      Accounts.erase(Known);
      PlaceAccount &Holder = Accounts[In.Holder.Number];
      // The one that leans less: a doubt is as good as its reason.
      Holder.Lean = First ? Was.Lean : std::max(Holder.Lean, Was.Lean);
      Holder.Doubt = std::max(Holder.Doubt, Was.Doubt);
      Holder.Gained = std::max(Holder.Gained, Was.Gained);
      Holder.Total = First ? Was.Total : std::min(Holder.Total, Was.Total);
      Holder.Ended |= Was.Ended;
      Holder.OnDevice |= Was.OnDevice;
      Holder.Newer |= Was.Newer;
      First = false;
    }
    auto [Its, New] = Accounts.try_emplace(In.Holder.Number);
    if (New && Stay && Stay->Expected >= StayWorth::Ample)
      Its->second.Lean = StayWorth::EarlyLean;
  }
  // Two views of one array are one.
  std::vector<RegionMap::Id> Ids;
  std::vector<PlaceAccount *> Own;
  std::vector<ArrayPlace> Each;
  Ids.reserve(Arrays.size());
  Own.reserve(Arrays.size());
  Each.reserve(Arrays.size());
  for (const ArrayPlace &A : Arrays) {
    RegionMap::Id Id = Map.containing(A.Range)->Number;
    PlaceAccount *Account = &Accounts[Id];
    auto Same = std::find(Own.begin(), Own.end(), Account);
    if (Same == Own.end()) {
      Ids.push_back(Id);
      Own.push_back(Account);
      Each.push_back(A);
      continue;
    }
    ArrayPlace &Into = Each[size_t(Same - Own.begin())];
    Into.HostOnly = std::max(Into.HostOnly, A.HostOnly);
    Into.DeviceOnly = std::max(Into.DeviceOnly, A.DeviceOnly);
    Into.Send += A.Send;
    Into.Fetch += A.Fetch;
    Into.Written |= A.Written;
  }
  Side To = choosePlace(Own, Each, Benefit, Available, Ahead, Stay);
  for (RegionMap::Id Id : Ids)
    if (Accounts[Id].atRest()) {
      Accounts.erase(Id);
      Map.erase(Id);
    }
  return To;
}
