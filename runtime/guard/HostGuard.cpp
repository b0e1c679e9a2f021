// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/HostGuard.h"
#include "guard/Loans.h"
#include "guard/MemoryMaps.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <vector>

using namespace twofold;

/// The one that works. The signal handler looks here.
static constinit std::atomic<HostGuard *> Active{nullptr};

HostGuard *twofold::activeGuard() {
  return Active.load(std::memory_order_acquire);
}

bool HostGuard::claim() {
  HostGuard *None = nullptr;
  return Active.compare_exchange_strong(None, this);
}

void HostGuard::release() {
  HostGuard *This = this;
  Active.compare_exchange_strong(This, nullptr);
}

// In the handler, so never allocated when first used.
#define HANDLER_LOCAL                                                          \
  static thread_local __attribute__((tls_model("initial-exec")))
/// Of a thread of the guard.
HANDLER_LOCAL int ThisServer = -1;
/// The last access that was let through because nothing stood against it.
HANDLER_LOCAL uint64_t LastAddress = 0, LastChange = 0;

/// A signal handler that ran while the lock is held could touch a guarded page
/// and wait for a thread that waits for the lock.
class HostGuard::PageLock {
  const SignalHold Quiet;
  const std::lock_guard<std::mutex> Locked;

public:
  explicit PageLock(std::mutex &Lock) : Locked(Lock) {}
};

static int protectionOf(PageState State) {
  switch (State) {
  case PageState::None:
    return PROT_NONE;
  case PageState::ReadOnly:
    return PROT_READ;
  case PageState::Released:
  case PageState::Foreign:
    break;
  }
  return PROT_READ | PROT_WRITE;
}

static PageState stateOf(PageGuard::Access How) {
  switch (How) {
  case PageGuard::Access::None:
    return PageState::None;
  case PageGuard::Access::ReadOnly:
    return PageState::ReadOnly;
  case PageGuard::Access::All:
    break;
  }
  return PageState::Released;
}

static char *at(ByteRange Pages) {
  return reinterpret_cast<char *>(Pages.Begin);
}

static Error kernelRefused(const char *What, int Why) {
  return {ErrorCode::OutOfMemory,
          std::string(What) + ": " + std::strerror(Why),
          {}};
}

bool HostGuard::onFault(uint64_t Address, fault_signal::Way How) {
  HostGuard *Guard = activeGuard();
  return Guard && Guard->fault(Address, How);
}

bool HostGuard::permits(uint64_t Address, bool Write) const {
  PageState State = States.at(Address);
  return !guarded(State) || (State == PageState::ReadOnly && !Write);
}

bool HostGuard::ask(uint64_t Address, bool Write) {
  if (ThisServer < 0) {
    if (!fetch_places::enabled())
      return Faults.post({Address, Write, -1});
    const fetch_places::Callers From = fetch_places::here();
    return Faults.post({Address, Write, -1, &From});
  }
  // One of our own threads: another one has to be left to help it.
  bool Helped = Nested.fetch_add(1) + 1 < Servers &&
                Faults.post({Address, Write, ThisServer});
  Nested.fetch_sub(1);
  return Helped;
}

bool HostGuard::fault(uint64_t Address, fault_signal::Way How) {
  PageState State = States.at(Address);
  const bool Write =
      How == fault_signal::Way::Write ||
      (How == fault_signal::Way::Unknown && State == PageState::ReadOnly);
  if (State != PageState::Foreign && !permits(Address, Write)) {
    if (Alive->load(std::memory_order_relaxed) != 0)
      return ask(Address, Write);
    // A child of a fork: there is no thread to ask. What is newer on a device
    // is lost to it, and it dies of that.
    return State == PageState::ReadOnly &&
           syscalls::protect(
               reinterpret_cast<void *>(Address & -States.pageSize()),
               States.pageSize(), PROT_READ | PROT_WRITE);
  }
  // Another thread was quicker than the signal, and has opened the page or
  // given it back; but once only: then it is a fault of the program's own.
  uint64_t Change = Changes.load();
  if (LastAddress == Address && LastChange == Change)
    return false;
  LastAddress = Address;
  LastChange = Change;
  return true;
}

void HostGuard::serve(unsigned Number) {
  ThisServer = int(Number);
  bool Soon = false;
  for (int Taken; (Taken = Faults.take(Soon)) >= 0; Soon = true)
    answer(Number, Taken);
}

