// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PinnedRingTest.cpp - large transfers on a driver of paper ----------===//
//
// The driver carries out commands as late as it may: when somebody waits for
// them. So memory that is used again too early shows, and so does a command
// that nobody waits for.
//
//===----------------------------------------------------------------------===//
#include "Record.h"
#include "fake/PaperDriver.h"
#include "opencl/ClBuffer.h"
#include "opencl/ClQueue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>
#include <random>
#include <thread>

using namespace twofold;

namespace {

using namespace paper;

TransferOptions small(unsigned Threads, unsigned Slots) {
  TransferOptions O;
  O.ThreadsToDevice = O.ThreadsToHost = Threads;
  O.Slots = Slots;
  O.SlotBytes = O.LeastChunk = 12288;
  O.PieceBytes = 4096;
  O.BytesPerThread = 1;
  O.DirectBelow = 5000;
  O.StreamToHostFrom = 50000;
  O.StreamToSlotFrom = 90000;
  return O.fitted(16);
}

constexpr size_t Size = 200000;
constexpr int Chunks = 17; ///< of Size bytes

struct PinnedRingTest : testing::Test {
  std::unique_ptr<Queue> Line;
  std::unique_ptr<Buffer> Memory;
  std::vector<char> Host = std::vector<char>(Size);

  void open(const TransferOptions &Options) {
    Now.Live = 1;
    Now.Commands = 0;
    Now.RefuseAt = Now.FailAt = Now.MuteAt = -1;
    Now.NoPinned = Now.NoMap = Now.AtOnce = false;
    Now.Pinned = 0;
    auto Context = std::make_shared<const ClContext>(paperApi(), nullptr,
                                                     cl_context(nullptr));
    auto MadeLine =
        ClQueue::create(Context, Options, std::make_shared<CopyThreads>());
    auto MadeMemory = ClBuffer::create(Context, Size);
    ASSERT_TRUE(MadeLine && MadeMemory);
    Line = std::move(*MadeLine);
    Memory = std::move(*MadeMemory);
    for (size_t I = 0; I < Size; ++I)
      Host[I] = char(I * 31 + I / 251);
  }
  void close() {
    Line.reset();
    EXPECT_TRUE(Now.Queue.empty());
    Memory.reset();
    EXPECT_EQ(Now.Live, 0);
    EXPECT_EQ(Now.Maps, 0);
    // Drivers take it amiss.
    EXPECT_FALSE(Now.AtOnce);
  }
  void TearDown() override { close(); }
};

/// One thread copies, so that all comes in one order.
TEST_F(PinnedRingTest, TransfersAreMadeOfTheSameCalls) {
  test::Record All;
  for (unsigned Slots : {2u, 3u, 5u}) {
    std::string Log;
    Now.Log = &Log;
    open(small(1, Slots));
    std::mt19937 Random(Slots);
    for (unsigned Step = 0; Step < 60; ++Step) {
      const size_t Begin = Random() % Size;
      size_t Bytes = 1 + Random() % (Size - Begin);
      if (Random() % 2)
        Bytes = std::min<size_t>(Bytes, 1 + Random() % 9000);
      Log +=
          "step " + std::to_string(Begin) + ' ' + std::to_string(Bytes) + '\n';
      if (Random() % 2)
        ASSERT_TRUE(bool(Line->write(*Memory, Begin, Host.data(), Bytes)));
      else
        ASSERT_TRUE(bool(Line->read(Host.data(), *Memory, Begin, Bytes)));
      if (Random() % 3 == 0)
        ASSERT_TRUE(bool(Line->finish()));
    }
    ASSERT_TRUE(bool(Line->finish()));
    auto Context = std::make_shared<const ClContext>(paperApi(), nullptr,
                                                     cl_context(nullptr));
    ++Now.Live;
    ASSERT_TRUE(bool(ClBuffer::wrap(Context, Host.data(), 64)));
    Context.reset();
    if (Slots != 5)
      close();
    Now.Log = nullptr;
    All << Log;
  }
  All.expect(0x8b8b0369ebda428b);
}

TEST_F(PinnedRingTest, RandomTransfersMoveExactlyTheirBytes) {
  std::mt19937 Random(11);
  auto below = [&](size_t N) {
    return std::uniform_int_distribution<size_t>(0, N - 1)(Random);
  };
  for (unsigned Threads : {1u, 2u, 4u})
    for (unsigned Slots : {2u, 3u}) {
      open(small(Threads, Slots));
      std::vector<char> Device(Size, char(0xCD)); // what it should hold
      std::deque<std::vector<char>> Alive;        // until finish()
      std::deque<std::vector<char>> Wanted;
      for (int Step = 0; Step < 60; ++Step) {
        size_t Begin = below(Size), Bytes = 1 + below(Size - Begin);
        if (below(3) == 0)
          Bytes = std::min<size_t>(Bytes, 1 + below(6000));
        if (below(2)) {
          std::vector<char> &From = Alive.emplace_back(Bytes);
          Wanted.emplace_back();
          for (char &C : From)
            C = char(Random());
          std::copy(From.begin(), From.end(), Device.begin() + Begin);
          ASSERT_TRUE(bool(Line->write(*Memory, Begin, From.data(), Bytes)));
        } else {
          // Room on both sides, which must stay as it is.
          std::vector<char> &To = Alive.emplace_back(Bytes + 2, 'r');
          std::vector<char> &Want = Wanted.emplace_back(Bytes + 2, 'r');
          std::copy_n(Device.begin() + Begin, Bytes, Want.begin() + 1);
          ASSERT_TRUE(bool(Line->read(To.data() + 1, *Memory, Begin, Bytes)));
        }
        if (below(4) && Step != 59)
          continue;
        ASSERT_TRUE(bool(Line->finish()));
        for (size_t I = 0; I < Alive.size(); ++I)
          if (!Wanted[I].empty())
            ASSERT_TRUE(Alive[I] == Wanted[I]) << "step " << Step;
        Alive.clear();
        Wanted.clear();
      }
      close();
    }
}

TEST_F(PinnedRingTest, LaterSmallWritesComeLater) {
  open(small(2, 2));
  ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), Size)));
  ASSERT_TRUE(bool(Line->write(*Memory, 8192, "later", 5)));
  std::vector<char> Back(Size);
  ASSERT_TRUE(bool(Line->read(Back.data(), *Memory, 0, Size)));
  ASSERT_TRUE(bool(Line->finish()));
  std::memcpy(Host.data() + 8192, "later", 5);
  EXPECT_TRUE(Back == Host);
}

