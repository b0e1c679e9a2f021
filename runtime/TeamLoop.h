// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TeamLoop.h - what the threads that run one call share --------------===//
#ifndef TWOFOLD_RUNTIME_TEAMLOOP_H
#define TWOFOLD_RUNTIME_TEAMLOOP_H

#include "ProcessEnd.h"
#include "Schedule.h"
#include "twofold/abi.h"

#include <algorithm>
#include <atomic>
#include <exception>

namespace twofold {

/// The first exception that one of several threads throws.
class FirstException {
  std::atomic<bool> Thrown{false};
  std::exception_ptr First;

public:
  bool thrown() const { return Thrown.load(std::memory_order_relaxed); }

  template <class Function> void guard(Function &&F) {
    const ProcessEnd::TeamWork Now;
    try {
      F();
    } catch (...) {
      // Only the first stores; the join makes the store visible.
      if (!Thrown.exchange(true, std::memory_order_relaxed))
        First = std::current_exception();
    }
  }

  void rethrow() {
    if (First)
      std::rethrow_exception(std::move(First));
  }
};

/// What the threads of one call share.
class SharedWork {
  twofold_native Run;
  Schedule Plan;
  alignas(128) std::atomic<uint64_t> Next{0};
  alignas(128) FirstException Failure;

  void runBlocks(void **Args, unsigned Number, unsigned Threads) {
    if (!Plan.Chunk) {
      Schedule::Block Mine = Plan.block(Number, Threads);
      if (Mine.Begin < Mine.End)
        Run(Args, Mine.Begin, Mine.End);
      return;
    }
    uint64_t Begin = Number * Plan.Chunk;
    for (;;) {
      if (Plan.Dynamic)
        Begin = Next.fetch_add(Plan.Chunk, std::memory_order_relaxed);
      if (Begin >= Plan.Trips || Failure.thrown())
        return;
      Run(Args, Begin, Begin + std::min(Plan.Chunk, Plan.Trips - Begin));
      if (!Plan.Dynamic &&
          __builtin_add_overflow(Begin, Plan.Chunk * Threads, &Begin))
        return;
    }
  }

public:
  SharedWork(twofold_native Run, const Schedule &Plan) : Run(Run), Plan(Plan) {}

  void run(void **Args, unsigned Number, unsigned Threads) {
    Failure.guard([&] { runBlocks(Args, Number, Threads); });
  }

  void rethrow() { Failure.rethrow(); }
};

/// What the threads of one search share.
class SearchTeam {
  const twofold_site &Site;
  const SearchSchedule Plan;
  alignas(128) std::atomic<uint64_t> Next;
  alignas(128) std::atomic<uint64_t> Lowest{UINT64_MAX};
  FirstException Failure;

  /// The next chunk, empty when there is none worth running.
  Schedule::Block take(unsigned Threads) {
    uint64_t Begin = Next.load(std::memory_order_relaxed);
    for (;;) {
      if (Begin >= Plan.Trips ||
          Begin > Lowest.load(std::memory_order_relaxed) || Failure.thrown())
        return {0, 0};
      uint64_t End = Begin + Plan.length(Begin, Threads);
      if (Next.compare_exchange_weak(Begin, End, std::memory_order_relaxed))
        return {Begin, End};
    }
  }

  void runBlocks(void **Args, unsigned Threads) {
    const uint64_t &Mine = *static_cast<uint64_t *>(Args[Site.results[0].arg]);
    for (;;) {
      Schedule::Block Chunk = take(Threads);
      if (Chunk.Begin == Chunk.End)
        return;
      Site.native(Args, Chunk.Begin, Chunk.End);
      if (Mine == UINT64_MAX)
        continue;
      // What this thread would take from now on lies above.
      uint64_t Other = Lowest.load(std::memory_order_relaxed);
      while (Mine < Other && !Lowest.compare_exchange_weak(
                                 Other, Mine, std::memory_order_relaxed))
        ;
      return;
    }
  }

public:
  SearchTeam(const twofold_site &Site, const SearchSchedule &Plan)
      : Site(Site), Plan(Plan), Next(Plan.First) {}

  void run(void **Args, unsigned Threads) {
    Failure.guard([&] { runBlocks(Args, Threads); });
  }

  void rethrow() { Failure.rethrow(); }
};

} // namespace twofold

#endif
