// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowLaunchTest.cpp - loops over parts of the rows of an array -------===//
#include "RuntimeBench.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

using namespace twofold;
using namespace twofold::test;

namespace {

/// for (i, j) to[i * Pitch + j * Step + Shift] = f(from[the same]);
struct Block {
  int64_t Rows = 100, Columns = 20, Pitch = 1000, Step = 1;
  bool InPlace = false;     ///< to is from
  bool Conditional = false; ///< only every third element
  int64_t Slices = 1, SlicePitch = 0;
  int64_t Halo = 0; ///< from is read so far to the left and to the right, too

  uint64_t elements() const { return uint64_t(Slices * Rows * Columns); }
};

/// Its arrays, and the loop in both variants. One at a time.
class BlockLoop {
  static BlockLoop *Current;

public:
  const Block Of;
  SiteBuilder B;
  std::vector<int32_t> From, To;

  explicit BlockLoop(const Block &Of) : Of(Of) {
    size_t Size = size_t(Of.Slices * Of.SlicePitch + Of.Rows * Of.Pitch +
                         Of.Columns * std::abs(Of.Step));
    From.resize(Size);
    To.resize(Size);
    // Through plain pointers: tests are compiled without optimisation.
    int32_t *Source = From.data(), *Target = To.data();
    for (size_t I = 0; I < Size; ++I) {
      Source[I] = int32_t(I * 3);
      Target[I] = int32_t(I) - 5;
    }
    Current = this;
    int K = B.dim(0, 1, uint64_t(Of.Slices)),
        I = B.dim(0, 1, uint64_t(Of.Rows)),
        J = B.dim(0, 1, uint64_t(Of.Columns));
    auto At = [&](int64_t Beside) {
      return std::vector<SiteBuilder::Monomial>{{4 * Of.SlicePitch, K},
                                                {4 * Of.Pitch, I},
                                                {4 * Of.Step, J},
                                                {4 * (first() + Beside)}};
    };
    uint32_t In = B.base(From.data(), "from");
    uint32_t Out = Of.InPlace ? In : B.base(To.data(), "to");
    for (int64_t Beside = -Of.Halo; Beside <= Of.Halo; ++Beside)
      B.access(In, 4, TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_ALWAYS, At(Beside));
    // What is conditional stays inside of what is certain, or of an extent.
    if (Of.Conditional && !Of.InPlace)
      B.access(Out, 4, TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_ALWAYS, At(0));
    B.access(Out, 4,
             TWOFOLD_ACCESS_WRITE |
                 (Of.Conditional ? 0 : TWOFOLD_ACCESS_ALWAYS),
             At(0));
    B.kernel("block", 3);
    B.kernelArg(TWOFOLD_ARG_BUFFER, In);
    B.kernelArg(TWOFOLD_ARG_BUFFER, Out);
    B.site().native = [](void **, uint64_t Lo, uint64_t Hi) {
      Current->run(Current->From.data(), Current->to(), Lo, Hi);
    };
  }

  int64_t first() const {
    return Of.Halo + (Of.Step < 0 ? -Of.Step * (Of.Columns - 1) : 0);
  }
  int32_t *to() { return Of.InPlace ? From.data() : To.data(); }

  void run(const int32_t *In, int32_t *Out, uint64_t Lo, uint64_t Hi) const {
    for (uint64_t N = Lo; N < Hi; ++N) {
      int64_t J = int64_t(N) % Of.Columns,
              I = int64_t(N) / Of.Columns % Of.Rows,
              K = int64_t(N) / Of.Columns / Of.Rows;
      int64_t At = K * Of.SlicePitch + I * Of.Pitch + J * Of.Step + first();
      int32_t Sum = 1;
      for (int64_t Beside = -Of.Halo; Beside <= Of.Halo; ++Beside)
        Sum += In[At + Beside];
      if (!Of.Conditional || N % 3 == 0)
        Out[At] = Sum;
    }
  }

  FakeWorld::Kernel kernel() {
    return [this](const NdRange &, const std::vector<char *> &Args) {
      auto Pointer = [&](int Arg) {
        int64_t Offset;
        std::memcpy(&Offset, Args[Arg + 1], 8);
        return reinterpret_cast<int32_t *>(Args[Arg] + Offset);
      };
      run(Pointer(0), Pointer(2), 0, Of.elements());
      if (Meanwhile)
        Meanwhile();
    };
  }
  std::function<void()> Meanwhile;

  void expectResult(unsigned Calls) {
    BlockLoop Reference(Of);
    for (unsigned C = 0; C < Calls; ++C)
      Reference.run(Reference.From.data(), Reference.to(), 0, Of.elements());
    Current = this;
    EXPECT_EQ(From, Reference.From);
    EXPECT_EQ(To, Reference.To);
  }
};
BlockLoop *BlockLoop::Current = nullptr;

void run(Bench &On, BlockLoop &Loop) {
  On.World.Kernels["block"] = Loop.kernel();
  On.R->run(Loop.B.site(), Loop.B.launch(), Loop.B.trips());
}

std::vector<Block> blocks() {
  Block Volume;
  Volume.Slices = 6;
  Volume.SlicePitch = 60 * 1000;
  Volume.Rows = 50;
  Volume.Pitch = 1000;
  Block Strided = {1, 8000, 0, 9}, Backwards = {1, 8000, 0, -9};
  Block Dense = {50, 900, 1000};
  std::vector<Block> Out = {Block(), Volume, Strided, Backwards, Dense};
  for (size_t I = 0, Count = Out.size(); I < Count; ++I)
    for (int Kind = 1; Kind < 5; ++Kind) {
      Block Each = Out[I];
      Each.InPlace = Kind & 1;
      Each.Conditional = Kind & 2;
      Each.Halo = Kind == 4 ? 2 : 0;
      Out.push_back(Each);
    }
  return Out;
}

} // namespace

