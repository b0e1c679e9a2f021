// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostMemory.h - how much more memory the process may use ------------===//
#ifndef TWOFOLD_RUNTIME_REPLAY_HOSTMEMORY_H
#define TWOFOLD_RUNTIME_REPLAY_HOSTMEMORY_H

#include <cstdint>
#include <string_view>

namespace twofold {

/// In bytes, from the texts of /proc/meminfo and of the control group's limit
/// and use (such as memory.max and memory.current), which may be empty. 0: not
/// known.
uint64_t availableMemory(std::string_view Meminfo, std::string_view Limit,
                         std::string_view Used);

/// The same of this process at present. Allocates nothing and calls nothing
/// that is observed.
uint64_t availableMemory();

} // namespace twofold

#endif
