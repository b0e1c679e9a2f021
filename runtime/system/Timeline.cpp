// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Timeline.cpp - what happened when, for TWOFOLD_TRACE ---------------===//
#include "system/Timeline.h"
#include "report/Trace.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <deque>
#include <errno.h>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <set>

using namespace twofold;

/// So much of the file is mapped at a time, and it never has more than Most.
static constexpr size_t Window = size_t(1) << 20, Granule = size_t(1) << 16;
static constexpr uint64_t Most = uint64_t(1) << 31;
/// Tracks of devices have numbers that no thread has.
static constexpr long FirstTrack = 1L << 30;

namespace {
struct Pending {
  uint64_t Number;
  double Begin;
  std::string Name;
};

/// Never destroyed: threads may outlive the end of the process's main.
struct State {
  std::mutex Lock;
  int File = -1;
  char *Mapped = nullptr;
  uint64_t From = 0; ///< where in the file Mapped is
  size_t Used = 0;   ///< of Mapped
  double Begin = 0;
  uint64_t Arrows = 0;
  std::set<long> Named;
  struct Queue {
    long Track;
    std::deque<Pending> Launches;
  };
  std::map<const void *, Queue> Queues;

  bool map(uint64_t At);
  void unmap();
  void append(std::string_view Text);
  void event(const char *Kind, long Track, double At, const std::string &More);
  long track(const Timeline::Track &On);
  void slice(long Track, const char *Category, std::string_view Name, double At,
             double End, const std::string &More);
};
} // namespace

static State &state() {
  static State &One = *new State;
  return One;
}

/// By the kernel's own calls, here as below: libc's are observed, and take
/// locks of regions, from under which events come.
void State::unmap() {
  if (Mapped)
    syscalls::call(SYS_munmap, Mapped, Window);
  Mapped = nullptr;
}

/// Blanks are what JSON may have between two events, should nobody come to
/// write there.
bool State::map(uint64_t At) {
  const uint64_t Base = At / Granule * Granule;
  unmap();
  // Where the disk is full, a mapping alone would find out by a signal.
  if (Base + Window > Most ||
      syscalls::call(SYS_fallocate, File, 0, off_t(Base), off_t(Window)) != 0)
    return false;
  const long Got =
      syscalls::call(SYS_mmap, nullptr, Window, PROT_READ | PROT_WRITE,
                     MAP_SHARED, File, off_t(Base));
  if (Got == -1)
    return false;
  Mapped = reinterpret_cast<char *>(Got);
  From = Base;
  Used = size_t(At - Base);
  std::memset(Mapped + Used, ' ', Window - Used);
  return true;
}

void State::append(std::string_view Text) {
  if (!Mapped || Text.size() > Window - Granule)
    return;
  if (Text.size() > Window - Used && !map(From + Used))
    return;
  std::memcpy(Mapped + Used, Text.data(), Text.size());
  Used += Text.size();
}

/// Microseconds, whatever sign the locale has for fractions.
static std::string micros(double Nanoseconds) {
  char Text[40];
  const auto Whole = static_cast<long long>(std::max(Nanoseconds, 0.0));
  std::snprintf(Text, sizeof Text, "%lld.%03lld", Whole / 1000, Whole % 1000);
  return Text;
}

void State::event(const char *Kind, long Track, double At,
                  const std::string &More) {
  append(std::string(",\n{\"ph\": \"") + Kind + "\", \"pid\": " +
         std::to_string(getpid()) + ", \"tid\": " + std::to_string(Track) +
         ", \"ts\": " + micros(At - Begin) + More + "}");
}

/// Names the track when it is used first.
long State::track(const Timeline::Track &On) {
  using Kind = Timeline::Track::Kind;
  const long Number = On.What == Kind::Thread ? long(gettid())
                                              : FirstTrack + 2L * On.Device +
                                                    (On.What == Kind::Copies);
  if (Named.insert(Number).second) {
    std::string Name =
        On.What == Kind::Kernels  ? std::string(On.Name)
        : On.What == Kind::Copies ? std::string(On.Name) + ": copies"
        : Number == getpid()      ? "main"
                                  : "thread " + std::to_string(Number);
    event("M", Number, Begin,
          ", \"name\": \"thread_name\", \"args\": {\"name\": " +
              quoteJson(Name) + "}");
  }
  return Number;
}

void State::slice(long Track, const char *Category, std::string_view Name,
                  double At, double End, const std::string &More) {
  event("X", Track, At,
        ", \"dur\": " + micros(End - At) + ", \"cat\": \"" + Category +
            "\", \"name\": " + quoteJson(std::string(Name)) + ", \"args\": {" +
            More + "}");
}

void TimelineMembers::name(const char *Name) {
  Text += (Text.empty() ? "\"" : ", \"") + std::string(Name) + "\": ";
}

