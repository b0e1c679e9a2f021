// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What twofold.h says about memory, between loops. Each call returns what it
// should, and no result depends on any.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0 --also TWOFOLD_COHERENCE=lazy \
// RUN:   --also TWOFOLD_COHERENCE=lazy,TWOFOLD_ZERO_COPY=0 \
// RUN:   --also TWOFOLD_COHERENCE=function
#include "Inputs/show.h"
#include <stdlib.h>
#include <string.h>

enum { Count = 6000, Bytes = Count * sizeof(int) };

#ifdef WITH_PLUGIN
#include <twofold/twofold.h>

#define CALL(Expected, ...)                                                    \
  do {                                                                         \
    int got_ = (__VA_ARGS__);                                                  \
    if (got_ != (Expected)) {                                                  \
      fprintf(stderr, "line %d: %s is %d\n", __LINE__, #__VA_ARGS__, got_);    \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static int *make(void) { return twofold_alloc(Bytes); }
static void drop(int *a) { twofold_free(a); }

/* All bytes are somewhere. */
static void look(const int *a) {
  struct twofold_residence at = {sizeof at};
  unsigned long long sum;
  CALL(0, twofold_where(a, Bytes, &at));
  sum = at.on_host;
  for (int d = 0; d < TWOFOLD_RESIDENCE_DEVICES; ++d)
    sum += at.on_device[d];
  CALL(1, at.bytes == Bytes && sum >= Bytes && at.on_host <= Bytes);
}

static void all_home(const int *a) {
  struct twofold_residence at = {sizeof at};
  CALL(0, twofold_sync(a, Bytes));
  CALL(0, twofold_where(a, Bytes, &at));
  CALL(1, at.on_host == Bytes);
}
#else
#define CALL(Expected, ...)
static int *make(void) { return calloc(Count, sizeof(int)); }
static void drop(int *a) { free(a); }
static void look(const int *a) { (void)a; }
static void all_home(const int *a) { (void)a; }
#endif

static void fill(int *a, int by) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] = i * by;
}

static void add(int *a, const int *b) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] += b[i];
}

static void show(const char *name, const int *a) {
  unsigned sum = 0;
  for (int i = 0; i < Count; ++i)
    sum = sum * 31 + (unsigned)a[i];
  printf("%s: %u %d %d\n", name, sum, a[1], a[Count - 1]);
}

int main(void) {
  int *a = make(), *b = make(), *c = malloc(Bytes);
  CALL(0, twofold_sync_all());
  CALL(0, twofold_discard(a, Bytes));
  look(a);
  show("fresh", b);
  fill(a, 3);
  fill(b, 5);
  fill(c, 7);
  look(a);
  add(a, b);
  all_home(a);
  show("synced", a);
  show("not synced", b);
#ifdef WITH_PLUGIN
  /* On a device where there is one, and nothing lost where there is none. */
  CALL(1, twofold_prefetch(a, Bytes, 0) == (twofold_device_count()
                                                ? TWOFOLD_MEMORY_OK
                                                : TWOFOLD_MEMORY_NO_DEVICE));
#endif
  CALL(TWOFOLD_MEMORY_NO_DEVICE, twofold_prefetch(a, Bytes, 1000));
  add(a, c);
  look(c);
  show("prefetched", a);
  add(c, a);
  CALL(0, twofold_pin_host(c, Bytes));
  CALL(0, twofold_pin_host(c + 1, 10));
  all_home(c);
  CALL(TWOFOLD_MEMORY_IS_PINNED | TWOFOLD_MEMORY_NO_DEVICE,
       twofold_prefetch(c, Bytes, 0) |
           (TWOFOLD_MEMORY_IS_PINNED | TWOFOLD_MEMORY_NO_DEVICE));
  CALL(TWOFOLD_MEMORY_NOT_PINNED, twofold_unpin(c, 10));
  CALL(0, twofold_unpin(c, Bytes));
  CALL(0, twofold_unpin(c + 1, 10));
  show("pinned", c);
  add(c, b);
  CALL(0, twofold_sync_all());
  show("all synced", c);
  /* All of it is written before it is read again. */
  fill(b, 2);
  CALL(0, twofold_discard(b, Bytes));
  memset(b, 1, Bytes);
  add(a, b);
  show("discarded", a);
  fill(a, 9);
  drop(a);
  a = make();
  show("fresh again", a);
  add(a, c);
  show("reused", a);
#ifdef WITH_PLUGIN
  {
    struct twofold_region_statistics now = {sizeof now};
    CALL(0, twofold_get_region_statistics(&now));
    CALL(0, now.pinned_bytes);
    CALL(TWOFOLD_MEMORY_BAD_ARGUMENT, twofold_sync(0, 1));
    CALL(0, twofold_sync(0, 0));
    CALL(1, twofold_alloc(0) == 0 && twofold_alloc((size_t)-1) == 0);
  }
#endif
  drop(a);
  drop(b);
  free(c);
  return 0;
}
