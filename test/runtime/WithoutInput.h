// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WithoutInput.h - as in a program that was started without files ----===//
#ifndef TWOFOLD_TEST_RUNTIME_WITHOUTINPUT_H
#define TWOFOLD_TEST_RUNTIME_WITHOUTINPUT_H

#include <fcntl.h>
#include <unistd.h>

namespace twofold {

/// The next file that is opened gets the number 0, which is as good as others.
class WithoutInput {
  const int Kept = fcntl(0, F_DUPFD_CLOEXEC, 100);

public:
  WithoutInput() { close(0); }
  WithoutInput(const WithoutInput &) = delete;
  ~WithoutInput() {
    if (Kept >= 0) {
      dup2(Kept, 0);
      close(Kept);
    }
  }
};

} // namespace twofold

#endif
