// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's code is an object of its own that the plugin has not seen. System
// calls, the C library, threads and signal handlers use the arrays of loops.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1

#ifdef LOOPS
void scale(long n, int *a, int by) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    a[i] = a[i] * by + (int)i;
}

void letters(long n, char *s, int shift) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    s[i] = (char)('a' + (i * 7 + shift) % 26);
}

void step(long n, const int *from, int *to) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    to[i] = to[i] + from[i] % 1000;
}
#else

#include <pthread.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

void scale(long n, int *a, int by);
void letters(long n, char *s, int shift);
void step(long n, const int *from, int *to);

enum { Count = 50000 };
static const size_t Bytes = Count * sizeof(int);

static int *make(void) {
  int *a = malloc(Bytes);
  for (long i = 0; i < Count; ++i)
    a[i] = (int)(i % 91);
  return a;
}

static long sum(const int *a) {
  long s = 0;
  for (long i = 0; i < Count; ++i)
    s += a[i] % 1000;
  return s;
}

static int by_value(const void *x, const void *y) {
  int a = *(const int *)x, b = *(const int *)y;
  return (a > b) - (a < b);
}

static void library(void) {
  int *a = make(), *b = make();
  scale(Count, a, 3);
  qsort(a, Count, sizeof *a, by_value);
  int key = a[Count / 3];
  scale(Count, b, 2);
  printf("bsearch: %d\n",
         *(int *)bsearch(&key, a, Count, sizeof *a, by_value) == key);
  memcpy(b, a, Bytes);
  step(Count, a, b);
  memmove(b + 1, b, Bytes - sizeof *b);
  printf("memmove: %ld %d\n", sum(b), memcmp(a, b, Bytes) != 0);
  scale(Count, a, 5);
  memset(a + 100, 1, 4000 * sizeof *a);
  scale(Count, a, 1);
  printf("memset: %ld\n", sum(a));
  free(a);
  free(b);
}

static void text(void) {
  char *s = malloc(Count);
  letters(Count, s, 3);
  s[Count - 1] = 0;
  printf("strlen: %zu\n", strlen(s));
  letters(Count, s, 4);
  s[20000] = 0;
  printf("%%s: %.40s %zu\n", s, strlen(s));
  letters(Count, s, 5);
  printf("memchr: %td\n", (char *)memchr(s, 'q', Count) - s);
  letters(Count, s, 6);
  printf("snprintf: %d\n", snprintf(s + 5000, 30000, "%d and %.100s", 42, s));
  letters(4000, s, 9);
  printf("after: %.20s %.20s\n", s, s + 5000);
  char *copy = strndup(s, 9000);
  letters(Count, s, 1);
  printf("strndup: %.10s %zu\n", copy, strlen(copy));
  free(copy);

  FILE *file = tmpfile();
  letters(Count, s, 8);
  for (int line = 0; line < 5; ++line)
    fprintf(file, "%.*s\n", 5000, s + line * 5001);
  rewind(file);
  size_t size = Count;
  ssize_t got;
  unsigned check = 0;
  while ((got = getline(&s, &size, file)) > 0) {
    check = check * 31 + (unsigned)s[got / 2] + (unsigned)got;
    letters(got, s, 2);
  }
  printf("getline: %u %.12s\n", check, s);
  fclose(file);
  free(s);
}

/* What a thread sends, the other end reads into an array that loops use. */
struct sender {
  int to;
  const int *from;
};
static void *send_all(void *argument) {
  struct sender *s = argument;
  for (size_t at = 0; at < Bytes;) {
    ssize_t n = write(s->to, (const char *)s->from + at, Bytes - at);
    if (n <= 0)
      abort();
    at += (size_t)n;
  }
  return 0;
}

static void channel(const char *name, const int ends[2]) {
  int *a = make(), *b = make();
  scale(Count, a, 3);
  scale(Count, b, 2);
  struct sender s = {ends[1], a};
  pthread_t thread;
  pthread_create(&thread, 0, send_all, &s);
  for (size_t at = 0; at < Bytes;) {
    ssize_t n = read(ends[0], (char *)b + at, Bytes - at);
    if (n <= 0)
      abort();
    at += (size_t)n;
  }
  pthread_join(thread, 0);
  step(Count, a, b);
  printf("%s: %ld\n", name, sum(b));
  /* In pieces, and to places that a loop has just written. */
  scale(Count, a, 7);
  struct iovec out[2] = {{a, 3000}, {a + 20000, 5000}};
  struct iovec in[2] = {{b + 5, 5000}, {b + 30000, 3000}};
  ssize_t sent = writev(ends[1], out, 2), got = readv(ends[0], in, 2);
  scale(Count, b, 3);
  printf("%s: %zd %zd %ld\n", name, sent, got, sum(b));
  close(ends[0]);
  close(ends[1]);
  free(a);
  free(b);
}

