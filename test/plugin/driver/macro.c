// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __TWOFOLD__ is the version, also in files that the command line includes, in C++, in
// modules, and where flags define it, too.
// RUN: %clang %plugin %include -Wall -Werror %s -o %t %runtime_flags && %t
// RUN: sh -c '%clang %plugin %include -Wall -Werror -D__TWOFOLD__=$(%t number) -include %s -x c /dev/null -fsyntax-only'
// RUN: %clangxx %plugin %include -Wall -Werror -x c++ -fsyntax-only %s
// RUN: printf 'module;\nexport module asks;\nstatic_assert(__TWOFOLD__ > 0);\n' > %t.cppm
// RUN: %clangxx %plugin -std=c++20 -Wall -Werror -fsyntax-only %t.cppm
// RUN: not %clang %include -fsyntax-only %s 2>&1 | %FileCheck %s
// CHECK: error: no plugin
#ifndef __TWOFOLD__
#error no plugin
#endif
#include <stdio.h>
#include <twofold/twofold.h>

int main(int count, char **arguments) {
  int major, minor, patch;
  (void)arguments;
  if (count > 1)
    return printf("%d", __TWOFOLD__) < 0;
  return sscanf(twofold_version(), "%d.%d.%d", &major, &minor, &patch) != 3 ||
         major * 10000 + minor * 100 + patch != __TWOFOLD__;
}
