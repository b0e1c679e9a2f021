// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/sortkernels.hpp - sorts of numbers, on devices -------------===//
//
// From the lowest 8 bits to the highest: how often each digit occurs in each
// block, what blocks before it have of it, and each block to where its digits
// belong.
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
      : Memory(deviceCalls() && Count > 0
                   ? static_cast<T *>(deviceCalls()->alloc(
                         static_cast<std::size_t>(Count) * sizeof(T)))
                   : nullptr) {}
  device_room(const device_room &) = delete;
  device_room &operator=(const device_room &) = delete;
  ~device_room() {
    if (Memory)
      deviceCalls()->free(Memory);
  }
  T *get() const { return Memory; }
};

/// V is an unsigned word that comes along with each key, or void.
template <class T, bool Down, class V> class sort_kernels {
  using order = sort_order<T, Down>;
  using word = typename order::word;
  static constexpr bool Pairs = !std::is_void_v<V>;
  using value = std::conditional_t<Pairs, V, word>;
  static constexpr std::size_t Widest = sizeof(value) > sizeof(T)
                                            ? sizeof(value)
                                            : sizeof(T);
  /// Groups have 32 KiB of local memory on any device.
  static constexpr std::ptrdiff_t Run =
                                      (Pairs ? 12 : 16) / (Widest == 8 ? 2 : 1),
                                  Tile = Run * SortItems;
  twofold_kernel_text *Count, *Starts, *Scatter;

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
  static void starts(void *const *Args, uint64_t First, uint64_t End) {
    const uint64_t Blocks = *static_cast<const uint64_t *>(Args[2]);
    for (uint64_t D = First; D < End; ++D) {
      uint64_t *const Counts = static_cast<uint64_t *>(Args[0]) + D * Blocks;
      uint64_t Sum = 0;
      for (uint64_t I = 0; I < Blocks; ++I) {
        const uint64_t Here = Counts[I];
        Counts[I] = Sum;
        Sum += Here;
      }
      static_cast<uint64_t *>(Args[1])[D] = Sum;
    }
  }
  static void scatter(void *const *Args, uint64_t First, uint64_t End) {
    for (uint64_t Number = First; Number < End; ++Number) {
      const block B(Args, 4, Number);
      uint64_t Places[SortDigits], Sum = 0;
      for (uint64_t D = 0; D < SortDigits; ++D) {
        Places[D] =
            Sum + static_cast<const uint64_t *>(Args[2])[D * B.Blocks + Number];
        Sum += static_cast<const uint64_t *>(Args[3])[D];
      }
      for (std::ptrdiff_t I = B.Begin; I < B.End; ++I) {
        const uint64_t To = Places[digit(Args[0], I, B.Shift)]++;
        std::memcpy(static_cast<T *>(Args[1]) + To,
                    static_cast<const T *>(Args[0]) + I, sizeof(T));
        if constexpr (Pairs)
          std::memcpy(static_cast<V *>(Args[13]) + To,
                      static_cast<const V *>(Args[12]) + I, sizeof(V));
      }
    }
  }
  sort_kernels() {
    std::string Name = order::name();
    if (Pairs)
      Name += sizeof(value) == 4 ? "_with32" : "_with64";
    const std::string Value = sizeof(value) == 4 ? "uint" : "ulong";
    std::string Text = order::text() + "#define RUN " + std::to_string(Run) +
                       "\n#define PAIRS " + (Pairs ? "1" : "0") +
                       "\n#define VALUE " + Value + "\n#define ROOM " +
                       (Widest == 8 ? "ulong\n" : "uint\n");
    for (const char *At = SortText; *At; ++At)
      if (*At == '@')
        Text += Name;
      else if (*At != '$')
        Text += *At;
      else if (Pairs)
        Text += ", global const VALUE *v, global VALUE *w, local ushort *from";
    const auto From = deviceCalls()->from;
    Count = From(("count_" + Name).c_str(), Text.c_str(), count,
                 "twofold/sort.hpp", 0);
    Starts = From(("starts_" + Name).c_str(), Text.c_str(), starts,
                  "twofold/sort.hpp", 0);
    Scatter = From(("scatter_" + Name).c_str(), Text.c_str(), scatter,
                   "twofold/sort.hpp", 0);
  }

  /// One digit. To be kept until it has run, and where it is.
  class pass {
    uint64_t All, Each, Blocks;
    uint32_t Shift;
    twofold_kernel_argument Counted[7], Summed[4], Moved[15];

  public:
    /// Counts has room for all digits of all blocks, and behind them once more
    /// for all digits.
    void set(const sort_kernels &Of, std::ptrdiff_t Elements, uint32_t Digit,
             const T *From, T *To, const value *With, value *WithTo,
             uint64_t *Counts, const sort_cut &Cut,
             twofold_kernel_call *Calls) {
      All = static_cast<uint64_t>(Elements);
      Each = static_cast<uint64_t>(Cut.Length);
      Blocks = static_cast<uint64_t>(Cut.Blocks);
      Shift = Digit;
      uint64_t *const Sums = Counts + Cut.Blocks * SortDigits;
      const uint64_t Bytes = All * sizeof(T), Values = All * sizeof(value),
                     Digits = SortDigits * sizeof(uint64_t),
                     Table = Blocks * Digits;
      const twofold_kernel_argument Keys = {TWOFOLD_KERNEL_IN, 0, From, Bytes},
                                    Length = {TWOFOLD_KERNEL_VALUE, 0, &All,
                                              sizeof All},
                                    OfBlock = {TWOFOLD_KERNEL_VALUE, 0, &Each,
                                               sizeof Each},
                                    Many = {TWOFOLD_KERNEL_VALUE, 0, &Blocks,
                                            sizeof Blocks},
                                    Place = {TWOFOLD_KERNEL_VALUE, 0, &Shift,
                                             sizeof Shift};
      const auto Fill = [](twofold_kernel_argument *Into, const auto &...Args) {
        ((*Into++ = Args), ...);
      };
      const auto Local = [](uint64_t Size) {
        return twofold_kernel_argument{TWOFOLD_KERNEL_LOCAL, 0, nullptr, Size};
      };
      const auto In = [](const void *At, uint64_t Size) {
        return twofold_kernel_argument{TWOFOLD_KERNEL_IN, 0, At, Size};
      };
      const auto Out = [](void *At, uint64_t Size) {
        return twofold_kernel_argument{TWOFOLD_KERNEL_OUT, 0, At, Size};
      };
      Fill(Counted, Keys, Out(Counts, Table), Length, OfBlock, Many, Place,
           Local(SortDigits * 8 * sizeof(uint32_t)));
      Fill(Summed,
           twofold_kernel_argument{TWOFOLD_KERNEL_INOUT, 0, Counts, Table},
           Out(Sums, Digits), Many, Local(Digits));
      Fill(Moved, Keys, Out(To, Bytes), In(Counts, Table), In(Sums, Digits),
           Length, OfBlock, Many, Place, Local((Tile + SortItems) * Widest),
           Local(18 * SortItems * sizeof(uint16_t)), Local(Digits),
           Local((SortItems + 32) * sizeof(uint32_t)), In(With, Values),
           Out(WithTo, Values), Local(Tile * sizeof(uint16_t)));
      Calls[0] = {Of.Count, Blocks, SortItems, Counted, 7};
      Calls[1] = {Of.Starts, SortDigits, SortItems, Summed, 4};
      Calls[2] = {Of.Scatter, Blocks, SortItems, Moved, Pairs ? 15u : 12u};
    }
  };

public:
  /// False where there is no runtime, no memory, or a call was refused: then
  /// elements may have moved, but equal ones have kept their order.
  static bool sort(std::ptrdiff_t Elements, T *Keys, value *Values) {
    if (!deviceCalls())
      return false;
    static const sort_kernels Known;
    const sort_cut Cut(Elements, Tile);
    const device_room<T> Other(Elements);
    const device_room<value> OtherValues(Pairs ? Elements : 0);
    const device_room<uint64_t> Counts((Cut.Blocks + 1) * SortDigits);
    if (!Other.get() || !Counts.get() || (Pairs && !OtherValues.get()))
      return false;
    constexpr uint32_t Steps = 3;
    pass Passes[sizeof(T)];
    twofold_kernel_call Calls[Steps * sizeof(T)];
    T *const Rooms[] = {Keys, Other.get()};
    value *const ValueRooms[] = {Values, OtherValues.get()};
    for (unsigned I = 0; I < sizeof(T); ++I)
      Passes[I].set(Known, Elements, 8 * I, Rooms[I % 2], Rooms[(I + 1) % 2],
                    ValueRooms[I % 2], ValueRooms[(I + 1) % 2], Counts.get(),
                    Cut, Calls + Steps * I);
    // After an even number of passes the keys are where they were. A step that
    // fails has done nothing, so that as many are there in any case.
    return deviceCalls()->run_all(Calls, Steps * sizeof(T)) ==
           TWOFOLD_KERNEL_OK;
  }
};

/// Fewer elements are sorted by the thread that asks.
inline constexpr std::ptrdiff_t FewSorted = std::ptrdiff_t(1) << 15;

} // namespace twofold::detail

#endif
