// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links the runtime without compiling with the plugin.
#include <twofold/twofold.h>

#include <cstdio>

int main() {
  std::printf("version %s\n", twofold_version());
  return 0;
}
