// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchRelay.h - a thread that gives launches to the driver ---------===//
//
// A driver takes 4 us and more to enqueue a small kernel, longer than all else
// that is done for a launch whose data is in place. Where launches follow one
// another and nobody waits for their results, a thread makes the driver's calls
// while the program prepares its next launch.
#ifndef TWOFOLD_RUNTIME_OPENCL_LAUNCHRELAY_H
#define TWOFOLD_RUNTIME_OPENCL_LAUNCHRELAY_H

#include "device/Device.h"
#include "opencl/ClContext.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace twofold {

class ClProgram;

/// Belongs to one queue. take() is for the thread that holds the queue,
/// settle() for any thread. Kernels and buffers of launches that were taken
/// must live until these are enqueued (ClContext::awaitRelayed).
class LaunchRelay : public std::enable_shared_from_this<LaunchRelay> {
public:
  /// Never: where a second thread would only take time from the first.
  enum class Use { Never, FastLaunches, AllLaunches };

private:
  struct Outcome {
    cl_event Done = nullptr;
    std::optional<Error> Failure;
  };
  struct Launch {
    ClProgram *Kernel = nullptr;
    NdRange Range;
    std::vector<KernelArgument> Arguments;
    std::vector<uint64_t> Bytes; ///< what Arguments point to
    std::shared_ptr<Outcome> Result;
  };
  class RelayedEvent;

  /// The thread takes over after so many launches in a row that nobody has
  /// waited for, and so many that each came soon after the last.
  static constexpr unsigned Unlooked = 8, Soon = 200;
  static constexpr std::chrono::microseconds SoonAfter{25};
  static constexpr uint64_t Room = 64;

  const std::shared_ptr<const ClContext> Context;
  const cl_command_queue Queue;
  const Use When;
  const pid_t Owner; ///< the process that the thread lives in

  std::atomic<unsigned> SinceLook{0};
  unsigned Fast = 0;
  std::chrono::steady_clock::time_point Last;

  /// The launch of number N is in Ring[N % Room] while Given <= N < Taken.
  std::vector<Launch> Ring;
  alignas(64) std::atomic<uint64_t> Taken{0};
  alignas(64) std::atomic<uint64_t> Given{0}; ///< to the driver, or dropped
  std::atomic<bool> Asleep{true}, Failed{false};

  std::mutex Lock; ///< guards what follows
  /// Not destroyed in a forked child, where that would wait for a thread that
  /// does not exist.
  std::unique_ptr<std::condition_variable> Wake;
  bool Stop = false;
  std::optional<Error> Failure; ///< after it, launches are dropped
  std::unique_ptr<std::thread> Server;

  /// Some drivers are slow for good once two threads have used a queue at once.
  std::mutex Enqueuing;

  bool comesFast();
  bool start();
  void serve();
  void give(Launch &Next);
  Status outcome();
  void await(uint64_t Upto) const;

public:
  LaunchRelay(std::shared_ptr<const ClContext> Context, cl_command_queue Queue,
              Use When);
  ~LaunchRelay();

  /// True: the launch will be enqueued, after all earlier ones. False: all
  /// earlier ones are enqueued, and the caller has to enqueue this one. An
  /// error is that of an earlier launch. Event, unless null, gets the launch's.
  Result<bool> take(ClProgram &Kernel, const NdRange &Range,
                    const std::vector<KernelArgument> &Arguments,
                    std::unique_ptr<Event> *Event);
  /// Waits until all launches so far are enqueued. An error is one of theirs,
  /// and stays the same for good, so that no later launch is taken for one that
  /// ran: the queue is of no use then.
  Status settle();
  /// While the lock is held, the thread enqueues nothing. To be held around
  /// calls that use the queue or its events. Locks nothing where there is no
  /// thread.
  std::unique_lock<std::mutex> alone();
};

} // namespace twofold

#endif
