// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostGuardBench.h - guarded memory whose newer bytes are elsewhere --===//
#ifndef TWOFOLD_TEST_RUNTIME_HOSTGUARDBENCH_H
#define TWOFOLD_TEST_RUNTIME_HOSTGUARDBENCH_H

#include "guard/HostGuard.h"

#include <atomic>
#include <cstring>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace twofold::test {

using Access = PageGuard::Access;

/// Memory whose newer contents are in Device.
class HostGuardTest : public ::testing::Test, public GuardResolver {
protected:
  static constexpr size_t Size = size_t(32) << 20;
  HostGuard Guard{*this};
  const uint64_t Page = uint64_t(sysconf(_SC_PAGESIZE));
  char *Host = nullptr;
  uint64_t Begin = 0;
  std::vector<char> Device;
  std::mutex Lock;
  std::atomic<unsigned> Reads{0}, Writes{0};
  std::function<void(ByteRange, bool)> Before = [](ByteRange, bool) {};

  void SetUp() override {
    if (!Guard.working())
      GTEST_SKIP() << Guard.whyNot();
    Host = static_cast<char *>(map(Size));
    ASSERT_NE(static_cast<void *>(Host), MAP_FAILED);
    Begin = reinterpret_cast<uintptr_t>(Host);
    std::memset(Host, 1, Size);
    Device.assign(Size, 2);
  }
  void TearDown() override {
    if (!Host)
      return;
    Guard.forget({Begin, Begin + Size});
    munmap(Host, Size);
  }
  static void *map(size_t Bytes) {
    return mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  ByteRange bytes(uint64_t From, uint64_t To) {
    return {Begin + From, Begin + To};
  }
  ByteRange all() { return bytes(0, Size); }

  void resolve(ByteRange Block, bool Write) override {
    Before(Block, Write);
    std::lock_guard Hold(Lock);
    ++(Write ? Writes : Reads);
    if (Guard.states().at(Block.Begin) == PageState::None) {
      Status Moved = Guard.replace(
          Block,
          [&](char *Fresh) {
            std::memcpy(Fresh, &Device[Block.Begin - Begin], Block.size());
            return Status(Unit());
          },
          Write ? Access::All : Access::ReadOnly);
      EXPECT_TRUE(bool(Moved));
      return;
    }
    EXPECT_TRUE(bool(Guard.set(Block, Access::All)));
  }
  void set(ByteRange Pages, Access How) {
    Status Done = Guard.set(Pages, How);
    ASSERT_TRUE(bool(Done)) << Done.error().Message;
  }
  static unsigned mappings() {
    unsigned Lines = 0;
    FILE *Maps = fopen("/proc/self/maps", "r");
    for (int C; (C = fgetc(Maps)) != EOF;)
      Lines += C == '\n';
    fclose(Maps);
    return Lines;
  }
};

using HostGuardDeathTest = HostGuardTest;

inline unsigned countWrong(const volatile char *Bytes, size_t Count,
                           char Right) {
  unsigned Wrong = 0;
  for (size_t I = 0; I < Count; I += 64)
    Wrong += Bytes[I] != Right;
  return Wrong;
}

} // namespace twofold::test

#endif
