// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OutOfMemory.cpp - no exception from the midst of the runtime -------===//
//
// A handler of the program's that catches std::bad_alloc would go on with a
// runtime whose notes about memory are half made: better dead than wrong. These
// serve the library alone (exports.map hides them): the program's `new`, also
// that of its loops, is another function.
#include <cstdlib>
#include <new>
#include <unistd.h>

[[noreturn]] static void endWithoutMemory() {
  constexpr char Text[] =
      "twofold: the program ends: no memory is left for the runtime\n";
  (void)!::write(2, Text, sizeof Text - 1);
  std::abort();
}

void *operator new(std::size_t Size) {
  void *Memory = ::operator new(Size, std::nothrow);
  return Memory ? Memory : (endWithoutMemory(), nullptr);
}

void *operator new[](std::size_t Size) {
  void *Memory = ::operator new[](Size, std::nothrow);
  return Memory ? Memory : (endWithoutMemory(), nullptr);
}
