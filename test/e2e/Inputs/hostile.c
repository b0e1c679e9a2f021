// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that leaves a file where it is loaded.
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void leave(void) {
  close(open(MARK, O_CREAT | O_WRONLY, 0666));
}

// Without it, libomp goes on to the next library.
void *ompt_start_tool(unsigned version, const char *runtime) { return 0; }
