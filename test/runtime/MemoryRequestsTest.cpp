// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MemoryRequestsTest.cpp - what a program asks about its memory ------===//
#include "MemoryRequests.h"
#include "observe/MappedMemory.h"
#include "region/LazyBench.h"
#include "twofold/twofold.h"

#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

twofold_residence whereIs(Runtime *In, const void *Pointer, size_t Bytes) {
  twofold_residence Out = {};
  Out.struct_size = sizeof Out;
  EXPECT_EQ(memory::where(In, Pointer, Bytes, &Out), TWOFOLD_MEMORY_OK);
  return Out;
}

twofold_residence whereIs(Runtime *In, const std::vector<int64_t> &V) {
  return whereIs(In, V.data(), V.size() * 8);
}

twofold_region_statistics countsOf(Runtime *In) {
  twofold_region_statistics Out = {};
  Out.struct_size = sizeof Out;
  EXPECT_EQ(memory::statistics(In, &Out), TWOFOLD_MEMORY_OK);
  return Out;
}

void *pointer(uint64_t Address) {
  return reinterpret_cast<void *>(uintptr_t(Address));
}

constexpr uint64_t N = 20000;

} // namespace

TEST(MemoryRequests, BadArguments) {
  Bench On(gpu());
  twofold_residence Out = {};
  Out.struct_size = sizeof Out;
  char Byte = 0;
  for (Runtime *In : {On.R.get(), static_cast<Runtime *>(nullptr)}) {
    for (auto [Pointer, Bytes] : {std::pair(pointer(0), size_t(1)),
                                  {pointer(16), SIZE_MAX},
                                  {pointer(UINT64_MAX), size_t(1)},
                                  {pointer(UINT64_MAX - 4095), size_t(4096)}}) {
      EXPECT_EQ(memory::sync(In, Pointer, Bytes), TWOFOLD_MEMORY_BAD_ARGUMENT);
      EXPECT_EQ(memory::prefetch(In, Pointer, Bytes, 0),
                TWOFOLD_MEMORY_BAD_ARGUMENT);
      EXPECT_EQ(memory::pinHost(In, Pointer, Bytes),
                TWOFOLD_MEMORY_BAD_ARGUMENT);
      EXPECT_EQ(memory::unpin(In, Pointer, Bytes), TWOFOLD_MEMORY_BAD_ARGUMENT);
      EXPECT_EQ(memory::discard(In, Pointer, Bytes),
                TWOFOLD_MEMORY_BAD_ARGUMENT);
      EXPECT_EQ(memory::where(In, Pointer, Bytes, &Out),
                TWOFOLD_MEMORY_BAD_ARGUMENT);
    }
    EXPECT_EQ(memory::where(In, &Byte, 1, nullptr),
              TWOFOLD_MEMORY_BAD_ARGUMENT);
    EXPECT_EQ(memory::statistics(In, nullptr), TWOFOLD_MEMORY_BAD_ARGUMENT);
  }
  EXPECT_EQ(On.Opens, 0u);
}

