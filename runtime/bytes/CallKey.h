// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallKey.h - what tells calls apart, but for what is in memory ------===//
#ifndef TWOFOLD_RUNTIME_BYTES_CALLKEY_H
#define TWOFOLD_RUNTIME_BYTES_CALLKEY_H

#include "twofold/abi.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace twofold {

/// Where the base's memory begins.
inline uint64_t addressOf(const twofold_base &Base,
                          const twofold_launch &Launch) {
  void *Arg = Launch.args[Base.arg];
  return reinterpret_cast<uintptr_t>(
      Base.flags & TWOFOLD_BASE_POINTER ? *static_cast<void **>(Arg) : Arg);
}

/// Whether one of the kernel's arguments is of this kind, for this index.
inline bool takes(const twofold_kernel &Kernel, uint32_t Kind, uint32_t Index) {
  return std::any_of(Kernel.args, Kernel.args + Kernel.arg_count,
                     [&](const twofold_kernel_arg &Arg) {
                       return Arg.kind == Kind && Arg.index == Index;
                     });
}

/// Of the calls of one site: trip counts, the values that forms refer to, and
/// addresses. A few nanoseconds compare it with a call, or find the call's
/// slot: words that were just stored take longer to compare.
class CallKey {
public:
  static constexpr unsigned Most = 28;

  /// Where the words of one call are: of a dimension its lower, step and trips.
  static unsigned ofDimension(uint32_t Number) { return 3 * Number; }
  static unsigned ofValue(const twofold_site &Site, uint32_t Number) {
    return 3 * Site.rank + Number;
  }
  static unsigned ofBase(const twofold_site &Site, uint32_t Number) {
    return 3 * Site.rank + Site.value_count + Number;
  }
  /// Visits a call's words as long as Visit returns true. Back: it always has.
  template <typename Function>
  static bool words(const twofold_site &Site, const twofold_launch &Launch,
                    Function Visit) {
    for (uint32_t I = 0; I < Site.rank; ++I)
      if (!Visit(uint64_t(Launch.dims[I].lower)) ||
          !Visit(uint64_t(Launch.dims[I].step)) || !Visit(Launch.dims[I].trips))
        return false;
    for (uint32_t I = 0; I < Site.value_count; ++I)
      if (!Visit(uint64_t(Launch.values[I])))
        return false;
    for (uint32_t I = 0; I < Site.base_count; ++I)
      if (!Visit(addressOf(Site.bases[I], Launch)))
        return false;
    return true;
  }

private:
  std::array<uint64_t, Most> Words;
  unsigned Count = 0; ///< of Words that are set

public:
  /// The key of no call.
  constexpr CallKey() : Words{} {}
  CallKey(const twofold_site &Site, const twofold_launch &Launch) {
    words(Site, Launch, [&](uint64_t Word) {
      if (Count < Most)
        Words[Count] = Word;
      return ++Count <= Most;
    });
  }

  /// False: there is more to tell than a key holds.
  bool fits() const { return Count && Count <= Most; }
  /// Of a key that fits.
  unsigned size() const { return Count; }
  uint64_t operator[](unsigned Number) const { return Words[Number]; }
  /// The call, of the same site, has this key.
  bool isOf(const twofold_site &Site, const twofold_launch &Launch) const {
    const uint64_t *Next = Words.data();
    return fits() &&
           words(Site, Launch, [&](uint64_t Word) { return *Next++ == Word; });
  }
  bool operator==(const CallKey &Other) const {
    return Count == Other.Count &&
           std::equal(Words.begin(), Words.begin() + Count,
                      Other.Words.begin());
  }

  /// One of 2^Bits, by all that the key of this call would have.
  static unsigned slot(const twofold_site &Site, const twofold_launch &Launch,
                       unsigned Bits) {
    uint64_t Mixed = reinterpret_cast<uintptr_t>(&Site);
    words(Site, Launch, [&](uint64_t Word) {
      Mixed = (Mixed << 7 | Mixed >> 57) ^ Word;
      return true;
    });
    return unsigned(Mixed * 0x9e3779b97f4a7c15 >> (64 - Bits));
  }
  /// Where a call goes that another one with the same slot drives out: programs
  /// that swap two arrays make two calls in turn.
  static unsigned secondSlot(unsigned Slot) { return Slot ^ 1; }
};

} // namespace twofold

#endif
