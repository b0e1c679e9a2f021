// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Residence.h - which bytes of a region are current where ------------===//
//
// A pure state machine: it is told what happened and plans what has to be
// moved; it moves nothing itself. State belongs to the region's bytes, never to
// a view of them. At every moment each byte is current on the host, on the
// device, or on both.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_BYTES_RESIDENCE_H
#define TWOFOLD_RUNTIME_BYTES_RESIDENCE_H

#include "bytes/RangeSet.h"

#include <vector>

namespace twofold {

/// Bytes to copy between the host's copy and the device's copy of a region.
struct Transfer {
  enum class Direction { ToDevice, ToHost } Way;
  ByteRange Range; ///< host addresses
  bool operator==(const Transfer &) const = default;
};

/// What a launch does to a region.
struct RegionUse {
  RangeSet Reads;
  RangeSet Writes;  ///< bytes that may be written
  RangeSet Covered; ///< bytes of Writes that certainly are, all of them
};

/// The state of one region with regard to one device. Not thread-safe.
class Residence {
  ByteRange Bounds;
  RangeSet Host;   ///< current on the host
  RangeSet Device; ///< current on the device

  /// Each byte is current somewhere, and nothing else is said to be.
  void verify() const;

public:
  /// A region that no device has seen: all current on the host.
  explicit Residence(ByteRange Bounds) : Bounds(Bounds), Host(Bounds) {}

  const ByteRange &bounds() const { return Bounds; }
  const RangeSet &onHost() const { return Host; }
  const RangeSet &onDevice() const { return Device; }

  /// What must be copied to the device before a launch with this use. Bytes
  /// that may but need not be written are among them: whatever of them the
  /// launch leaves alone must survive the copy back.
  std::vector<Transfer> planUse(const RegionUse &Use) const;
  /// What must be copied back before the host may read Range.
  std::vector<Transfer> planHostRead(ByteRange Range) const;

  void markTransferred(const Transfer &Done);
  /// A launch wrote (or may have written) these bytes on the device.
  void markWritten(const RangeSet &Written);
  /// The host wrote, or may have written, Range. Bytes of it that the host
  /// leaves alone must have been current on the host.
  void markHostWritten(ByteRange Range);
  /// The device's copy is gone. Bytes that were current only there are
  /// returned: the host's copy of them is old, but all that is left.
  RangeSet dropDevice();

  /// Takes over the state of a region that this one has absorbed, or that has
  /// shrunk to it.
  void absorb(const Residence &Old);
};

} // namespace twofold

#endif
