// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FakeWorld.h - what fake devices do, and count ----------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_FAKEWORLD_H
#define TWOFOLD_TEST_RUNTIME_FAKEWORLD_H

#include "device/Device.h"

#include <atomic>
#include <functional>
#include <initializer_list>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace twofold::test {

/// What all objects of one fake device share.
struct FakeWorld {
  /// Memory arguments point at device memory, Bytes arguments at their value;
  /// Local arguments are null.
  using Kernel =
      std::function<void(const NdRange &, const std::vector<char *> &)>;
  std::map<std::string, Kernel> Kernels; ///< by name

  /// The call that fails, counted from 1 over all kinds; 0: none.
  std::atomic<unsigned> FailAt{0};
  /// The call from which on all fail; 0: none.
  std::atomic<unsigned> FailFrom{0};
  /// Launches need no events of their own. Only for failures from a call on.
  bool ErrorsLast = false;
  bool MultipliesMatrices = false; ///< devices say that they do
  ErrorCode FailWith = ErrorCode::Unavailable;
  std::function<void()> OnBuild; ///< on the thread that builds
  std::atomic<unsigned> Calls{0};
  std::atomic<bool> Failed{false};

  /// Devices share memory with the host; Shown: bytes shown to it.
  bool Coherent = false;
  std::atomic<uint64_t> Wrapped{0}, Shown{0};
  std::atomic<unsigned> RowCopies{0};

  /// Bytes of all buffers; allocations beyond Capacity fail.
  std::atomic<uint64_t> LiveBytes{0}, Capacity{UINT64_MAX};
  std::atomic<uint64_t> Copied{0};
  std::atomic<int> LiveObjects{0}; ///< buffers, queues, programs, events
  std::atomic<unsigned> Builds{0}, Launches{0}, Allocations{0}, Marks{0};
  std::atomic<unsigned> Unseen{0}; ///< launches without an event
  std::atomic<uint64_t> Written{0}, Read{0};
  std::mutex Lock;                  ///< guards what follows
  std::vector<std::string> Options; ///< of the builds
  std::vector<std::string> Texts;   ///< of the builds
  /// When not null: what each launch had as its program's text.
  std::vector<std::string> *LaunchedTexts = nullptr;
  std::vector<NdRange> Ranges; ///< of the launches
  /// When not null: each command, in order of its enqueuing. Host memory counts
  /// from Origin.
  std::string *Log = nullptr;
  uint64_t Origin = 0;
  std::atomic<unsigned> Buffers{0}; ///< all that there have been

  void note(std::string Command, std::initializer_list<uint64_t> Numbers) {
    if (!Log)
      return;
    for (uint64_t Each : Numbers)
      Command += ' ' + std::to_string(Each);
    std::lock_guard<std::mutex> Guard(Lock);
    *Log += Command + '\n';
  }
  /// None of the runtime's own memory, which is anywhere.
  uint64_t placeOf(const void *Host) const {
    const uint64_t Place = uint64_t(reinterpret_cast<uintptr_t>(Host)) - Origin;
    return Place < uint64_t(1) << 30 ? Place : 0;
  }

  bool failsNow() {
    unsigned Call = ++Calls, From = FailFrom;
    if (Call != FailAt && (!From || Call < From))
      return false;
    Failed = true;
    return true;
  }
  Error error(const char *What) const {
    return {FailWith, std::string(What) + " failed on purpose", "the log"};
  }
};

} // namespace twofold::test

#endif
