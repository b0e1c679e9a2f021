// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Cases.h - how many random cases a test tries -------------*- C++ -*-===//
#ifndef TWOFOLD_TEST_CASES_H
#define TWOFOLD_TEST_CASES_H

#include <atomic>
#include <cstdio>
#include <gtest/gtest.h>

namespace twofold::test {

/// Whether this build has a sanitizer. A test that asks does less then, and
/// says so: test/share.py does not leave it out of other builds.
inline bool sanitized() {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  static std::atomic<const ::testing::TestInfo *> Last{nullptr};
  const auto *Test = ::testing::UnitTest::GetInstance()->current_test_info();
  if (Last.exchange(Test) != Test)
    std::printf("[     LESS ]\n");
  return true;
#else
  return false;
#endif
}

/// Of Count random cases, those that this build tries: all, or one in eight
/// under a sanitizer, which takes five times as long for a case and looks for
/// what any case shows.
inline unsigned cases(unsigned Count) {
  return sanitized() ? (Count + 7) / 8 : Count;
}

} // namespace twofold::test

#endif