/// Range with the hidden pages around it, inside Bounds, and with what lies
/// between and is not guarded: an allocator's blocks have a few pages of others
/// between them. It begins and ends with hidden pages where Range does.
static ByteRange withNear(const PageStates &States, ByteRange Range,
                          ByteRange Bounds) {
  const uint64_t Page = States.pageSize();
  for (uint64_t At = Range.End; At < Bounds.End; At += Page) {
    const PageState State = States.at(At);
    if (State == PageState::ReadOnly)
      break;
    if (State == PageState::None)
      Range.End = At + Page;
  }
  for (uint64_t At = Range.Begin; At > Bounds.Begin; At -= Page) {
    const PageState State = States.at(At - Page);
    if (State == PageState::ReadOnly)
      break;
    if (State == PageState::None)
      Range.Begin = At - Page;
  }
  return Range;
}

/// Bytes of it that a device alone has.
static uint64_t hiddenIn(const PageStates &States, ByteRange Block) {
  uint64_t Bytes = 0;
  for (uint64_t At = Block.Begin; At < Block.End;) {
    const ByteRange Run = States.run(At, {At, Block.End});
    if (States.at(At) == PageState::None)
      Bytes += Run.size();
    At = Run.End;
  }
  return Bytes;
}

void HostGuard::answer(unsigned Server, int Number) {
  const FaultQueue::Fault What = Faults[Number];
  ByteRange Block;
  {
    std::lock_guard Hold(Serving);
    if (permits(What.Address, What.Write))
      return Faults.answer(Number, true);
    ByteRange Touched = {What.Address, What.Address + 1};
    for (const ByteRange &Other : InFlight)
      if (Other.overlaps(Touched)) {
        // Whoever brings these bytes cannot wait for them.
        if (What.Server >= 0)
          return Faults.answer(Number, false);
        return Faults.park(Number);
      }
    const uint64_t Around = FaultStreams::Largest;
    uint64_t Begin = What.Address / Around * Around;
    ByteRange Run = States.run(What.Address, {Begin, Begin + Around});
    const bool Reads =
        !What.Write && States.at(What.Address) == PageState::None;
    Block = Streams.block(What.Address, What.Write,
                          Reads ? withNear(States, Run, {Begin, Begin + Around})
                                : Run,
                          [&](uint64_t At) { return permits(At, What.Write); });
    // It is cut to a multiple of its size.
    while (Block.Begin < Run.Begin && !guarded(States.at(Block.Begin)))
      Block.Begin += States.pageSize();
    while (Block.End > Run.End && !guarded(States.at(Block.End - 1)))
      Block.End -= States.pageSize();
    if (States.edges() > EdgeLimit / 2)
      Block = Run;
    InFlight[Server] = Block;
  }
  if (What.From)
    if (const uint64_t Hidden = hiddenIn(States, Block))
      fetch_places::add(*What.From, Hidden);
  Resolver->resolve(Block, What.Write);
  {
    std::lock_guard Hold(Serving);
    InFlight[Server] = {};
    Faults.unpark();
  }
  Faults.answer(Number, true);
}

bool HostGuard::wholePages(ByteRange Pages) const {
  return Pages.Begin % States.pageSize() == 0 &&
         Pages.End % States.pageSize() == 0 && Pages.End <= PageStates::limit();
}

/// At every moment a page's state forbids at least what its protection does.
/// With the lock held.
Status HostGuard::change(ByteRange Pages, PageState To) {
  struct Part {
    ByteRange Range;
    PageState Old;
  };
  std::vector<Part> Parts;
  for (uint64_t At = Pages.Begin; At < Pages.End;) {
    ByteRange Run = States.run(At, {At, Pages.End});
    PageState Old = States.at(At);
    if (Old != To && (guarded(Old) || guarded(To)))
      Parts.push_back({Run, Old});
    At = Run.End;
  }
  if (Parts.empty())
    return Status(Unit());
  for (const Part &P : Parts)
    if (To > P.Old && !States.set(P.Range, To)) {
      for (const Part &Done : Parts)
        States.set(Done.Range, Done.Old);
      return kernelRefused("pages cannot be guarded", ENOMEM);
    }
  // What lies between the parts has this protection already.
  ByteRange Hull = {Parts.front().Range.Begin, Parts.back().Range.End};
  if (!syscalls::protect(at(Hull), Hull.size(), protectionOf(To))) {
    int Why = errno;
    for (const Part &P : Parts) {
      syscalls::protect(at(P.Range), P.Range.size(), protectionOf(P.Old));
      States.set(P.Range, P.Old);
    }
    Changes.fetch_add(1);
    return kernelRefused("pages cannot be guarded", Why);
  }
  for (const Part &P : Parts)
    if (To < P.Old)
      States.set(P.Range, To);
  Changes.fetch_add(1);
  return Status(Unit());
}

