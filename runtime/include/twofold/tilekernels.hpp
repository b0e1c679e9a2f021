// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/tilekernels.hpp - scans of tiles, on devices ---------------===//
//
// Two or three launches: the total of each block, the scan of these, and that
// of each block from what stands before it. Of few blocks each group scans the
// totals for itself. Where no device runs them, threads do.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_TILEKERNELS_HPP
#define TWOFOLD_TILEKERNELS_HPP

#include "devicecalls.hpp"
#include "tiles.hpp"

#include <cstdint>
#include <string>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold::detail {

/// Elements that tiles are scanned of on devices, and an operation that is
/// known.
template <class T, class Op>
inline constexpr bool HasTiles =
    std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8) &&
    !std::is_same_v<T, long double> &&
    operationOf<Op, T, T>() != operation::Other;

/// TileText for them, and what stands for its @.
struct tile_text {
  std::string Name, Text;

  template <class T, class Op> static tile_text of(bool Inclusive) {
    struct names {
      const char *Name, *Text;
    };
    constexpr operation Known = operationOf<Op, T, T>();
    constexpr names By =
        Known == operation::Add   ? names{"sum", "((a) + (b))"}
        : Known == operation::Mul ? names{"product", "((a) * (b))"}
        : Known == operation::And ? names{"and", "((a) & (b))"}
        : Known == operation::Or  ? names{"or", "((a) | (b))"}
        : Known == operation::Xor ? names{"xor", "((a) ^ (b))"}
        : Known == operation::Min ? names{"minimum", "((b) < (a) ? (b) : (a))"}
                                  : names{"maximum", "((a) < (b) ? (b) : (a))"};
    const std::string Type =
        std::is_floating_point_v<T> ? (sizeof(T) == 4 ? "float" : "double")
        : sizeof(T) == 4            ? (std::is_signed_v<T> ? "int" : "uint")
        : std::is_signed_v<T>       ? "long"
                                    : "ulong";
    tile_text Out;
    Out.Name = Type + "_" + By.Name + (Inclusive ? "" : "_exclusive");
    Out.Text = "#define T " + Type + "\n#define OP(a, b) " + By.Text +
               "\n#define INCLUSIVE " + (Inclusive ? "1" : "0") +
               "\n#define RUN " + std::to_string(RunLength<T>) + "\n";
    if (Type == "double")
      Out.Text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    for (const char *At = TileText; *At; ++At)
      if (*At == '@')
        Out.Text += Out.Name;
      else
        Out.Text += *At;
    return Out;
  }
};

/// Totals of more blocks are scanned by a launch of their own.
inline constexpr std::ptrdiff_t MostAtOnce = 512;

/// What devices do with tiles, and threads where none does. All of a program's
/// scans with the same operation share the kernels.
template <class T, class Op, bool Inclusive> class tile_kernels {
  static_assert(MostAtOnce <= TileElements<T>);
  using tiles = tile_scan<T, Op>;
  twofold_kernel_text *Totals, *Scan;

  struct block {
    std::ptrdiff_t Begin, Length;
    block(void *const *Args, uint64_t Number, unsigned Count) {
      const auto All = *static_cast<const uint64_t *>(Args[Count]),
                 Each = *static_cast<const uint64_t *>(Args[Count + 1]);
      Begin = static_cast<std::ptrdiff_t>(Number * Each);
      Length = static_cast<std::ptrdiff_t>(
          All - Number * Each < Each ? All - Number * Each : Each);
    }
  };
  static void totals(void *const *Args, uint64_t First, uint64_t End) {
    for (uint64_t Number = First; Number < End; ++Number) {
      const block B(Args, Number, 2);
      static_cast<T *>(Args[1])[Number] =
          tiles::total(static_cast<const T *>(Args[0]) + B.Begin, B.Length);
    }
  }
  static void scan(void *const *Args, uint64_t First, uint64_t End) {
    const uint32_t Many = *static_cast<const uint32_t *>(Args[6]);
    const T *Sums = static_cast<const T *>(Args[4]),
            Init = *static_cast<const T *>(Args[5]);
    T Starts[MostAtOnce];
    if (Many > 1) {
      tiles::template scan<false>(Sums, Starts, Many, Init);
      Sums = Starts;
    }
    for (uint64_t Number = First; Number < End; ++Number) {
      const block B(Args, Number, 2);
      const T Sum = Many ? Sums[Number] : Init;
      tiles::template scan<Inclusive>(static_cast<const T *>(Args[0]) + B.Begin,
                                      static_cast<T *>(Args[1]) + B.Begin,
                                      B.Length, Sum);
    }
  }
  static constexpr uint64_t Room = sizeof(T) * (TileElements<T> + TileRuns),
                            Runs = sizeof(T) * (TileRuns + TileRows),
                            Rows = sizeof(T) * TileRows;

public:
  tile_kernels() {
    const tile_text Of = tile_text::of<T, Op>(Inclusive);
    const auto From = deviceCalls()->from;
    Totals = From(("totals_" + Of.Name).c_str(), Of.Text.c_str(), totals,
                  "twofold/scan.hpp", 0);
    Scan = From(("scan_" + Of.Name).c_str(), Of.Text.c_str(), scan,
                "twofold/scan.hpp", 0);
  }

  /// The totals of blocks. To be kept until it has run, and where it is.
  class summing {
    const uint64_t All, Each;
    const twofold_kernel_argument Args[7];

  public:
    const twofold_kernel_call Call;

    summing(std::ptrdiff_t Count, const T *From, T *Sums, const tile_cut &Cut)
        : All(static_cast<uint64_t>(Count)),
          Each(static_cast<uint64_t>(Cut.Length)),
          Args{{TWOFOLD_KERNEL_IN, 0, From, All * sizeof(T)},
               {TWOFOLD_KERNEL_OUT, 0, Sums,
                static_cast<uint64_t>(Cut.Blocks) * sizeof(T)},
               {TWOFOLD_KERNEL_VALUE, 0, &All, sizeof All},
               {TWOFOLD_KERNEL_VALUE, 0, &Each, sizeof Each},
               {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Room},
               {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Runs},
               {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Rows}},
          Call{get().Totals, static_cast<uint64_t>(Cut.Blocks), TileRuns, Args,
               7} {}
    summing(const summing &) = delete;
  };
  /// The scan of blocks, likewise. Sums, where there are several, are what they
  /// begin with, or their totals where these are scanned AtOnce.
  class scanning {
    const uint64_t All, Each;
    const T Init;
    const uint32_t Many;
    const twofold_kernel_argument Args[10];

  public:
    const twofold_kernel_call Call;

    scanning(std::ptrdiff_t Count, const T *From, T *To, const T *Sums, T Init,
             const tile_cut &Cut, bool AtOnce)
        : All(static_cast<uint64_t>(Count)),
          Each(static_cast<uint64_t>(Cut.Length)), Init(Init),
          Many(Cut.Blocks == 1 ? 0
               : AtOnce        ? static_cast<uint32_t>(Cut.Blocks)
                               : 1),
          Args{{TWOFOLD_KERNEL_IN, 0, From, All * sizeof(T)},
               {TWOFOLD_KERNEL_OUT, 0, To, All * sizeof(T)},
               {TWOFOLD_KERNEL_VALUE, 0, &All, sizeof All},
               {TWOFOLD_KERNEL_VALUE, 0, &Each, sizeof Each},
               {TWOFOLD_KERNEL_IN, 0, Sums,
                Many ? static_cast<uint64_t>(Cut.Blocks) * sizeof(T) : 0},
               {TWOFOLD_KERNEL_VALUE, 0, &this->Init, sizeof Init},
               {TWOFOLD_KERNEL_VALUE, 0, &Many, sizeof Many},
               {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Room},
               {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Runs},
               {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Rows}},
          Call{get().Scan, static_cast<uint64_t>(Cut.Blocks), TileRuns, Args,
               10} {}
    scanning(const scanning &) = delete;
  };
  static const tile_kernels &get() {
    static const tile_kernels Known;
    return Known;
  }
};

