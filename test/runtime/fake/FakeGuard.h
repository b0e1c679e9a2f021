// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FakeGuard.h - page protection that a test enforces by hand ---------===//
#ifndef TWOFOLD_TEST_RUNTIME_FAKEGUARD_H
#define TWOFOLD_TEST_RUNTIME_FAKEGUARD_H

#include "guard/PageGuard.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace twofold::test {

/// Guards what lies in Memory, in pages of PageBytes. Hidden pages are filled
/// with garbage: whoever uses what the host has there gets that. They get their
/// old contents back with their protection, as if it had been real.
class FakeGuard final : public PageGuard {
  GuardResolver &Resolver;
  const ByteRange Memory;
  mutable std::mutex Lock;
  std::map<uint64_t, Access> How;                  ///< by page; missing: All
  std::map<uint64_t, std::array<char, 64>> Hidden; ///< what None pages hold

  Access accessOf(uint64_t Page) const {
    auto I = How.find(Page);
    return I == How.end() ? Access::All : I->second;
  }

  void note(const char *What, ByteRange Pages, Access To) const {
    if (Log)
      *Log += std::string(What) + ' ' +
              std::to_string(Pages.Begin - Memory.Begin) + ' ' +
              std::to_string(Pages.size()) + ' ' + std::to_string(int(To)) +
              '\n';
  }

  void show(uint64_t Page) {
    auto I = Hidden.find(Page);
    if (I == Hidden.end())
      return;
    std::memcpy(reinterpret_cast<char *>(Page), I->second.data(), PageBytes);
    Hidden.erase(I);
  }

public:
  static constexpr uint64_t PageBytes = 64;

  /// When not null: each change of protection, by offsets in Memory.
  std::string *Log = nullptr;
  std::atomic<bool> Works{true};
  /// Calls of set and replace that fail, counted from 1; 0: none.
  std::atomic<unsigned> FailAt{0}, Calls{0};
  mutable std::atomic<unsigned> Looks{0}; ///< at what can be guarded
  RangeSet Special;                       ///< cannot be guarded

  FakeGuard(GuardResolver &Resolver, ByteRange Memory)
      : Resolver(Resolver), Memory(Memory) {}

  bool working() const override { return Works; }
  std::string whyNot() const override { return "the test says so"; }

  RangeSet guardable(ByteRange Range, const Origin &) const override {
    ++Looks;
    return RangeSet(Range.intersection(Memory))
        .without(Special.outer(PageBytes))
        .inner(PageBytes);
  }

  Status set(ByteRange Pages, Access To) override {
    EXPECT_EQ(Pages.Begin % PageBytes, 0u);
    EXPECT_EQ(Pages.End % PageBytes, 0u);
    EXPECT_TRUE(Memory.contains(Pages));
    note("protect", Pages, To);
    if (++Calls == FailAt)
      return Error{ErrorCode::Unsupported, "set failed on purpose", ""};
    std::lock_guard<std::mutex> Guard(Lock);
    for (uint64_t Page = Pages.Begin; Page < Pages.End; Page += PageBytes) {
      if (To == Access::None && accessOf(Page) != Access::None) {
        std::memcpy(Hidden[Page].data(), reinterpret_cast<char *>(Page),
                    PageBytes);
        std::memset(reinterpret_cast<char *>(Page), 0xAB, PageBytes);
      } else if (To != Access::None)
        show(Page);
      How[Page] = To;
    }
    return Unit();
  }

  Status replace(ByteRange Pages, const Filler &Fill, Access To,
                 const Saver &Save = nullptr) override {
    EXPECT_EQ(Pages.Begin % PageBytes, 0u);
    EXPECT_EQ(Pages.End % PageBytes, 0u);
    note("replace", Pages, To);
    std::unique_ptr<char[]> Fresh(new char[Pages.size()]);
    if (Status S = Fill(Fresh.get()); !S)
      return S;
    if (++Calls == FailAt)
      return Error{ErrorCode::Unsupported, "replace failed on purpose", ""};
    std::lock_guard<std::mutex> Guard(Lock);
    for (uint64_t Page = Pages.Begin; Page < Pages.End; Page += PageBytes)
      show(Page);
    if (Save)
      Save(reinterpret_cast<char *>(Pages.Begin), false);
    std::memcpy(reinterpret_cast<char *>(Pages.Begin), Fresh.get(),
                Pages.size());
    for (uint64_t Page = Pages.Begin; Page < Pages.End; Page += PageBytes)
      How[Page] = To;
    return Unit();
  }

  void reveal(ByteRange Range) override {
    for (const auto &[Page, Bytes] : Hidden)
      if (Range.overlaps({Page, Page + PageBytes}))
        std::memcpy(reinterpret_cast<char *>(Page), Bytes.data(), PageBytes);
  }

  Access access(const void *Byte) const {
    std::lock_guard<std::mutex> Guard(Lock);
    return accessOf(uint64_t(uintptr_t(Byte)) / PageBytes * PageBytes);
  }

  bool allOpen() const {
    std::lock_guard<std::mutex> Guard(Lock);
    for (const auto &[Page, Each] : How)
      if (Each != Access::All)
        return false;
    return true;
  }

  /// What the program's own loads and stores do. Body makes the access, of the
  /// part of Range that it is given, while no protection changes.
  template <typename Function>
  void access(ByteRange Range, bool Write, Function Body) {
    while (!Range.empty()) {
      uint64_t Page = Range.Begin / PageBytes * PageBytes;
      ByteRange Here = Range.intersection({Page, Page + PageBytes});
      std::unique_lock<std::mutex> Guard(Lock);
      Access Now = accessOf(Page);
      if (Now == Access::None || (Write && Now == Access::ReadOnly)) {
        Guard.unlock();
        // Up to four pages that are protected in the same way, as it may be.
        Resolver.resolve(
            ByteRange{Page, Page + 4 * PageBytes}.intersection(Memory), Write);
        continue;
      }
      Body(Here);
      Range.Begin = Here.End;
    }
  }
};

} // namespace twofold::test

#endif