TimelineMembers &TimelineMembers::add(const char *Name,
                                      std::string_view Value) {
  name(Name);
  Text += quoteJson(std::string(Value));
  return *this;
}

TimelineMembers &TimelineMembers::add(const char *Name, double Value) {
  name(Name);
  char Digits[40];
  std::snprintf(Digits, sizeof Digits, "%.0f", std::round(Value));
  Text += Digits;
  return *this;
}

double Timeline::now() {
  return double(std::chrono::duration_cast<std::chrono::nanoseconds>(
                    std::chrono::steady_clock::now().time_since_epoch())
                    .count());
}

bool Timeline::begin(const std::string &Path) {
  State &Of = state();
  std::lock_guard<std::mutex> Guard(Of.Lock);
  Of.File = open(Path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (Of.File < 0 || !Of.map(0))
    return false;
  Of.Begin = now();
  Of.Named.clear();
  Of.Queues.clear();
  Of.Arrows = 0;
  Of.append("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n{\"ph\": \"M\", "
            "\"pid\": " +
            std::to_string(getpid()) +
            ", \"name\": \"process_name\", \"args\": {\"name\": " +
            quoteJson(program_invocation_short_name) + "}}");
  Active.store(true);
  return true;
}

void Timeline::end(const std::string &Members) {
  State &Of = state();
  if (!Active.exchange(false))
    return;
  std::lock_guard<std::mutex> Guard(Of.Lock);
  const double Now = now();
  for (auto &[Key, Queue] : Of.Queues)
    for (const Pending &Each : Queue.Launches)
      Of.slice(Queue.Track, "kernel", Each.Name, Each.Begin, Now, "");
  const std::string Tail = "\n], \"twofold\": {\"run_ns\": " +
                           std::to_string(int64_t(Now - Of.Begin)) +
                           (Members.empty() ? "" : ", " + Members) + "}}\n";
  Of.unmap();
  const uint64_t End = Of.From + Of.Used;
  if (syscalls::call(SYS_pwrite64, Of.File, Tail.data(), Tail.size(),
                     off_t(End)) == long(Tail.size()))
    (void)!syscalls::call(SYS_ftruncate, Of.File, off_t(End + Tail.size()));
  syscalls::call(SYS_close, Of.File);
}

void Timeline::slice(const Track &On, const char *Category,
                     std::string_view Name, double Begin, double End,
                     const TimelineMembers &More) {
  if (!on())
    return;
  State &Of = state();
  std::lock_guard<std::mutex> Guard(Of.Lock);
  Of.slice(Of.track(On), Category, Name, Begin, End, More.text());
}

void Timeline::instant(const char *Category, std::string_view Name,
                       const TimelineMembers &More) {
  if (!on())
    return;
  const double Now = now();
  State &Of = state();
  std::lock_guard<std::mutex> Guard(Of.Lock);
  Of.event("i", Of.track({}), Now,
           std::string(", \"s\": \"t\", \"cat\": \"") + Category +
               "\", \"name\": " + quoteJson(std::string(Name)) +
               ", \"args\": {" + More.text() + "}");
}

void Timeline::arrow(double From, const Track &To, double Then) {
  if (!on())
    return;
  State &Of = state();
  std::lock_guard<std::mutex> Guard(Of.Lock);
  const std::string Same = ", \"cat\": \"launch\", \"name\": \"launch\", "
                           "\"id\": " +
                           std::to_string(++Of.Arrows);
  Of.event("s", Of.track({}), From, Same);
  Of.event("f", Of.track(To), Then, Same + ", \"bp\": \"e\"");
}

void Timeline::left(const void *Queue, const Track &On, std::string_view Name,
                    uint64_t Number, double Begin) {
  if (!on())
    return;
  State &Of = state();
  std::lock_guard<std::mutex> Guard(Of.Lock);
  State::Queue &To = Of.Queues[Queue];
  To.Track = Of.track(On);
  To.Launches.push_back({Number, Begin, std::string(Name)});
}

void Timeline::over(const void *Queue, uint64_t Through) {
  if (!on())
    return;
  const double Now = now();
  State &Of = state();
  std::lock_guard<std::mutex> Guard(Of.Lock);
  const auto Found = Of.Queues.find(Queue);
  if (Found == Of.Queues.end())
    return;
  auto &Launches = Found->second.Launches;
  while (!Launches.empty() && Launches.front().Number <= Through) {
    const Pending Each = std::move(Launches.front());
    Launches.pop_front();
    const bool Followed = !Launches.empty() && Launches.front().Begin < Now;
    Of.slice(Found->second.Track, "kernel", Each.Name, Each.Begin,
             Followed ? Launches.front().Begin : Now, "\"waited_for\": false");
  }
}
