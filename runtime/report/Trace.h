// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Trace.h - what the runtime tells on stderr -------------------------===//
#ifndef TWOFOLD_RUNTIME_REPORT_TRACE_H
#define TWOFOLD_RUNTIME_REPORT_TRACE_H

#include "report/Topics.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace twofold {

/// This writes lines of text. It is thread-safe: a line is written whole.
class Trace {
public:
  using Sink = std::function<void(std::string_view Text)>;

private:
  const Topics Wanted;
  const Sink Write;

public:
  /// Without a sink, lines go to stderr.
  explicit Trace(Topics Wanted, Sink To = {});

  /// Whether one of these topics was asked for.
  template <std::same_as<Topic>... Kinds> bool on(Kinds... Any) const {
    return (Wanted.has(Any) || ...);
  }
  /// Whether anything was.
  bool any() const { return !Wanted.empty(); }
  /// Writes `twofold: Place: Text`, whatever was asked for.
  void line(std::string_view Place, std::string_view Text) const;
  /// Writes each line of Text, indented: a build log.
  void block(std::string_view Text) const;
};

/// This is what reports say of bytes, such as "1.5 MiB".
std::string formatBytes(double Bytes);
/// This is what reports say of a count, such as "1 call" and "2 calls".
std::string formatCount(uint64_t Count, const char *One);
/// This is what reports say of a time, such as "12.3 us".
std::string formatTime(double Nanoseconds);
/// This is a text of JSON, with its quotes.
std::string quoteJson(const std::string &Text);

} // namespace twofold

#endif
