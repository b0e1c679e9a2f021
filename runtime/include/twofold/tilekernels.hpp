// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/tilekernels.hpp - scans of tiles, on devices ---------------===//
//
// Three launches: the total of each block, the scan of these, and that of each
// block from what stands before it. Where no device runs them, threads do.
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

/// What devices do with tiles, and threads where none does. All of a program's
/// scans with the same operation share the kernels.
template <class T, class Op, bool Inclusive> class tile_kernels {
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
    const bool Many = *static_cast<const uint32_t *>(Args[6]);
    for (uint64_t Number = First; Number < End; ++Number) {
      const block B(Args, Number, 2);
      const T Sum = Many ? static_cast<const T *>(Args[4])[Number]
                         : *static_cast<const T *>(Args[5]);
      tiles::template scan<Inclusive>(static_cast<const T *>(Args[0]) + B.Begin,
                                      static_cast<T *>(Args[1]) + B.Begin,
                                      B.Length, Sum);
    }
  }
  static constexpr uint64_t Room = sizeof(T) * (TileElements<T> + TileRuns),
                            Runs = sizeof(T) * (TileRuns + TileRows),
                            Rows = sizeof(T) * TileRows;
  static bool launch(twofold_kernel_text *Kernel, std::ptrdiff_t Groups,
                     const twofold_kernel_argument *Args, uint32_t Count) {
    const uint64_t Group = TileRuns,
                   Items = Group * static_cast<uint64_t>(Groups);
    return twofold_device_calls()->run(Kernel, 1, &Items, &Group, Args,
                                       Count) == TWOFOLD_KERNEL_OK;
  }

public:
  tile_kernels() {
    const tile_text Of = tile_text::of<T, Op>(Inclusive);
    const auto From = twofold_device_calls()->from;
    Totals = From(("totals_" + Of.Name).c_str(), Of.Text.c_str(), totals,
                  "twofold/scan.hpp", 0);
    Scan = From(("scan_" + Of.Name).c_str(), Of.Text.c_str(), scan,
                "twofold/scan.hpp", 0);
  }

  /// False where a call was refused; nothing has been written to To then.
  bool sum(std::ptrdiff_t Count, const T *From, T *Sums,
           const tile_cut &Cut) const {
    const uint64_t All = static_cast<uint64_t>(Count),
                   Each = static_cast<uint64_t>(Cut.Length);
    const twofold_kernel_argument Args[] = {
        {TWOFOLD_KERNEL_IN, 0, From, All * sizeof(T)},
        {TWOFOLD_KERNEL_OUT, 0, Sums,
         static_cast<uint64_t>(Cut.Blocks) * sizeof(T)},
        {TWOFOLD_KERNEL_VALUE, 0, &All, sizeof All},
        {TWOFOLD_KERNEL_VALUE, 0, &Each, sizeof Each},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Room},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Runs},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Rows}};
    return launch(Totals, Cut.Blocks, Args, 7);
  }
  /// Sums, where there are several blocks, are what these begin with.
  bool run(std::ptrdiff_t Count, const T *From, T *To, const T *Sums, T Init,
           const tile_cut &Cut) const {
    const uint64_t All = static_cast<uint64_t>(Count),
                   Each = static_cast<uint64_t>(Cut.Length);
    const uint32_t Many = Cut.Blocks > 1;
    const twofold_kernel_argument Args[] = {
        {TWOFOLD_KERNEL_IN, 0, From, All * sizeof(T)},
        {TWOFOLD_KERNEL_OUT, 0, To, All * sizeof(T)},
        {TWOFOLD_KERNEL_VALUE, 0, &All, sizeof All},
        {TWOFOLD_KERNEL_VALUE, 0, &Each, sizeof Each},
        {TWOFOLD_KERNEL_IN, 0, Sums,
         Many ? static_cast<uint64_t>(Cut.Blocks) * sizeof(T) : 0},
        {TWOFOLD_KERNEL_VALUE, 0, &Init, sizeof Init},
        {TWOFOLD_KERNEL_VALUE, 0, &Many, sizeof Many},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Room},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Runs},
        {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Rows}};
    return launch(Scan, Cut.Blocks, Args, 10);
  }
  static const tile_kernels &get() {
    static const tile_kernels Known;
    return Known;
  }
};

/// The totals of blocks, in pages of their own, which can stay on a device.
class block_sums {
  static constexpr std::size_t Bytes = TileElements<double> * sizeof(double);
  void *const Memory = twofold_device_calls()->alloc(Bytes);

public:
  block_sums() = default;
  block_sums(const block_sums &) = delete;
  ~block_sums() { twofold_device_calls()->free(Memory); }
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
  if (!twofold_device_calls)
    return false;
  const tile_cut Cut(Count, TileElements<T>);
  const auto &Outer = tile_kernels<T, Op, Inclusive>::get();
  if (Cut.Blocks == 1)
    return Outer.run(Count, From, To, nullptr, Init, Cut);
  const auto &Inner = tile_kernels<T, Op, false>::get();
  T *const Sums = block_sums::get<T>();
  return Sums && Inner.sum(Count, From, Sums, Cut) &&
         Inner.run(Cut.Blocks, Sums, Sums, nullptr, Init,
                   tile_cut(1, TileElements<T>)) &&
         Outer.run(Count, From, To, Sums, Init, Cut);
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
