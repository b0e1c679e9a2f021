// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What queues, semaphores and requests take and give, in memory that a device
// has; a request under way while loops use the rest of its array.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1
#define _LARGEFILE64_SOURCE 1
#include "Inputs/device-memory.h"

#ifndef LOOPS
#include <aio.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>

mqd_t __mq_open_2(const char *, int);

#define ASK(call, ok, ...)                                                     \
  do {                                                                         \
    go();                                                                      \
    say(#call, call(__VA_ARGS__));                                             \
    say_right(#call, ok);                                                      \
  } while (0)

static void queues(void) {
  struct {
    long type;
    char bytes[3000];
  } message = {1, "hello"}, *from, *to;
  begin();
  from = THIS(message);
  to = room(sizeof message);
  struct msqid_ds *about = ONE(struct msqid_ds);
  int queue = msgget(IPC_PRIVATE, 0600);
  ASK(msgsnd, 1, queue, from, 3000, 0);
  ASK(msgctl, about->msg_qnum == 1, queue, IPC_STAT, about);
  ASK(msgrcv, !strcmp(to->bytes, "hello"), queue, to, 3000, 0, 0);
  msgctl(queue, IPC_RMID, 0);

  struct sembuf up[1] = {{0, 1, 0}};
  struct timespec soon = {1, 0};
  begin();
  struct sembuf *operation = THIS(up);
  struct timespec *time = THIS(soon);
  struct semid_ds *set = ONE(struct semid_ds);
  unsigned short *values = room(sizeof *values);
  int semaphore = semget(IPC_PRIVATE, 1, 0600);
  ASK(semop, 1, semaphore, operation, 1);
  ASK(semtimedop, 1, semaphore, operation, 1, time);
  ASK(semctl, set->sem_nsems == 1, semaphore, 0, IPC_STAT, set);
  ASK(semctl, *values == 2, semaphore, 0, GETALL, values);
  semctl(semaphore, 0, IPC_RMID);

  begin();
  struct shmid_ds *memory = ONE(struct shmid_ds);
  char *path = text("/dev/null");
  int shared = shmget(IPC_PRIVATE, 5000, 0600);
  ASK(shmctl, memory->shm_segsz == 5000, shared, IPC_STAT, memory);
  shmctl(shared, IPC_RMID, 0);
  go();
  say_right("ftok", ftok(path, 1) != -1);
}

static void messages(void) {
  char here[40];
  snprintf(here, sizeof here, "/twofold-%d", (int)getpid());
  struct mq_attr size = {0, 2, 100, 0, {0}};
  struct timespec soon = {1, 0};
  struct sigevent quiet;
  memset(&quiet, 0, sizeof quiet);
  quiet.sigev_notify = SIGEV_NONE;
  begin();
  char *name = text(here), *bytes = item("message", 8), *to = room(100);
  struct mq_attr *how = THIS(size), *is = ONE(struct mq_attr);
  struct timespec *time = THIS(soon);
  struct sigevent *event = THIS(quiet);
  unsigned *priority = ONE(unsigned);
  go();
  say_right("__mq_open_2", __mq_open_2(name, O_RDWR) < 0 && errno == ENOENT);
  go();
  mqd_t queue = mq_open(name, O_CREAT | O_RDWR | O_NONBLOCK, 0600, how);
  say_right("mq_open", queue >= 0);
  ASK(mq_notify, 1, queue, event);
  ASK(mq_send, 1, queue, bytes, 8, 3);
  ASK(mq_timedsend, 1, queue, bytes, 8, 4, time);
  ASK(mq_getattr, is->mq_curmsgs == 2 && is->mq_maxmsg == 2, queue, is);
  ASK(mq_receive, !strcmp(to, "message") && *priority == 4, queue, to, 100,
      priority);
  ASK(mq_timedreceive, !strcmp(to, "message") && *priority == 3, queue, to, 100,
      priority, time);
  ASK(mq_setattr, is->mq_maxmsg == 2, queue, how, is);
  mq_close(queue);
  ASK(mq_unlink, 1, name);
}

static long finish(struct aiocb *request) {
  const struct aiocb *all[] = {request};
  while (aio_error(request) == EINPROGRESS)
    aio_suspend(all, 1, 0);
  if (aio_error(request))
    errno = aio_error(request);
  return aio_return(request);
}
static long finish64(struct aiocb64 *request) {
  const struct aiocb64 *all[] = {request};
  while (aio_error64(request) == EINPROGRESS)
    aio_suspend64(all, 1, 0);
  if (aio_error64(request))
    errno = aio_error64(request);
  return aio_return64(request);
}

static void requests(void) {
  char name[] = "/tmp/twofold-requests-XXXXXX";
  int file = mkstemp(name);
  unlink(name);
  char contents[5000];
  for (int i = 0; i < 5000; ++i)
    contents[i] = (char)(i * 7);
  begin();
  char *from = THIS(contents), *to = room(5000);
  struct aiocb out = {.aio_fildes = file, .aio_buf = from, .aio_nbytes = 5000};
  struct aiocb in = {.aio_fildes = file, .aio_buf = to, .aio_nbytes = 5000};
  struct aiocb64 out64 = {.aio_fildes = file, .aio_buf = from,
                          .aio_nbytes = 5000};
  struct aiocb64 in64 = {.aio_fildes = file, .aio_buf = to, .aio_nbytes = 5000};
  go();
  say("aio_write", aio_write(&out) ? -1 : finish(&out));
  go();
  say("aio_read", aio_read(&in) ? -1 : finish(&in));
  say_right("aio_read", !memcmp(to, contents, 5000));
  go();
  say("aio_write64", aio_write64(&out64) ? -1 : finish64(&out64));
  go();
  say("aio_read64", aio_read64(&in64) ? -1 : finish64(&in64));
  say_right("aio_read64", !memcmp(to, contents, 5000));
  in.aio_lio_opcode = LIO_READ;
  in64.aio_lio_opcode = LIO_READ;
  struct aiocb *list[] = {&in};
  struct aiocb64 *list64[] = {&in64};
  go();
  say("lio_listio", lio_listio(LIO_WAIT, list, 1, 0));
  say("aio_return", aio_return(&in));
  say_right("lio_listio", !memcmp(to, contents, 5000));
  go();
  say("lio_listio64", lio_listio64(LIO_WAIT, list64, 1, 0));
  say("aio_return64", aio_return64(&in64));
  say_right("lio_listio64", !memcmp(to, contents, 5000));
  close(file);

  /* The bytes come only after a loop has had the array once more. */
  int ends[2];
  if (pipe(ends))
    abort();
  begin();
  to = room(2 * PageBytes);
  in = (struct aiocb){.aio_fildes = ends[0], .aio_buf = to, .aio_nbytes = 5000};
  go();
  aio_read(&in);
  copy((long)(to - shown) - PageBytes, staged, shown);
  copy(PageBytes, staged, to + 3 * PageBytes);
  if (write(ends[1], contents, 5000) != 5000)
    abort();
  say("aio_read", finish(&in));
  say_right("aio_read", !memcmp(to, contents, 5000));
  close(ends[0]);
  close(ends[1]);
}

int main(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  queues();
  messages();
  requests();
}
#endif
