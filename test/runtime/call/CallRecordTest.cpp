// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallRecordTest.cpp - all that is told of calls, and done for them --===//
//
// Some loops take turns in a runtime whose clock moves with their work. Each
// thought that is told, each receipt, and each command of the device is in the
// record.
#include "Record.h"
#include "TemporaryFolder.h"
#include "region/LazyBench.h"
#include "system/Timeline.h"

#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <sys/mman.h>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Where arrays of one test lie, the same way each time: what comes home in one
/// piece depends on that.
struct Arena {
  static constexpr size_t Bytes = 32 << 20, Aligned = 4 << 20;
  static inline char *Begin = nullptr;
  static inline size_t Used = 0;

  static void *take(size_t Size) {
    if (!Begin) {
      auto *All = static_cast<char *>(mmap(nullptr, Bytes + Aligned,
                                           PROT_READ | PROT_WRITE,
                                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
      Begin = All + (Aligned - uintptr_t(All) % Aligned);
    }
    void *Out = Begin + Used;
    Used += (Size / 4096 + 1) * 4096;
    return Used <= Bytes ? Out : nullptr;
  }
};
template <typename T> struct InArena {
  using value_type = T;
  InArena() = default;
  template <typename U> InArena(const InArena<U> &) {}
  T *allocate(size_t Count) {
    return static_cast<T *>(Arena::take(Count * sizeof(T)));
  }
  void deallocate(T *, size_t) {}
  bool operator==(const InArena &) const { return true; }
};
using Array = std::vector<int64_t, InArena<int64_t>>;
using Loop = ExampleLoopOf<Array>;

struct Clock {
  static inline Bench *Of = nullptr;
  static inline double NativeEach = 0, DeviceEach = 0, Launch = 0;

  static void native(void **Args, uint64_t Lo, uint64_t Hi) {
    Loop::native(Args, Lo, Hi);
    Of->Time.fetch_add(double(Hi - Lo) * NativeEach);
  }
  static void kernel(const NdRange &Range, const std::vector<char *> &Args) {
    Loop::kernel(Range, Args);
    uint64_t Trips;
    std::memcpy(&Trips, Args[9], 8);
    Of->Time.fetch_add(Launch + double(Trips) * DeviceEach);
  }
};

/// Without what calls have taken by the machine's clock.
std::string timeless(const std::string &Text) {
  std::string Out;
  for (size_t At = 0; At < Text.size(); ++At) {
    Out += Text[At];
    if (Text.compare(At, 4, " in ") || !std::isdigit(Text[At + 4]))
      continue;
    Out += "in its time";
    At = std::min(Text.find_first_of(";,\n", At + 6), Text.size()) - 1;
  }
  return Out;
}

/// What TWOFOLD_TRACE gets, without times and who this is.
std::string timelineOf(const std::string &Path) {
  std::string Out;
  const std::string Text = readWhole(Path);
  size_t Begin = 0;
  while (Begin < Text.size()) {
    size_t Quote = Text.find("\": ", Begin);
    if (Quote == std::string::npos)
      break;
    Quote += 3;
    Out.append(Text, Begin, Quote - Begin);
    const auto Ends = [&](const char *Name) {
      return Out.ends_with(std::string(Name) + "\": ");
    };
    Begin = Quote;
    if (Ends("\"ts") || Ends("\"dur") || Ends("\"pid") || Ends("\"tid") ||
        Ends("\"ns") || Ends("\"run_ns"))
      Begin = Text.find_first_of(",}", Begin);
  }
  // Threads of the guard tell of what they bring home, and have any number.
  std::istringstream Lines(Out + Text.substr(Begin));
  std::multiset<std::string> Sorted;
  for (std::string Line; std::getline(Lines, Line);)
    if (!Line.starts_with("{\"ph\": \"M\""))
      Sorted.insert(Line + '\n');
  return std::accumulate(Sorted.begin(), Sorted.end(), std::string());
}

/// Commands of the device, what is told, and the receipts of all calls.
void tell(Record &To, Bench &On, const std::string &Log) {
  To << timeless(On.Told + On.R->explain("")) << On.R->receiptsAsJson() << '\n'
     << Log;
  const Statistics &Sum = On.counts();
  for (const auto *Each :
       {&Sum.CallsNative, &Sum.CallsThreaded, &Sum.CallsDevice,
        &Sum.CallsFallback, &Sum.BytesToDevice, &Sum.BytesToHost,
        &Sum.KernelsBuilt, &Sum.KernelsCached, &Sum.KernelsFailed})
    To << Each->load() << ' ';
  To << '\n';
  // What moved for which reasons, of sites in the order of their names: others
  // are told in the order of their times.
  On.R->summarize();
  std::istringstream Lines(On.Told);
  std::set<std::string> Moved;
  for (std::string Line; std::getline(Lines, Line);)
    if (Line.find(": moved ") != Line.npos)
      Moved.insert(Line + '\n');
  for (const std::string &Line : Moved)
    To << Line;
}

/// Native: nanoseconds of an iteration of the native variant.
template <typename Kind>
void play(Record &To, Kind &On, double Native, unsigned Seed) {
  std::string Log;
  On.World.Log = &Log;
  On.World.Kernels["example"] = Clock::kernel;
  Clock::Of = &On;
  Clock::NativeEach = Native;
  Clock::DeviceEach = 0.5;
  Clock::Launch = 9000;
  Arena::Used = 0;
  std::mt19937 Random(Seed);
  std::vector<std::unique_ptr<Loop>> Loops;
  unsigned Line = 10;
  for (uint64_t Count : {64, 1000, 5000, 30000}) {
    Loops.push_back(std::make_unique<Loop>(Count));
    twofold_site &Site = Loops.back()->B.site();
    Site.line = ++Line;
    Site.native = Clock::native;
    Site.ops = 16u << Random() % 12;
    // Whether threads sleep is a matter of the machine's clock.
    Loops.back()->B.launch().num_threads = 1;
  }
  for (unsigned Turn = 0; Turn < cases(25); ++Turn)
    for (auto &Each : Loops) {
      twofold_launch &Launch = Each->B.launch();
      Launch.condition = Random() % 16 != 0;
      if (Random() % 24 == 0)
        On.World.FailAt = On.World.Calls + 1 + Random() % 9;
      for (unsigned Calls = 1 + Random() % 3; Calls; --Calls)
        On.R->run(Each->B.site(), Launch, Each->B.trips());
      if (Random() % 5 == 0)
        Each->y[Random() % Each->y.size()] = 1; // the host's turn
    }
  On.R->regions().syncAll();
  tell(To, On, Log);
  for (auto &Each : Loops)
    for (const Array *V : {&Each->x, &Each->y, &Each->w, &Each->z}) {
      const uint64_t Begin = uint64_t(uintptr_t(V->data()));
      On.R->regions().forget({Begin, Begin + V->size() * 8});
    }
  On.World.Log = nullptr;
}

/// Loops with what the compiler may say of them, and calls with what a program
/// may ask for.
void playKinds(Record &To, Bench &On, std::mt19937 &Random) {
  const auto Once = [&](unsigned Of) { return Random() % Of == 0; };
  std::string Log;
  On.World.Log = &Log;
  On.World.Kernels["example"] = Clock::kernel;
  constexpr ErrorCode Failures[] = {
      ErrorCode::Unavailable, ErrorCode::OutOfMemory, ErrorCode::DeviceLost};
  On.World.FailWith = Failures[Random() % 3];
  Clock::Of = &On;
  constexpr double Native[] = {1, 20, 400};
  Clock::NativeEach = Native[Random() % 3];
  Clock::DeviceEach = 0.5;
  Clock::Launch = 9000;
  Arena::Used = 0;
  std::vector<std::unique_ptr<Loop>> Loops;
  unsigned Line = 20;
  for (uint64_t Count : {1, 70, 1000, 6000}) {
    Loops.push_back(std::make_unique<Loop>(Count));
    SiteBuilder &B = Loops.back()->B;
    if (Once(5))
      B.check({{1, 0}}, 0, int64_t(Count) - 1 - Once(2));
    twofold_site &Site = B.site();
    for (uint32_t Flag :
         {TWOFOLD_SITE_DYNAMIC, TWOFOLD_SITE_NATIVE, TWOFOLD_SITE_CPU,
          TWOFOLD_SITE_GPU, TWOFOLD_SITE_IN_ORDER, TWOFOLD_SITE_ROUNDS,
          TWOFOLD_SITE_DETERMINISTIC, TWOFOLD_SITE_BOUNDS, TWOFOLD_SITE_ORDERED,
          TWOFOLD_SITE_OPAQUE, TWOFOLD_SITE_ANY_ORDER, TWOFOLD_SITE_RISING,
          TWOFOLD_SITE_DECLINES, TWOFOLD_SITE_REPEATABLE})
      if (Once(12))
        Site.flags ^= Flag;
    for (uint32_t Flag : {TWOFOLD_KERNEL_FP64, TWOFOLD_KERNEL_FP16,
                          TWOFOLD_KERNEL_FAST_MATH, TWOFOLD_KERNEL_CPU_ONLY,
                          TWOFOLD_KERNEL_INT64_ATOMICS, TWOFOLD_KERNEL_GROUPED})
      if (Once(10))
        const_cast<twofold_kernel *>(Site.kernel)->flags |= Flag;
    Site.line = ++Line;
    Site.native = Clock::native;
    Site.ops = 16u << Random() % 12;
    if (Once(8)) {
      Site.kernel = nullptr;
      Site.reason = "of the test";
    }
    twofold_launch &Launch = B.launch();
    Launch.num_threads = 1;
    Launch.chunk = Once(4) ? int64_t(Random() % 2000) : 0;
    Launch.apart = Once(8);
  }
  for (unsigned Turn = 0; Turn < 8; ++Turn)
    for (auto &Each : Loops) {
      twofold_launch &Launch = Each->B.launch();
      Launch.condition = !Once(16);
      if (Once(20))
        On.World.FailAt = On.World.Calls + 1 + Random() % 12;
      for (unsigned Calls = 1 + Random() % 3; Calls; --Calls)
        On.R->run(Each->B.site(), Launch, Each->B.trips());
      if (Once(5))
        Each->y[Random() % Each->y.size()] = 1;
    }
  On.R->regions().syncAll();
  On.R->summarizeChecks();
  tell(To, On, Log);
  for (auto &Each : Loops) {
    To << Each->sum << ' ' << Each->last << '\n';
    for (const Array *V : {&Each->x, &Each->y, &Each->w, &Each->z}) {
      const uint64_t Begin = uint64_t(uintptr_t(V->data()));
      On.R->regions().forget({Begin, Begin + V->size() * 8});
    }
  }
  On.World.Log = nullptr;
}

Settings told(DeviceRequest::Kind What, Coherence Copies) {
  Settings Set = asked(What);
  Set.Info = 3;
  Set.Tune = TunePolicy::Off; // by the machine's clock
  Set.Specialise = SpecialisePolicy::Off;
  Set.Copies = Copies;
  return Set;
}

} // namespace

/// The rooms of the runtime have their spans, and loops their sums at the end.
TEST(CallRecord, TraceOfCalls) {
  const TemporaryFolder Folder;
  Record All;
  ASSERT_TRUE(Timeline::begin(Folder / "trace.json"));
  {
    LazyBench On(told(DeviceRequest::Kind::Any, Coherence::Lazy));
    SKIP_WITHOUT_GUARD(On);
    Record Other;
    play(Other, On, 20, 5);
    On.R->endTimeline();
  }
  All << timelineOf(Folder / "trace.json");
  All.expect(0x6737e1fb9cf264fe);
}

TEST(CallRecord, CallsWithCopies) {
  Record All;
  for (double Native : {1.0, 20.0, 400.0})
    for (auto What : {DeviceRequest::Kind::Any, DeviceRequest::Kind::Gpu,
                      DeviceRequest::Kind::Native}) {
      Bench On(told(What, Coherence::Eager));
      play(All, On, Native, unsigned(Native) + unsigned(What));
    }
  All.expect(0xc28ea0da8c22eefa);
}

TEST(CallRecord, CallsWhoseResultsStay) {
  Record All;
  for (double Native : {1.0, 20.0, 400.0})
    for (auto What : {DeviceRequest::Kind::Any, DeviceRequest::Kind::Gpu}) {
      LazyBench On(told(What, Coherence::Lazy));
      SKIP_WITHOUT_GUARD(On);
      play(All, On, Native, unsigned(Native) + unsigned(What));
    }
  All.expect(0x982f3c83e1d6a8af);
}

TEST(CallRecord, CallsOfManyKinds) {
  // Some calls are looked at by blocks.
  if (const char *Sanitizer = activeSanitizer())
    GTEST_SKIP() << "no blocks are known under " << Sanitizer;
  Record All;
  std::mt19937 Random(401);
  const auto Once = [&](unsigned Of) { return Random() % Of == 0; };
  constexpr DeviceRequest::Kind Devices[] = {
      DeviceRequest::Kind::Any, DeviceRequest::Kind::Any,
      DeviceRequest::Kind::Gpu, DeviceRequest::Kind::Cpu,
      DeviceRequest::Kind::Native};
  for (unsigned Case = 0; Case < 100; ++Case) {
    Settings Set = told(Devices[Random() % 5], Coherence::Eager);
    Set.Info = Once(3) ? 1 : 3;
    Set.Check = Once(4) ? 1 + Random() % 3 : 0;
    Set.Deterministic = Once(6);
    if (Once(6))
      Set.Threshold = 100000;
    if (Once(6))
      Set.Bounds = BoundsPolicy::Always;
    Set.Async = !Once(3);
    if (Once(3))
      Set.Losses = Durability::Eager;
    Set.ZeroCopy = !Once(3);
    const auto Kind = Once(3) ? DeviceKind::Cpu : DeviceKind::Gpu;
    Bench On(Set, Kind, !Once(12));
    On.World.Coherent = Once(4);
    playKinds(All, On, Random);
  }
  All.expect(0xd582600baa7ffc33);
}
