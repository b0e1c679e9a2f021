// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IpcCalls.cpp - the functions of queues, semaphores and requests ----===//
//
// The kernel, or a thread of libc's, works on the buffer of a request until the
// request is over. What it holds is at home meanwhile, and stays there.
//
//===----------------------------------------------------------------------===//
#undef _FORTIFY_SOURCE
#include "guard/Loans.h"
#include "observe/Observation.h"
#include "observe/libc/SeenCall.h"

#include <aio.h>
#include <cstdarg>
#include <fcntl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

using namespace twofold;

// What mq_open() becomes under _FORTIFY_SOURCE.
extern "C" mqd_t __mq_open_2(const char *, int) noexcept;

// Before a message's bytes there is its type.
SEEN(4, msgsnd, reads(A2, amount(A3) + sizeof(long)));
SEEN(5, msgrcv, writes(A2, amount(A3) + sizeof(long)));
SEEN(3, msgctl, writesOne(A3));
SEEN(3, shmctl, writesOne(A3));
SEEN(3, semop, readsAll(A2, A3));
SEEN(4, semtimedop, readsAll(A2, A3), readsOne(A4));
SEEN(2, ftok, text(A1));

SEEN(4, mq_send, reads(A2, A3));
SEEN(5, mq_timedsend, reads(A2, A3), readsOne(A5));
SEEN(4, mq_receive, writes(A2, A3), writesOne(A4));
SEEN(5, mq_timedreceive, writes(A2, A3), writesOne(A4), readsOne(A5));
SEEN(2, mq_getattr, writesOne(A2));
SEEN(3, mq_setattr, readsOne(A2), writesOne(A3));
SEEN(2, mq_notify, readsOne(A2));
SEEN(1, mq_unlink, text(A1));
SEEN(2, __mq_open_2, text(A1));

NEXT(mq_open);
NEXT(semctl);
NEXT(aio_read);
NEXT(aio_read64);
NEXT(aio_write);
NEXT(aio_write64);
NEXT(aio_return);
NEXT(aio_return64);
NEXT(lio_listio);
NEXT(lio_listio64);

/// From now until its return is asked for.
template <typename Request> static void lend(Request *Of) {
  observation::lend(Of,
                    observation::rangeOf(const_cast<const void *>(Of->aio_buf),
                                         Of->aio_nbytes));
}

template <typename Request>
static void lendAll(Request *const *List, int Count) {
  for (int I = 0; I < Count; ++I)
    if (List[I] && List[I]->aio_lio_opcode != LIO_NOP)
      lend(List[I]);
}

extern "C" {

OURS mqd_t mq_open(const char *Name, int Flags, ...) noexcept {
  va_list More;
  va_start(More, Flags);
  const mode_t Mode = va_arg(More, mode_t);
  auto *How = va_arg(More, mq_attr *);
  va_end(More);
  user::text(Name);
  if (Flags & O_CREAT)
    user::readsOne(How);
  return Nextmq_open.get()(Name, Flags, Mode, How);
}

OURS int semctl(int Set, int Number, int Request, ...) noexcept {
  va_list More;
  va_start(More, Request);
  void *With = va_arg(More, void *);
  va_end(More);
  user::anything(observation::addressOf(With));
  return Nextsemctl.get()(Set, Number, Request, With);
}

OURS int aio_read(aiocb *Of) noexcept {
  lend(Of);
  return Nextaio_read.get()(Of);
}
OURS int aio_read64(aiocb64 *Of) noexcept {
  lend(Of);
  return Nextaio_read64.get()(Of);
}
OURS int aio_write(aiocb *Of) noexcept {
  lend(Of);
  return Nextaio_write.get()(Of);
}
OURS int aio_write64(aiocb64 *Of) noexcept {
  lend(Of);
  return Nextaio_write64.get()(Of);
}
OURS int lio_listio(int Mode, aiocb *const *List, int Count,
                    sigevent *How) noexcept {
  lendAll(List, Count);
  return Nextlio_listio.get()(Mode, List, Count, How);
}
OURS int lio_listio64(int Mode, aiocb64 *const *List, int Count,
                      sigevent *How) noexcept {
  lendAll(List, Count);
  return Nextlio_listio64.get()(Mode, List, Count, How);
}
OURS ssize_t aio_return(aiocb *Of) noexcept {
  observation::takeBack(Of);
  return Nextaio_return.get()(Of);
}
OURS ssize_t aio_return64(aiocb64 *Of) noexcept {
  observation::takeBack(Of);
  return Nextaio_return64.get()(Of);
}

} // extern "C"
