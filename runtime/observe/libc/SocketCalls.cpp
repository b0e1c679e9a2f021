// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SocketCalls.cpp - the functions of sockets -------------------------===//
#undef _FORTIFY_SOURCE
#include "observe/libc/SeenCall.h"

#include <netinet/in.h>
#include <resolv.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace twofold;

// What calls become under _FORTIFY_SOURCE.
extern "C" {
ssize_t __recv_chk(int, void *, size_t, size_t, int);
ssize_t __recvfrom_chk(int, void *, size_t, size_t, int, sockaddr *,
                       socklen_t *);
}

SEEN(4, recv, writes(A2, A3));
SEEN(6, recvfrom, writes(A2, A3), room(A5, A6));
SEEN(3, recvmsg, message(A2, true));
SEEN(5, recvmmsg, messages(A2, A3, true), writesOne(A5));
SEEN(5, __recv_chk, writes(A2, A3));
SEEN(7, __recvfrom_chk, writes(A2, A3), room(A6, A7));
SEEN(4, send, reads(A2, A3));
SEEN(6, sendto, reads(A2, A3), reads(A5, A6));
SEEN(3, sendmsg, message(A2, false));
SEEN(4, sendmmsg, messages(A2, A3, false));

SEEN_EACH(3, room(A2, A3), accept, getpeername, getsockname);
SEEN(4, accept4, room(A2, A3));
SEEN_EACH(3, reads(A2, A3), bind, connect);
SEEN(2, bindresvport, writesOne(A2));
SEEN(5, getsockopt, room(A4, A5));
SEEN(5, setsockopt, reads(A4, A5));
SEEN(4, socketpair, writesAll(A4, 2));

SEEN_EACH(2, reads(A1, A2), sethostname, setdomainname);

// Answers come from the network into the program's buffer.
SEEN_EACH(5, writes(A4, A5), res_query, res_search);
SEEN_EACH(6, writes(A5, A6), res_querydomain, res_nquery, res_nsearch);
SEEN(4, res_send, reads(A1, A2), writes(A3, A4));
SEEN(7, res_nquerydomain, writes(A6, A7));
SEEN(5, res_nsend, reads(A2, A3), writes(A4, A5));
