/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of libc's functions in memory that a loop has just written: on a
   device with memory of its own nothing of it is accessible. Each lies across
   two pages. Of use to foreign.sh, which compiles a source twice. */
#ifndef DEVICE_MEMORY_H
#define DEVICE_MEMORY_H

#ifdef LOOPS

void copy(long n, const char *from, char *to) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    to[i] = from[i];
}

#else

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void copy(long n, const char *from, char *to);

struct residence {
  unsigned size, devices;
  unsigned long long bytes, on_host, on_device[16];
};
__attribute__((weak)) int twofold_where(const void *, size_t,
                                        struct residence *);

enum { PageBytes = 4096, Pages = 64 };
static char *staged, *shown;
static int next_page;

/* A new set of arguments. */
static void begin(void) {
  if (!staged) {
    staged = aligned_alloc(PageBytes, Pages * PageBytes);
    shown = aligned_alloc(PageBytes, Pages * PageBytes);
  }
  memset(staged, 0, Pages * PageBytes);
  next_page = 1;
}

/* Where an argument will be, with these bytes, or zeros. */
static void *item(const void *bytes, size_t size) {
  size_t at = (size_t)next_page * PageBytes - 16;
  next_page += 1 + (int)((size + PageBytes - 1) / PageBytes);
  if (next_page >= Pages)
    abort();
  if (bytes)
    memcpy(staged + at, bytes, size);
  return shown + at;
}
__attribute__((unused)) static void *room(size_t size) { return item(0, size); }
/* The end of it is on the second page. */
__attribute__((unused)) static char *text(const char *s) {
  size_t size = strlen(s) + 1, at = (size_t)next_page * PageBytes;
  at -= size < 16 ? size / 2 : 8;
  next_page += 2;
  memcpy(staged + at, s, size);
  return shown + at;
}
#define ONE(type) ((type *)room(sizeof(type)))
#define THIS(value) item(&(value), sizeof(value))

/* Everything is on the device from here on. */
static void go(void) {
  copy(Pages * PageBytes, staged, shown);
  const char *mode = getenv("TWOFOLD_COHERENCE");
  struct residence at = {sizeof at, 0, 0, 0, {0}};
  if (twofold_where && mode && !strcmp(mode, "lazy") &&
      !strcmp(getenv("TWOFOLD_DEVICE"), "cpu") &&
      (twofold_where(shown, Pages * PageBytes, &at) || at.on_host)) {
    fprintf(stderr, "%llu bytes are not on the device alone\n", at.on_host);
    exit(1);
  }
  errno = 0;
}

/* What a call has answered. */
__attribute__((unused)) static void say(const char *name, long result) {
  const int error = errno;
  printf("%s: %ld %s\n", name, result, result < 0 ? strerror(error) : "");
  if (result < 0 && error == EFAULT)
    printf("%s cannot use an array\n", name);
}
/* The same, of a pointer or a number that need only be right. */
__attribute__((unused)) static void say_right(const char *name, int right) {
  say(name, right ? 0 : -1);
}

#endif
#endif
