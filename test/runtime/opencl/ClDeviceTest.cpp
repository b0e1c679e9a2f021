// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClDeviceTest.cpp - the OpenCL devices of this machine -------------===//
#include "opencl/ClDeviceBench.h"

#include "TemporaryFolder.h"
#include "bytes/Rectangle.h"
#include "cache/KernelCache.h"

using namespace twofold;
using namespace twofold::test;

namespace {

/// PoCL keeps kernels of its own on disk, and a damaged one kills the process:
/// these tests share none with anybody.
class PrivateDriverCache : public testing::Environment {
  std::optional<TemporaryFolder> Folder;

public:
  void SetUp() override {
    Folder.emplace();
    setenv("POCL_CACHE_DIR", Folder->path().c_str(), 1);
    setenv("CUDA_CACHE_PATH", Folder->path().c_str(), 1);
  }
  void TearDown() override { Folder.reset(); }
};
[[maybe_unused]] testing::Environment *const DriverCache =
    testing::AddGlobalTestEnvironment(new PrivateDriverCache);

} // namespace

TEST_F(ClDeviceTest, FactsAreRead) {
  onEach([](Device &On) {
    const DeviceFacts &Facts = On.facts();
    for (const std::string *Text :
         {&Facts.Platform, &Facts.Name, &Facts.Vendor, &Facts.DriverVersion,
          &Facts.DeviceVersion}) {
      EXPECT_FALSE(Text->empty());
      EXPECT_EQ(Text->find('\0'), std::string::npos);
    }
    EXPECT_EQ(Facts.DeviceVersion.compare(0, 7, "OpenCL "), 0);
    EXPECT_GT(Facts.GlobalMemory, uint64_t(1) << 20);
    EXPECT_GT(Facts.MaxAllocation, uint64_t(1) << 20);
    EXPECT_LE(Facts.MaxAllocation, Facts.GlobalMemory);
    EXPECT_GT(Facts.LocalMemory, 0u);
    EXPECT_GT(Facts.ComputeUnits, 0u);
    EXPECT_GT(Facts.MaxGroupSize, 0u);
    for (size_t Size : Facts.MaxItemSizes)
      EXPECT_GT(Size, 0u);
  });
}

TEST_F(ClDeviceTest, WritesRunsAndReads) {
  onEach([](Device &On) {
    auto Kernel = On.build(AddSource);
    ASSERT_TRUE(good(Kernel));
    EXPECT_GT((*Kernel)->maxGroupSize(), 0u);
    auto Line = On.createQueue();
    ASSERT_TRUE(good(Line));
    auto Memory = On.allocate(100 * sizeof(int));
    ASSERT_TRUE(good(Memory));
    EXPECT_EQ((*Memory)->size(), 400u);
    std::vector<int> Host(100), Back(100);
    std::iota(Host.begin(), Host.end(), 0);
    ASSERT_TRUE(good((*Line)->write(**Memory, 0, Host.data(), 400)));
    auto Done = (*Line)->launch(**Kernel, items(50),
                                {memory(*Memory), bytes(1000), bytes(10L)});
    ASSERT_TRUE(good(Done));
    ASSERT_TRUE(good((*Done)->wait()));
    ASSERT_TRUE(good((*Line)->read(Back.data(), **Memory, 0, 400)));
    ASSERT_TRUE(good((*Line)->finish()));
    for (int I = 0; I != 100; ++I)
      EXPECT_EQ(Back[I], I >= 10 && I < 60 ? I + 1000 : I);
  });
}