TEST(MemoryRequests, NoBytesAndNoRuntime) {
  Bench On(gpu());
  for (Runtime *In : {On.R.get(), static_cast<Runtime *>(nullptr)})
    for (void *Pointer : {pointer(0), pointer(1), pointer(UINT64_MAX)}) {
      EXPECT_EQ(memory::sync(In, Pointer, 0), TWOFOLD_MEMORY_OK);
      EXPECT_EQ(memory::pinHost(In, Pointer, 0), TWOFOLD_MEMORY_OK);
      EXPECT_EQ(memory::unpin(In, Pointer, 0), TWOFOLD_MEMORY_OK);
      EXPECT_EQ(memory::discard(In, Pointer, 0), TWOFOLD_MEMORY_OK);
      EXPECT_EQ(whereIs(In, Pointer, 0).on_host, 0u);
    }
  EXPECT_EQ(On.R->regions().pinnedBytes(), 0u);
  EXPECT_EQ(memory::prefetch(On.R.get(), pointer(0), 0, 0), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(memory::prefetch(nullptr, pointer(0), 0, 0),
            TWOFOLD_MEMORY_NO_DEVICE);
  EXPECT_EQ(memory::syncAll(nullptr), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(whereIs(nullptr, pointer(4), 70).on_host, 70u);
  EXPECT_EQ(countsOf(nullptr).regions, 0u);
  memory::free(nullptr, nullptr);
  memory::free(nullptr, mapMemory(5));
}

TEST(MemoryRequests, EagerDataIsOnTheHost) {
  Bench On(gpu());
  ExampleLoop Loop(N);
  On.run(Loop);
  Runtime *In = On.R.get();
  uint64_t Moved = On.World.Written + On.World.Read;
  EXPECT_EQ(memory::prefetch(In, Loop.x.data(), N * 8, 0), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(memory::sync(In, Loop.y.data(), N * 8), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(memory::syncAll(In), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(memory::discard(In, Loop.y.data(), N * 8), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(On.World.Written + On.World.Read, Moved);
  twofold_residence Y = whereIs(In, Loop.y);
  EXPECT_EQ(Y.bytes, N * 8);
  EXPECT_EQ(Y.on_host, N * 8);
  EXPECT_EQ(Y.devices, 0u);
  EXPECT_EQ(countsOf(In).regions, 0u);
  Loop.expectResults(1);
}

TEST(MemoryRequests, PrefetchNeedsADevice) {
  Bench On(gpu(), DeviceKind::Gpu, false), One(gpu());
  char Byte = 0;
  EXPECT_EQ(memory::prefetch(On.R.get(), &Byte, 1, 0),
            TWOFOLD_MEMORY_NO_DEVICE);
  for (int Device : {-1, 1, INT32_MAX, INT32_MIN})
    EXPECT_EQ(memory::prefetch(One.R.get(), &Byte, 1, Device),
              TWOFOLD_MEMORY_NO_DEVICE);
  One.R->devices()[0]->Lost = true;
  EXPECT_EQ(memory::prefetch(One.R.get(), &Byte, 1, 0),
            TWOFOLD_MEMORY_NO_DEVICE);
  Settings Off = gpu();
  Off.Offload = OffloadPolicy::Disabled;
  Bench Disabled(Off);
  EXPECT_EQ(memory::prefetch(Disabled.R.get(), &Byte, 1, 0),
            TWOFOLD_MEMORY_NO_DEVICE);
  EXPECT_EQ(Disabled.Opens, 0u);
}

TEST(MemoryRequests, SyncBringsHomeAndKeepsCopies) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  Runtime *In = On.R.get();
  ExampleLoop Loop(N);
  On.run(Loop);
  twofold_residence Y = whereIs(In, Loop.y);
  EXPECT_EQ(Y.bytes, N * 8);
  EXPECT_LT(Y.on_host, 2u * 4096);
  EXPECT_GT(Y.on_device[0], N * 8 - 2 * 4096);
  EXPECT_EQ(Y.devices, 1u);
  EXPECT_GT(countsOf(In).regions, 0u);
  EXPECT_GT(countsOf(In).device_bytes, 2 * N * 8);
  // A part, then everything.
  EXPECT_EQ(memory::sync(In, Loop.y.data() + N / 2, 8), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(whereIs(In, Loop.y.data() + N / 2, 8).on_host, 8u);
  EXPECT_LT(whereIs(In, Loop.y).on_host, 3u * 4096);
  EXPECT_EQ(memory::syncAll(In), TWOFOLD_MEMORY_OK);
  for (const std::vector<int64_t> *V : {&Loop.x, &Loop.y, &Loop.w, &Loop.z}) {
    EXPECT_EQ(whereIs(In, *V).on_host, N * 8);
    EXPECT_GT(whereIs(In, *V).on_device[0], N * 8 - 2 * 4096);
  }
  uint64_t Faults = countsOf(In).host_faults;
  Loop.expectResults(1);
  EXPECT_EQ(countsOf(In).host_faults, Faults);
  // Any range: also one that reaches beyond what there is.
  EXPECT_EQ(memory::sync(In, pointer(1), SIZE_MAX - 1), TWOFOLD_MEMORY_OK);
  On.forget(Loop);
}

TEST(MemoryRequests, PrefetchedDataIsNotSentAgain) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  Runtime *In = On.R.get();
  ExampleLoop Loop(N);
  for (std::vector<int64_t> *V : {&Loop.x, &Loop.y})
    EXPECT_EQ(memory::prefetch(In, V->data(), N * 8, 0), TWOFOLD_MEMORY_OK);
  EXPECT_GT(whereIs(In, Loop.x).on_device[0], N * 8 - 2 * 4096);
  EXPECT_EQ(whereIs(In, Loop.x).on_host, N * 8);
  uint64_t Sent = On.World.Written;
  EXPECT_GT(Sent, 2 * (N * 8 - 2 * 4096));
  EXPECT_EQ(memory::prefetch(In, Loop.x.data(), N * 8, 0), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(On.World.Written, Sent);
  On.run(Loop);
  // z, which is partly written, and the edges of the others.
  EXPECT_LT(On.World.Written, Sent + N * 8 + 8 * 4096);
  Loop.expectResults(1);
  On.forget(Loop);
}

TEST(MemoryRequests, PrefetchThatFails) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  Runtime *In = On.R.get();
  ExampleLoop Loop(N);
  EXPECT_EQ(memory::prefetch(In, pointer(4096), uint64_t(1) << 40, 0),
            TWOFOLD_MEMORY_NO_ROOM);
  EXPECT_EQ(memory::prefetch(In, pointer(1), SIZE_MAX - 1, 0),
            TWOFOLD_MEMORY_NO_ROOM);
  On.World.Capacity = 1000;
  EXPECT_EQ(memory::prefetch(In, Loop.x.data(), N * 8, 0),
            TWOFOLD_MEMORY_NO_ROOM);
  On.World.Capacity = UINT64_MAX;
  On.World.FailFrom = On.World.Calls + 1;
  EXPECT_EQ(memory::prefetch(In, Loop.x.data(), N * 8, 0),
            TWOFOLD_MEMORY_DEVICE_FAILED);
  EXPECT_FALSE(On.R->devices()[0]->Lost);
  On.World.FailWith = ErrorCode::DeviceLost;
  EXPECT_EQ(memory::prefetch(In, Loop.x.data(), N * 8, 0),
            TWOFOLD_MEMORY_DEVICE_FAILED);
  EXPECT_TRUE(On.R->devices()[0]->Lost);
  EXPECT_EQ(whereIs(In, Loop.x).on_host, N * 8);
  On.run(Loop);
  Loop.expectResults(1);
  On.forget(Loop);
}

TEST(MemoryRequests, PinsKeepLoopsNative) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  Runtime *In = On.R.get();
  ExampleLoop Loop(N);
  On.run(Loop);
  EXPECT_EQ(memory::pinHost(In, Loop.y.data(), N * 8), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(whereIs(In, Loop.y).on_host, N * 8);
  EXPECT_EQ(whereIs(In, Loop.y).on_device[0], 0u);
  EXPECT_EQ(countsOf(In).pinned_bytes, N * 8);
  EXPECT_EQ(memory::prefetch(In, Loop.y.data() + 5, 8, 0),
            TWOFOLD_MEMORY_IS_PINNED);
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  EXPECT_EQ(memory::unpin(In, Loop.y.data(), N * 8 - 8),
            TWOFOLD_MEMORY_NOT_PINNED);
  EXPECT_EQ(memory::unpin(In, Loop.y.data(), N * 8), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(memory::unpin(In, Loop.y.data(), N * 8), TWOFOLD_MEMORY_NOT_PINNED);
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 2u);
  Loop.expectResults(3);
  On.forget(Loop);
}

TEST(MemoryRequests, DiscardedPagesDoNotComeBack) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  Runtime *In = On.R.get();
  ExampleLoop Loop(N);
  On.run(Loop);
  uint64_t Read = On.World.Read;
  EXPECT_EQ(memory::discard(In, Loop.w.data(), N * 8), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(whereIs(In, Loop.w).on_host, N * 8);
  for (int64_t &Each : Loop.w)
    Each = 5;
  EXPECT_EQ(On.World.Read, Read);
  On.run(Loop);
  Loop.expectResults(2);
  On.forget(Loop);
}

TEST(MemoryRequests, FreedMemoryIsForgotten) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  Runtime *In = On.R.get();
  for (int Round = 0; Round < 3; ++Round) {
    void *Block = mapMemory(N * 8 + 3);
    EXPECT_EQ(memory::prefetch(In, Block, N * 8 + 3, 0), TWOFOLD_MEMORY_OK);
    EXPECT_EQ(countsOf(In).regions, 1u);
    EXPECT_EQ(memory::pinHost(In, Block, 10), TWOFOLD_MEMORY_OK);
    memory::free(In, Block);
    EXPECT_EQ(countsOf(In).regions, 0u);
    EXPECT_EQ(countsOf(In).pinned_bytes, 0u);
  }
}

/// Whatever else is asked meanwhile, results stay right.
TEST(MemoryRequests, RequestsDuringLoops) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  Runtime *In = On.R.get();
  ExampleLoop Loop(N);
  std::atomic<bool> Over{false};
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T < 3; ++T)
    Threads.emplace_back([&, T] {
      for (unsigned I = 0; !Over; ++I) {
        std::vector<int64_t> *Arrays[] = {&Loop.x, &Loop.y, &Loop.w, &Loop.z};
        int64_t *Begin = Arrays[(I + T) % 4]->data() + I * 97 % (N / 2);
        size_t Bytes = I * 8191 % (N * 4);
        switch ((I + T) % 5) {
        case 0:
          ASSERT_EQ(memory::sync(In, Begin, Bytes), TWOFOLD_MEMORY_OK);
          break;
        case 1:
          (void)memory::prefetch(In, Begin, Bytes, 0);
          break;
        case 2:
          ASSERT_EQ(memory::pinHost(In, Begin, Bytes), TWOFOLD_MEMORY_OK);
          ASSERT_EQ(memory::unpin(In, Begin, Bytes), TWOFOLD_MEMORY_OK);
          break;
        case 3:
          ASSERT_LE(whereIs(In, Begin, Bytes).on_host, Bytes);
          (void)countsOf(In);
          break;
        case 4:
          ASSERT_EQ(memory::syncAll(In), TWOFOLD_MEMORY_OK);
          std::this_thread::yield();
        }
      }
    });
  for (unsigned Calls = 1; Calls <= 40; ++Calls) {
    On.run(Loop);
    if (Calls % 8 == 0)
      Loop.expectResults(Calls);
  }
  Over = true;
  for (std::thread &T : Threads)
    T.join();
  Loop.expectResults(40);
  EXPECT_EQ(countsOf(In).pinned_bytes, 0u);
  On.forget(Loop);
}

TEST(MemoryRequests, StructsHaveTheCallersSize) {
  Bench On(gpu());
  struct {
    twofold_residence Known;
    uint64_t Beyond;
  } Larger;
  for (Runtime *In : {On.R.get(), static_cast<Runtime *>(nullptr)}) {
    std::memset(static_cast<void *>(&Larger), 0xFF, sizeof Larger);
    Larger.Known.struct_size = sizeof Larger;
    EXPECT_EQ(memory::where(In, pointer(8), 9, &Larger.Known),
              TWOFOLD_MEMORY_OK);
    EXPECT_EQ(Larger.Known.struct_size, sizeof Larger);
    EXPECT_EQ(Larger.Known.on_host, 9u);
    EXPECT_EQ(Larger.Beyond, 0u);
    std::memset(static_cast<void *>(&Larger), 0xFF, sizeof Larger);
    Larger.Known.struct_size = 16;
    EXPECT_EQ(memory::where(In, pointer(8), 9, &Larger.Known),
              TWOFOLD_MEMORY_OK);
    EXPECT_EQ(Larger.Known.bytes, 9u);
    EXPECT_EQ(Larger.Known.on_host, UINT64_MAX);
  }
}
