// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Residence.h - which bytes of a region are current where ------------===//
//
// A pure state machine: it is told what happened and plans what has to be
// moved; it moves nothing itself. State belongs to the region's bytes, never to
// a view of them. At every moment each byte is current on the host, on the
// device, or on both.
#ifndef TWOFOLD_RUNTIME_BYTES_RESIDENCE_H
#define TWOFOLD_RUNTIME_BYTES_RESIDENCE_H

#include "bytes/RangeSet.h"

namespace twofold {

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

  /// Range was copied to the device, or back from it.
  void markSent(ByteRange Range);
  void markFetched(ByteRange Range);
  /// A launch wrote (or may have written) these bytes on the device.
  void markWritten(const RangeSet &Written);
  /// The host wrote, or may have written, Range. Bytes of it that the host
  /// leaves alone must have been current on the host.
  void markHostWritten(ByteRange Range);

  /// Takes over the state of a region that this one has absorbed, or that has
  /// shrunk to it.
  void absorb(const Residence &Old);
};

/// On a device that shares memory with the host nothing need be moved. But when
/// a launch fails, the native variant must find what the loop has read as it
/// was. Bytes that the loop only reads, or only writes, are no problem: the
/// native variant stores the same values at the same places again. What it both
/// reads and writes is kept beside, and put back after a failure; that is done
/// only where all of it is certainly overwritten, since other threads may be
/// working on bytes that the loop might leave alone. One copy instead of three.
///
/// What a kernel that is cut short would spoil for the native variant. Pure.
inline RangeSet spoiledBy(const RegionUse &Use) {
  return Use.Writes.intersection(Use.Reads);
}

/// Whether a launch may use the bytes where they are. Pure.
inline bool mayWorkInPlace(const RegionUse &Use) {
  return spoiledBy(Use).without(Use.Covered).empty();
}

} // namespace twofold

#endif
