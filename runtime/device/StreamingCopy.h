// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StreamingCopy.h - copies that pass the caches by -------------------===//
#ifndef TWOFOLD_RUNTIME_DEVICE_STREAMINGCOPY_H
#define TWOFOLD_RUNTIME_DEVICE_STREAMINGCOPY_H

#include <cstddef>

namespace twofold {

/// As memcpy. The stores do not read the destination first, which saves a third
/// of the traffic, and leave in the caches what is there. Visible to other
/// threads as any other store.
void copyStreaming(char *To, const char *From, size_t Bytes);

} // namespace twofold

#endif
