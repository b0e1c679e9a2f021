// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SeenCallsBench.h - which bytes a call makes accessible -------------===//
//
// Each argument that is a pointer has a place of its own: memory that is open,
// and behind it a guarded page. Each call is made twice. First its bytes end
// where the guarded page begins: no page may be touched, so no byte too much is
// asked for. Then they end behind that, and each page has to be touched as the
// kernel would: an argument that is forgotten shows.
//
// Most calls fail, since their files, paths and numbers are none.
#ifndef TWOFOLD_TEST_RUNTIME_SEENCALLSBENCH_H
#define TWOFOLD_TEST_RUNTIME_SEENCALLSBENCH_H

#include "guard/HostGuard.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace twofold::test {

class SeenCalls : public ::testing::Test, public GuardResolver {
  static constexpr uint64_t Apart = uint64_t(4) << 20;
  static constexpr unsigned Count = 8;

protected:
  enum class How : char { Not, Read, Write };

private:
  HostGuard Guard{*this};
  const uint64_t Page = uint64_t(sysconf(_SC_PAGESIZE));
  const uint64_t Open = 8 * Page; ///< of a place, before its guarded page
  char *Memory = nullptr;
  char *First = nullptr;
  std::array<std::atomic<How>, Count> Touched{};
  std::array<How, Count> Expected{};
  unsigned Used = 0;

  ByteRange guarded(unsigned Place) const {
    const uint64_t Begin = reinterpret_cast<uintptr_t>(place(Place)) + Open;
    return {Begin, Begin + Page};
  }
  char *place(unsigned Number) const { return First + Number * Apart; }
  void resolve(ByteRange Block, bool Write) override {
    const uint64_t Begin = reinterpret_cast<uintptr_t>(First);
    Touched[(Block.Begin - Begin) / Apart] = Write ? How::Write : How::Read;
    EXPECT_TRUE(bool(Guard.replace(
        Block,
        [&](char *Fresh) {
          std::memset(Fresh, Fill, Block.size());
          return Status(Unit());
        },
        Write ? Access::All : Access::ReadOnly)));
  }

protected:
  using Access = PageGuard::Access;
  /// An argument of any type of pointer.
  struct Pointer {
    char *To;
    template <typename T> operator T *() const {
      return reinterpret_cast<T *>(To);
    }
  };

  bool Behind = false;
  int Fill = 0xff; ///< what memory holds

  void SetUp() override {
    if (!Guard.working())
      GTEST_SKIP() << Guard.whyNot();
    Memory = static_cast<char *>(mmap(nullptr, (Count + 1) * Apart,
                                      PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(static_cast<void *>(Memory), MAP_FAILED);
    First = Memory + (Apart - reinterpret_cast<uintptr_t>(Memory) % Apart);
  }
  void TearDown() override {
    if (!Memory)
      return;
    for (unsigned I = 0; I < Count; ++I)
      Guard.forget(guarded(I));
    munmap(Memory, (Count + 1) * Apart);
  }

  Pointer bytes(uint64_t Size, How As) {
    Expected[Used] = As;
    const uint64_t Over = Behind ? std::min<uint64_t>(Size, 8) : 0;
    return {place(Used++) + Open - Size + Over};
  }
  /// As many bytes as the kernel reads, or writes.
  Pointer reads(uint64_t Size) { return bytes(Size, How::Read); }
  Pointer writes(uint64_t Size) { return bytes(Size, How::Write); }
  template <typename T> Pointer readsOne() { return reads(sizeof(T)); }
  template <typename T> Pointer writesOne() { return writes(sizeof(T)); }
  /// A text: its pages are touched as far as they are guarded. It begins before
  /// them, since libc itself looks at the first byte of some.
  Pointer text() {
    if (!Behind)
      return {const_cast<char *>("")};
    Expected[Used] = How::Read;
    return {place(Used++) + Open - 1};
  }

  template <typename Made> void check(const char *Call, const Made &Make) {
    for (bool Over : {false, true}) {
      Behind = Over;
      Used = 0;
      for (unsigned I = 0; I < Count; ++I) {
        Guard.forget(guarded(I));
        std::memset(place(I), Fill, Open + Page);
        Touched[I] = How::Not;
        ASSERT_TRUE(bool(Guard.set(guarded(I), Access::None)));
      }
      Make();
      ASSERT_TRUE(Used || !Behind) << Call;
      for (unsigned I = 0; I < Count; ++I)
        EXPECT_EQ(int(Touched[I].load()),
                  int(Behind && I < Used ? Expected[I] : How::Not))
            << Call << (Behind ? " touches" : " stops before") << " place "
            << I + 1 << " of " << Used;
    }
  }
};

} // namespace twofold::test

#define CALL(...) check(#__VA_ARGS__, [&] { (void)(__VA_ARGS__); })

#endif
