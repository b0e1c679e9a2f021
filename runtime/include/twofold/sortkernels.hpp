// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/sortkernels.hpp - sorts of numbers, on devices -------------===//
//
// From the lowest 8 bits to the highest: how often each digit occurs in each
// block, the scan of these numbers, and each block to where its digits belong.
// Where no device runs these steps, threads do. Equal elements keep their order
// in each step.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SORTKERNELS_HPP
#define TWOFOLD_SORTKERNELS_HPP

#include "sortorder.hpp"
#include "tilekernels.hpp"

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold::detail {

/// Pages that can stay on a device. Null where there are none.
template <class T> class device_room {
  T *const Memory;

public:
  explicit device_room(std::ptrdiff_t Count)
      : Memory(twofold_device_calls && Count > 0
                   ? static_cast<T *>(twofold_device_calls()->alloc(
                         static_cast<std::size_t>(Count) * sizeof(T)))
                   : nullptr) {}
  device_room(const device_room &) = delete;
  device_room &operator=(const device_room &) = delete;
  ~device_room() {
    if (Memory)
      twofold_device_calls()->free(Memory);
  }
  T *get() const { return Memory; }
};

/// V is an unsigned word that comes along with each key, or void.
template <class T, bool Down, class V> class sort_kernels {
  using order = sort_order<T, Down>;
  using word = typename order::word;
  static constexpr bool Pairs = !std::is_void_v<V>;
  using value = std::conditional_t<Pairs, V, word>;
  static constexpr std::ptrdiff_t Run = 16 / (sizeof(T) == 8 ? 2 : 1) /
                                        (Pairs ? 2 : 1),
                                  Tile = Run * SortItems;
  twofold_kernel_text *Count, *Scatter;

  static unsigned digit(const void *Keys, std::ptrdiff_t I, uint32_t Shift) {
    return static_cast<unsigned>(order::of(order::at(Keys, I)) >> Shift) & 255u;
  }
  struct block {
    std::ptrdiff_t Begin, End;
    uint64_t Blocks;
    uint32_t Shift;
    block(void *const *Args, unsigned First, uint64_t Number) {
      const auto Get = [&](unsigned I) {
        return *static_cast<const uint64_t *>(Args[First + I]);
      };
      Begin = static_cast<std::ptrdiff_t>(Number * Get(1));
      End = static_cast<std::ptrdiff_t>(
          Get(0) - Number * Get(1) < Get(1) ? Get(0) : (Number + 1) * Get(1));
      Blocks = Get(2);
      Shift = *static_cast<const uint32_t *>(Args[First + 3]);
    }
  };
  static void count(void *const *Args, uint64_t First, uint64_t End) {
    for (uint64_t Number = First; Number < End; ++Number) {
      const block B(Args, 2, Number);
      uint64_t Counts[SortDigits] = {};
      for (std::ptrdiff_t I = B.Begin; I < B.End; ++I)
        ++Counts[digit(Args[0], I, B.Shift)];
      for (uint64_t D = 0; D < SortDigits; ++D)
        static_cast<uint64_t *>(Args[1])[D * B.Blocks + Number] = Counts[D];
    }
  }
  static void scatter(void *const *Args, uint64_t First, uint64_t End) {
    for (uint64_t Number = First; Number < End; ++Number) {
      const block B(Args, 3, Number);
      uint64_t Places[SortDigits];
      for (uint64_t D = 0; D < SortDigits; ++D)
        Places[D] =
            static_cast<const uint64_t *>(Args[2])[D * B.Blocks + Number];
      for (std::ptrdiff_t I = B.Begin; I < B.End; ++I) {
        const uint64_t To = Places[digit(Args[0], I, B.Shift)]++;
        std::memcpy(static_cast<T *>(Args[1]) + To,
                    static_cast<const T *>(Args[0]) + I, sizeof(T));
        if constexpr (Pairs)
          std::memcpy(static_cast<V *>(Args[12]) + To,
                      static_cast<const V *>(Args[11]) + I, sizeof(V));
      }
    }
  }
  static bool launch(twofold_kernel_text *Kernel, std::ptrdiff_t Groups,
                     const twofold_kernel_argument *Args, uint32_t Number) {
    const uint64_t Group = SortItems,
                   Items = Group * static_cast<uint64_t>(Groups);
    return twofold_device_calls()->run(Kernel, 1, &Items, &Group, Args,
                                       Number) == TWOFOLD_KERNEL_OK;
  }

  sort_kernels() {
    std::string Name = order::name();
    if (Pairs)
      Name += sizeof(value) == 4 ? "_with32" : "_with64";
    std::string Text = order::text() + "#define RUN " + std::to_string(Run) +
                       "\n#define PAIRS " + (Pairs ? "1\n" : "0\n");
    for (const char *At = SortText; *At; ++At)
      if (*At == '@')
        Text += Name;
      else if (*At != '$')
        Text += *At;
      else if (Pairs)
        Text += sizeof(value) == 4
                    ? ", global const uint *v, global uint *w, local ushort "
                      "*from"
                    : ", global const ulong *v, global ulong *w, local ushort "
                      "*from";
    const auto From = twofold_device_calls()->from;
    Count = From(("count_" + Name).c_str(), Text.c_str(), count,
                 "twofold/sort.hpp", 0);
    Scatter = From(("scatter_" + Name).c_str(), Text.c_str(), scatter,
                   "twofold/sort.hpp", 0);
  }

  /// One digit; Counts has room for all digits of all blocks.
  bool pass(std::ptrdiff_t Elements, uint32_t Shift, const T *From, T *To,
            const value *With, value *WithTo, uint64_t *Counts,
            const sort_cut &Cut) const {
    const uint64_t All = static_cast<uint64_t>(Elements),
                   Each = static_cast<uint64_t>(Cut.Length),
                   Blocks = static_cast<uint64_t>(Cut.Blocks);
    const uint64_t Bytes = All * sizeof(T), Values = All * sizeof(value),
                   Table = Blocks * SortDigits * sizeof(uint64_t);
    const twofold_kernel_argument Counted[] = {
        {TWOFOLD_KERNEL_IN, 0, From, Bytes},
        {TWOFOLD_KERNEL_OUT, 0, Counts, Table},
        {TWOFOLD_KERNEL_VALUE, 0, &All, sizeof All},
        {TWOFOLD_KERNEL_VALUE, 0, &Each, sizeof Each},
        {TWOFOLD_KERNEL_VALUE, 0, &Blocks, sizeof Blocks},
        {TWOFOLD_KERNEL_VALUE, 0, &Shift, sizeof Shift},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, SortDigits * 8 * sizeof(uint32_t)}};
    const twofold_kernel_argument Moved[] = {
        {TWOFOLD_KERNEL_IN, 0, From, Bytes},
        {TWOFOLD_KERNEL_OUT, 0, To, Bytes},
        {TWOFOLD_KERNEL_IN, 0, Counts, Table},
        {TWOFOLD_KERNEL_VALUE, 0, &All, sizeof All},
        {TWOFOLD_KERNEL_VALUE, 0, &Each, sizeof Each},
        {TWOFOLD_KERNEL_VALUE, 0, &Blocks, sizeof Blocks},
        {TWOFOLD_KERNEL_VALUE, 0, &Shift, sizeof Shift},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, (Tile + SortItems) * sizeof(T)},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, 16 * SortItems * sizeof(uint16_t)},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, SortDigits * sizeof(uint64_t)},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, (SortItems + 16) * sizeof(uint32_t)},
        {TWOFOLD_KERNEL_IN, 0, With, Values},
        {TWOFOLD_KERNEL_OUT, 0, WithTo, Values},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Tile * sizeof(uint16_t)}};
    return launch(Count, Cut.Blocks, Counted, 7) &&
           scanByKernels<false>(Cut.Blocks * SortDigits, uint64_t(0),
                                std::plus<>(), Counts, Counts) &&
           launch(Scatter, Cut.Blocks, Moved, Pairs ? 14 : 11);
  }

