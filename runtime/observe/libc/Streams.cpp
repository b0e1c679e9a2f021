// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Streams.cpp - the functions of stdio that give memory to the kernel ===//
//
// stdio copies through its own buffers, with ordinary accesses, except for
// whole blocks of fread and fwrite. A stream's buffer that is the program's own
// is read and written by the kernel whenever libc likes, at the program's exit,
// too: such memory is lent to the stream, and nothing of it stays on a device.
#undef _FORTIFY_SOURCE
#include "guard/Loans.h"
#include "observe/Observation.h"
#include "observe/libc/SeenCall.h"

#include <cstdio>

using namespace twofold;

// What calls become under _FORTIFY_SOURCE.
extern "C" {
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
}

static size_t bytesOf(size_t Size, size_t Count) {
  size_t Bytes;
  return __builtin_mul_overflow(Size, Count, &Bytes) ? 0 : Bytes;
}

SEEN_EACH(4, writes(A1, bytesOf(A2, A3)), fread, fread_unlocked);
SEEN_EACH(5, writes(A1, bytesOf(A3, A4)), __fread_chk, __fread_unlocked_chk);
SEEN_EACH(4, reads(A1, bytesOf(A2, A3)), fwrite, fwrite_unlocked);

/// In place of the buffer that the stream had.
static void lend(FILE *To, const char *Buffer, size_t Size) {
  if (Buffer && Size)
    observation::lend(To, observation::rangeOf(Buffer, Size));
  else
    observation::takeBack(To);
}

SEEN_WITH(4, setvbuf, lend(A1, A3 == _IONBF ? nullptr : A2, A4));
SEEN_WITH(2, setbuf, lend(A1, A2, BUFSIZ));
SEEN_WITH(3, setbuffer, lend(A1, A2, A3));

// What was lent comes back once the stream is gone; its memory may be another
// stream's by then, so it is noted before.
SEEN_WITH(1, fclose, const observation::LoanEnd End(A1));
SEEN_WITH(1, pclose, const observation::LoanEnd End(A1));
SEEN_WITH(3, freopen, const observation::LoanEnd End(A3), text(A1));
SEEN_WITH(3, freopen64, const observation::LoanEnd End(A3), text(A1));
