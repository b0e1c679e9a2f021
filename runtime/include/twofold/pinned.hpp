// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/pinned.hpp - data that stays in main memory for a scope ----===//
//
//   {
//     twofold::pinned stays(values);       // or (pointer, bytes)
//     ...                                  // loops with it run natively
//   }
//
// C++17 and later; needs the runtime library.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PINNED_HPP
#define TWOFOLD_PINNED_HPP

#include "twofold.h"

#include <cstddef>
#include <cstdlib>
#include <new>
#include <stdexcept>

namespace twofold {

/// Calls twofold_pin_host, and ends the pin when it is destroyed. Pins may nest
/// and overlap. The memory must live longer.
class pinned {
  const void *Pointer;
  std::size_t Bytes;

public:
  /// Throws std::invalid_argument if these are no range of memory, and
  /// std::bad_alloc.
  pinned(const void *Pointer, std::size_t Bytes)
      : Pointer(Pointer), Bytes(Bytes) {
    [[maybe_unused]] int Error = twofold_pin_host(Pointer, Bytes);
#if defined(__cpp_exceptions)
    if (Error == TWOFOLD_MEMORY_BAD_ARGUMENT)
      throw std::invalid_argument("twofold::pinned: no range of memory");
    if (Error)
      throw std::bad_alloc();
#else
    if (Error)
      std::abort();
#endif
  }
  /// Pins the elements of a container that has them in one piece. It must not
  /// get other memory meanwhile.
  template <class Container>
  explicit pinned(const Container &Of)
      : pinned(Of.data(), Of.size() * sizeof(*Of.data())) {}
  pinned(const pinned &) = delete;
  pinned &operator=(const pinned &) = delete;
  ~pinned() { twofold_unpin(Pointer, Bytes); }
};

} // namespace twofold

#endif
