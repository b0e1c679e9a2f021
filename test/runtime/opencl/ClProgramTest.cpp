// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClProgramTest.cpp - kernels built by this machine's drivers --------===//
#include "opencl/ClDeviceBench.h"

using namespace twofold;
using namespace twofold::test;

using ClProgramTest = ClDeviceTest;

TEST_F(ClProgramTest, AFailedBuildHasItsLog) {
  onEach([](Device &On) {
    auto Broken = On.build({"f", "kernel void f() { undeclared_name(); }", ""});
    ASSERT_FALSE(bool(Broken));
    EXPECT_EQ(Broken.error().Code, ErrorCode::BuildFailed);
    EXPECT_NE(Broken.error().Detail.find("undeclared_name"), std::string::npos)
        << Broken.error().Detail;
    EXPECT_EQ(Broken.error().Message.find('\n'), std::string::npos);
    auto Missing = On.build({"g", "kernel void f() {}", ""});
    ASSERT_FALSE(bool(Missing));
    EXPECT_EQ(Missing.error().Code, ErrorCode::BuildFailed);
    auto Empty = On.build({"f", "", ""});
    ASSERT_FALSE(bool(Empty));
    EXPECT_EQ(Empty.error().Code, ErrorCode::BuildFailed);
  });
}

TEST_F(ClProgramTest, OptionsAreTheCallersAlone) {
  const char *Text = R"(
#ifdef __FAST_RELAXED_MATH__
#error options that nobody gave
#endif
kernel void f(global int *a) { a[0] = VALUE; })";
  onEach([&](Device &On) {
    EXPECT_FALSE(bool(On.build({"f", Text, ""})));
    auto Kernel = On.build({"f", Text, "-DVALUE=42"});
    auto Line = On.createQueue();
    auto Memory = On.allocate(4);
    ASSERT_TRUE(good(Kernel));
    ASSERT_TRUE(Line && Memory);
    int Value = 0;
    ASSERT_TRUE(good((*Line)->launch(**Kernel, items(1), {memory(*Memory)})));
    ASSERT_TRUE(good((*Line)->read(&Value, **Memory, 0, 4)));
    ASSERT_TRUE(good((*Line)->finish()));
    EXPECT_EQ(Value, 42);
  });
}

TEST_F(ClProgramTest, ABinaryMakesTheSameProgram) {
  onEach([](Device &On) {
    auto Built = On.build(AddSource);
    ASSERT_TRUE(good(Built));
    std::vector<uint8_t> Binary = (*Built)->binary();
    if (Binary.empty())
      return;
    auto Loaded = On.load(AddSource, Binary);
    ASSERT_TRUE(good(Loaded));
    auto Line = On.createQueue();
    auto Memory = On.allocate(8);
    ASSERT_TRUE(Line && Memory);
    int Host[2] = {3, 4};
    ASSERT_TRUE(good((*Line)->write(**Memory, 0, Host, 8)));
    ASSERT_TRUE(good((*Line)->launch(**Loaded, items(2),
                                     {memory(*Memory), bytes(5), bytes(0L)})));
    ASSERT_TRUE(good((*Line)->read(Host, **Memory, 0, 8)));
    ASSERT_TRUE(good((*Line)->finish()));
    EXPECT_EQ(Host[0], 8);
    EXPECT_EQ(Host[1], 9);
    EXPECT_FALSE(bool(On.load(AddSource, {})));
    EXPECT_FALSE(bool(On.load(AddSource, std::vector<uint8_t>(64, 0x5A))));
  });
}

/// Arguments that stay are not set again; those that do not, are.
TEST_F(ClProgramTest, ArgumentsChangeBetweenLaunches) {
  onEach([](Device &On) {
    auto Kernel = On.build(AddSource);
    auto Line = On.createQueue();
    ASSERT_TRUE(good(Kernel));
    ASSERT_TRUE(bool(Line));
    for (int Round = 0; Round < 3; ++Round) {
      // The second round's buffers may have the handles of the first's.
      auto First = On.allocate(8), Second = On.allocate(8);
      ASSERT_TRUE(First && Second);
      int Host[2] = {3, 4}, Other[2] = {10, 20};
      ASSERT_TRUE(good((*Line)->write(**First, 0, Host, 8)));
      ASSERT_TRUE(good((*Line)->write(**Second, 0, Other, 8)));
      auto Add = [&](Buffer &To, int Value) {
        ASSERT_TRUE(good((*Line)->launch(
            **Kernel, items(2),
            {{KernelArgument::Kind::Memory, &To}, bytes(Value), bytes(0L)})));
      };
      Add(**First, 5);
      Add(**First, 5);
      Add(**Second, 5);
      Add(**Second, 6 + Round);
      Add(**First, 6 + Round);
      ASSERT_TRUE(good((*Line)->read(Host, **First, 0, 8)));
      ASSERT_TRUE(good((*Line)->read(Other, **Second, 0, 8)));
      ASSERT_TRUE(good((*Line)->finish()));
      EXPECT_EQ(Host[0], 19 + Round);
      EXPECT_EQ(Host[1], 20 + Round);
      EXPECT_EQ(Other[0], 21 + Round);
      EXPECT_EQ(Other[1], 31 + Round);
    }
  });
}

TEST_F(ClProgramTest, TheCacheServesTheSecondRun) {
  TemporaryFolder Folder;
  onEach([&](Device &On) {
    bool FromCache = true;
    {
      KernelCache Cache(CacheConfig{Folder.path()});
      ASSERT_TRUE(good(Cache.get(On, AddSource, &FromCache)));
      EXPECT_FALSE(FromCache);
    }
    KernelCache Cache(CacheConfig{Folder.path()});
    auto Found = Cache.get(On, AddSource, &FromCache);
    ASSERT_TRUE(good(Found));
    EXPECT_EQ(FromCache, !Folder.list(".entry").empty());
    EXPECT_TRUE(Folder.list(".pending").empty());
  });
}

TEST_F(ClProgramTest, ThreadsShareAProgram) {
  onEach([](Device &On) {
    // A simulator that crashes on queues of several threads.
    if (On.facts().Platform == "Oclgrind")
      return;
    auto Kernel = On.build(AddSource);
    ASSERT_TRUE(good(Kernel));
    constexpr int Threads = 8, Launches = 50, Count = 64;
    std::atomic<int> Wrong{0};
    std::vector<std::thread> Running;
    for (int Thread = 0; Thread != Threads; ++Thread)
      Running.emplace_back([&, Thread] {
        auto Line = On.createQueue();
        auto Memory = On.allocate(Count * sizeof(int));
        if (!Line || !Memory) {
          ++Wrong;
          return;
        }
        std::vector<int> Host(Count, 0);
        bool Good = bool((*Line)->write(**Memory, 0, Host.data(), Count * 4));
        for (int Launch = 0; Launch != Launches; ++Launch)
          Good &= bool(
              (*Line)->launch(**Kernel, items(Count),
                              {memory(*Memory), bytes(Thread + 1), bytes(0L)}));
        Good &= bool((*Line)->read(Host.data(), **Memory, 0, Count * 4));
        Good &= bool((*Line)->finish());
        for (int Value : Host)
          Good &= Value == Launches * (Thread + 1);
        Wrong += !Good;
      });
    for (std::thread &Each : Running)
      Each.join();
    EXPECT_EQ(Wrong, 0);
  });
}
