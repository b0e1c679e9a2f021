// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/error.hpp - errors of annotated loops as exceptions --------===//
//
//   twofold::throw_errors();          // for the rest of the program
//   twofold::error_scope throwing;    // or until the end of this scope
//
// A loop whose access is out of bounds then throws twofold::bounds_error where
// it stands, natively and from a device, once everything that it started has
// stopped. What its arrays hold then is said at TWOFOLD_FOUND_... in twofold.h.
// The handler is the process's: other threads' loops throw too. C++11 and
// later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_ERROR_HPP
#define TWOFOLD_ERROR_HPP

#include "twofold.h"

#include <stdexcept>
#include <string>

namespace twofold {

/// An index of an annotated loop is not in its array.
class bounds_error : public std::out_of_range {
  twofold_error Error;
  std::string Array;

public:
  explicit bounds_error(const twofold_error &E)
      : std::out_of_range(E.text), Error(E), Array(E.array) {}

  /// The place of the access where it is known, else that of the loop.
  const char *file() const noexcept { return Error.file; }
  unsigned line() const noexcept { return Error.line; }
  /// The function that the loop stands in.
  const char *function() const noexcept { return Error.function; }
  const std::string &array() const noexcept { return Array; }
  long long index() const noexcept { return Error.index; }
  unsigned long long count() const noexcept { return Error.count; }
  /// Whether nothing has run, so that every array is unchanged.
  bool before() const noexcept { return Error.found == TWOFOLD_FOUND_BEFORE; }
};

#if defined(__cpp_exceptions)

/// An error handler that throws.
inline void throw_error(const twofold_error *E, void *) {
  throw bounds_error(*E);
}

inline void throw_errors() { twofold_set_error_handler(throw_error, nullptr); }

/// Errors throw for as long as it lives; then the last handler is back.
class error_scope {
  void *User;
  twofold_error_handler Before;

public:
  error_scope() : Before(twofold_get_error_handler(&User)) { throw_errors(); }
  ~error_scope() { twofold_set_error_handler(Before, User); }
  error_scope(const error_scope &) = delete;
  error_scope &operator=(const error_scope &) = delete;
};

#endif

} // namespace twofold

#endif
