// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchRecord.h - what one launch can be repeated from --------------===//
#ifndef TWOFOLD_RUNTIME_REPLAY_LAUNCHRECORD_H
#define TWOFOLD_RUNTIME_REPLAY_LAUNCHRECORD_H

#include "bytes/RangeSet.h"
#include "twofold/abi.h"

#include <array>
#include <memory_resource>
#include <vector>

namespace twofold {

/// Everything that the native variant reads, without what stays on devices, as
/// it is when the launch begins. To be made before any region is locked, since
/// the variables may be in guarded memory.
class LaunchRecord {
public:
  /// Bytes of the log that wait for a place in it.
  struct Piece {
    enum class Kind : uint32_t {
      Argument, ///< entry Arg of args points at a copy of these bytes
      Contents  ///< memory at Address held these bytes
    } What;
    uint32_t Arg;
    uint64_t Address;
    size_t Offset, Bytes; ///< in data()
  };
  /// Launches that send more of what does not stay on the device cannot be
  /// repeated.
  static constexpr size_t LargestInput = size_t(16) << 20;

private:
  const twofold_site &Site;
  const twofold_launch &Launch;
  const uint64_t Trips;
  // Most launches have no more than this: they allocate nothing.
  std::array<std::byte, 768> Room;
  std::pmr::monotonic_buffer_resource Pool{Room.data(), Room.size()};
  std::pmr::vector<Piece> Pieces{&Pool};
  std::pmr::vector<char> Data{&Pool};
  bool Fits = true;

  void add(Piece::Kind What, uint32_t Arg, uint64_t Address, const void *From,
           size_t Bytes);

public:
  /// Both must outlive the object. The site must be repeatable.
  LaunchRecord(const twofold_site &Site, const twofold_launch &Launch,
               uint64_t Trips);
  LaunchRecord(const LaunchRecord &) = delete;

  /// The launch sends Range, which holds what is at From.
  void addInput(ByteRange Range, const char *From);

  const twofold_site &site() const { return Site; }
  const twofold_launch &launch() const { return Launch; }
  uint64_t trips() const { return Trips; }
  const std::pmr::vector<Piece> &pieces() const { return Pieces; }
  const char *data() const { return Data.data(); }
  /// Whether nothing was left out.
  bool complete() const { return Fits; }
};

} // namespace twofold

#endif
