// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loaded before a compiler's libraries (LD_PRELOAD), it makes that process a
// server: each request is a fork, which runs the compiler's main with the
// arguments, the environment, the folder and the files of who asks (Client.c).
// What a compiler's start takes, most of it relocations, is done once. The
// server ends with the process at the other end of its standard input.
// WARM_SOCKET names the socket to listen on, WARM_PLUGIN a plugin that is
// loaded for all requests: those are compiled with it that do and that do not
// ask for it.
//
// A process that a driver starts for -cc1 is a fork, too.
//
// The compiler's code and constants are copied to large pages. A fork has these
// at once, where it would have to ask for each page of a file, and a processor
// finds them sooner.
#define _GNU_SOURCE
#include "Request.h"

#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { MaxClients = 256 };
typedef int Main(int, char **, char **);
typedef int Start(Main *, int, char **, void (*)(void), void (*)(void),
                  void (*)(void), void *);
typedef int Spawn(pid_t *, const char *, const posix_spawn_file_actions_t *,
                  const posix_spawnattr_t *, char *const[], char *const[]);

static Main *compiler;

static void wake(int signal) { (void)signal; }

/// Puts a copy of memory that is only read in its place.
static void enlargePages(char *begin, size_t bytes, int protection) {
  const size_t large = 1 << 21;
  char *room = mmap(NULL, bytes + large, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED)
    return;
  // Large pages are moved as such between places that lie alike in them.
  char *copy = room + ((size_t)(begin - room) & (large - 1));
  madvise(copy, bytes, MADV_HUGEPAGE);
  memcpy(copy, begin, bytes);
  if (!mprotect(copy, bytes, protection))
    mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, begin);
}

static void enlargeCompiler(void) {
  enum { MaxParts = 64 };
  struct {
    unsigned long begin, end;
    int protection;
  } parts[MaxParts];
  int count = 0;
  char line[4096], flags[5];
  FILE *maps = fopen("/proc/self/maps", "r");
  for (; maps && count < MaxParts && fgets(line, sizeof line, maps);) {
    if (sscanf(line, "%lx-%lx %4s", &parts[count].begin, &parts[count].end,
               flags) != 3 ||
        !(strstr(line, "/libLLVM") || strstr(line, "/libclang")) ||
        flags[0] != 'r' || flags[1] != '-' ||
        parts[count].end - parts[count].begin < 1 << 21)
      continue;
    parts[count++].protection = PROT_READ | (flags[2] == 'x' ? PROT_EXEC : 0);
  }
  if (maps)
    fclose(maps);
  for (int k = 0; k < count; ++k)
    enlargePages((char *)parts[k].begin, parts[k].end - parts[k].begin,
                 parts[k].protection);
}

static void compile(int connection) {
  struct Request request;
  if (!receiveRequest(connection, &request))
    _exit(1);
  for (int file = 0; file < 3; ++file)
    dup2(request.files[file], file);
  if (fchdir(request.files[3]))
    _exit(1);
  for (int file = 0; file < RequestFiles; ++file)
    close(request.files[file]);
  close(connection);
  umask(request.mask);
  environ = request.environment;
  exit(compiler(request.count, request.arguments, request.environment));
}

static int serve(int argc, char **argv, char **environment) {
  (void)argc, (void)argv, (void)environment;
  struct pollfd polled[MaxClients + 2] = {{.fd = 0, .events = POLLIN}};
  pid_t children[MaxClients + 2];
  const char *plugin = getenv("WARM_PLUGIN");
  if (plugin && !dlopen(plugin, RTLD_NOW | RTLD_GLOBAL))
    return 1;
  enlargeCompiler();
  int count = 2, listening = listenAt(getenv("WARM_SOCKET"));
  if (listening < 0)
    return 1;
  polled[1] = (struct pollfd){.fd = listening, .events = POLLIN};
  // A child that ends interrupts the wait, and nothing else.
  sigset_t ends, usual;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ends, &usual);
  signal(SIGCHLD, wake);
  if (write(1, "\n", 1) != 1)
    return 1;
  for (;;) {
    polled[1].events = count < MaxClients + 2 ? POLLIN : 0;
    int ready = ppoll(polled, count, NULL, &usual), status;
    if (ready > 0 && polled[0].revents)
      return 0;
    for (int k = 2; ready > 0 && k < count; ++k)
      if (polled[k].revents) // who asked has ended
        kill(-children[k], SIGKILL);
    for (pid_t child; (child = waitpid(-1, &status, WNOHANG)) > 0;)
      for (int k = 2; k < count; ++k)
        if (children[k] == child) {
          send(polled[k].fd, &status, sizeof status, MSG_NOSIGNAL);
          close(polled[k].fd);
          --count;
          polled[k] = polled[count];
          children[k] = children[count];
          break;
        }
    if (ready <= 0 || !(polled[1].revents & POLLIN))
      continue;
    int connection = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0)
      continue;
    pid_t child = fork();
    if (child == 0) {
      setsid();
      signal(SIGCHLD, SIG_DFL);
      sigprocmask(SIG_SETMASK, &usual, NULL);
      for (int k = 1; k < count; ++k)
        close(polled[k].fd);
      compile(connection);
    }
    if (child < 0) {
      close(connection);
      continue;
    }
    setpgid(child, child);
    polled[count] = (struct pollfd){.fd = connection};
    children[count++] = child;
  }
}

int posix_spawn(pid_t *child, const char *path,
                const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const argv[],
                char *const environment[]) {
  if (!compiler || actions || !argv[0] || !argv[1] || strcmp(argv[1], "-cc1"))
    return ((Spawn *)dlsym(RTLD_NEXT, "posix_spawn"))(
        child, path, actions, attributes, argv, environment);
  fflush(NULL);
  *child = fork();
  if (*child == 0) {
    int count = 0;
    while (argv[count])
      ++count;
    exit(compiler(count, (char **)argv, environ));
  }
  return *child < 0 ? errno : 0;
}

int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack) {
  Start *start = (Start *)dlsym(RTLD_NEXT, "__libc_start_main");
  if (getenv("WARM_SOCKET")) {
    compiler = main;
    main = serve;
  }
  return start(main, argc, argv, init, fini, end, stack);
}
