// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sockets take and give, in memory that a device has.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1
#include "Inputs/device-memory.h"

#ifndef LOOPS
#include <arpa/nameser.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <resolv.h>
#include <sys/socket.h>
#include <sys/un.h>

/* Under _FORTIFY_SOURCE. */
ssize_t __recv_chk(int, void *, size_t, size_t, int);
ssize_t __recvfrom_chk(int, void *, size_t, size_t, int, struct sockaddr *,
                       socklen_t *);

enum { Size = 5000 };
static struct sockaddr_un place;
static int a, b; /* a pair of ends that keep messages apart */
static char contents[Size];

/* A message in an array, whose parts are in it, too. */
static struct msghdr message(const char *from) {
  struct iovec two[2];
  two[0].iov_base = item(from, 2000);
  two[0].iov_len = 2000;
  two[1].iov_base = item(from ? from + 2000 : 0, 1000);
  two[1].iov_len = 1000;
  struct msghdr out = {0, 0, THIS(two), 2, room(64), from ? 0 : 64, 0};
  return out;
}
static long checked(const struct iovec *two) {
  long s = 0;
  for (int i = 0; i < 2; ++i)
    for (size_t k = 0; k < two[i].iov_len; ++k)
      s = s * 31 + ((char *)two[i].iov_base)[k];
  return s;
}

static void messages(void) {
  begin();
  char *to = item(contents, Size);
  go();
  say("send", send(a, to, Size, 0));
  begin();
  to = room(Size);
  go();
  say("recv", recv(b, to, Size, 0));
  say_right("recv", !memcmp(to, contents, Size));
  say("send", send(a, contents, Size, 0));
  begin();
  to = room(Size);
  go();
  say("__recv_chk", __recv_chk(b, to, Size, Size, 0));
  say_right("__recv_chk", !memcmp(to, contents, Size));

  begin();
  struct msghdr one = message(contents);
  struct msghdr *sent = THIS(one);
  go();
  say("sendmsg", sendmsg(a, sent, 0));
  begin();
  one = message(0);
  struct msghdr *got = THIS(one);
  go();
  say("recvmsg", recvmsg(b, got, 0));
  printf("%lx %d %zu\n", checked(got->msg_iov), got->msg_flags,
         got->msg_controllen);

  struct mmsghdr two[2];
  begin();
  for (int i = 0; i < 2; ++i)
    two[i] = (struct mmsghdr){message(contents + i), 0};
  struct mmsghdr *both = THIS(two);
  go();
  say("sendmmsg", sendmmsg(a, both, 2, 0));
  printf("%u %u\n", both[0].msg_len, both[1].msg_len);
  begin();
  for (int i = 0; i < 2; ++i)
    two[i] = (struct mmsghdr){message(0), 0};
  struct timespec soon = {1, 0};
  both = THIS(two);
  struct timespec *time = THIS(soon);
  go();
  say("recvmmsg", recvmmsg(b, both, 2, 0, time));
  for (int i = 0; i < 2; ++i)
    printf("%u %lx\n", both[i].msg_len, checked(both[i].msg_hdr.msg_iov));
}

/* Datagrams with addresses. */
static void addressed(void) {
  struct sockaddr_in local = {.sin_family = AF_INET,
                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
  int one = socket(AF_INET, SOCK_DGRAM, 0), two = socket(AF_INET, SOCK_DGRAM, 0);
  socklen_t length = sizeof local;
  begin();
  struct sockaddr *address = THIS(local);
  go();
  say("bind", bind(one, address, length));
  int three = socket(AF_INET, SOCK_DGRAM, 0);
  begin();
  char *across = room(12 + sizeof local);
  memcpy(staged + (across - shown) + 12, &local, sizeof local);
  go();
  /* There may be no such port. */
  say_right("bindresvport",
            !bindresvport(three, (struct sockaddr_in *)(across + 12)) ||
                errno != EFAULT);
  close(three);
  begin();
  address = room(sizeof local);
  socklen_t *size = THIS(length);
  go();
  say("getsockname", getsockname(one, address, size));
  memcpy(&local, address, sizeof local);
  say_right("getsockname", *size == sizeof local && local.sin_port);
  begin();
  char *bytes = item(contents, Size);
  struct sockaddr *goal = THIS(local);
  go();
  say("sendto", sendto(two, bytes, Size, 0, goal, sizeof local));
  begin();
  bytes = room(Size);
  address = room(sizeof local);
  size = THIS(length);
  go();
  say("recvfrom", recvfrom(one, bytes, Size, 0, address, size));
  say_right("recvfrom", !memcmp(bytes, contents, Size) &&
                            address->sa_family == AF_INET);
  sendto(two, contents, Size, 0, (struct sockaddr *)&local, sizeof local);
  go();
  say("__recvfrom_chk",
      __recvfrom_chk(one, bytes, Size, Size, 0, address, size));
  say_right("__recvfrom_chk", !memcmp(bytes, contents, Size));
  close(one);
  close(two);
}

static void *join(void *argument) {
  for (int i = 0; i < 2; ++i) {
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(end, argument, sizeof place))
      abort();
    close(end);
  }
  return 0;
}

