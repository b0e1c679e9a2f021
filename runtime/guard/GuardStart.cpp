// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GuardStart.cpp - starts a guard and finds out whether it works -----===//
#include "guard/HostGuard.h"
#include "report/NumberText.h"
#include "system/Files.h"
#include "system/ForkGate.h"
#include "system/SystemCalls.h"

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

// Defined in programs that the sanitizers have compiled: these have a handler
// of their own and look at memory in their own way.
extern "C" {
__attribute__((weak)) void __asan_init();
__attribute__((weak)) void __hwasan_init();
__attribute__((weak)) void __msan_init();
__attribute__((weak)) void __tsan_init();
}

const char *twofold::activeSanitizer() {
  return __asan_init     ? "the address sanitizer"
         : __hwasan_init ? "the address sanitizer"
         : __msan_init   ? "the memory sanitizer"
         : __tsan_init   ? "the thread sanitizer"
                         : nullptr;
}

/// What a process does that shares our memory, but not our handlers: it gets a
/// fault, resolves it in the handler, and goes on.
static int touchInChild(void *Page) {
  static char *Touched;
  static size_t Size;
  Touched = static_cast<char *>(Page);
  Size = syscalls::pageBytes();
  struct sigaction Action = {};
  Action.sa_flags = SA_SIGINFO;
  Action.sa_sigaction = [](int, siginfo_t *Info, void *) {
    if (Info->si_addr != Touched + 1 || Info->si_code != SEGV_ACCERR ||
        !syscalls::protect(Touched, Size, PROT_READ | PROT_WRITE))
      _exit(1);
  };
  sigset_t Fault;
  sigemptyset(&Fault);
  sigaddset(&Fault, SIGSEGV);
  sigprocmask(SIG_UNBLOCK, &Fault, nullptr);
  if (!fault_signal::setHere(Action) ||
      !syscalls::protect(Touched, Size, PROT_NONE))
    _exit(2);
  volatile char *Byte = Touched + 1;
  *Byte = 7;
  _exit(*Byte == 7 ? 0 : 3);
}

std::string twofold::checkPageProtection() {
  const size_t Size = syscalls::pageBytes(), Stack = size_t(256) << 10;
  void *Memory = syscalls::map(Size + Stack);
  if (!Memory)
    return "no memory";
  int How = -1;
  pid_t Child = syscalls::startProcess(
      touchInChild, static_cast<char *>(Memory) + Size + Stack,
      CLONE_VM | CLONE_VFORK, Memory);
  bool Done = Child > 0 && waitpid(Child, &How, __WCLONE) == Child;
  syscalls::unmap(Memory, Size + Stack);
  if (!Done)
    return "a process to try it in could not be started";
  return How == 0 ? "" : "faults do not reach a handler here";
}

namespace {

/// Resolves the faults of the trial.
class Trial : public GuardResolver {
public:
  HostGuard &Guard;
  std::atomic<unsigned> Reads{0}, Writes{0};

  explicit Trial(HostGuard &Guard) : Guard(Guard) {}
  void resolve(ByteRange Block, bool Write) override {
    ++(Write ? Writes : Reads);
    if (Write) {
      (void)Guard.set(Block, PageGuard::Access::All);
      return;
    }
    (void)Guard.replace(
        Block,
        [&](char *Fresh) {
          std::memset(Fresh, 42, size_t(Block.size()));
          return Status(Unit());
        },
        PageGuard::Access::ReadOnly);
  }
};

/// What the touching thread tells; it may outlive the one that waits for it.
struct StartOutcome {
  std::mutex Lock;
  std::condition_variable Changed;
  bool Done = false, Right = false;
};

} // namespace

