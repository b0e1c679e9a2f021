// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Result.h - a value or the reason why there is none -----------------===//
#ifndef TWOFOLD_RUNTIME_REPORT_RESULT_H
#define TWOFOLD_RUNTIME_REPORT_RESULT_H

#include <string>
#include <utility>
#include <variant>

namespace twofold {

/// What went wrong, as far as the dispatcher has to tell cases apart.
enum class ErrorCode {
  Unavailable, ///< There is no loader, driver or such device, as is normal.
  BuildFailed, ///< The driver rejected the kernel; the message has its log.
  OutOfMemory, ///< The device has no room; evicting may help.
  DeviceLost,  ///< The context is unusable from now on.
  Declined,    ///< The kernel leaves the loop to the native variant.
  Unsupported, ///< The device cannot do what the kernel needs.
  Damaged,     ///< A cache entry failed its checks.
};

/// This says why an operation failed. `Message` is one line for the user, which
/// starts in lower case. `Detail` may hold more, such as a build log, which is
/// shown at TWOFOLD_INFO=2.
struct Error {
  ErrorCode Code;
  std::string Message;
  std::string Detail;
};

/// Either a T or an Error. Nothing in the runtime throws; functions that can
/// fail return this.
template <typename T> class [[nodiscard]] Result {
  std::variant<T, Error> Storage;

public:
  Result(T Value) : Storage(std::in_place_index<0>, std::move(Value)) {}
  Result(Error E) : Storage(std::in_place_index<1>, std::move(E)) {}

  explicit operator bool() const { return Storage.index() == 0; }
  T &operator*() { return *std::get_if<0>(&Storage); }
  T *operator->() { return std::get_if<0>(&Storage); }
  const Error &error() const { return *std::get_if<1>(&Storage); }
  Error takeError() { return std::move(*std::get_if<1>(&Storage)); }
};

struct Unit {};
/// Success without a value: `return Status(Unit());`
using Status = Result<Unit>;

} // namespace twofold

#endif
