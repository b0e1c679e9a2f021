// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a client asks of a warm compiler: files, then a block of text with the
// arguments and the environment.
#ifndef TWOFOLD_TEST_WARM_REQUEST_H
#define TWOFOLD_TEST_WARM_REQUEST_H

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

enum { RequestFiles = 4 }; // stdin, stdout, stderr and the working directory

struct Request {
  int files[RequestFiles];
  mode_t mask;
  int count;
  char **arguments, **environment;
};

struct RequestHead {
  mode_t mask;
  int arguments, variables;
  size_t bytes;
};

static inline bool addressOf(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path)
    return false;
  strcpy(address->sun_path, path);
  return true;
}

static inline int listenAt(const char *path) {
  struct sockaddr_un address;
  int out = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return addressOf(path, &address) &&
                 !bind(out, (struct sockaddr *)&address, sizeof address) &&
                 !listen(out, 128)
             ? out
             : -1;
}

static inline bool transfer(int connection, void *bytes, size_t size,
                            bool sends) {
  for (size_t done = 0; done < size;) {
    char *at = (char *)bytes + done;
    ssize_t now = sends ? send(connection, at, size - done, MSG_NOSIGNAL)
                        : recv(connection, at, size - done, 0);
    if (now <= 0 && !(now < 0 && errno == EINTR))
      return false;
    done += now > 0 ? (size_t)now : 0;
  }
  return true;
}

/// The head, with the files beside it.
static inline bool transferHead(int connection, struct RequestHead *head,
                                int files[RequestFiles], bool sends) {
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int[RequestFiles]))];
  } control;
  struct iovec part = {head, sizeof *head};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof control};
  memset(&control, 0, sizeof control);
  if (sends) {
    control.head.cmsg_level = SOL_SOCKET;
    control.head.cmsg_type = SCM_RIGHTS;
    control.head.cmsg_len = CMSG_LEN(sizeof(int[RequestFiles]));
    memcpy(CMSG_DATA(&control.head), files, sizeof(int[RequestFiles]));
    return sendmsg(connection, &message, MSG_NOSIGNAL) == (ssize_t)sizeof *head;
  }
  if (recvmsg(connection, &message, MSG_WAITALL) != (ssize_t)sizeof *head ||
      message.msg_controllen < CMSG_LEN(sizeof(int[RequestFiles])))
    return false;
  memcpy(files, CMSG_DATA(&control.head), sizeof(int[RequestFiles]));
  return true;
}

static inline bool receiveRequest(int connection, struct Request *out) {
  struct RequestHead head;
  if (!transferHead(connection, &head, out->files, false))
    return false;
  char *text = malloc(head.bytes);
  char **words =
      malloc(sizeof(char *) * (size_t)(head.arguments + head.variables + 2));
  if (!text || !words || !transfer(connection, text, head.bytes, false))
    return false;
  out->mask = head.mask;
  out->count = head.arguments;
  out->arguments = words;
  out->environment = words + head.arguments + 1;
  for (int k = 0; k < head.arguments + head.variables; ++k) {
    words[k + (k >= head.arguments)] = text;
    text += strlen(text) + 1;
  }
  words[head.arguments] = words[head.arguments + head.variables + 1] = NULL;
  return true;
}

#endif
