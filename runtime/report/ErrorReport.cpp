// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/ErrorReport.h"

#include <cstdio>
#include <cstdlib>

using namespace twofold;

void ErrorReport::set(twofold_error_handler To, void *With) {
  std::lock_guard<std::mutex> Guard(Lock);
  Handler = To;
  User = With;
}

twofold_error_handler ErrorReport::get(void **With) const {
  std::lock_guard<std::mutex> Guard(Lock);
  if (With)
    *With = User;
  return Handler;
}

void ErrorReport::raise(const twofold_error &Error) const {
  void *With;
  if (twofold_error_handler To = get(&With))
    return To(&Error, With);
  std::fprintf(stderr, "twofold: %s\n", Error.text);
  std::fflush(nullptr); // what the program printed before shows where it was
  std::abort();
}
