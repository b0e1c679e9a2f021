// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostGuard.h - guards pages by the memory's protection --------------===//
//
// An access that a page's protection stops raises SIGSEGV. The handler posts
// it to a thread of the guard, which asks the resolver; then the access is made
// again. So the resolver may take locks and allocate, whatever the thread was
// doing that touched the page.
//
// The resolver must not hold a lock that it takes in resolve() while it touches
// guarded memory. Nothing here is called while a lock of the guard is held.
#ifndef TWOFOLD_RUNTIME_GUARD_HOSTGUARD_H
#define TWOFOLD_RUNTIME_GUARD_HOSTGUARD_H

#include "guard/FaultQueue.h"
#include "guard/FaultSignal.h"
#include "guard/FaultStreams.h"
#include "guard/FreshPages.h"
#include "guard/PageGuard.h"
#include "guard/PageStates.h"

#include <array>
#include <mutex>
#include <thread>

namespace twofold {

/// At most one at a time works: the process has one handler of SIGSEGV.
class HostGuard final : public PageGuard {
  /// More than one, so that a fault in a resolver finds somebody.
  static constexpr unsigned Servers = 2;

  /// Changes of protections, of all pages. Threads remember it from one guard
  /// to the next, so it never begins anew.
  static constinit inline std::atomic<uint64_t> Changes{0};

  GuardResolver *Resolver;
  std::string Trouble = "it has not been started";
  PageStates States;
  FaultQueue Faults;
  FreshPages Fresh;
  uint64_t EdgeLimit = 0;
  std::atomic<uint32_t> *Alive = nullptr; ///< reads 0 in a forked child

  mutable std::mutex Protections; ///< held under a SignalHold
  std::mutex Serving;
  FaultStreams Streams;                    // held under Serving
  std::array<ByteRange, Servers> InFlight; // held under Serving
  std::atomic<unsigned> Nested{0}; ///< servers that wait for another one
  std::array<std::thread, Servers> Threads;
  bool Stuck = false; ///< a thread sleeps in the handler for good

  class PageLock;

  bool claim();
  void release();
  std::string start();
  std::string tryOut();
  void stop();
  static bool onFault(uint64_t Address, fault_signal::Way How);
  bool fault(uint64_t Address, fault_signal::Way How);
  bool permits(uint64_t Address, bool Write) const;
  bool ask(uint64_t Address, bool Write);
  void serve(unsigned Number);
  void answer(unsigned Server, int Number);
  bool wholePages(ByteRange Pages) const;
  Status change(ByteRange Pages, PageState State);

public:
  /// The guard does not work while another one does. Against: why it must not
  /// work, for the user; empty: it may.
  explicit HostGuard(GuardResolver &Resolver, std::string Against = "");
  ~HostGuard() override;

  bool working() const override { return Trouble.empty(); }
  std::string whyNot() const override { return Trouble; }
  RangeSet guardable(ByteRange Range, const Origin &Of) const override;
  Status set(ByteRange Pages, Access How) override;
  /// Calls for more than 4 MiB map new memory each time.
  Status replace(ByteRange Pages, const Filler &Fill, Access How,
                 const Saver &Save = nullptr) override;

  /// Whether a page that Range touches is guarded; one load when none is
  /// anywhere.
  bool guards(ByteRange Range) const { return States.anyGuarded(Range); }
  /// Makes Range accessible as a touch of every byte would: for memory that the
  /// kernel is about to read or write. Async-signal-safe.
  void touch(ByteRange Range, bool Write);
  /// The pages are about to be given back: whatever protection they have is
  /// lifted, and the guard knows them no longer.
  void forget(ByteRange Range);

  /// To be called around a fork: between the first and one of the others no
  /// thread changes a protection. In the child no page is guarded, also where
  /// the guard has been made since the fork began, and the first was not
  /// called.
  void beforeFork();
  void afterForkInParent();
  void afterForkInChild();

  /// Has these three called at each fork, for all guards, once.
  static void observeForks();

  const PageStates &states() const { return States; }
};

/// A guard that works, if there is one.
HostGuard *activeGuard();

/// The sanitizer that the program was compiled with, for the user; null: none.
const char *activeSanitizer();

/// Tries whether the kernel lets a handler resolve a fault, in a process that
/// shares this one's memory, since that process may die. Returns what went
/// wrong; empty: nothing did.
std::string checkPageProtection();

} // namespace twofold

#endif
