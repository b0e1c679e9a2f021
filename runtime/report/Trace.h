// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Trace.h - what the runtime tells on stderr -------------------------===//
#ifndef TWOFOLD_RUNTIME_REPORT_TRACE_H
#define TWOFOLD_RUNTIME_REPORT_TRACE_H

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace twofold {

/// Lines of text at levels 1 to 3; nothing at level 0. Thread-safe: a line is
/// written whole.
class Trace {
public:
  using Sink = std::function<void(std::string_view Text)>;

private:
  const unsigned Level;
  const Sink Write;

public:
  /// Without a sink, lines go to stderr.
  explicit Trace(unsigned Level, Sink To = {});

  bool on(unsigned AtLevel) const { return Level >= AtLevel; }
  /// Writes `twofold: Place: Text`, at any level.
  void line(std::string_view Place, std::string_view Text) const;
  /// Writes each line of Text, indented: a build log.
  void block(std::string_view Text) const;
};

/// "1.5 MiB", for reports.
std::string formatBytes(double Bytes);
/// "1 call", "2 calls", for reports.
std::string formatCount(uint64_t Count, const char *One);
/// "12.3 us", for reports.
std::string formatTime(double Nanoseconds);

} // namespace twofold

#endif
