// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CopyThreads.h - threads that copy bytes of large transfers --------===//
#ifndef TWOFOLD_RUNTIME_THREAD_COPYTHREADS_H
#define TWOFOLD_RUNTIME_THREAD_COPYTHREADS_H

#include <functional>
#include <memory>
#include <sys/types.h>

namespace twofold {

/// A few threads that are parked while there is nothing to copy. They are
/// created when first wanted, receive none of the program's signals, and are
/// not waited for when the program exits. Thread-safe.
class CopyThreads {
public:
  /// One member's part, by its number: the caller's is 0. Each takes pieces of
  /// the work until none is left, so that it may start late or never.
  using Work = std::function<void(unsigned Member)>;

private:
  struct Hall;
  const pid_t Owner; ///< the process that the threads live in
  std::unique_ptr<Hall> Shared;

public:
  CopyThreads();
  /// Joins the threads, in the process that has them.
  ~CopyThreads();

  /// Cores that this process may use.
  static unsigned cores();

  /// Runs Part on the caller and on up to Members - 1 others, whose numbers are
  /// below Members; returns when all that joined have left. A caller that comes
  /// while another one has the crew works alone, and so does one that the
  /// system gives no threads, and a forked child. Part must not throw.
  void run(unsigned Members, const Work &Part);
};

} // namespace twofold

#endif
