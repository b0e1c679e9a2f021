// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/Receipts.h"
#include "report/Trace.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace twofold;

const char *twofold::text(Cause Why, Side To) {
  switch (Why) {
  case Cause::Quiet:
  case Cause::Faster:
    return To == Side::Device ? "the GPU is predicted to be faster"
                              : "a GPU is predicted to be slower";
  case Cause::Little:
    return "no GPU has been looked for, as one is predicted to be slower";
  case Cause::StaysForNow:
    return "its data is in main memory, and copying it to a GPU would have "
           "cost more time so far than it saved";
  case Cause::StaysThere:
    return "its data is on the GPU, and copying it back would have cost more "
           "time so far than it saved";
  case Cause::Search:
    return "no GPU has been looked for, as its calls have been too short so "
           "far for that to pay";
  case Cause::SearchMoves:
    return "no GPU has been looked for, as copying its data to one would have "
           "cost more time so far than it saved";
  case Cause::SetUp:
    return "its kernel has not been built, as its calls have been too short "
           "so far for that to pay";
  case Cause::Building:
    return "kernels are being built or copies measured, and the GPU's driver "
           "might let it wait meanwhile";
  case Cause::Trial:
    return To == Side::Device ? "its kernel is being tried out"
                              : "threads are being tried out";
  case Cause::Unknown:
    return "which bytes it touches is not known";
  }
  return "";
}

static Side better(const Receipt &Of, const CallTimes &Times) {
  return Times.Device + Of.Moving < Times.Native + Of.Home ? Side::Device
                                                           : Side::Host;
}

Flip twofold::findFlip(const Receipt &Of,
                       const std::function<CallTimes(uint64_t Ops)> &TimesOf) {
  Flip Out;
  Out.ByResidence = Of.To == Side::Host
                        ? Of.Moving > 0 && Of.Device < Of.Native + Of.Home
                        : Of.Home > 0 && Of.Native < Of.Device + Of.Moving;
  if (!Of.Trips || !Of.Ops)
    return Out;
  // What was not chosen by these predictions does not change with them: a
  // kernel that is not paid yet, data that stays for now, a trial. Nor is it
  // known what would where predictions have become others since.
  if (better(Of, {Of.Native, Of.Device}) != Of.To ||
      better(Of, TimesOf(Of.Ops)) != Of.To)
    return Out;
  double OpsEach = double(Of.Ops) / double(Of.Trips);
  auto Moves = [&](double Trips) {
    // More iterations touch more.
    Receipt R = Of;
    R.Moving *= Trips / double(Of.Trips);
    R.Home *= Trips / double(Of.Trips);
    return better(R, TimesOf(uint64_t(std::max(Trips * OpsEach, 1.0)))) !=
           Of.To;
  };
  // Nearest first, up to a million times as many or as few.
  for (double Factor = 2; Factor <= double(1 << 20); Factor *= 2)
    for (double Far : {double(Of.Trips) * Factor, double(Of.Trips) / Factor}) {
      if (Far < 1 || Far * OpsEach > 1e18 || !Moves(Far))
        continue;
      double Near = Far > double(Of.Trips) ? Far / 2 : Far * 2;
      for (int Step = 0; Step < 40 && std::fabs(Far - Near) > 1; ++Step) {
        double Middle = (Far + Near) / 2;
        (Moves(Middle) ? Far : Near) = Middle;
      }
      Out.Trips = uint64_t(Far);
      return Out;
    }
  return Out;
}

static const char *word(SiteModel::Basis From) {
  switch (From) {
  case SiteModel::Basis::None:
    return "from its operations";
  case SiteModel::Basis::Extrapolated:
    return "from other sizes";
  case SiteModel::Basis::Interpolated:
    return "between measured sizes";
  case SiteModel::Basis::Measured:
    return "measured";
  }
  return "";
}

std::string twofold::describe(const Receipt &Of, const Flip &Other) {
  bool OnDevice = Of.To == Side::Device && Of.Ran;
  std::string Out = formatCount(Of.Trips, "iteration") + ", " +
                    formatCount(Of.Ops, "operation") + ": " +
                    (OnDevice ? "on the GPU" : "on the CPU");
  if (Of.Took > 0)
    Out += " in " + formatTime(Of.Took);
  if (Of.Ran)
    Out += std::string(", because ") + text(Of.Why, Of.To);
  else
    Out += ", though the GPU was chosen";
  return Out + "; " + describeGrounds(Of, Other);
}

