// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Buffers.cpp - the functions that give buffers to the kernel --------===//
//
// The kernel raises no fault for the program's buffers: a system call on a
// guarded page fails. So these touch the buffer first. stdio copies through its
// own buffers, with ordinary accesses, except for whole blocks of fread and
// fwrite. What goes to the kernel in other ways fails with EFAULT.
//
//===----------------------------------------------------------------------===//
#undef _FORTIFY_SOURCE
#include "NextFunction.h"
#include "Observation.h"

#include <aio.h>
#include <cstdio>
#include <cstdlib>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace twofold;
using observation::aboutToTouch;

#define OURS __attribute__((visibility("default")))

// What calls become under _FORTIFY_SOURCE.
extern "C" {
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);
ssize_t __recv_chk(int, void *, size_t, size_t, int);
ssize_t __recvfrom_chk(int, void *, size_t, size_t, int, sockaddr *,
                       socklen_t *);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
}

NEXT(read);
NEXT(pread);
NEXT(pread64);
NEXT(readv);
NEXT(preadv);
NEXT(preadv64);
NEXT(write);
NEXT(pwrite);
NEXT(pwrite64);
NEXT(writev);
NEXT(pwritev);
NEXT(pwritev64);
NEXT(recv);
NEXT(recvfrom);
NEXT(recvmsg);
NEXT(send);
NEXT(sendto);
NEXT(sendmsg);
NEXT(aio_read);
NEXT(aio_read64);
NEXT(aio_write);
NEXT(aio_write64);
NEXT(lio_listio);
NEXT(lio_listio64);
NEXT(getrandom);
NEXT(getentropy);
NEXT(fread);
NEXT(fread_unlocked);
NEXT(fwrite);
NEXT(fwrite_unlocked);
NEXT(__read_chk);
NEXT(__pread_chk);
NEXT(__pread64_chk);
NEXT(__recv_chk);
NEXT(__recvfrom_chk);
NEXT(__fread_chk);
NEXT(__fread_unlocked_chk);

static void touchPieces(const iovec *Pieces, size_t Count, bool Write) {
  if (!activeGuard()) [[likely]]
    return;
  // The list itself may lie in guarded memory, too.
  aboutToTouch(Pieces, Count * sizeof *Pieces, false);
  for (size_t I = 0; I < Count; ++I)
    aboutToTouch(Pieces[I].iov_base, Pieces[I].iov_len, Write);
}

static void touchMessage(const msghdr *Message, bool Write) {
  if (!activeGuard()) [[likely]]
    return;
  touchPieces(Message->msg_iov, Message->msg_iovlen, Write);
  aboutToTouch(Message->msg_name, Message->msg_namelen, Write);
  aboutToTouch(Message->msg_control, Message->msg_controllen, Write);
}

static size_t bytesOf(size_t Size, size_t Count) {
  size_t Bytes;
  return __builtin_mul_overflow(Size, Count, &Bytes) ? 0 : Bytes;
}

template <typename Request>
static void touchRequest(const Request &Of, bool Write) {
  aboutToTouch(const_cast<const void *>(Of.aio_buf), Of.aio_nbytes, Write);
}

/// What the buffer holds matters from now until the request is over: until then
/// the program leaves it alone, and so do its loops.
template <typename Function, typename Request>
static int begin(Function &Next, Request *Of, bool Write) {
  touchRequest(*Of, Write);
  return Next.get()(Of);
}

template <typename Request>
static void touchRequests(Request *const *List, int Count) {
  if (!activeGuard()) [[likely]]
    return;
  for (int I = 0; I < Count; ++I)
    if (List[I] && List[I]->aio_lio_opcode != LIO_NOP)
      touchRequest(*List[I], List[I]->aio_lio_opcode == LIO_READ);
}

