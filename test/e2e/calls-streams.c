// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stdio on arrays: what it reads and writes, and buffers of streams that loops
// have had, before, while and after a stream has them.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1
#define _LARGEFILE64_SOURCE 1
#include "Inputs/device-memory.h"

#ifndef LOOPS
#include <fcntl.h>
#include <sys/stat.h>
#include <wchar.h>

size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);

static char name[] = "/tmp/twofold-streams-XXXXXX";
enum { Size = 20000 };
static char contents[Size];

/* What is in the file, and nothing more of it. */
static void show(const char *what) {
  static char all[20 * Size];
  int file = open(name, O_RDONLY);
  long n = read(file, all, sizeof all), s = n;
  for (long i = 0; i < n; ++i)
    s = s * 31 + all[i];
  printf("%s: %ld %lx\n", what, n, s);
  close(file);
  truncate(name, 0);
}
static FILE *fresh(const char *mode) {
  FILE *stream = fopen(name, mode);
  if (!stream)
    abort();
  return stream;
}

static void blocks(void) {
  begin();
  char *a = THIS(contents);
  FILE *out = fresh("w");
  go();
  say("fwrite", (long)fwrite(a, 1, Size, out));
  go();
  say("fwrite_unlocked", (long)fwrite_unlocked(a, 10, Size / 10, out));
  go();
  a[Size - 1] = 0;
  say("fputs", fputs(a + 1, out) < 0);
  go();
  a[Size - 1] = 0;
  say("fprintf", fprintf(out, "%s and %.*s\n", a + 1, 9000, a + 5));
  fclose(out);
  show("written");
  out = fresh("w");
  fwrite(contents, 1, Size, out);
  fwrite(contents, 1, Size, out);
  fclose(out);
  FILE *in = fresh("r");
#define FREAD(call, ...)                                                       \
  do {                                                                         \
    begin();                                                                   \
    a = room(Size);                                                            \
    go();                                                                      \
    rewind(in);                                                                \
    say(#call, (long)call(__VA_ARGS__));                                       \
    say_right(#call, !memcmp(a, contents, Size / 2));                          \
  } while (0)
  FREAD(fread, a, 1, Size, in);
  FREAD(fread_unlocked, a, 1, Size, in);
  FREAD(__fread_chk, a, Size, 1, Size, in);
  FREAD(__fread_unlocked_chk, a, Size, 1, Size, in);
  char *got;
  go();
  rewind(in);
  got = fgets(a, Size, in);
  say_right("fgets", got && strlen(a) == strcspn(contents, "\n") + 1);
  fclose(in);
  show("read");
}

/* A stream gets its buffer in each way, in pages that a device has; loops use
   the array before the stream is closed. */
static void give(FILE *stream, int how, char *buffer) {
  switch (how) {
  case 0:
    say("setvbuf", setvbuf(stream, buffer, _IOFBF, Size));
    break;
  case 1:
    setbuffer(stream, buffer, Size);
    break;
  case 2:
    setbuf(stream, buffer);
    break;
  default:
    say("setvbuf", setvbuf(stream, buffer, _IOLBF, Size));
  }
}

static void buffers(void) {
  for (int how = 0; how < 4; ++how)
    for (int end = 0; end < 4; ++end) {
      begin();
      char *buffer = room(Size), *other = room(Size);
      go();
      FILE *stream = fresh(end == 3 ? "r+" : "w");
      give(stream, how, buffer);
      fprintf(stream, "hello %d %d\n", how, end);
      /* The stream's bytes are the array's: they stay as they are. */
      copy(PageBytes, staged, other);
      copy(buffer + 100 - shown, staged, shown); /* some of the buffer, too */
      fputs("and more\n", stream);
      for (int i = 0; i < 300; ++i)
        fprintf(stream, "%d %.50s", i, "0123456789012345678901234567890123456");
      copy(PageBytes, staged, other);
      switch (end) {
      case 0:
        say("fclose", fclose(stream));
        break;
      case 1:
        say("fflush", fflush(stream));
        copy(PageBytes, staged, other);
        fputs("again\n", stream);
        say("fclose", fclose(stream));
        break;
      case 2: {
        FILE *again = how % 2 ? freopen64(name, "a", stream)
                              : freopen(name, "a", stream);
        say_right("freopen", again != 0);
        go();
        fputs("reopened\n", again);
        say("fclose", fclose(again));
        break;
      }
      default:
        rewind(stream);
        char line[100];
        say_right("fgets", fgets(line, sizeof line, stream) != 0);
        say("fclose", fclose(stream));
      }
      go(); /* all of it stays on the device again */
      show("buffered");
    }
  /* Its own stream's, and one that is replaced. */
  begin();
  char *buffer = room(Size), *other = room(Size);
  go();
  FILE *stream = popen("cat >/dev/null", "w");
  setvbuf(stream, buffer, _IOFBF, Size);
  fputs("for another program\n", stream);
  copy(PageBytes, staged, other);
  say("pclose", pclose(stream));
  go();
  stream = fresh("w");
  setvbuf(stream, buffer, _IOFBF, Size);
  setvbuf(stream, other, _IOFBF, Size);
  fputs("in the second one\n", stream);
  fflush(stream);
  say("fclose", fclose(stream));
  show("replaced");
  go();

  /* Memory that is freed while a stream still has it is another's array. */
  char *own = malloc(Size * 10);
  stream = fresh("w");
  setvbuf(stream, own, _IOFBF, Size * 10);
  fputs("1", stream);
  fclose(stream);
  free(own);
}

static void paths(void) {
  begin();
  char *path = text(name);
  go();
  FILE *stream = freopen(path, "w", fopen("/dev/null", "r"));
  say_right("freopen", stream != 0);
  say("fclose", fclose(stream));
  go();
  stream = freopen64(path, "w", fopen("/dev/null", "r"));
  say_right("freopen64", stream != 0);
  say("fclose", fclose(stream));
  /* Streams in memory copy by themselves. */
  begin();
  char *in = room(5000);
  go();
  stream = fmemopen(in, 5000, "w+");
  fprintf(stream, "%04000d", 7);
  say("fmemopen", fclose(stream));
  printf("%c %zu\n", in[3999], strlen(in));
  go();
  wchar_t wide[] = L"wide and long";
  begin();
  wchar_t *w = THIS(wide);
  go();
  stream = fresh("w");
  say("fputws", fputws(w, stream) < 0 ? -1 : 0);
  fclose(stream);
  show("wide");
}

/* The kernel takes this one's bytes at the very end. */
static void at_exit(void) {
  begin();
  char *buffer = room(Size);
  go();
  setvbuf(stdout, buffer, _IOFBF, Size);
  printf("the last line\n");
  copy(16, staged, shown);
}

int main(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  close(mkstemp(name));
  for (int i = 0; i < Size; ++i)
    contents[i] = i % 1000 == 999 ? '\n' : (char)('a' + i * 7 % 26);
  blocks();
  buffers();
  paths();
  unlink(name);
  fflush(stdout);
  at_exit();
}
#endif
