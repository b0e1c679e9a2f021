// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Streams.cpp - the functions of stdio that give memory to the kernel ===//
//
// stdio copies through its own buffers, with ordinary accesses, except for
// whole blocks of fread and fwrite. A stream's buffer that is the program's own
// is read and written by the kernel whenever libc likes, at the program's exit,
// too: such memory is lent to the stream, and nothing of it stays on a device.
//
//===----------------------------------------------------------------------===//
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

SEEN(4, fread, writes(A1, bytesOf(A2, A3)));
SEEN(4, fread_unlocked, writes(A1, bytesOf(A2, A3)));
SEEN(5, __fread_chk, writes(A1, bytesOf(A3, A4)));
SEEN(5, __fread_unlocked_chk, writes(A1, bytesOf(A3, A4)));
SEEN(4, fwrite, reads(A1, bytesOf(A2, A3)));
SEEN(4, fwrite_unlocked, reads(A1, bytesOf(A2, A3)));

NEXT(setvbuf);
NEXT(setbuf);
NEXT(setbuffer);
NEXT(fclose);
NEXT(pclose);
NEXT(freopen);
NEXT(freopen64);

/// In place of the buffer that the stream had.
static void lend(FILE *To, const char *Buffer, size_t Size) {
  if (Buffer && Size)
    observation::lend(To, observation::rangeOf(Buffer, Size));
  else
    observation::takeBack(To);
}

extern "C" {

OURS int setvbuf(FILE *Of, char *Buffer, int Mode, size_t Size) noexcept {
  lend(Of, Mode == _IONBF ? nullptr : Buffer, Size);
  return Nextsetvbuf.get()(Of, Buffer, Mode, Size);
}
OURS void setbuf(FILE *Of, char *Buffer) noexcept {
  lend(Of, Buffer, BUFSIZ);
  Nextsetbuf.get()(Of, Buffer);
}
OURS void setbuffer(FILE *Of, char *Buffer, size_t Size) noexcept {
  lend(Of, Buffer, Size);
  Nextsetbuffer.get()(Of, Buffer, Size);
}

// What was lent comes back once the stream is gone; its memory may be another
// stream's by then, so it is noted before.
OURS int fclose(FILE *Of) {
  const observation::LoanEnd End(Of);
  return Nextfclose.get()(Of);
}
OURS int pclose(FILE *Of) {
  const observation::LoanEnd End(Of);
  return Nextpclose.get()(Of);
}
OURS FILE *freopen(const char *Path, const char *How, FILE *Of) {
  if (Path)
    user::text(Path);
  const observation::LoanEnd End(Of);
  return Nextfreopen.get()(Path, How, Of);
}
OURS FILE *freopen64(const char *Path, const char *How, FILE *Of) {
  if (Path)
    user::text(Path);
  const observation::LoanEnd End(Of);
  return Nextfreopen64.get()(Path, How, Of);
}

} // extern "C"
