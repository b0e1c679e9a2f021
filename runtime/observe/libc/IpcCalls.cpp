// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IpcCalls.cpp - the functions of queues, semaphores and requests ----===//
//
// The kernel, or a thread of libc's, works on the buffer of a request until the
// request is over. What it holds is at home meanwhile, and stays there.
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
SEEN_EACH(3, writesOne(A3), msgctl, shmctl);
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

SEEN_WITH(1, aio_read, lend(A1));
SEEN_WITH(1, aio_read64, lend(A1));
SEEN_WITH(1, aio_write, lend(A1));
SEEN_WITH(1, aio_write64, lend(A1));
SEEN_WITH(4, lio_listio, lendAll(A2, A3));
SEEN_WITH(4, lio_listio64, lendAll(A2, A3));
SEEN_WITH(1, aio_return, observation::takeBack(A1));
SEEN_WITH(1, aio_return64, observation::takeBack(A1));

NEXT(mq_open);
NEXT(semctl);

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

} // extern "C"