/// The totals of blocks, in pages of their own, which can stay on a device.
class block_sums {
  static constexpr std::size_t Bytes = TileElements<double> * sizeof(double);
  void *const Memory = deviceCalls()->alloc(Bytes);

public:
  block_sums() = default;
  block_sums(const block_sums &) = delete;
  ~block_sums() { deviceCalls()->free(Memory); }
  template <class T> static T *get() {
    static thread_local const block_sums Mine;
    return static_cast<T *>(Mine.Memory);
  }
};

/// Fewer elements are scanned by the thread that asks.
inline constexpr std::ptrdiff_t FewTiled = std::ptrdiff_t(1) << 15;

/// The scan as kernels, which read and write where the data is. False where
/// there is no runtime, or a call was refused; nothing has been written to To
/// then.
template <bool Inclusive, class T, class Op>
bool scanByKernels(std::ptrdiff_t Count, T Init, Op, const T *From, T *To) {
  if (!deviceCalls())
    return false;
  using outer = tile_kernels<T, Op, Inclusive>;
  using inner = tile_kernels<T, Op, false>;
  const auto Run = [](const auto &...Each) {
    const twofold_kernel_call Calls[] = {Each.Call...};
    return deviceCalls()->run_all(Calls, sizeof...(Each)) == TWOFOLD_KERNEL_OK;
  };
  const tile_cut Cut(Count, TileElements<T>);
  const bool AtOnce = Cut.Blocks <= MostAtOnce;
  T *const Sums = Cut.Blocks > 1 ? block_sums::get<T>() : nullptr;
  const typename outer::scanning Blocks(Count, From, To, Sums, Init, Cut,
                                        AtOnce);
  if (Cut.Blocks == 1)
    return Run(Blocks);
  if (!Sums)
    return false;
  const typename inner::summing Totals(Count, From, Sums, Cut);
  if (AtOnce)
    return Run(Totals, Blocks);
  const typename inner::scanning Starts(Cut.Blocks, Sums, Sums, nullptr, Init,
                                        tile_cut(1, TileElements<T>), false);
  return Run(Totals, Starts, Blocks);
}

template <bool Inclusive, class T, class Op>
void scanTiles(std::ptrdiff_t Count, T Init, Op, const T *From, T *To) {
  using tiles = tile_scan<T, Op>;
  if (Count <= 0)
    return;
  const tile_cut Cut(Count, TileElements<T>);
  if (Cut.Blocks == 1)
    return tiles::template scan<Inclusive>(From, To, Count, Init);
  if (Count >= FewTiled &&
      scanByKernels<Inclusive>(Count, Init, Op(), From, To))
    return;
  const auto Starts = blockValues<T>(Cut.Blocks);
  const auto Length = [&](std::ptrdiff_t Block) {
    return Block + 1 < Cut.Blocks ? Cut.Length : Count - Block * Cut.Length;
  };
  for (std::ptrdiff_t Block = 0; Block < Cut.Blocks; ++Block)
    Starts[Block] = tiles::total(From + Block * Cut.Length, Length(Block));
  tiles::template scan<false>(Starts.get(), Starts.get(), Cut.Blocks, Init);
  for (std::ptrdiff_t Block = 0; Block < Cut.Blocks; ++Block)
    tiles::template scan<Inclusive>(From + Block * Cut.Length,
                                    To + Block * Cut.Length, Length(Block),
                                    Starts[Block]);
}

} // namespace twofold::detail

#endif
