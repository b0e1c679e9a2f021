// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What most programs in C++ include of the library, to be compiled ahead
// (e2e.sh).
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
