// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementCopies.h - copies of arrays that threads update together ----===//
#ifndef TWOFOLD_RUNTIME_HOST_ELEMENTCOPIES_H
#define TWOFOLD_RUNTIME_HOST_ELEMENTCOPIES_H

#include "bytes/AffineForm.h"
#include "bytes/Footprint.h"
#include "bytes/RangeSet.h"
#include "conflict/OwnElements.h"
#include "twofold/abi.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace twofold {

/// Whether no two iterations of the call touch the same bytes through the
/// element's base: its updates need no care then.
bool keepApart(const twofold_site &Site, const twofold_launch &Launch,
               const IterationSpace &Space, const twofold_element &Element);

/// Whether thousands of items at once would spend their time on each other:
/// they update few elements by comparing and swapping, and not in the local
/// memory of any device with so many compute units.
bool contend(const twofold_site &Site, const twofold_launch &Launch,
             const IterationSpace &Space, uint64_t Trips,
             unsigned ComputeUnits);

/// Gives each worker of a call but the first its own copy of the arrays that
/// iterations update; the first works on the arrays themselves, or on what is
/// in them where they are small: beside them may lie what all workers read.
/// Afterwards the copies are combined into the arrays, in the order of the
/// workers.
class ElementCopies {
  struct Target {
    const twofold_element *Element;
    uint32_t Arg;
    bool Pointer;
    uint64_t Base; ///< the base's address
    ByteRange Range;
    size_t Offset; ///< of the copy in a worker's memory
    bool Shared;   ///< there may be other data in Range
  };
  struct Free {
    void operator()(char *Memory) const;
  };
  std::vector<Target> Targets;
  size_t Stride = 0;
  std::unique_ptr<char, Free> Memory;
  std::vector<void *> Bases; ///< what arguments of copies point at
  bool Possible = true;
  bool FirstToo = false; ///< the first worker has copies
  bool OfAll = false;    ///< none of the elements is updated where it is
  std::optional<uint32_t> First;

  char *copy(const Target &T, unsigned Worker) const {
    return Memory.get() + (Worker - !FirstToo) * Stride + T.Offset;
  }

  bool reachedOtherwise(const twofold_site &Site, const twofold_launch &Launch,
                        const IterationSpace &Space) const;
  static char *original(const Target &T) {
    return reinterpret_cast<char *>(uintptr_t(T.Range.Begin));
  }

public:
  /// Ops: the call's estimated work. Copies that would cost more than a part of
  /// it, or too much memory, are not made. Own: elements that need none.
  ElementCopies(const twofold_site &Site, const twofold_launch &Launch,
                unsigned Workers, uint64_t Ops, ElementMask Own = 0);

  /// Whether some array needs copies or atomic updates.
  bool needed() const { return !Possible || !Targets.empty(); }
  /// The first of the site's elements that does; none: none does.
  std::optional<uint32_t> first() const { return First; }
  /// Whether the copies can be used.
  bool made() const { return Possible; }

  /// Fills the worker's copies and points its own Args at them. To be called by
  /// the worker's thread.
  void install(void **Args, unsigned Worker);
  /// Combines share Number of Shares of all arrays, once all workers are done.
  /// Got: the workers that there were.
  void combine(unsigned Number, unsigned Shares, unsigned Got) const;
};

/// Runs all iterations on the calling thread, on copies of small arrays:
/// nothing else is in their memory, which the variant has a form for. False: it
/// has none, or it is not worth it; then nothing has run.
bool runOnCopies(const twofold_site &Site, const twofold_launch &Launch,
                 uint64_t Trips, uint64_t Ops);

/// What a device offers at least.
inline constexpr uint64_t LeastLocalMemory = 32 << 10;

/// For each of the site's elements how many of the array's first ones every
/// work-group of a launch of Trips iterations keeps a copy of. 0: its kernel
/// cannot, they do not fit, they are too many for so few iterations, or no two
/// iterations meet: then each element has its updates in their order.
std::vector<uint64_t> localCopies(const twofold_site &Site,
                                  const twofold_launch &Launch,
                                  const IterationSpace &Space, uint64_t Trips,
                                  const std::vector<BaseFootprint> &Bases,
                                  uint64_t LocalMemory, unsigned ComputeUnits);

/// The bytes of one of them.
uint64_t localCopyBytes(const twofold_element &Element, uint64_t Count);

//
// Reductions over rows of numbers.
//

/// Whether elements of this type and operation can be filled and combined.
bool canCombine(const twofold_element &Element);

/// Sets Count elements to what leaves every value unchanged.
void fillIdentity(const twofold_element &Element, void *To, size_t Count);

/// Into[i] = Into[i] op From[i].
void combine(const twofold_element &Element, void *Into, const void *From,
             size_t Count);
/// As combine, but Into[i] is left alone where From[i] is as fillIdentity left
/// it.
void combineChanged(const twofold_element &Element, void *Into,
                    const void *From, size_t Count);

} // namespace twofold

#endif