static void connections(void) {
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&place, sizeof place) ||
      listen(listener, 5))
    abort();
  begin();
  struct sockaddr *address = THIS(place);
  go();
  int end = socket(AF_UNIX, SOCK_STREAM, 0);
  say("connect", connect(end, address, sizeof place));
  close(accept(listener, 0, 0));
  begin();
  socklen_t length = sizeof place;
  address = room(sizeof place);
  socklen_t *size = THIS(length);
  go();
  say("getpeername", getpeername(end, address, size));
  printf("%d %u\n", address->sa_family, *size);
  close(end);
  pthread_t other;
  pthread_create(&other, 0, join, &place);
  go();
  end = accept(listener, address, size);
  say_right("accept", end >= 0 && *size > 0);
  close(end);
  go();
  end = accept4(listener, address, size, SOCK_CLOEXEC);
  say_right("accept4", end >= 0 && *size > 0);
  close(end);
  pthread_join(other, 0);

  begin();
  int one = 1, *value = THIS(one), *pair = room(2 * sizeof(int));
  length = sizeof one;
  size = THIS(length);
  go();
  say("setsockopt",
      setsockopt(listener, SOL_SOCKET, SO_PASSCRED, value, sizeof one));
  begin();
  value = ONE(int);
  size = THIS(length);
  go();
  say("getsockopt", getsockopt(listener, SOL_SOCKET, SO_PASSCRED, value, size));
  printf("%d %u\n", *value, *size);
  close(listener);
  begin();
  pair = room(2 * sizeof(int));
  go();
  say("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  close(pair[0]);
  close(pair[1]);
}

static void names(void) {
  char host[65], domain[65];
  gethostname(host, sizeof host);
  getdomainname(domain, sizeof domain);
  begin();
  char *name = text(host), *area = text(domain);
  go();
  say("sethostname", sethostname(name, strlen(host)));
  go();
  say("setdomainname", setdomainname(area, strlen(domain)));
}

/* Answers the two parts of each question with nothing but its number. */
static void *answer(void *argument) {
  unsigned char question[600];
  struct sockaddr_in from;
  for (int i = 0; i < 10; ++i) {
    socklen_t length = sizeof from;
    ssize_t n = recvfrom(*(int *)argument, question, sizeof question, 0,
                         (struct sockaddr *)&from, &length);
    if (n < 12)
      return 0;
    question[2] |= 0x80; /* an answer */
    sendto(*(int *)argument, question, (size_t)n, 0, (struct sockaddr *)&from,
           length);
  }
  return 0;
}

static void resolver(void) {
  int server = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in local = {.sin_family = AF_INET,
                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t length = sizeof local;
  bind(server, (struct sockaddr *)&local, length);
  getsockname(server, (struct sockaddr *)&local, &length);
  pthread_t other;
  pthread_create(&other, 0, answer, &server);
  static struct __res_state state;
  res_init();
  res_ninit(&state);
  struct __res_state *all[] = {&_res, &state};
  for (int i = 0; i < 2; ++i) {
    all[i]->nscount = 1;
    all[i]->nsaddr_list[0] = local;
    all[i]->retry = 1;
    all[i]->retrans = 5;
    all[i]->options &= ~(unsigned long)(RES_DNSRCH | RES_DEFNAMES);
  }
  unsigned char question[512];
  int size = res_mkquery(QUERY, "a.test", ns_c_in, ns_t_a, 0, 0, 0, question,
                         sizeof question);
  begin();
  unsigned char *reply = room(512);
  unsigned char *asked = item(question, (size_t)size);
#define ASK(name, ...)                                                         \
  do {                                                                         \
    go();                                                                      \
    const long result = name(__VA_ARGS__);                                     \
    say_right(#name, errno != EFAULT && (reply[2] & 0x80));                    \
    (void)result;                                                              \
  } while (0)
  ASK(res_send, asked, size, reply, 512);
  ASK(res_query, "a.test", ns_c_in, ns_t_a, reply, 512);
  ASK(res_search, "a.test.", ns_c_in, ns_t_a, reply, 512);
  ASK(res_querydomain, "a", "test", ns_c_in, ns_t_a, reply, 512);
  ASK(res_nsend, &state, asked, size, reply, 512);
  ASK(res_nquery, &state, "a.test", ns_c_in, ns_t_a, reply, 512);
  ASK(res_nsearch, &state, "a.test.", ns_c_in, ns_t_a, reply, 512);
  ASK(res_nquerydomain, &state, "a", "test", ns_c_in, ns_t_a, reply,
      512);
  shutdown(server, SHUT_RDWR);
  struct sockaddr_in to = local;
  sendto(server, "end", 3, 0, (struct sockaddr *)&to, sizeof to);
  pthread_cancel(other);
  pthread_join(other, 0);
  close(server);
}

int main(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  for (int i = 0; i < Size; ++i)
    contents[i] = (char)(i * 7 + i / 251);
  char folder[] = "/tmp/twofold-sockets-XXXXXX";
  if (!mkdtemp(folder))
    return 1;
  place.sun_family = AF_UNIX;
  snprintf(place.sun_path, sizeof place.sun_path, "%s/a", folder);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends))
    return 1;
  a = ends[0];
  b = ends[1];
  messages();
  addressed();
  connections();
  names();
  resolver();
  unlink(place.sun_path);
  return rmdir(folder);
}
#endif