TEST_F(ClDeviceTest, PartsAreWrittenCopiedAndRead) {
  onEach([](Device &On) {
    auto Line = On.createQueue();
    auto From = On.allocate(64), To = On.allocate(64);
    ASSERT_TRUE(Line && From && To);
    std::vector<uint8_t> Host(64);
    std::iota(Host.begin(), Host.end(), 0);
    std::vector<uint8_t> Zero(64), Back(64, 0xEE);
    ASSERT_TRUE(good((*Line)->write(**From, 0, Zero.data(), 64)));
    ASSERT_TRUE(good((*Line)->write(**To, 0, Zero.data(), 64)));
    ASSERT_TRUE(good((*Line)->write(**From, 8, Host.data() + 8, 16)));
    ASSERT_TRUE(good((*Line)->copy(**To, 32, **From, 10, 10)));
    ASSERT_TRUE(good((*Line)->read(Back.data() + 1, **To, 30, 14)));
    ASSERT_TRUE(good((*Line)->finish()));
    std::vector<uint8_t> Expected(64, 0xEE);
    for (int I = 0; I != 14; ++I)
      Expected[1 + I] = static_cast<uint8_t>(I >= 2 && I < 12 ? 10 + I - 2 : 0);
    EXPECT_EQ(Back, Expected);
  });
}

TEST_F(ClDeviceTest, GroupsShareLocalMemory) {
  const ProgramSource Source = {"sums", R"(
kernel void sums(global const int *a, global int *sums, local int *part) {
  int l = get_local_id(0);
  part[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int s = 0;
    for (int i = 0; i < (int)get_local_size(0); ++i)
      s += part[i];
    sums[get_group_id(0)] = s;
  }
})",
                                ""};
  onEach([&](Device &On) {
    auto Kernel = On.build(Source);
    auto Line = On.createQueue();
    auto In = On.allocate(64 * sizeof(int)), Out = On.allocate(8 * sizeof(int));
    ASSERT_TRUE(good(Kernel));
    ASSERT_TRUE(Line && In && Out);
    std::vector<int> Host(64), Sums(8);
    std::iota(Host.begin(), Host.end(), 0);
    ASSERT_TRUE(good((*Line)->write(**In, 0, Host.data(), 256)));
    ASSERT_TRUE(good((*Line)->launch(**Kernel, items(64, 8),
                                     {memory(*In), memory(*Out), local(32)})));
    ASSERT_TRUE(good((*Line)->read(Sums.data(), **Out, 0, 32)));
    ASSERT_TRUE(good((*Line)->finish()));
    for (int Group = 0; Group != 8; ++Group)
      EXPECT_EQ(Sums[Group], Group * 64 + 28);
  });
}

TEST_F(ClDeviceTest, RowsArePackedAndUnpacked) {
  const RowLayout Layouts[] = {{7, 0, 1, 0, 1},
                               {4, 12, 100, 0, 1},
                               {100, 100, 5, 0, 1},
                               {16, 40, 6, 400, 5}};
  onEach([&](Device &On) {
    for (const RowLayout &L : Layouts) {
      // At an offset that is no multiple of anything, up to the last byte.
      const size_t At = 29, Size = At + L.span();
      std::vector<uint8_t> Host(Size), Row(L.bytes()), Back(Size, 0);
      for (size_t I = 0; I < Size; ++I)
        Host[I] = uint8_t(I * 7 + 1);
      auto Line = On.createQueue();
      auto Spread = On.allocate(Size), Packed = On.allocate(3 + L.bytes());
      auto Again = On.allocate(Size);
      ASSERT_TRUE(Line && Spread && Packed && Again);
      ASSERT_TRUE(good((*Line)->write(**Spread, 0, Host.data(), Size)));
      ASSERT_TRUE(good((*Line)->write(**Again, 0, Back.data(), Size)));
      ASSERT_TRUE(good((*Line)->pack(**Packed, 3, **Spread, At, L)));
      ASSERT_TRUE(good((*Line)->unpack(**Again, At, **Packed, 3, L)));
      EXPECT_FALSE(bool((*Line)->pack(**Packed, 4, **Spread, At, L)));
      EXPECT_FALSE(bool((*Line)->unpack(**Again, At + 1, **Packed, 3, L)));
      ASSERT_TRUE(good((*Line)->read(Row.data(), **Packed, 3, L.bytes())));
      ASSERT_TRUE(good((*Line)->read(Back.data(), **Again, 0, Size)));
      ASSERT_TRUE(good((*Line)->finish()));
      std::vector<uint8_t> Expected(Size, 0), Rows;
      for (uint64_t R = 0; R < L.rows(); ++R)
        for (size_t I = At + L.row(R); I < At + L.row(R) + L.Width; ++I)
          Rows.push_back(Expected[I] = Host[I]);
      EXPECT_EQ(Row, Rows);
      EXPECT_EQ(Back, Expected);
    }
  });
}