TEST_F(PinnedRingTest, ARefusedCommandIsReportedOnceAndLeavesNothing) {
  for (bool Reads : {false, true})
    for (int At = 0; At <= Chunks; ++At) {
      open(small(2, 2));
      Now.RefuseAt = At;
      std::vector<char> Back(Size);
      Status Done = Reads ? Line->read(Back.data(), *Memory, 0, Size)
                          : Line->write(*Memory, 0, Host.data(), Size);
      EXPECT_EQ(bool(Done), At == Chunks) << At;
      if (!Done) {
        EXPECT_EQ(Done.error().Code, ErrorCode::OutOfMemory);
      }
      EXPECT_TRUE(bool(Line->finish()));
      close();
    }
  open(small(1, 2));
}

TEST_F(PinnedRingTest, AFailedCommandIsReportedOnceAndTheRingGoesOn) {
  for (bool Reads : {false, true})
    for (int At = 0; At < Chunks; ++At) {
      open(small(2, 3));
      Now.FailAt = At;
      std::vector<char> Back(Size);
      Status Done = Reads ? Line->read(Back.data(), *Memory, 0, Size)
                          : Line->write(*Memory, 0, Host.data(), Size);
      Status Finished = Line->finish();
      ASSERT_NE(bool(Done), bool(Finished)) << At;
      const Error &Why = Done ? Finished.error() : Done.error();
      EXPECT_EQ(Why.Code, ErrorCode::DeviceLost);
      EXPECT_EQ(Why.Message, std::string(Reads ? "clEnqueueReadBuffer"
                                               : "clEnqueueWriteBuffer") +
                                 " failed: CL_OUT_OF_RESOURCES (-5)");
      ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), Size)));
      ASSERT_TRUE(bool(Line->read(Back.data(), *Memory, 0, Size)));
      ASSERT_TRUE(bool(Line->finish()));
      EXPECT_TRUE(Back == Host);
      close();
    }
  open(small(1, 2));
}

TEST_F(PinnedRingTest, WithoutPinnedMemoryBytesGoDirectly) {
  for (bool Map : {false, true}) {
    open(small(2, 2));
    (Map ? Now.NoMap : Now.NoPinned) = true;
    std::vector<char> Back(Size);
    ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), Size)));
    ASSERT_TRUE(bool(Line->read(Back.data(), *Memory, 0, Size)));
    ASSERT_TRUE(bool(Line->finish()));
    EXPECT_EQ(Now.Commands, 2);
    EXPECT_TRUE(Back == Host);
    close();
  }
  open(small(1, 2));
}

TEST_F(PinnedRingTest, SmallTransfersAndQueuesWithoutThreadsHaveNoRing) {
  open(small(2, 2));
  ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), 4999)));
  EXPECT_EQ(Now.Commands, 1);
  EXPECT_EQ(Now.Maps, 0);
  ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), 5000)));
  EXPECT_EQ(Now.Commands, 2);
  EXPECT_EQ(Now.Maps, 1);
  // Small reads share what comes with the first of them.
  std::vector<char> Back(Size);
  for (int Read = 0; Read < 80; ++Read)
    ASSERT_TRUE(
        bool(Line->read(Back.data() + 60 * Read, *Memory, 60 * Read, 60)));
  EXPECT_EQ(Now.Maps, 2);
  EXPECT_NE(Back[1], Host[1]);
  ASSERT_TRUE(bool(Line->finish()));
  EXPECT_TRUE(std::equal(Host.begin(), Host.begin() + 4800, Back.begin()));
  EXPECT_FALSE(bool(Line->write(*Memory, 1, Host.data(), Size)));
  EXPECT_FALSE(bool(Line->read(Host.data(), *Memory, Size, 6000)));
}

