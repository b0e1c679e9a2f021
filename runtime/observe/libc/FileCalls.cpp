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
SEEN_EACH(4, writes(A2, A3), pread, pread64, __read_chk);
SEEN(3, readv, pieces(A2, amount(A3), true));
SEEN_EACH(4, pieces(A2, amount(A3), true), preadv, preadv64);
SEEN_EACH(5, pieces(A2, amount(A3), true), preadv2, preadv64v2);
SEEN_EACH(5, writes(A2, A3), __pread_chk, __pread64_chk);

SEEN(3, write, reads(A2, A3));
SEEN_EACH(4, reads(A2, A3), pwrite, pwrite64);
SEEN(3, writev, pieces(A2, amount(A3), false));
SEEN_EACH(4, pieces(A2, amount(A3), false), pwritev, pwritev64);
SEEN_EACH(5, pieces(A2, amount(A3), false), pwritev2, pwritev64v2);

// The other end of the pipe says which way.
SEEN(4, vmsplice, pieces(A2, A3, true));
SEEN_EACH(6, (writesOne(A2), writesOne(A4)), splice, copy_file_range);
SEEN_EACH(4, writesOne(A3), sendfile, sendfile64);
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

SEEN_EACH(3, writes(A2, A3), ttyname_r, klogctl);
SEEN(4, __ttyname_r_chk, writes(A2, A3));
SEEN(5, openpty, readsOne(A4), readsOne(A5));
SEEN(4, forkpty, readsOne(A3), readsOne(A4));

SEEN(3, mincore, writes(A3, (A2 + 4095) / 4096));
SEEN(2, mlock, writes(A1, A2));
SEEN(3, mlock2, writes(A1, A2));
