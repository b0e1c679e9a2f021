// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ScopeThreadsTest.cpp - scopes of several threads over one memory ---===//
//
// Arrays begin and end within pages, so that bytes beside whole pages stay on
// devices until a scope is emptied, and pages belong to two arrays. Nothing but
// locks of the runtime orders what the threads do: a test for TSan, too.
// TWOFOLD_MODEL_THREADS, TWOFOLD_MODEL_SCOPES: how many threads, of how many
// scopes each.
//
//===----------------------------------------------------------------------===//
#include "region/FunctionScope.h"
#include "region/RegionBench.h"

#include <cstdlib>
#include <random>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

unsigned number(const char *Name, unsigned Default) {
  const char *Text = std::getenv(Name);
  return Text && *Text ? unsigned(std::strtoul(Text, nullptr, 10)) : Default;
}

const unsigned Threads = number("TWOFOLD_MODEL_THREADS", 4);
const unsigned Scopes = number("TWOFOLD_MODEL_SCOPES", 40);

/// Each thread has an array of its own, of which it uses some cells, and its
/// cells of an array that the loops of all use. The host reads that one, and
/// nobody but kernels writes it: the runtime sends the bytes of all threads.
class ScopeThread {
  static constexpr ByteRange Shared = {24, 1496};

public:
  /// Of the memory of all.
  static uint64_t size() {
    return (Shared.End + 600 * Threads + 4095) / 4096 * 4096;
  }

private:
  RegionBench &B;
  const Lane Mine;
  const ByteRange Own;
  const bool WritesShared;
  std::mt19937 Random;
  FunctionScope Scope;

  ByteRange partOf(ByteRange Array) {
    // A third of all are whole arrays: those of most loops.
    if (Random() % 3 == 0)
      return Array;
    uint64_t Cells = Array.size() / 8, First = Random() % Cells,
             Count = 1 + Random() % (Cells - First);
    uint64_t Begin = Array.Begin + 8 * First;
    return {Begin, Begin + 8 * Count};
  }

  void launch(Regions::Keep How) {
    const unsigned Salt = unsigned(Random());
    // An own array is changed by way of the shared one, or the reverse.
    ByteRange To = Own, From = Shared;
    if (WritesShared && Salt % 3 == 0)
      std::swap(To, From);
    const ByteRange Read = partOf(From), Written = partOf(To);
    B.launch(
        Salt % 2, {{{Read, {}, {}}, From}, {{Written, Written, {}}, To}},
        [Salt](unsigned, uint64_t I) { return (I + Salt) % 5 < 3; },
        [Salt](uint64_t I) { return int(I * 3 + Salt); }, How, Mine);
    if (How != Regions::Keep::All)
      return;
    Scope.leave(B.at(Read));
    Scope.leave(B.at(Written));
  }

public:
  ScopeThread(RegionBench &B, unsigned Number, bool WritesShared)
      : B(B), Mine{Number, Threads},
        Own{Shared.End + 600 * Number, Shared.End + 600 * (Number + 1)},
        WritesShared(WritesShared), Random(Number) {}

  void run() {
    for (unsigned S = 0; S < Scopes; ++S) {
      for (unsigned Loops = 1 + Random() % 4; Loops--;) {
        launch(Regions::Keep::All);
        if (Random() % 4 == 0) {
          ByteRange Looked = partOf(Random() % 2 ? Own : Shared);
          Scope.read(B.at(Looked), *B.All);
          B.expectRead(Looked, Mine);
        }
      }
      Scope.empty(*B.All);
      B.expectRead(Own, Mine);
      B.expectRead(partOf(Shared), Mine);
      const unsigned Salt = unsigned(Random());
      if (Salt % 2)
        B.write(
            partOf(Own), [Salt](uint64_t I) { return int(I * 7 + Salt); },
            Mine);
      if (Salt % 3 == 0)
        launch(Regions::Keep::Pages);
      if (Salt % 5 == 0)
        B.All->sync(B.at(Shared));
    }
  }
};

void runThreads(RegionBench &B, bool WriteShared = true) {
  std::vector<std::thread> Running;
  for (unsigned T = 0; T < Threads; ++T)
    Running.emplace_back([&, T] { ScopeThread(B, T, WriteShared).run(); });
  for (std::thread &T : Running)
    T.join();
  EXPECT_TRUE(B.Lost.empty());
}

TEST(ScopeThreads, NoByteIsOldBesidePages) {
  RegionBench B(Coherence::Lazy, ScopeThread::size());
  runThreads(B);
  EXPECT_GT(B.All->counters().Faults, 0u);
}

/// Loops that find no room run natively, also in the middle of a scope.
TEST(ScopeThreads, NoByteIsOldWithLittleRoom) {
  RegionBench B(Coherence::Lazy, ScopeThread::size());
  B.World.Capacity = 2 * B.Size;
  runThreads(B, false);
}

/// No page is guarded: all that is on a device is there for a scope.
TEST(ScopeThreads, NoByteIsOldWithoutPages) {
  RegionBench B(Coherence::Lazy, ScopeThread::size());
  B.Guard->Special.insert(B.at(ByteRange{0, B.Size}));
  runThreads(B);
}

} // namespace
