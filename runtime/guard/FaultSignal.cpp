// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/FaultSignal.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"

#include <atomic>
#include <cerrno>
#include <dlfcn.h>
#include <ucontext.h>
#include <unistd.h>

using namespace twofold;

static constinit std::atomic<fault_signal::Handler> Ours{nullptr};

// The program's action is read in handlers and replaced by sigaction(), which
// may run in handlers too: so a few records in turn, one of which is current.
static struct sigaction Records[16];
static constinit std::atomic<unsigned> NextRecord{0};
static constinit std::atomic<struct sigaction *> ProgramsAction{nullptr};

static void setProgram(const struct sigaction &Action) {
  struct sigaction &To = Records[NextRecord.fetch_add(1) % 16];
  To = Action;
  ProgramsAction.store(&To, std::memory_order_release);
}

using SigactionFunction = int (*)(int, const struct sigaction *,
                                  struct sigaction *);
/// libc's sigaction(): the library's own observes the program's calls.
static constinit std::atomic<SigactionFunction> Libc{nullptr};

static void findLibc() {
  if (!Libc.load(std::memory_order_acquire))
    Libc.store(
        reinterpret_cast<SigactionFunction>(dlsym(RTLD_NEXT, "sigaction")));
}

/// In handlers, too: once one is installed, Libc is known.
static bool setAction(const struct sigaction *New, struct sigaction *Old) {
  SigactionFunction Call = Libc.load(std::memory_order_acquire);
  return Call && Call(SIGSEGV, New, Old) == 0;
}

/// The program's disposition is the default one: die of the signal, at the
/// instruction that faulted where there is one.
static void dieAsProgram(const siginfo_t &Info) {
  struct sigaction Default = {};
  Default.sa_handler = SIG_DFL;
  setAction(&Default, nullptr);
  // A signal that was sent does not come again by itself.
  if (Info.si_code <= 0)
    syscalls::call(SYS_tgkill, getpid(), syscalls::call(SYS_gettid), SIGSEGV);
}

static void chain(int Signal, siginfo_t *Info, void *Context) {
  struct sigaction Action = *ProgramsAction.load(std::memory_order_acquire);
  if (Action.sa_flags & SA_RESETHAND) {
    struct sigaction Default = {};
    Default.sa_handler = SIG_DFL;
    setProgram(Default);
  }
  if (!(Action.sa_flags & SA_SIGINFO)) {
    if (Action.sa_handler == SIG_IGN && Info->si_code <= 0)
      return;
    // The kernel does not let a fault be ignored.
    if (Action.sa_handler == SIG_DFL || Action.sa_handler == SIG_IGN)
      return dieAsProgram(*Info);
  }
  // The mask that the kernel would have set.
  sigset_t Mask = static_cast<ucontext_t *>(Context)->uc_sigmask;
  for (int Number = 1; Number < NSIG; ++Number)
    if (sigismember(&Action.sa_mask, Number) == 1)
      sigaddset(&Mask, Number);
  if (!(Action.sa_flags & SA_NODEFER))
    sigaddset(&Mask, Signal);
  pthread_sigmask(SIG_SETMASK, &Mask, nullptr);
  if (Action.sa_flags & SA_SIGINFO)
    Action.sa_sigaction(Signal, Info, Context);
  else
    Action.sa_handler(Signal);
}

static fault_signal::Way wayOf([[maybe_unused]] const void *Context) {
#ifdef __x86_64__
  auto *User = static_cast<const ucontext_t *>(Context);
  return User->uc_mcontext.gregs[REG_ERR] & 2 ? fault_signal::Way::Write
                                              : fault_signal::Way::Read;
#else
  return fault_signal::Way::Unknown;
#endif
}

// The mask that the thread had when it faulted; null outside the handler.
static thread_local constinit const sigset_t *MaskAtFault
    __attribute__((tls_model("initial-exec"))) = nullptr;

void fault_signal::endIfAsked() {
  sigset_t Pending;
  if (!MaskAtFault || sigpending(&Pending) != 0)
    return;
  for (int Ending : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) {
    struct sigaction Now = {};
    if (sigismember(&Pending, Ending) != 1 ||
        sigismember(MaskAtFault, Ending) == 1 ||
        Libc.load(std::memory_order_acquire)(Ending, nullptr, &Now) != 0 ||
        (Now.sa_handler != SIG_DFL && !DriverHandlers::has(Ending)))
      continue;
    sigset_t Only;
    sigemptyset(&Only);
    sigaddset(&Only, Ending);
    pthread_sigmask(SIG_UNBLOCK, &Only, nullptr);
  }
}

static void handleFault(int Signal, siginfo_t *Info, void *Context) {
  int Error = errno;
  fault_signal::Handler To = Ours.load(std::memory_order_acquire);
  bool Retry = false;
  // Only a page that is there, but protected, can be the guard's.
  if (To && Info->si_code == SEGV_ACCERR) {
    const sigset_t *Before = MaskAtFault;
    MaskAtFault = &static_cast<ucontext_t *>(Context)->uc_sigmask;
    Retry = To(uint64_t(reinterpret_cast<uintptr_t>(Info->si_addr)),
               wayOf(Context));
    MaskAtFault = Before;
  }
  errno = Error;
  if (!Retry)
    chain(Signal, Info, Context);
}

static struct sigaction ourAction() {
  struct sigaction Action = {};
  Action.sa_sigaction = handleFault;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigfillset(&Action.sa_mask);
  return Action;
}

bool fault_signal::install(Handler To) {
  findLibc();
  struct sigaction Old = {}, New = ourAction();
  if (!setAction(nullptr, &Old))
    return false;
  setProgram(Old);
  Ours.store(To);
  if (setAction(&New, nullptr))
    return true;
  Ours.store(nullptr);
  return false;
}

void fault_signal::remove() {
  if (!Ours.exchange(nullptr))
    return;
  struct sigaction Current = {};
  // A handler that somebody put over ours may call ours: it stays.
  if (setAction(nullptr, &Current) && Current.sa_sigaction == handleFault)
    setAction(ProgramsAction.load(), nullptr);
}

void fault_signal::keep() {
  struct sigaction Current = {}, New = ourAction();
  if (!Ours.load() || !setAction(nullptr, &Current) ||
      Current.sa_sigaction == handleFault)
    return;
  setProgram(Current);
  setAction(&New, nullptr);
}

bool fault_signal::setHere(const struct sigaction &Action) {
  findLibc();
  return setAction(&Action, nullptr);
}

bool fault_signal::exchange(const struct sigaction *New,
                            struct sigaction *Old) {
  if (!Ours.load(std::memory_order_acquire))
    return false;
  struct sigaction Before = *ProgramsAction.load(std::memory_order_acquire);
  if (New)
    setProgram(*New);
  if (Old)
    *Old = Before;
  return true;
}
