// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TeamLoop.h - what the threads that run one call share --------------===//
#ifndef TWOFOLD_RUNTIME_HOST_TEAMLOOP_H
#define TWOFOLD_RUNTIME_HOST_TEAMLOOP_H

#include "host/Schedule.h"
#include "system/ProcessEnd.h"
#include "twofold/abi.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>

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

/// How many iterations of each thread's block have been taken.
class TakenParts {
  struct alignas(128) Part {
    std::atomic<uint64_t> Taken{0};
  };
  std::array<Part, 16> Few;
  std::unique_ptr<Part[]> Many;

public:
  explicit TakenParts(unsigned Threads) {
    if (Threads > Few.size())
      Many = std::make_unique<Part[]>(Threads);
  }
  std::atomic<uint64_t> &operator[](unsigned Number) {
    return (Many ? Many.get() : Few.data())[Number].Taken;
  }
};

/// What the threads of one call share.
class SharedWork {
  twofold_native Run;
  Schedule Plan;
  const uint64_t First;            ///< the iteration that the plan counts from
  std::optional<TakenParts> Parts; ///< where blocks are taken piece by piece
  alignas(128) std::atomic<uint64_t> Next{0};
  alignas(128) FirstException Failure;

  /// The next piece of a block, empty when there is none. One with fewer than
  /// Spare iterations left is its own thread's.
  Schedule::Block take(std::atomic<uint64_t> &Taken, Schedule::Block Whole,
                       uint64_t Spare) {
    const uint64_t Length = Whole.End - Whole.Begin;
    uint64_t From = Taken.load(std::memory_order_relaxed);
    for (;;) {
      if (From >= Length || Length - From < Spare || Failure.thrown())
        return {0, 0};
      const uint64_t To = From + Plan.piece(Length - From);
      if (Taken.compare_exchange_weak(From, To, std::memory_order_relaxed))
        return {Whole.Begin + From, Whole.Begin + To};
    }
  }

  /// A thread's own block, and then what others have not come to.
  void runPieces(void **Args, unsigned Number, unsigned Threads) {
    for (unsigned Turn = 0, Of = Number; Turn < Threads; ++Turn) {
      const Schedule::Block Whole = Plan.block(Of, Threads);
      for (;;) {
        Schedule::Block Piece =
            take((*Parts)[Of], Whole, Turn ? Plan.Spare : 1);
        if (Piece.Begin == Piece.End)
          break;
        Run(Args, First + Piece.Begin, First + Piece.End);
      }
      Of = Of + 1 < Threads ? Of + 1 : 0;
    }
  }

  void runBlocks(void **Args, unsigned Number, unsigned Threads) {
    if (Parts)
      return runPieces(Args, Number, Threads);
    if (!Plan.Chunk) {
      Schedule::Block Mine = Plan.block(Number, Threads);
      if (Mine.Begin < Mine.End)
        Run(Args, First + Mine.Begin, First + Mine.End);
      return;
    }
    uint64_t Begin = Number * Plan.Chunk;
    for (;;) {
      if (Plan.Dynamic)
        Begin = Next.fetch_add(Plan.Chunk, std::memory_order_relaxed);
      if (Begin >= Plan.Trips || Failure.thrown())
        return;
      Run(Args, First + Begin,
          First + Begin + std::min(Plan.Chunk, Plan.Trips - Begin));
      if (!Plan.Dynamic &&
          __builtin_add_overflow(Begin, Plan.Chunk * Threads, &Begin))
        return;
    }
  }

public:
  /// No more than Threads parts will be run.
  SharedWork(twofold_native Run, const Schedule &Plan, unsigned Threads,
             uint64_t First = 0)
      : Run(Run), Plan(Plan), First(First) {
    if (Plan.Least)
      Parts.emplace(Threads);
  }

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
