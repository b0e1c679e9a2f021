// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#undef _FORTIFY_SOURCE
#include "observe/libc/UserMemory.h"
#include "observe/Observation.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <pthread.h>

using namespace twofold;

/// Of a path, and of a program's argument: the kernel's limits.
static constexpr uint64_t LongestPath = 4096, LongestArgument = 128 << 10;
/// Of a request whose number tells its size.
static constexpr uint64_t LargestRequest = 16 << 10;
/// Lists that are longer are refused by the kernel.
static constexpr uint64_t MostPieces = 1024;

void user::touch(const volatile void *Begin, uint64_t Bytes, bool Write) {
  observation::aboutToTouch(const_cast<const void *>(Begin), Bytes, Write);
}

/// A pointer that the program gives may be wrong: then the kernel says so, as
/// it would have. Copies by the kernel, or where that is forbidden, directly.
static bool copyIn(void *To, const void *From, uint64_t Bytes) {
  const int Before = errno;
  user::touch(From, Bytes, false);
  iovec Here = {To, Bytes}, There = {const_cast<void *>(From), Bytes};
  long Got =
      syscalls::call(SYS_process_vm_readv, getpid(), &Here, 1, &There, 1, 0);
  bool Copied = Got >= 0 && uint64_t(Got) == Bytes;
  if (Got < 0 && errno != EFAULT) {
    std::memcpy(To, From, Bytes);
    Copied = true;
  }
  errno = Before;
  return Copied;
}

uint64_t user::most(uint64_t Begin, uint64_t Bytes) {
  const uint64_t Record = uint64_t(pthread_self());
  return Begin <= Record ? std::min(Bytes, Record - Begin) : Bytes;
}

/// Up to the end of the text, as far as that lies in pages of the guard, which
/// are the program's: others may not be there.
static void touchText(const char *Text, uint64_t Longest) {
  HostGuard *Guard = activeGuard();
  const uint64_t Begin = observation::addressOf(Text);
  Longest = user::most(Begin, Longest);
  if (!Guard || !Guard->guards(observation::rangeOf(Text, Longest)))
    return;
  const uint64_t Page = Guard->states().pageSize();
  for (uint64_t At = Begin; At < Begin + Longest;) {
    const uint64_t End = std::min((At / Page + 1) * Page, Begin + Longest);
    if (Guard->guards({At, End})) {
      observation::touchGuarded(*Guard, {At, End}, false);
      if (std::memchr(reinterpret_cast<const void *>(At), 0, End - At))
        return;
    }
    At = End;
  }
}

void user::text(const char *Text) { touchText(Text, LongestPath); }

void user::argument(const char *Text) { touchText(Text, LongestArgument); }

void user::arguments(char *const *List) {
  if (!activeGuard() || !List)
    return;
  for (char *Text; copyIn(&Text, List, sizeof Text) && Text; ++List)
    argument(Text);
}

void user::pieces(const iovec *List, uint64_t Count, bool Write) {
  if (!activeGuard() || Count > MostPieces)
    return;
  for (iovec Piece; Count && copyIn(&Piece, List, sizeof Piece);
       ++List, --Count)
    touch(Piece.iov_base, Piece.iov_len, Write);
}

void user::message(const msghdr *Message, bool Write) {
  msghdr Copy;
  if (!activeGuard() || !copyIn(&Copy, Message, sizeof Copy))
    return;
  if (Write)
    writesOne(Message); // its flags and lengths
  pieces(Copy.msg_iov, Copy.msg_iovlen, Write);
  touch(Copy.msg_name, Copy.msg_namelen, Write);
  touch(Copy.msg_control, Copy.msg_controllen, Write);
}

void user::messages(const mmsghdr *List, unsigned Count, bool Write) {
  if (!activeGuard())
    return;
  Count = std::min(Count, unsigned(MostPieces));
  writesAll(List, Count); // what was sent or received of each
  for (unsigned I = 0; I < Count; ++I)
    message(&List[I].msg_hdr, Write);
}

void user::room(const void *Begin, const socklen_t *Length) {
  socklen_t Bytes;
  if (!activeGuard() || !Length || !copyIn(&Bytes, Length, sizeof Bytes))
    return;
  writesOne(Length);
  writes(Begin, Bytes);
}

void user::files(const fd_set *Set, int Count) {
  if (Set)
    writes(Set, (amount(Count) + 63) / 64 * 8);
}

void user::anything(uint64_t Argument, uint64_t Bytes) {
  touch(reinterpret_cast<const void *>(uintptr_t(Argument)),
        most(Argument, std::max(Bytes, LargestRequest)), true);
}
