// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostCopies.h - between the program's arrays and staging memory -----===//
//
// Large copies are shared out among the threads of a crew, where there is one.
#ifndef TWOFOLD_RUNTIME_DEVICE_HOSTCOPIES_H
#define TWOFOLD_RUNTIME_DEVICE_HOSTCOPIES_H

#include "bytes/Rectangle.h"
#include "thread/CopyThreads.h"

#include <cstddef>

namespace twofold {

class HostCopies {
  CopyThreads *const Crew; ///< null: the caller copies

public:
  explicit HostCopies(CopyThreads *Crew) : Crew(Crew) {}

  void copy(char *To, const char *From, size_t Bytes) const;
  /// Stores those bytes that differ between Before and After: all others are
  /// left alone.
  void storeChanged(char *To, const char *Before, const char *After,
                    size_t Bytes) const;

  /// The rows at From, one after the other.
  void pack(char *To, const char *From, const RowLayout &Rows) const;
  /// Stores rows that lie at From as packed says, and touches nothing between.
  void unpack(char *To, const char *From, const RowLayout &Rows) const;
  /// As storeChanged, of rows: Before and After are packed.
  void unpackChanged(char *To, const char *Before, const char *After,
                     const RowLayout &Rows) const;
  /// From row to row of memory that is laid out in the same way.
  void copyRows(char *To, const char *From, const RowLayout &Rows) const;
};

/// As memcpy. The stores do not read the destination first, which saves a third
/// of the traffic, and leave in the caches what is there. Visible to other
/// threads as any other store.
void copyStreaming(char *To, const char *From, size_t Bytes);

} // namespace twofold

#endif
