// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/CallerVariables.h"

#include <algorithm>
#include <string_view>
#include <sys/auxv.h>
#include <unistd.h>

using namespace twofold;

void twofold::removeOpenMPVariables(char **From) {
  char **To = From;
  for (; *From; ++From) {
    const std::string_view Each = *From;
    const auto Begins = [&](std::string_view Name) {
      return Each.starts_with(Name);
    };
    static constexpr std::string_view Names[] = {"OMP_", "KMP_", "GOMP_",
                                                 "LIBOMP_", "INTEL_"};
    if (std::none_of(std::begin(Names), std::end(Names), Begins))
      *To++ = *From;
  }
  *To = nullptr;
}

void twofold::removeCallerVariables() {
  if (getauxval(AT_SECURE) && environ)
    removeOpenMPVariables(environ);
}