/// Touches pages of its own as a program would.
std::string HostGuard::tryOut() {
  const size_t Size = 2 * size_t(States.pageSize());
  void *Memory = syscalls::map(Size);
  if (!Memory)
    return "no memory";
  char *Bytes = static_cast<char *>(Memory);
  std::memset(Bytes, 1, Size);
  uint64_t Begin = reinterpret_cast<uintptr_t>(Memory);
  ByteRange Pages = {Begin, Begin + Size};

  auto Told = std::make_shared<StartOutcome>();
  if (Status Set = set(Pages, Access::None); !Set)
    return Set.error().Message;
  std::thread Toucher([Told, Bytes, Size] {
    sigset_t Fault;
    sigemptyset(&Fault);
    sigaddset(&Fault, SIGSEGV);
    pthread_sigmask(SIG_UNBLOCK, &Fault, nullptr);
    volatile char *Place = Bytes;
    bool Right = Place[1] == 42;
    Place[Size - 1] = 5;
    Right = Right && Place[Size - 1] == 5 && Place[0] == 42;
    std::lock_guard Hold(Told->Lock);
    Told->Right = Right;
    Told->Done = true;
    Told->Changed.notify_all();
  });
  std::unique_lock Wait(Told->Lock);
  bool Done = Told->Changed.wait_for(Wait, std::chrono::seconds(10),
                                     [&] { return Told->Done; });
  Wait.unlock();
  if (!Done) {
    Toucher.detach();
    Stuck = true;
    return "a stopped access did not go on";
  }
  Toucher.join();
  forget(Pages);
  syscalls::unmap(Memory, Size);
  auto *By = static_cast<Trial *>(Resolver);
  if (!Told->Right || By->Reads != 1 || By->Writes != 1)
    return "a stopped access found wrong bytes";
  return "";
}

static uint64_t mappingLimit() {
  const FileText File("/proc/sys/vm/max_map_count");
  uint64_t Limit = 65530;
  parseNumber(File.firstLine(), Limit);
  return Limit;
}

/// The guard whose protections the calling thread's fork holds.
static constinit thread_local HostGuard *Forking = nullptr;

void HostGuard::observeForks() {
  static const bool Once = [] {
    ForkGate::act({[] {
                     Forking = activeGuard();
                     if (Forking)
                       Forking->beforeFork();
                   },
                   [] {
                     if (Forking)
                       Forking->afterForkInParent();
                   },
                   [](bool) {
                     if (HostGuard *Guard = activeGuard())
                       Guard->afterForkInChild();
                   }});
    return true;
  }();
  (void)Once;
}

std::string HostGuard::start() {
  if (const char *Name = activeSanitizer())
    return std::string("the program runs under ") + Name;
  if (std::string Why = checkPageProtection(); !Why.empty())
    return Why;
  EdgeLimit = mappingLimit() / 2;
  void *Page = syscalls::map(States.pageSize());
  if (!Page || !syscalls::advise(Page, States.pageSize(), MADV_WIPEONFORK))
    return "a forked child could not be told from its parent";
  Alive = static_cast<std::atomic<uint32_t> *>(Page);
  Alive->store(1);
  if (!claim())
    return "another guard is at work";
  if (!fault_signal::install(onFault)) {
    release();
    return "the handler of SIGSEGV cannot be set";
  }
  observeForks();
  sigset_t Every, Mask;
  sigfillset(&Every);
  sigdelset(&Every, SIGSEGV);
  pthread_sigmask(SIG_SETMASK, &Every, &Mask);
  for (unsigned I = 0; I < Servers; ++I)
    Threads[I] = std::thread([this, I] { serve(I); });
  pthread_sigmask(SIG_SETMASK, &Mask, nullptr);

  auto Try = std::make_unique<Trial>(*this);
  GuardResolver *Real = std::exchange(Resolver, Try.get());
  std::string Why = tryOut();
  if (Stuck)
    (void)Try.release(); // it may still be asked
  else
    Resolver = Real;
  return Why;
}

void HostGuard::stop() {
  if (Stuck) {
    release();
    for (std::thread &Thread : Threads)
      Thread.detach();
    return;
  }
  if (activeGuard() == this) {
    states().forEachGuarded([&](ByteRange Run, PageState) { forget(Run); });
    fault_signal::remove();
    release();
  }
  Faults.close();
  for (std::thread &Thread : Threads)
    if (Thread.joinable())
      Thread.join();
  if (Alive)
    syscalls::unmap(Alive, States.pageSize());
}

HostGuard::~HostGuard() { stop(); }
