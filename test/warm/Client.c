// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands in for a compiler: has the server (Server.c) run it, and ends as it
// ends. Where no server answers, it becomes the compiler. COMPILER, SOCKET,
// PLUGIN and PLUGIN_SOCKET, the server's that has loaded PLUGIN, are compiled
// in.
#define _GNU_SOURCE
#include "Request.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static int words(char **from, char *to, size_t *bytes) {
  int count = 0;
  for (; from[count]; ++count) {
    size_t length = strlen(from[count]) + 1;
    if (to)
      memcpy(to + *bytes, from[count], length);
    *bytes += length;
  }
  return count;
}

static const char *server(char **arguments) {
  for (; *arguments; ++arguments)
    if (!strcmp(*arguments, "-fplugin=" PLUGIN))
      return PLUGIN_SOCKET;
  return SOCKET;
}

/// Whether the compiler has run; then with its status.
static bool ask(char **arguments, int *status) {
  struct sockaddr_un address;
  int files[RequestFiles] = {0, 1, 2, open(".", O_PATH | O_CLOEXEC)};
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (files[3] < 0 || !addressOf(server(arguments), &address) ||
      connect(connection, (struct sockaddr *)&address, sizeof address))
    return false;
  struct RequestHead head = {.mask = umask(0)};
  umask(head.mask);
  head.arguments = words(arguments, NULL, &head.bytes);
  head.variables = words(environ, NULL, &head.bytes);
  char *text = malloc(head.bytes);
  size_t at = 0;
  words(arguments, text, &at);
  words(environ, text, &at);
  return transferHead(connection, &head, files, true) &&
         transfer(connection, text, head.bytes, true) &&
         transfer(connection, status, sizeof *status, false);
}

int main(int argc, char **argv) {
  (void)argc;
  int status;
  argv[0] = COMPILER;
  if (!ask(argv, &status))
    return execv(COMPILER, argv), 127;
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}