extern "C" {

OURS ssize_t read(int File, void *To, size_t Size) {
  aboutToTouch(To, Size, true);
  return Nextread.get()(File, To, Size);
}
OURS ssize_t pread(int File, void *To, size_t Size, off_t Offset) {
  aboutToTouch(To, Size, true);
  return Nextpread.get()(File, To, Size, Offset);
}
OURS ssize_t pread64(int File, void *To, size_t Size, off64_t Offset) {
  aboutToTouch(To, Size, true);
  return Nextpread64.get()(File, To, Size, Offset);
}
OURS ssize_t readv(int File, const iovec *To, int Count) {
  touchPieces(To, size_t(Count), true);
  return Nextreadv.get()(File, To, Count);
}
OURS ssize_t preadv(int File, const iovec *To, int Count, off_t Offset) {
  touchPieces(To, size_t(Count), true);
  return Nextpreadv.get()(File, To, Count, Offset);
}
OURS ssize_t preadv64(int File, const iovec *To, int Count, off64_t Offset) {
  touchPieces(To, size_t(Count), true);
  return Nextpreadv64.get()(File, To, Count, Offset);
}

OURS ssize_t write(int File, const void *From, size_t Size) {
  aboutToTouch(From, Size, false);
  return Nextwrite.get()(File, From, Size);
}
OURS ssize_t pwrite(int File, const void *From, size_t Size, off_t Offset) {
  aboutToTouch(From, Size, false);
  return Nextpwrite.get()(File, From, Size, Offset);
}
OURS ssize_t pwrite64(int File, const void *From, size_t Size, off64_t Offset) {
  aboutToTouch(From, Size, false);
  return Nextpwrite64.get()(File, From, Size, Offset);
}
OURS ssize_t writev(int File, const iovec *From, int Count) {
  touchPieces(From, size_t(Count), false);
  return Nextwritev.get()(File, From, Count);
}
OURS ssize_t pwritev(int File, const iovec *From, int Count, off_t Offset) {
  touchPieces(From, size_t(Count), false);
  return Nextpwritev.get()(File, From, Count, Offset);
}
OURS ssize_t pwritev64(int File, const iovec *From, int Count, off64_t Offset) {
  touchPieces(From, size_t(Count), false);
  return Nextpwritev64.get()(File, From, Count, Offset);
}

OURS ssize_t getrandom(void *To, size_t Size, unsigned Flags) {
  aboutToTouch(To, Size, true);
  return Nextgetrandom.get()(To, Size, Flags);
}
OURS int getentropy(void *To, size_t Size) {
  aboutToTouch(To, Size, true);
  return Nextgetentropy.get()(To, Size);
}

OURS int aio_read(aiocb *Request) noexcept {
  return begin(Nextaio_read, Request, true);
}
OURS int aio_read64(aiocb64 *Request) noexcept {
  return begin(Nextaio_read64, Request, true);
}
OURS int aio_write(aiocb *Request) noexcept {
  return begin(Nextaio_write, Request, false);
}
OURS int aio_write64(aiocb64 *Request) noexcept {
  return begin(Nextaio_write64, Request, false);
}
OURS int lio_listio(int Mode, aiocb *const *List, int Count,
                    sigevent *How) noexcept {
  touchRequests(List, Count);
  return Nextlio_listio.get()(Mode, List, Count, How);
}
OURS int lio_listio64(int Mode, aiocb64 *const *List, int Count,
                      sigevent *How) noexcept {
  touchRequests(List, Count);
  return Nextlio_listio64.get()(Mode, List, Count, How);
}

OURS ssize_t recv(int Socket, void *To, size_t Size, int Flags) {
  aboutToTouch(To, Size, true);
  return Nextrecv.get()(Socket, To, Size, Flags);
}
OURS ssize_t recvfrom(int Socket, void *To, size_t Size, int Flags,
                      sockaddr *Address, socklen_t *Length) {
  aboutToTouch(To, Size, true);
  return Nextrecvfrom.get()(Socket, To, Size, Flags, Address, Length);
}
OURS ssize_t recvmsg(int Socket, msghdr *Message, int Flags) {
  touchMessage(Message, true);
  return Nextrecvmsg.get()(Socket, Message, Flags);
}
OURS ssize_t send(int Socket, const void *From, size_t Size, int Flags) {
  aboutToTouch(From, Size, false);
  return Nextsend.get()(Socket, From, Size, Flags);
}
OURS ssize_t sendto(int Socket, const void *From, size_t Size, int Flags,
                    const sockaddr *Address, socklen_t Length) {
  aboutToTouch(From, Size, false);
  return Nextsendto.get()(Socket, From, Size, Flags, Address, Length);
}
OURS ssize_t sendmsg(int Socket, const msghdr *Message, int Flags) {
  touchMessage(Message, false);
  return Nextsendmsg.get()(Socket, Message, Flags);
}

OURS size_t fread(void *To, size_t Size, size_t Count, FILE *File) {
  aboutToTouch(To, bytesOf(Size, Count), true);
  return Nextfread.get()(To, Size, Count, File);
}
OURS size_t fread_unlocked(void *To, size_t Size, size_t Count, FILE *File) {
  aboutToTouch(To, bytesOf(Size, Count), true);
  return Nextfread_unlocked.get()(To, Size, Count, File);
}
OURS size_t fwrite(const void *From, size_t Size, size_t Count, FILE *File) {
  aboutToTouch(From, bytesOf(Size, Count), false);
  return Nextfwrite.get()(From, Size, Count, File);
}
OURS size_t fwrite_unlocked(const void *From, size_t Size, size_t Count,
                            FILE *File) {
  aboutToTouch(From, bytesOf(Size, Count), false);
  return Nextfwrite_unlocked.get()(From, Size, Count, File);
}

OURS ssize_t __read_chk(int File, void *To, size_t Size, size_t Room) {
  aboutToTouch(To, Size, true);
  return Next__read_chk.get()(File, To, Size, Room);
}
OURS ssize_t __pread_chk(int File, void *To, size_t Size, off_t Offset,
                         size_t Room) {
  aboutToTouch(To, Size, true);
  return Next__pread_chk.get()(File, To, Size, Offset, Room);
}
OURS ssize_t __pread64_chk(int File, void *To, size_t Size, off64_t Offset,
                           size_t Room) {
  aboutToTouch(To, Size, true);
  return Next__pread64_chk.get()(File, To, Size, Offset, Room);
}
OURS ssize_t __recv_chk(int Socket, void *To, size_t Size, size_t Room,
                        int Flags) {
  aboutToTouch(To, Size, true);
  return Next__recv_chk.get()(Socket, To, Size, Room, Flags);
}
OURS ssize_t __recvfrom_chk(int Socket, void *To, size_t Size, size_t Room,
                            int Flags, sockaddr *Address, socklen_t *Length) {
  aboutToTouch(To, Size, true);
  return Next__recvfrom_chk.get()(Socket, To, Size, Room, Flags, Address,
                                  Length);
}
OURS size_t __fread_chk(void *To, size_t Room, size_t Size, size_t Count,
                        FILE *File) {
  aboutToTouch(To, bytesOf(Size, Count), true);
  return Next__fread_chk.get()(To, Room, Size, Count, File);
}
OURS size_t __fread_unlocked_chk(void *To, size_t Room, size_t Size,
                                 size_t Count, FILE *File) {
  aboutToTouch(To, bytesOf(Size, Count), true);
  return Next__fread_unlocked_chk.get()(To, Room, Size, Count, File);
}

} // extern "C"
