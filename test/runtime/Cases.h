// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Cases.h - how many random cases a test tries -------------*- C++ -*-===//
#ifndef TWOFOLD_TEST_CASES_H
#define TWOFOLD_TEST_CASES_H

namespace twofold::test {

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool Sanitized = true;
#else
constexpr bool Sanitized = false;
#endif

/// Of Count random cases, those that this build tries: all, or one in eight
/// under a sanitizer, which takes five times as long for a case and looks for
/// what any case shows.
constexpr unsigned cases(unsigned Count) {
  return Sanitized ? (Count + 7) / 8 : Count;
}

} // namespace twofold::test

#endif
