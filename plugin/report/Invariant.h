// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Invariant.h - what must hold, or the plugin is wrong ---------------===//
//
// LLVM's headers decide what assert() means in the plugin: they have other
// members where it is on, and Debian's LLVM is built without it. So what our
// own code takes for granted is checked here, in development builds.
#ifndef TWOFOLD_PLUGIN_REPORT_INVARIANT_H
#define TWOFOLD_PLUGIN_REPORT_INVARIANT_H

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace twofold {

#ifdef TWOFOLD_CHECKED
inline constexpr bool Checked = true;
#else
inline constexpr bool Checked = false;
#endif

/// Ends the process with a line that names the place, where Holds is false. In
/// a build for use it does nothing; a dear question is asked if (Checked).
inline void
invariant(bool Holds, const char *What,
          std::source_location At = std::source_location::current()) {
  if (!Checked || Holds)
    return;
  std::fprintf(stderr, "twofold: %s:%u: not so: %s\n", At.file_name(),
               unsigned(At.line()), What);
  std::abort();
}

} // namespace twofold

#endif
