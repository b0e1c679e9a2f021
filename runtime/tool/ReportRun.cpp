// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportRun.cpp - what a report takes from traces and receipts -------===//
#include "tool/ReportData.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

using namespace twofold::tool;

/// Calls of a loop that a chart shows.
static constexpr size_t MostCalls = 4000;

/// Loops at "file:line"; several where a macro or a template has them.
const std::vector<ReportLoop *> &ReportData::at(const std::string &Place) {
  if (ByPlace.empty())
    for (auto &[Key, Loop] : Loops)
      ByPlace[placeOf(Loop)].push_back(&Loop);
  std::vector<ReportLoop *> &Out = ByPlace[Place];
  if (Out.empty() && !Place.empty()) {
    // Of a library that is not among the files that were given.
    const size_t Colon = Place.rfind(':');
    if (Colon == Place.npos)
      return Out;
    const unsigned Line =
        unsigned(std::strtoul(Place.c_str() + Colon + 1, nullptr, 10));
    Out.push_back(&loop(Place.substr(0, Colon), Line, 0));
  }
  return Out;
}

static ReportCall callOf(const JsonValue &Event) {
  const JsonValue &More = Event["args"];
  ReportCall Out;
  Out.Begin = Event["ts"].Number;
  Out.Time = Event["dur"].Number;
  Out.Where = More["where"].Text;
  Out.Why = More["why"].Text;
  Out.Iterations = More["iterations"].Number;
  return Out;
}

void ReportData::addEvent(const JsonValue &Event) {
  if (Event["cat"].Text != "call" || Event["ph"].Text != "X")
    return;
  for (ReportLoop *Loop : at(Event["args"]["site"].Text))
    Loop->Run.Timeline.push_back(callOf(Event));
}

void ReportData::addReceipts(const JsonValue &Receipts) {
  for (const JsonValue &Each : Receipts.List)
    for (ReportLoop *Loop : at(Each["site"].Text)) {
      Loop->Run.Known = true;
      ++Loop->Run.Choices[(Each["ran"].Text == "device" ? "on the device: "
                                                        : "on the CPU: ") +
                          Each["why"].Text];
    }
}

/// What the end of a trace would have told, of a process that has not come
/// there.
static void addCalls(ReportRun &To) {
  To.Known = !To.Timeline.empty();
  for (const ReportCall &Each : To.Timeline) {
    ++To.Calls;
    To.Time += 1e3 * Each.Time;
    ++(Each.Where == "threads"              ? To.Threads
       : Each.Where == "the calling thread" ? To.Alone
                                            : To.OnDevice);
    if (!Each.Why.empty())
      To.Reason = Each.Why;
  }
}

/// A trace that nobody has closed, up to its last whole event.
static std::string closed(const std::string &Text) {
  const size_t Last = Text.find_last_not_of(" \n");
  const size_t Next = Text.rfind(",\n{");
  if (Last == Text.npos || Next == Text.npos)
    return Text;
  std::string Unused;
  const bool Whole =
      Text[Last] == '}' &&
      parseJson(std::string_view(Text).substr(Next + 2, Last - Next - 1),
                Unused);
  return Text.substr(0, Whole ? Last + 1 : Next) + "]}";
}

void ReportData::addTrace(const JsonValue &Trace) {
  for (const JsonValue &Each : Trace["traceEvents"].List)
    addEvent(Each);
  const JsonValue &Own = Trace["twofold"];
  if (Own.What != JsonValue::Kind::Object)
    for (auto &[Key, Loop] : Loops)
      addCalls(Loop.Run);
  RunTime = std::max(RunTime, Own["run_ns"].Number);
  for (const JsonValue &Each : Own["loops"].List) {
    const auto &Found = at(Each["site"].Text);
    if (Found.empty())
      continue;
    // Instances of a template have a line each, and one place.
    ReportLoop &To = *Found.front();
    if (To.Function.empty())
      To.Function = Each["function"].Text;
    ReportRun &Run = To.Run;
    Run.Known = true;
    Run.Calls += Each["calls"].Number;
    Run.Time += Each["ns"].Number;
    Run.Alone += Each["calls_alone"].Number;
    Run.Threads += Each["calls_threaded"].Number;
    Run.OnDevice += Each["calls_device"].Number;
    Run.Failed += Each["calls_fallback"].Number;
    Run.BytesToDevice += Each["bytes_to_device"].Number;
    Run.BytesToHost += Each["bytes_to_host"].Number;
    Run.Device = Each["device"].Text;
    Run.Label = Each["label"].Text;
    Run.Reason = Each["reason"].Text;
    if (!Run.Device.empty())
      Devices.insert(Run.Device);
  }
  addReceipts(Own["choices"]);
}

/// Whether the runtime has written it, or begun to.
static bool hasCalls(const JsonValue &Trace) {
  const auto &Events = Trace["traceEvents"].List;
  return Trace["twofold"].What == JsonValue::Kind::Object ||
         std::any_of(Events.begin(), Events.end(), [](const JsonValue &Each) {
           return !Each["args"]["site"].Text.empty();
         });
}

bool ReportData::addRun(const std::string &Path, std::string &Trouble) {
  std::ifstream In(Path, std::ios::binary);
  if (!In) {
    Trouble = Path + ": " + strerror(errno);
    return false;
  }
  const std::string Text{std::istreambuf_iterator<char>(In), {}};
  auto Value = parseJson(Text, Trouble);
  if (std::string Unused; !Value)
    Value = parseJson(closed(Text), Unused);
  if (!Value) {
    Trouble = Path + ": " + Trouble;
    return false;
  }
  if (Value->What == JsonValue::Kind::List)
    addReceipts(*Value);
  else if (hasCalls(*Value))
    addTrace(*Value);
  else {
    Trouble = Path + ": neither TWOFOLD_TRACE nor TWOFOLD_RECEIPTS has written "
                     "it";
    return false;
  }
  HasRun = true;
  for (auto &[Key, Loop] : Loops) {
    auto &Calls = Loop.Run.Timeline;
    std::sort(Calls.begin(), Calls.end(),
              [](const auto &A, const auto &B) { return A.Begin < B.Begin; });
    // Those that took longest are those that a chart would show.
    if (Calls.size() > MostCalls) {
      std::vector<double> Times;
      for (const ReportCall &Each : Calls)
        Times.push_back(Each.Time);
      std::nth_element(Times.begin(), Times.end() - long(MostCalls),
                       Times.end());
      const double Least = Times[Times.size() - MostCalls];
      std::erase_if(Calls,
                    [&](const ReportCall &Each) { return Each.Time < Least; });
    }
  }
  return true;
}