std::string twofold::describeGrounds(const Receipt &Of, const Flip &Other) {
  std::string Out = "predicted: ";
  auto Add = [&](const char *Where, double Time, double Copies,
                 SiteModel::Basis From) {
    Out += formatTime(Time) + " " + Where + " (" + word(From) + ")";
    if (Copies > 0)
      Out += " and " + formatTime(Copies) + " of copies";
  };
  Add("on the CPU", Of.Native, Of.Home, Of.NativeFrom);
  if (!Of.TeamHot)
    Out += ", whose threads sleep";
  Out += ", ";
  const bool Unseen = Of.Why == Cause::Little || Of.Why == Cause::Search ||
                      Of.Why == Cause::SearchMoves;
  Add(Unseen ? "on a GPU, if there is one" : "on a GPU", Of.Device, Of.Moving,
      Of.DeviceFrom);
  if (Of.Touched) {
    Out += "; of its " + formatBytes(double(Of.Touched)) + " of data, " +
           formatBytes(double(Of.OnDevice)) + " were on the GPU, " +
           formatBytes(double(Of.Hidden)) + " on the GPU alone";
    if (Of.Sent || Of.Fetched)
      Out += "; " + formatBytes(double(Of.Sent)) + " were copied there, " +
             formatBytes(double(Of.Fetched)) + " back";
  }
  const std::string Elsewhere = Of.To == Side::Host
                                    ? "; it would run on the GPU "
                                    : "; it would run on the CPU ";
  if (Other.ByResidence)
    Out += Elsewhere + "if its data were there";
  if (Other.Trips)
    Out += Elsewhere + "with about " + formatCount(Other.Trips, "iteration") +
           " or " + (Other.Trips > Of.Trips ? "more" : "fewer");
  return Out;
}

std::string twofold::describeAsJson(const Receipt &Of, const std::string &Place,
                                    const Flip &Other) {
  std::string Out = "{\"site\": " + quoteJson(Place);
  auto Text = [&](const char *Name, const char *Value) {
    Out += std::string(", \"") + Name + "\": " + quoteJson(Value);
  };
  auto Number = [&](const char *Name, double Value) {
    char Digits[40];
    std::snprintf(Digits, sizeof Digits, "%.0f", Value);
    // No locale has another sign for a number without a fraction.
    Out += std::string(", \"") + Name + "\": " + Digits;
  };
  auto Flag = [&](const char *Name, bool Value) {
    Out += std::string(", \"") + Name + "\": " + (Value ? "true" : "false");
  };
  Text("chosen", Of.To == Side::Device ? "device" : "native");
  Text("ran", Of.To == Side::Device && Of.Ran ? "device" : "native");
  Text("why", text(Of.Why, Of.To));
  Number("iterations", double(Of.Trips));
  Number("operations", double(Of.Ops));
  Number("took_ns", Of.Took);
  Number("native_ns", Of.Native);
  Text("native_from", word(Of.NativeFrom));
  Number("native_copies_ns", Of.Home);
  Number("device_ns", Of.Device);
  Text("device_from", word(Of.DeviceFrom));
  Number("device_copies_ns", Of.Moving);
  Number("threads", Of.Threads);
  Flag("threads_spin", Of.TeamHot);
  Number("bytes_touched", double(Of.Touched));
  Number("bytes_on_device", double(Of.OnDevice));
  Number("bytes_on_device_alone", double(Of.Hidden));
  Number("bytes_sent", double(Of.Sent));
  Number("bytes_fetched", double(Of.Fetched));
  Number("flips_at_iterations", double(Other.Trips));
  Flag("flips_with_data_there", Other.ByResidence);
  return Out + "}";
}

void ReceiptRing::add(const Receipt &R) {
  uint64_t Mine = Next.fetch_add(1, std::memory_order_relaxed);
  Slot &S = Slots[Mine % Size];
  // Whoever comes a whole round later while it is being written goes without.
  uint64_t Before = S.State.load(std::memory_order_relaxed);
  if (Before == Busy ||
      !S.State.compare_exchange_strong(Before, Busy, std::memory_order_acquire))
    return;
  std::array<uint64_t, Words> Copy = {};
  std::memcpy(Copy.data(), &R, sizeof R);
  for (size_t W = 0; W < Words; ++W)
    // Nobody sees a word before the state that says so.
    S.Data[W].store(Copy[W], std::memory_order_release);
  S.State.store(Mine << 1, std::memory_order_release);
}

std::vector<Receipt> ReceiptRing::all() const {
  std::vector<std::pair<uint64_t, Receipt>> Found;
  for (unsigned I = 0; I < Size; ++I) {
    const Slot &S = Slots[I];
    uint64_t State = S.State.load(std::memory_order_acquire);
    if (State == 0 || State == Busy)
      continue;
    std::array<uint64_t, Words> Copy;
    for (size_t W = 0; W < Words; ++W)
      Copy[W] = S.Data[W].load(std::memory_order_acquire);
    if (S.State.load(std::memory_order_relaxed) != State)
      continue;
    Receipt R;
    std::memcpy(static_cast<void *>(&R), Copy.data(), sizeof R);
    Found.emplace_back(State, R);
  }
  std::sort(Found.begin(), Found.end(),
            [](const auto &A, const auto &B) { return A.first < B.first; });
  std::vector<Receipt> Out;
  for (auto &[State, R] : Found)
    Out.push_back(R);
  return Out;
}
