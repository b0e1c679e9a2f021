// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FaultSignal.h - the handler of SIGSEGV -----------------------------===//
//
// A process has one handler. Faults that are not the guard's go to the handler
// that the program has installed, as if the guard had none.
#ifndef TWOFOLD_RUNTIME_GUARD_FAULTSIGNAL_H
#define TWOFOLD_RUNTIME_GUARD_FAULTSIGNAL_H

#include <csignal>
#include <cstdint>

namespace twofold::fault_signal {

enum class Way { Read, Write, Unknown };

/// Whether the access is to be tried again; false: it is the program's fault.
/// Runs in the handler, with all signals blocked.
using Handler = bool (*)(uint64_t Address, Way How);

/// False when the kernel refuses.
bool install(Handler To);
/// Puts the program's own handler back.
void remove();
/// Takes the signal back where the program has set a handler by other means
/// than sigaction(). Costs one system call where it has not.
void keep();

/// Sets this process's action and remembers nothing.
bool setHere(const struct sigaction &Action);

/// For who waits long in the handler, as for a driver that hangs: ends the
/// process if a signal is pending that the program does not handle, that would
/// end it, and that the thread had not blocked. Nothing where the calling
/// thread is in no handler. Async-signal-safe.
void endIfAsked();

/// What sigaction(SIGSEGV, New, Old) means to the program; false while no
/// handler is installed here. Async-signal-safe.
bool exchange(const struct sigaction *New, struct sigaction *Old);

} // namespace twofold::fault_signal

#endif
