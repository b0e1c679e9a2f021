// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelArguments.h - the arguments of one launch of a kernel --------===//
#ifndef TWOFOLD_RUNTIME_LAUNCH_KERNELARGUMENTS_H
#define TWOFOLD_RUNTIME_LAUNCH_KERNELARGUMENTS_H

#include "device/Device.h"
#include "launch/LaunchShape.h"
#include "twofold/abi.h"

#include <array>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace twofold {

/// Turns a kernel's argument table (abi.h) into what a queue takes. All bases
/// and results must be set before make(). Scalars are those of its making.
class KernelArguments {
  struct Place {
    Buffer *Memory = nullptr;
    int64_t Offset = 0;
  };

  const twofold_site &Site;
  const twofold_launch &Launch;
  const LaunchShape &Shape;
  // Each launch has them: allocations would be a good part of what it takes.
  std::array<std::byte, 1024> Room;
  std::pmr::monotonic_buffer_resource Pool{Room.data(), Room.size()};
  std::pmr::vector<Place> Bases;
  std::pmr::vector<Buffer *> Results;
  Buffer *ErrorRecord = nullptr, *Shared = nullptr;
  std::pmr::vector<uint64_t> Numbers{&Pool}; ///< what arguments point at
  std::pmr::vector<char> Scalars{&Pool};     ///< one after the other

public:
  KernelArguments(const twofold_site &Site, const twofold_launch &Launch,
                  const LaunchShape &Shape);
  KernelArguments(const KernelArguments &) = delete;

  /// The base's address is Offset bytes from the start of Memory.
  void setBase(uint32_t Number, Buffer &Memory, int64_t Offset);
  void setResult(uint32_t Number, Buffer &Memory);
  void setErrorRecord(Buffer &Memory);
  void setShared(Buffer &Memory) { Shared = &Memory; }

  /// Valid until the next make().
  std::vector<KernelArgument> make(const LaunchShape::Piece &Piece);
};

} // namespace twofold

#endif