TEST_F(ClDeviceTest, KernelsWorkOnTheHostsMemory) {
  const ProgramSource Source = {
      "twice", R"(kernel void twice(global int *a, long offset) {
  global int *b = (global int *)((global char *)a + offset);
  b[2 * get_global_id(0)] *= 2;
})",
      ""};
  onEach([&](Device &On) {
    std::vector<int> Host(10000);
    std::iota(Host.begin(), Host.end(), 0);
    auto Wrapped = On.wrap(&Host[1], 8000 * sizeof(int));
    ASSERT_EQ(bool(Wrapped), On.facts().CoherentMemory);
    if (!Wrapped)
      return;
    EXPECT_TRUE((*Wrapped)->wrapsHost());
    EXPECT_EQ((*Wrapped)->size(), 8000 * sizeof(int));
    auto Kernel = On.build(Source);
    auto Line = On.createQueue();
    ASSERT_TRUE(good(Kernel));
    ASSERT_TRUE(bool(Line));
    int64_t Offset = 8;
    KernelArgument At = {KernelArgument::Kind::Bytes, nullptr, &Offset, 8};
    ASSERT_TRUE(
        good((*Line)->launch(**Kernel, items(3000), {memory(*Wrapped), At})));
    ASSERT_TRUE(good((*Line)->showHost(**Wrapped, 8, 24000)));
    EXPECT_FALSE(bool((*Line)->showHost(**Wrapped, 8, 8000 * sizeof(int))));
    // Bytes between belong to others all the time.
    for (int I = 4; I < 6000; I += 2)
      Host[I] = -I;
    ASSERT_TRUE(good((*Line)->finish()));
    Wrapped->reset();
    for (int I = 0; I < 10000; ++I) {
      int Other = I % 2 == 0 && I >= 4 && I < 6000 ? -I : I;
      ASSERT_EQ(Host[I], I % 2 == 1 && I >= 3 && I < 6003 ? 2 * I : Other);
    }
  });
}

TEST_F(ClDeviceTest, NothingIsEnoughForNothing) {
  const ProgramSource Source = {
      "touch", R"(kernel void touch(global int *a, local int *l) {
  if (a) a[get_global_id(0)] = 5;
})",
      ""};
  onEach([&](Device &On) {
    auto Kernel = On.build(Source);
    auto Line = On.createQueue();
    auto Empty = On.allocate(0), Some = On.allocate(16);
    ASSERT_TRUE(good(Kernel));
    ASSERT_TRUE(Line && Empty && Some);
    EXPECT_EQ((*Empty)->size(), 0u);
    EXPECT_TRUE(good((*Line)->write(**Empty, 0, nullptr, 0)));
    EXPECT_TRUE(good((*Line)->read(nullptr, **Some, 16, 0)));
    EXPECT_TRUE(good((*Line)->copy(**Some, 0, **Empty, 0, 0)));
    EXPECT_TRUE(good((*Line)->finish()));
    std::vector<int> Host = {1, 2, 3, 4};
    ASSERT_TRUE(good((*Line)->write(**Some, 0, Host.data(), 16)));
    for (uint32_t Rank : {1u, 2u, 3u})
      for (uint32_t Zero = 0; Zero != Rank; ++Zero) {
        NdRange Range{Rank, {1, 1, 1}, {0, 0, 0}};
        Range.Global[Zero] = 0;
        auto Done = (*Line)->launch(**Kernel, Range, {memory(*Some), local(4)});
        ASSERT_TRUE(good(Done));
        EXPECT_TRUE(good((*Done)->wait()));
      }
    EXPECT_TRUE(
        good((*Line)->launch(**Kernel, items(4), {memory(*Empty), local(0)})));
    std::vector<int> Back(4);
    ASSERT_TRUE(good((*Line)->read(Back.data(), **Some, 0, 16)));
    EXPECT_TRUE(good((*Line)->finish()));
    EXPECT_EQ(Back, Host);
  });
}