Status HostGuard::set(ByteRange Pages, Access How) {
  if (Pages.empty())
    return Status(Unit());
  if (!wholePages(Pages))
    return Error{ErrorCode::Unsupported, "not whole pages", {}};
  PageLock Now(Protections);
  // Half of the mappings stay free, for the program and for cutting up what is
  // guarded already. Who is refused here can do without the guard; so, half of
  // that half is for who wants to hide what it has guarded.
  const uint64_t Most =
      How == Access::None ? EdgeLimit + EdgeLimit / 2 : EdgeLimit;
  if (How != Access::All && States.edges() + 2 > Most &&
      States.edgesWith(Pages, stateOf(How)) > std::max(Most, States.edges()))
    return Error{
        ErrorCode::OutOfMemory, "too many pieces of memory are guarded", {}};
  fault_signal::keep();
  return change(Pages, stateOf(How));
}

Status HostGuard::replace(ByteRange Pages, const Filler &Fill, Access How,
                          const Saver &Save) {
  if (Pages.empty())
    return Status(Unit());
  if (!wholePages(Pages))
    return Error{ErrorCode::Unsupported, "not whole pages", {}};
  Result<FreshPages::Area> Area = Fresh.take(size_t(Pages.size()));
  if (!Area)
    return Area.takeError();
  Status Outcome = Fill(Area->Fresh);
  if (Outcome) {
    PageLock Now(Protections);
    std::vector<std::pair<ByteRange, PageState>> Before;
    for (uint64_t At = Pages.Begin; At < Pages.End;) {
      ByteRange Run = States.run(At, {At, Pages.End});
      Before.push_back({Run, States.at(At)});
      At = Run.End;
    }
    Outcome = change(Pages, PageState::None);
    if (Outcome) {
      PageState To = stateOf(How);
      Outcome = FreshPages::moveIn(*Area, Pages, protectionOf(To), Save);
      if (Outcome)
        States.set(Pages, To);
      else
        for (const auto &[Run, State] : Before)
          (void)change(Run, State);
      Changes.fetch_add(1);
    }
  }
  Fresh.giveBack(*Area);
  return Outcome;
}

void HostGuard::touch(ByteRange Range, bool Write) {
  if (Alive->load(std::memory_order_relaxed) == 0)
    return;
  for (uint64_t Address = Range.Begin; Address < Range.End;) {
    Address = States.firstGuarded({Address, Range.End});
    if (Address == Range.End)
      return;
    // A refusal is left to the system call, which fails.
    if (!permits(Address, Write) && !ask(Address, Write))
      return;
    if (permits(Address, Write))
      Address =
          std::min(States.run(Address, {Address, Range.End}).End, Range.End);
  }
}

void HostGuard::forget(ByteRange Range) {
  const uint64_t Size = States.pageSize();
  ByteRange Pages = {Range.Begin & -Size, (Range.End + Size - 1) & -Size};
  PageLock Now(Protections);
  bool Changed = false;
  for (uint64_t At = Pages.Begin; At < Pages.End;) {
    ByteRange Run = States.nextGuarded({At, Pages.End});
    if (Run.empty())
      break;
    syscalls::protect(at(Run), Run.size(), PROT_READ | PROT_WRITE);
    States.set(Run, PageState::Foreign);
    Changed = true;
    At = Run.End;
  }
  if (Changed)
    Changes.fetch_add(1);
}

RangeSet HostGuard::guardable(ByteRange Range, const Origin &Of) const {
  const uint64_t Size = States.pageSize();
  if (Range.End > PageStates::limit())
    return {};
  ByteRange Pages = {(Range.Begin + Size - 1) & -Size, Range.End & -Size};
  if (!working() || Pages.empty())
    return {};
  uint64_t StackPointer =
      uint64_t(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  // The kernel's list has an entry for each piece that the guard has cut.
  if (Of.Private.contains(Pages) &&
      !Of.Private.contains({StackPointer, StackPointer + 1}))
    return observation::withoutLoans(Pages, Size);
  PageLock Now(Protections);
  RangeSet Ordinary =
      ordinaryMemory(
          readMaps(Pages), Pages, StackPointer,
          [&](uint64_t Address) { return guarded(States.at(Address)); },
          Of.Block)
          .without(libraryMemory());
  return observation::withoutLoans(std::move(Ordinary), Size);
}

void HostGuard::beforeFork() { Protections.lock(); }

void HostGuard::afterForkInParent() { Protections.unlock(); }

void HostGuard::afterForkInChild() {
  // What is newer on a device stays out of reach: better dead than wrong.
  for (uint64_t At = 0;;) {
    ByteRange Run = States.nextGuarded({At, PageStates::limit()});
    if (Run.empty())
      break;
    At = Run.End;
    if (States.at(Run.Begin) == PageState::None)
      continue;
    syscalls::protect(at(Run), Run.size(), PROT_READ | PROT_WRITE);
    States.set(Run, PageState::Released);
  }
  new (&Protections) std::mutex; // who has it may not be in the child
}

HostGuard::HostGuard(GuardResolver &Resolver, std::string Against)
    : Resolver(&Resolver) {
  Trouble = Against.empty() ? start() : std::move(Against);
}