/// Pinned memory takes long to get, and most programs send little.
TEST_F(PinnedRingTest, LittleMemoryIsPinnedForTransfersOfOnePiece) {
  TransferOptions Options = small(2, 3);
  Options.PieceBytes = 8192;
  open(Options);
  ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), 8192)));
  EXPECT_EQ(Now.Pinned, 3u * 8192);
  ASSERT_TRUE(bool(Line->write(*Memory, 8192, Host.data() + 8192, 8193)));
  EXPECT_EQ(Now.Pinned, 3u * 8192 + 3u * 12288);
  for (size_t At = 0; At + 6000 < 60000; At += 6000)
    ASSERT_TRUE(bool(Line->write(*Memory, At, Host.data() + At, 6000)));
  std::vector<char> Back(54000);
  ASSERT_TRUE(bool(Line->read(Back.data(), *Memory, 0, Back.size())));
  ASSERT_TRUE(bool(Line->finish()));
  EXPECT_TRUE(std::equal(Back.begin(), Back.end(), Host.begin()));
  EXPECT_EQ(Now.Pinned, 3u * 8192 + 3u * 12288);
}

TEST_F(PinnedRingTest, SmallReadsKeepTheOrderOfTheCalls) {
  open(small(2, 2));
  ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), Size)));
  std::vector<char> Back(Size);
  // A later read into the same bytes wins, large or small.
  ASSERT_TRUE(bool(Line->read(Back.data() + 10, *Memory, 7000, 100)));
  ASSERT_TRUE(bool(Line->read(Back.data(), *Memory, 0, Size)));
  ASSERT_TRUE(bool(Line->read(Back.data() + 50, *Memory, 9000, 100)));
  ASSERT_TRUE(bool(Line->read(Back.data() + 100, *Memory, 9500, 100)));
  // What was read is what is sent.
  ASSERT_TRUE(bool(Line->write(*Memory, 20000, Back.data(), 300)));
  ASSERT_TRUE(bool(Line->finish()));
  std::vector<char> Want = Host;
  std::copy_n(Host.begin() + 9000, 100, Want.begin() + 50);
  std::copy_n(Host.begin() + 9500, 100, Want.begin() + 100);
  EXPECT_TRUE(Back == Want);
  std::vector<char> Sent(300);
  ASSERT_TRUE(bool(Line->read(Sent.data(), *Memory, 20000, 300)));
  ASSERT_TRUE(bool(Line->finish()));
  EXPECT_TRUE(std::equal(Sent.begin(), Sent.end(), Want.begin()));
}

TEST_F(PinnedRingTest, NothingArrivesOfSmallReadsThatFailed) {
  for (bool Refuse : {false, true}) {
    open(small(2, 2));
    (Refuse ? Now.RefuseAt : Now.FailAt) = 1;
    std::vector<char> Back(300, 'x');
    ASSERT_TRUE(bool(Line->read(Back.data(), *Memory, 0, 100)));
    Status Done = Line->read(Back.data() + 100, *Memory, 100, 100);
    EXPECT_EQ(bool(Done), !Refuse);
    EXPECT_EQ(bool(Line->finish()), Refuse);
    EXPECT_TRUE(std::count(Back.begin() + 100, Back.end(), 'x') == 200);
    ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), 300)));
    ASSERT_TRUE(bool(Line->read(Back.data(), *Memory, 0, 300)));
    ASSERT_TRUE(bool(Line->finish()));
    EXPECT_TRUE(std::equal(Back.begin(), Back.end(), Host.begin()));
    close();
  }
  open(small(1, 2));
}

TEST_F(PinnedRingTest, NothingIsTakenFromWhereNoEventTellsThatItHasCome) {
  for (int At : {0, 1, Chunks - 1}) {
    open(small(2, 2));
    ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), Size)));
    ASSERT_TRUE(bool(Line->finish()));
    Now.MuteAt = Chunks + At;
    std::vector<char> Back(Size);
    EXPECT_FALSE(bool(Line->read(Back.data(), *Memory, 0, Size)));
    EXPECT_TRUE(bool(Line->finish()));
    ASSERT_TRUE(bool(Line->read(Back.data(), *Memory, 0, Size)));
    ASSERT_TRUE(bool(Line->finish()));
    EXPECT_TRUE(Back == Host);
    close();
  }
  open(small(1, 2));
}

TEST_F(PinnedRingTest, AQueueWithWritesUnderWayWaitsForThem) {
  open(small(2, 2));
  ASSERT_TRUE(bool(Line->write(*Memory, 0, Host.data(), Size)));
  Line.reset();
  EXPECT_EQ(std::memcmp(at(static_cast<ClBuffer &>(*Memory).handle(), 0),
                        Host.data(), Size),
            0);
}

} // namespace
