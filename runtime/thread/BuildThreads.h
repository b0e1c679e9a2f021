// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver's compiler takes up to seconds, cannot be stopped, and may hang. Its
// threads belong to nobody: the program's exit does not wait for them.
#ifndef TWOFOLD_RUNTIME_THREAD_BUILDTHREADS_H
#define TWOFOLD_RUNTIME_THREAD_BUILDTHREADS_H

#include <chrono>
#include <functional>
#include <memory>

namespace twofold {

/// Thread-safe. Threads start with the first job and end when there is none;
/// the program's signals are not delivered to them. A job that takes longer
/// than Deadline no longer counts as one that others have to wait for.
class BuildThreads {
  struct State;
  std::shared_ptr<State> Shared;

public:
  using Job = std::function<void()>;

  /// Jobs that run side by side: more would take the cores from the native
  /// variants that serve the calls meanwhile.
  static constexpr unsigned SideBySide = 2;
  /// However many of them hang.
  static constexpr unsigned MostThreads = 8;

  explicit BuildThreads(std::chrono::milliseconds Deadline);
  BuildThreads(const BuildThreads &) = delete;
  BuildThreads &operator=(const BuildThreads &) = delete;
  /// Drops jobs that have not begun and waits for those that have: they use
  /// what the owner is about to destroy. Not in a forked child, where there are
  /// no such threads.
  ~BuildThreads();

  /// Threads at work, within their deadline. A load where there are none.
  unsigned busy() const;
  /// Runs Work later; it must not throw. False, without having run it, when no
  /// thread can be started or after leave().
  bool add(Job Work);

  /// Jobs that have not begun never will.
  void close();

  /// To be called when the program exits by itself, before drivers shut down.
  /// Jobs that have not begun never will, and jobs that have begun go on until
  /// the process is gone; should one crash meanwhile, because what it uses is
  /// destroyed, its thread stops instead of ending the process. Does not wait.
  void leave();
};

} // namespace twofold

#endif
