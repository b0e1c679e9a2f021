// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FileCalls.cpp - the functions that read, write and wait for files --===//
#undef _FORTIFY_SOURCE
#include "observe/libc/SeenCall.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace twofold;

// What calls become under _FORTIFY_SOURCE.
extern "C" {
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);
int __poll_chk(pollfd *, nfds_t, int, size_t);
int __ttyname_r_chk(int, char *, size_t, size_t) noexcept;
}

SEEN(3, read, writes(A2, A3));
SEEN(4, pread, writes(A2, A3));
SEEN(4, pread64, writes(A2, A3));
SEEN(3, readv, pieces(A2, amount(A3), true));
SEEN(4, preadv, pieces(A2, amount(A3), true));
SEEN(4, preadv64, pieces(A2, amount(A3), true));
SEEN(5, preadv2, pieces(A2, amount(A3), true));
SEEN(5, preadv64v2, pieces(A2, amount(A3), true));
SEEN(4, __read_chk, writes(A2, A3));
SEEN(5, __pread_chk, writes(A2, A3));
SEEN(5, __pread64_chk, writes(A2, A3));

SEEN(3, write, reads(A2, A3));
SEEN(4, pwrite, reads(A2, A3));
SEEN(4, pwrite64, reads(A2, A3));
SEEN(3, writev, pieces(A2, amount(A3), false));
SEEN(4, pwritev, pieces(A2, amount(A3), false));
SEEN(4, pwritev64, pieces(A2, amount(A3), false));
SEEN(5, pwritev2, pieces(A2, amount(A3), false));
SEEN(5, pwritev64v2, pieces(A2, amount(A3), false));

// The other end of the pipe says which way.
SEEN(4, vmsplice, pieces(A2, A3, true));
SEEN(6, splice, writesOne(A2), writesOne(A4));
SEEN(6, copy_file_range, writesOne(A2), writesOne(A4));
SEEN(4, sendfile, writesOne(A3));
SEEN(4, sendfile64, writesOne(A3));
SEEN(1, pipe, writesAll(A1, 2));
SEEN(2, pipe2, writesAll(A1, 2));
SEEN(2, eventfd_read, writesOne(A2));

SEEN(3, poll, writesAll(A1, A2));
SEEN(4, __poll_chk, writesAll(A1, A2));
SEEN(5, select, files(A2, A1), files(A3, A1), files(A4, A1), writesOne(A5));
SEEN(4, epoll_ctl, readsOne(A4));
SEEN(4, epoll_wait, writesAll(A2, A3));
SEEN(3, signalfd, readsOne(A2));
SEEN(2, timerfd_gettime, writesOne(A2));
SEEN(4, timerfd_settime, readsOne(A3), writesOne(A4));

SEEN(3, getrandom, writes(A1, A2));
SEEN(2, getentropy, writes(A1, A2));
#if __GLIBC_PREREQ(2, 36)
SEEN(2, arc4random_buf, writes(A1, A2));
#endif

SEEN(3, ttyname_r, writes(A2, A3));
SEEN(4, __ttyname_r_chk, writes(A2, A3));
SEEN(5, openpty, readsOne(A4), readsOne(A5));
SEEN(4, forkpty, readsOne(A3), readsOne(A4));
SEEN(3, klogctl, writes(A2, A3));

SEEN(3, mincore, writes(A3, (A2 + 4095) / 4096));
SEEN(2, mlock, writes(A1, A2));
SEEN(3, mlock2, writes(A1, A2));