static void files(void) {
  char name[] = "/tmp/twofold-foreign-XXXXXX";
  int file = mkstemp(name);
  unlink(name);
  int *a = make();
  scale(Count, a, 3);
  printf("write: %zd\n", write(file, a, Bytes));
  int *shared = mmap(0, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  scale(Count, shared, 2);
  step(Count, shared, a);
  lseek(file, 0, SEEK_SET);
  int *b = make();
  scale(Count, b, 2);
  printf("read: %zd\n", read(file, b, Bytes));
  printf("shared: %d\n", memcmp(b, shared, Bytes));
  int *own = mmap(0, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  scale(Count, own, 5);
  scale(Count, own, 2);
  printf("pread: %zd %d\n", pread(file, b, Bytes, 0), memcmp(b, shared, Bytes));
  printf("private: %ld %ld %ld\n", sum(own), sum(shared), sum(a));
  munmap(own, Bytes);
  munmap(shared, Bytes);
  close(file);
  free(a);
  free(b);
}

static void streams(void) {
  FILE *file = tmpfile();
  int *a = make(), *b = make();
  scale(Count, a, 3);
  fwrite(a, sizeof *a, Count, file);
  rewind(file);
  scale(Count, b, 3);
  printf("fread: %zu\n", fread(b, sizeof *b, Count, file));
  step(Count, a, b);
  printf("streams: %ld\n", sum(b));
  fclose(file);
  free(a);
  free(b);
}

/* One thread looks at what loops have written before, while others run. */
struct watched {
  const int *still;
  long wanted;
  int rounds;
};
static void *watch(void *argument) {
  struct watched *w = argument;
  for (int r = 0; r < w->rounds; ++r)
    if (sum(w->still) != w->wanted)
      return w;
  return 0;
}

static void threads(void) {
  int *a = make(), *b = make(), *c = make();
  scale(Count, a, 3);
  scale(Count, c, 3);
  struct watched w = {a, sum(c), 20};
  pthread_t thread;
  pthread_create(&thread, 0, watch, &w);
  for (int r = 0; r < 20; ++r)
    step(Count, a, b);
  void *wrong;
  pthread_join(thread, &wrong);
  printf("threads: %d %ld\n", wrong != 0, sum(b));
  free(a);
  free(b);
  free(c);
}

static void growth(void) {
  long n = 1000;
  int *a = malloc((size_t)n * sizeof *a);
  for (long i = 0; i < n; ++i)
    a[i] = (int)i;
  while (n < Count) {
    scale(n, a, 3);
    long more = n * 3 / 2;
    a = realloc(a, (size_t)more * sizeof *a);
    for (long i = n; i < more; ++i)
      a[i] = (int)(i % 13);
    n = more;
  }
  scale(n, a, 2);
  printf("realloc: %ld %ld\n", n, sum(a));
  a = realloc(a, 5000 * sizeof *a);
  scale(5000, a, 2);
  printf("less: %d %d\n", a[0], a[4999]);
  free(a);
}

static int *handled;
static volatile sig_atomic_t alarms;
static void on_signal(int number) {
  (void)number;
  handled[Count / 2] += handled[3] % 10 + 1;
  ++alarms;
}

static void signals(void) {
  handled = make();
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, 0);
  scale(Count, handled, 3);
  raise(SIGUSR1);
  scale(Count, handled, 3);
  raise(SIGUSR1);
  printf("signals: %d %ld\n", (int)alarms, sum(handled));

  free(handled);
}

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  static const char text[] = "the program's own fault\n";
  if (write(1, text, sizeof text - 1) < 0 || !info->si_addr)
    _exit(1);
  _exit(0);
}

static void children(void) {
  int *a = make();
  scale(Count, a, 3);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    printf("child: %ld\n", sum(a));
    scale(Count, a, 2);
    printf("child: %ld\n", sum(a));
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, 0, 0);
  scale(Count, a, 5);
  printf("parent: %ld\n", sum(a));
  fflush(stdout);
  child = fork();
  if (child == 0) {
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, 0);
    int *gone = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *(volatile int *)gone = a[1];
    _exit(1);
  }
  int status;
  waitpid(child, &status, 0);
  printf("status: %d\n", status);
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, 0);
  scale(Count, a, 3);
  printf("handler: %ld\n", sum(a));
  scale(Count, a, 3);
  printf("twice: %ld\n", sum(a));
  signal(SIGSEGV, SIG_DFL);
  scale(Count, a, 3);
  printf("default: %ld\n", sum(a));
  free(a);
}

int main(void) {
  int ends[2];
  library();
  text();
  if (pipe(ends))
    return 1;
  channel("pipe", ends);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  channel("socket", ends);
  files();
  streams();
  threads();
  growth();
  signals();
  children();
  return 0;
}
#endif