public:
  /// False where there is no runtime, no memory, or a call was refused: then
  /// elements may have moved, but equal ones have kept their order.
  static bool sort(std::ptrdiff_t Elements, T *Keys, value *Values) {
    if (!twofold_device_calls)
      return false;
    static const sort_kernels Known;
    const sort_cut Cut(Elements, Tile);
    const device_room<T> Other(Elements);
    const device_room<value> OtherValues(Pairs ? Elements : 0);
    const device_room<uint64_t> Counts(Cut.Blocks * SortDigits);
    if (!Other.get() || !Counts.get() || (Pairs && !OtherValues.get()))
      return false;
    T *From = Keys, *To = Other.get();
    value *With = Values, *WithTo = OtherValues.get();
    for (uint32_t Shift = 0; Shift < 8 * sizeof(T); Shift += 8) {
      if (!Known.pass(Elements, Shift, From, To, With, WithTo, Counts.get(),
                      Cut)) {
        if (From != Keys) {
          std::copy(From, From + Elements, Keys);
          if constexpr (Pairs)
            std::memcpy(Values, With,
                        static_cast<std::size_t>(Elements) * sizeof(value));
        }
        return false;
      }
      std::swap(From, To);
      std::swap(With, WithTo);
    }
    return true; // after an even number of passes
  }
};

/// Fewer elements are sorted by the thread that asks.
inline constexpr std::ptrdiff_t FewSorted = std::ptrdiff_t(1) << 15;

} // namespace twofold::detail

#endif
