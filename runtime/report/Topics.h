// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Topics.h - what TWOFOLD_INFO asks to be told of --------------------===//
#ifndef TWOFOLD_RUNTIME_REPORT_TOPICS_H
#define TWOFOLD_RUNTIME_REPORT_TOPICS_H

namespace twofold {

enum class Topic : unsigned {
  Summary = 1,    ///< Loops at exit, and what is told of each once.
  Choice = 2,     ///< A loop runs elsewhere than its last call.
  Kernels = 4,    ///< Builds, their logs and what is tried of each kernel.
  Cache = 8,      ///< Where a kernel comes from, and why it was not there.
  Transfers = 16, ///< Bytes that move, and why.
  Calls = 32      ///< Each call.
};

/// This is a set of topics. A level from 0 to 3 stands for one.
class Topics {
  unsigned Bits;

public:
  constexpr Topics(unsigned Level)
      : Bits(Level == 0   ? 0
             : Level == 1 ? 1
             : Level == 2 ? 31
                          : 63) {}

  constexpr Topics(Topic One) : Bits(unsigned(One)) {}

  constexpr void add(Topics Others) { Bits |= Others.Bits; }
  constexpr bool has(Topic One) const { return Bits & unsigned(One); }
  constexpr bool empty() const { return Bits == 0; }
  friend constexpr bool operator==(Topics, Topics) = default;
};

} // namespace twofold

#endif
