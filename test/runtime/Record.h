// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Record.h - all that a part of the runtime answers, as one number ---===//
//
// What is answered in many made-up cases, steps and places included, becomes a
// text, of which a test has a digest: so a change shows that no expectation was
// written for. TWOFOLD_TEST_RECORDS=FOLDER keeps the texts, to be compared with
// those of a build without the change; a change that is wanted is a new number
// in the test. Nothing in a text may depend on the machine, on time, or on
// addresses. Under a sanitizer, which gets fewer cases, nothing is compared.
#ifndef TWOFOLD_TEST_RUNTIME_RECORD_H
#define TWOFOLD_TEST_RUNTIME_RECORD_H

#include "Cases.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace twofold::test {

class Record {
  std::ostringstream Text;

public:
  /// Limits that are one more change the last digits alone.
  Record() { Text.precision(12); }
  template <typename T> Record &operator<<(const T &Told) {
    Text << Told;
    return *this;
  }
  std::string text() const { return Text.str(); }
  uint64_t digest() const {
    uint64_t Out = 0xcbf29ce484222325;
    for (char Each : Text.str())
      Out = (Out ^ uint8_t(Each)) * 0x100000001b3;
    return Out;
  }
  void expect(uint64_t Digest) const {
    if (const char *Folder = std::getenv("TWOFOLD_TEST_RECORDS")) {
      const auto *Test =
          ::testing::UnitTest::GetInstance()->current_test_info();
      std::ofstream(std::string(Folder) + "/" + Test->test_suite_name() + "." +
                    Test->name() + ".txt")
          << Text.str();
    }
    if (sanitized())
      return;
    EXPECT_EQ(digest(), Digest) << "now 0x" << std::hex << digest() << " of "
                                << std::dec << Text.str().size() << " bytes";
  }
};

} // namespace twofold::test

#endif
