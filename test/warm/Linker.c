// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands in for the linker of programs and of PoCL's kernels, which LINKER
// names. A kernel finds what it calls in the process that loads it. Looking for
// it in libraries, whose folders gold reads from end to end, takes three
// fourths of a kernel's link.
#include <string.h>
#include <unistd.h>

/// PoCL's output is a shared library in a file with such a name.
static int isKernel(char **arguments) {
  int shared = 0, temporary = 0;
  for (; *arguments; ++arguments) {
    shared |= !strcmp(*arguments, "-shared");
    temporary |= !strcmp(*arguments, "-o") && arguments[1] &&
                 strstr(arguments[1], "/tempfile_");
  }
  return shared && temporary;
}

int main(int argc, char **argv) {
  (void)argc;
  if (isKernel(argv)) {
    char **kept = argv;
    for (char **each = argv; *each; ++each)
      if (strncmp(*each, "-l", 2) && strncmp(*each, "-L", 2))
        *kept++ = *each;
    *kept = NULL;
  }
  return execv(LINKER, argv), 127;
}
