// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ErrorReport.h - tells the program of an error in its loop ----------===//
#ifndef TWOFOLD_RUNTIME_REPORT_ERRORREPORT_H
#define TWOFOLD_RUNTIME_REPORT_ERRORREPORT_H

#include "twofold/twofold.h"

#include <mutex>

namespace twofold {

/// This keeps the program's error handler. It is thread-safe. The handler is
/// called without a lock held, since it may leave by an exception or a jump.
class ErrorReport {
  mutable std::mutex Lock;
  twofold_error_handler Handler = nullptr;
  void *User = nullptr;

public:
  void set(twofold_error_handler To, void *With);
  twofold_error_handler get(void **With) const;
  /// Returns, or not, as the handler does; the default one aborts.
  void raise(const twofold_error &Error) const;
};

} // namespace twofold

#endif
