// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheMiss.h - why the cache does not have a kernel -----------------===//
#ifndef TWOFOLD_RUNTIME_CACHE_CACHEMISS_H
#define TWOFOLD_RUNTIME_CACHE_CACHEMISS_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace twofold {

/// What tells two keys apart, as in "driver version changed from 1 to 2";
/// empty if nothing does.
std::string describeKeyChange(std::string_view From, std::string_view To);

/// Why `Wanted` is not among the stored keys: what changed since the entry that
/// comes closest, among those of the same kernel. Empty if it is there.
std::string explainMiss(std::string_view Wanted,
                        std::span<const std::string> Stored);

} // namespace twofold

#endif