TEST_F(ClDeviceTest, ImpossibleRequestsAreErrors) {
  onEach([](Device &On) {
    auto Line = On.createQueue();
    auto Memory = On.allocate(16);
    ASSERT_TRUE(Line && Memory);
    char Host[32] = {};
    EXPECT_FALSE(bool((*Line)->write(**Memory, 8, Host, 9)));
    EXPECT_FALSE(bool((*Line)->write(**Memory, SIZE_MAX, Host, 2)));
    EXPECT_FALSE(bool((*Line)->read(Host, **Memory, 17, 1)));
    EXPECT_FALSE(bool((*Line)->copy(**Memory, 0, **Memory, 12, 8)));
    EXPECT_FALSE(bool((*Line)->copy(**Memory, 12, **Memory, 0, 8)));
    auto Huge = On.allocate(On.facts().MaxAllocation + 1);
    ASSERT_FALSE(bool(Huge));
    EXPECT_EQ(Huge.error().Code, ErrorCode::OutOfMemory);
    auto Kernel = On.build(AddSource);
    ASSERT_TRUE(good(Kernel));
    NdRange FourDimensions = items(1);
    FourDimensions.Rank = 4;
    EXPECT_FALSE(bool((*Line)->launch(**Kernel, FourDimensions, {})));
    // An argument of the wrong size, and one too many.
    EXPECT_FALSE(bool(
        (*Line)->launch(**Kernel, items(1), {memory(*Memory), bytes('c')})));
    EXPECT_FALSE(bool(
        (*Line)->launch(**Kernel, items(1),
                        {memory(*Memory), bytes(1), bytes(0L), bytes(0L)})));
    size_t TooMany = size_t(On.facts().MaxGroupSize) * 2;
    auto Launched = (*Line)->launch(**Kernel, items(TooMany, TooMany),
                                    {memory(*Memory), bytes(1), bytes(0L)});
    ASSERT_FALSE(bool(Launched));
    EXPECT_EQ(Launched.error().Code, ErrorCode::Unsupported);
    // The queue is as good as before.
    EXPECT_TRUE(good((*Line)->launch(**Kernel, items(4),
                                     {memory(*Memory), bytes(1), bytes(0L)})));
    EXPECT_TRUE(good((*Line)->finish()));
  });
}

TEST_F(ClDeviceTest, AQueueTakesAnyNumberOfCommands) {
  onEach([](Device &On) {
    auto Kernel = On.build(AddSource);
    auto Line = On.createQueue();
    auto Memory = On.allocate(4);
    ASSERT_TRUE(Kernel && Line && Memory);
    int Host = 0;
    ASSERT_TRUE(good((*Line)->write(**Memory, 0, &Host, 4)));
    for (int Launch = 0; Launch != 3000; ++Launch)
      ASSERT_TRUE(good((*Line)->launch(
          **Kernel, items(1), {memory(*Memory), bytes(1), bytes(0L)})));
    int Back = 0;
    ASSERT_TRUE(good((*Line)->read(&Back, **Memory, 0, 4)));
    ASSERT_TRUE(good((*Line)->finish()));
    EXPECT_EQ(Back, 3000);
  });
}

TEST_F(ClDeviceTest, ObjectsOutliveTheirDevice) {
  std::string Ignored;
  auto Own = openDevices(Ignored);
  for (auto &On : Own) {
    auto Kernel = On->build(AddSource);
    auto Line = On->createQueue();
    auto Memory = On->allocate(4);
    ASSERT_TRUE(Kernel && Line && Memory);
    On.reset();
    int Value = 1;
    ASSERT_TRUE(good((*Line)->write(**Memory, 0, &Value, 4)));
    ASSERT_TRUE(good((*Line)->launch(**Kernel, items(1),
                                     {memory(*Memory), bytes(1), bytes(0L)})));
    ASSERT_TRUE(good((*Line)->read(&Value, **Memory, 0, 4)));
    Kernel->reset();
    Memory->reset();
    ASSERT_TRUE(good((*Line)->finish()));
    EXPECT_EQ(Value, 2);
  }
}
