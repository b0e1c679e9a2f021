// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "site/LeftLoops.h"
#include "report/Trace.h"

using namespace twofold;

void LeftLoops::add(const char *File, uint32_t Line, const char *Function,
                    const char *Directive, const char *Reason) {
  std::array<std::string, 3> Key = {
      std::string(File) + ":" + std::to_string(Line),
      std::string(Function) + ": left to OpenMP's '" + Directive + "' ",
      std::string(", because ") + Reason};
  std::lock_guard<std::mutex> Guard(Lock);
  ++Counts[std::move(Key)];
}

void LeftLoops::summarize(const Trace &To) const {
  std::lock_guard<std::mutex> Guard(Lock);
  for (const auto &[Key, Count] : Counts)
    To.line(Key[0], Key[1] + formatCount(Count, "time") + Key[2]);
}