TEST(RowLaunch, GivesTheResultOfTheLoop) {
  unsigned InRows = 0;
  for (const Block &Each : blocks())
    for (bool Coherent : {false, true}) {
      Bench On(gpu());
      On.World.Coherent = Coherent;
      BlockLoop Loop(Each);
      for (unsigned Calls = 1; Calls <= 2; ++Calls) {
        run(On, Loop);
        Loop.expectResult(Calls);
      }
      EXPECT_EQ(On.counts().CallsDevice, 2u);
      EXPECT_EQ(On.World.Written, On.counts().BytesToDevice);
      EXPECT_EQ(On.World.Read, On.counts().BytesToHost);
      InRows += On.World.RowCopies > 0;
      ASSERT_FALSE(::testing::Test::HasFailure());
    }
  EXPECT_GT(InRows, 10u);
}

TEST(RowLaunch, MovesRowsAlone) {
  Bench On(gpu());
  Block Some;
  BlockLoop Loop(Some);
  run(On, Loop);
  EXPECT_EQ(On.counts().BytesToDevice, Some.elements() * 4);
  EXPECT_EQ(On.counts().BytesToHost, Some.elements() * 4);
  // Neighbours on both sides belong to the rows that are read.
  Some.Halo = 2;
  Bench Wide(gpu());
  BlockLoop Next(Some);
  run(Wide, Next);
  EXPECT_EQ(Wide.counts().BytesToDevice, 100u * 24 * 4);
  // Wide rows come back in one piece; nothing of them is sent.
  Some = {200, 2900, 3000};
  Bench Whole(gpu());
  BlockLoop Last(Some);
  run(Whole, Last);
  uint64_t Hull = (199 * 3000 + 2900) * 4;
  EXPECT_EQ(Whole.counts().BytesToDevice, Hull);
  EXPECT_EQ(Whole.counts().BytesToHost, Hull);
  EXPECT_EQ(Whole.World.RowCopies, 0u);
}

/// Rows that are far apart are ranges, with a guard and without.
TEST(RowLaunch, FewLongRowsAreRanges) {
  Block Some = {5, 1000, 200000};
  Bench On(gpu());
  BlockLoop Loop(Some);
  run(On, Loop);
  Loop.expectResult(1);
  EXPECT_EQ(On.counts().BytesToDevice, Some.elements() * 4);
  EXPECT_EQ(On.counts().BytesToHost, Some.elements() * 4);
  EXPECT_EQ(On.World.RowCopies, 0u);
}

/// What lies between is written by others while the kernel runs, and so is what
/// the loop might have written.
TEST(RowLaunch, NothingBetweenIsTouched) {
  for (const Block &Each : blocks())
    for (bool Coherent : {false, true}) {
      Bench On(gpu());
      On.World.Coherent = Coherent;
      BlockLoop Loop(Each), Touched(Each);
      const size_t Size = Loop.To.size();
      int32_t *const Marks = Touched.to(), *const Out = Loop.to();
      std::fill(Marks, Marks + Size, 1 << 30);
      std::vector<int32_t> Zero(Size);
      Touched.run(Zero.data(), Marks, 0, Each.elements());
      auto Mine = [&](size_t I) { return Marks[I] != 1 << 30; };
      Loop.Meanwhile = [&] {
        for (size_t I = 0; I < Size; ++I)
          if (!Mine(I))
            Out[I] = -77;
      };
      run(On, Loop);
      EXPECT_EQ(On.counts().CallsDevice, 1u);
      size_t Right = 0;
      while (Right < Size && (Out[Right] == -77) != Mine(Right))
        ++Right;
      ASSERT_EQ(Right, Size);
    }
}

/// Every call to the device fails once.
TEST(RowLaunch, AnyFailureFallsBack) {
  const std::vector<Block> All = blocks();
  for (size_t I = 0; I < All.size(); I += 3) {
    const Block &Each = All[I];
    bool Injected = true;
    for (unsigned At = 1; Injected; ++At) {
      auto On = std::make_unique<Bench>(gpu());
      On->World.FailAt = At;
      On->World.FailWith = ErrorCode::DeviceLost;
      BlockLoop Loop(Each);
      run(*On, Loop);
      Loop.expectResult(1);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "failure " << At;
      Injected = On->World.Failed;
      On->R.reset();
      EXPECT_EQ(On->World.LiveObjects, 0) << "failure " << At;
    }
  }
}

/// A driver that refuses rectangles costs one launch.
TEST(RowLaunch, RowsAreGivenUpWhereTheyFail) {
  Bench On(gpu());
  Block Some;
  BlockLoop Loop(Some);
  run(On, Loop);
  unsigned Copies = On.World.RowCopies;
  EXPECT_GT(Copies, 0u);
  // The write of the packed rows is the first call of a launch whose buffers
  // are there.
  On.World.FailAt = On.World.Calls + 2;
  run(On, Loop);
  EXPECT_EQ(On.counts().CallsNative, 1u);
  run(On, Loop);
  EXPECT_EQ(On.counts().CallsDevice, 2u);
  EXPECT_LE(On.World.RowCopies, Copies + 1);
  Loop.expectResult(3);
}
