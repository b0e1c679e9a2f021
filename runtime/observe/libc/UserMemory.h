// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UserMemory.h - what a call gives to the kernel ---------------------===//
//
// The kernel raises no fault for the program's memory: a system call on a
// guarded page fails. So what a call is about to give to the kernel is made
// accessible first, by these, which say how an argument reaches it.
//
// They are called while a guard works, touch nothing that the program may not
// touch, keep errno, and are async-signal-safe. What is too much is merely
// fetched: the bytes of a call may be taken for more than they are.
#ifndef TWOFOLD_RUNTIME_OBSERVE_LIBC_USERMEMORY_H
#define TWOFOLD_RUNTIME_OBSERVE_LIBC_USERMEMORY_H

#include <cstddef>
#include <cstdint>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace twofold::user {

/// The kernel reads, or writes, as many bytes there.
void touch(const volatile void *Begin, uint64_t Bytes, bool Write);

/// Of Bytes from Begin on, where that is a guess, those that may be an
/// argument's. What is on a stack ends before its thread's own record, whose
/// address is in registers that hold no argument. Above it an array may lie,
/// and a driver's thread must not ask for what the driver is bringing home.
uint64_t most(uint64_t Begin, uint64_t Bytes);

/// A number of things, or of bytes; what is negative is an error's.
template <typename T> uint64_t amount(T Number) {
  return Number < T(1) ? 0 : uint64_t(Number);
}
template <typename T> void reads(const volatile void *Begin, T Bytes) {
  touch(Begin, amount(Bytes), false);
}
template <typename T> void writes(const volatile void *Begin, T Bytes) {
  touch(Begin, amount(Bytes), true);
}
template <typename T> void readsOne(const T *Thing) {
  touch(Thing, sizeof(T), false);
}
template <typename T> void writesOne(const T *Thing) {
  touch(Thing, sizeof(T), true);
}
template <typename T, typename N> void readsAll(const T *Things, N Count) {
  touch(Things, amount(Count) * sizeof(T), false);
}
template <typename T, typename N> void writesAll(const T *Things, N Count) {
  touch(Things, amount(Count) * sizeof(T), true);
}

/// A path or a name.
void text(const char *Text);
/// A program's argument, which may be longer.
void argument(const char *Text);
/// A list of arguments, up to the null pointer.
void arguments(char *const *List);

/// The pieces of a list, and the list.
void pieces(const iovec *List, uint64_t Count, bool Write);
/// Write: it is to be received.
void message(const msghdr *Message, bool Write);
void messages(const mmsghdr *List, unsigned Count, bool Write);
/// Room for as many bytes as Length says, which is changed.
void room(const void *Begin, const socklen_t *Length);
/// The first Count files of a set.
void files(const fd_set *Set, int Count);

/// What an argument means that is a pointer for some requests, to something
/// whose size only the request knows; Bytes: at least.
void anything(uint64_t Argument, uint64_t Bytes = 0);

} // namespace twofold::user

#endif
