// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SortKernelsRecordTest.cpp - what sorts and scans ask of a device ---===//
//
// Kernels, their texts, groups and arguments, of all types and lengths, and
// what is left in memory when their native functions have run in their place.
// The program has none of the runtime's C entry points: these are the test's.
#include "Record.h"
#include "twofold/devicecalls.hpp"
#include "twofold/scan.hpp"
#include "twofold/sort.hpp"

#include <cstdlib>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace twofold::test;
using namespace twofold::detail;

namespace {

struct Text {
  std::string Name, Source, File;
  twofold_kernel_native Native;
  uint32_t Line;
};

/// Whether it is where the totals of a thread's blocks are, which are asked for
/// once, for all tests.
bool isSums(const void *At) {
  const auto Is = [At](auto... Types) {
    return ((block_sums::get<decltype(Types)>() == At) | ...);
  };
  return Is(int32_t(), uint32_t(), int64_t(), uint64_t(), 0.f, 0.);
}

/// Kernels are the program's, and stay; the rest is of one test.
struct Pretence {
  std::deque<Text> Kernels;
  Record *To = nullptr;
  std::vector<std::pair<const char *, size_t>> Rooms;
  unsigned AllocationsLeft = 0, RunsLeft = 0;
  bool Runs = true; ///< the native functions do what kernels would

  std::string place(const void *At) const {
    if (!At)
      return "none";
    if (isSums(At))
      return "sums";
    const char *const Byte = static_cast<const char *>(At);
    for (size_t I = 0; I < Rooms.size(); ++I)
      if (Byte >= Rooms[I].first && Byte < Rooms[I].first + Rooms[I].second)
        return std::to_string(I) + '+' + std::to_string(Byte - Rooms[I].first);
    return "elsewhere";
  }
} Now;

twofold_kernel_text *makeText(const char *Name, const char *Source,
                              twofold_kernel_native Native, const char *File,
                              uint32_t Line) {
  Now.Kernels.push_back({Name, Source, File, Native, Line});
  return reinterpret_cast<twofold_kernel_text *>(&Now.Kernels.back());
}

void *allocate(size_t Bytes) {
  if (!Now.To)
    return std::malloc(Bytes);
  if (!Now.AllocationsLeft)
    return nullptr;
  --Now.AllocationsLeft;
  void *Out = std::malloc(Bytes);
  Now.Rooms.push_back({static_cast<char *>(Out), Bytes});
  *Now.To << "allocate " << Bytes << '\n';
  return Out;
}

void release(void *Block) {
  if (Now.To)
    *Now.To << "free " << Now.place(Block) << '\n';
  for (auto &[Begin, Bytes] : Now.Rooms)
    if (Begin == Block)
      Bytes = 0;
  std::free(Block);
}

int runAll(const twofold_kernel_call *Calls, uint32_t Count) {
  if (!Now.RunsLeft)
    return TWOFOLD_KERNEL_NOT_RUN;
  --Now.RunsLeft;
  for (const twofold_kernel_call &Call : std::span(Calls, Count)) {
    const Text &Of = *reinterpret_cast<Text *>(Call.kernel);
    Record Source;
    Source << Of.Source;
    *Now.To << Of.Name << ' ' << Source.digest() << ' ' << Of.File << ':'
            << Of.Line << ' ' << Call.groups << 'x' << Call.items << ':';
    std::vector<void *> Args;
    for (const twofold_kernel_argument &Each :
         std::span(Call.args, Call.count)) {
      *Now.To << ' ' << int(Each.kind) << ',' << Each.bytes << ',';
      if (Each.kind == TWOFOLD_KERNEL_VALUE) {
        uint64_t Value = 0;
        std::memcpy(&Value, Each.pointer, Each.bytes);
        *Now.To << Value;
      } else {
        *Now.To << Now.place(Each.pointer);
      }
      Args.push_back(const_cast<void *>(Each.pointer));
    }
    *Now.To << '\n';
    if (Now.Runs) {
      Of.Native(Args.data(), 0, Call.groups / 2);
      Of.Native(Args.data(), Call.groups / 2, Call.groups);
    }
  }
  return TWOFOLD_KERNEL_OK;
}

/// All that is asked for until its end.
struct Asked {
  explicit Asked(Record &To) {
    isSums(nullptr);
    Now.To = &To;
    Now.Rooms.clear();
    Now.AllocationsLeft = Now.RunsLeft = 100;
    Now.Runs = true;
  }
  ~Asked() { Now.To = nullptr; }
};

template <typename T> void addRoom(const std::vector<T> &Of) {
  Now.Rooms.push_back(
      {reinterpret_cast<const char *>(Of.data()), Of.size() * sizeof(T)});
}

template <typename T> void tellBytes(Record &To, const std::vector<T> &Of) {
  Record All;
  All << std::string_view(reinterpret_cast<const char *>(Of.data()),
                          Of.size() * sizeof(T));
  To << "leaves " << All.digest() << '\n';
}

template <typename T> T drawn(uint64_t Bits) {
  if constexpr (std::is_floating_point_v<T>)
    return Bits % 64 == 0   ? std::numeric_limits<T>::quiet_NaN()
           : Bits % 64 == 1 ? -T(0)
           : Bits % 64 == 2 ? std::numeric_limits<T>::infinity()
                            : T(int64_t(Bits >> 20) - (int64_t(1) << 43)) / 8;
  else
    return T(Bits);
}

template <typename T, bool Down, typename V>
void tellSort(Record &To, std::ptrdiff_t Count) {
  using Compare = std::conditional_t<Down, std::greater<>, std::less<>>;
  using Value = std::conditional_t<std::is_void_v<V>, char, V>;
  std::mt19937_64 Random{uint64_t(Count)};
  const auto Length = size_t(Count);
  std::vector<T> Keys(Length);
  std::vector<Value> Values(std::is_void_v<V> ? 0 : Length);
  for (T &Each : Keys)
    Each = drawn<T>(Random());
  for (size_t I = 0; I < Values.size(); ++I)
    Values[I] = Value(I * 3);
  Now.Rooms.clear();
  addRoom(Keys);
  addRoom(Values);
  const auto Sort = [&] {
    if constexpr (std::is_void_v<V>)
      twofold::sort(twofold::par, Keys.data(), Keys.data() + Count, Compare());
    else
      twofold::sort_by_key(twofold::par, Keys.data(), Keys.data() + Count,
                           Values.data(), Compare());
  };
  Sort();
  tellBytes(To, Keys);
  tellBytes(To, Values);
}

template <typename T, bool Down> void tellSorts(Record &To) {
  for (const std::ptrdiff_t Count : {32767, 32768, 40001}) {
    const Asked These(To);
    tellSort<T, Down, void>(To, Count);
    tellSort<T, Down, uint32_t>(To, Count);
    tellSort<T, Down, uint64_t>(To, Count);
  }
}

template <typename T> void tellOrder(Record &To) {
  using up = sort_order<T, false>;
  using down = sort_order<T, true>;
  using word = typename up::word;
  To << up::name() << ' ' << down::name() << ' ' << up::last() << ' '
     << down::last() << '\n'
     << up::text() << down::text();
  for (unsigned Bit = 0; Bit < 8 * sizeof(T); ++Bit)
    for (int Beside : {-1, 0, 1})
      for (word Top : {word(0), word(up::Sign), word(up::Infinite)}) {
        const word Bits = ((word(1) << Bit) + word(Beside)) ^ Top;
        To << ' ' << up::of(Bits) << ' ' << down::of(Bits);
      }
  To << '\n';
}

template <typename T, typename Op> void tellScan(Record &To) {
  for (const std::ptrdiff_t Count : {4097, 32768, 40001}) {
    const Asked These(To);
    std::mt19937_64 Random{uint64_t(Count)};
    const auto Length = size_t(Count);
    std::vector<T> X(Length), Y(Length);
    for (T &Each : X)
      Each = T(Random() % 100) + T(1);
    addRoom(X);
    addRoom(Y);
    const T *const Begin = X.data();
    twofold::inclusive_scan(twofold::par, Begin, Begin + Count, Y.data(), Op());
    tellBytes(To, Y);
    twofold::inclusive_scan(twofold::par, Begin, Begin + Count, Y.data(), Op(),
                            T(3));
    tellBytes(To, Y);
    twofold::exclusive_scan(twofold::par, Begin, Begin + Count, Y.data(), T(2),
                            Op());
    tellBytes(To, Y);
  }
}

template <typename T> void tellScans(Record &To) {
  tellScan<T, std::plus<>>(To);
  tellScan<T, std::multiplies<>>(To);
  tellScan<T, twofold::minimum<>>(To);
  tellScan<T, twofold::maximum<>>(To);
  if constexpr (std::is_integral_v<T>) {
    tellScan<T, std::bit_and<>>(To);
    tellScan<T, std::bit_or<>>(To);
    tellScan<T, std::bit_xor<>>(To);
  }
}

} // namespace

extern "C" const twofold_device_functions *twofold_device_calls() {
  static const twofold_device_functions All = {
      sizeof All,
      makeText,
      nullptr,
      allocate,
      release,
      [](const void *, size_t, twofold_residence *) { return 1; },
      [] { return 3u; },
      runAll,
      [] { return 0; }};
  return &All;
}

TEST(SortKernelsRecord, OrdersOfNumbers) {
  Record All;
  tellOrder<int32_t>(All);
  tellOrder<uint32_t>(All);
  tellOrder<int64_t>(All);
  tellOrder<uint64_t>(All);
  tellOrder<float>(All);
  tellOrder<double>(All);
  for (std::ptrdiff_t Tile : {256, 1536, 4096})
    for (std::ptrdiff_t Tiles : {1, 2, 3, 1023, 1024, 1025, 2048, 2049, 5000})
      for (std::ptrdiff_t Beside : {-1, 0, 1}) {
        const sort_cut Sort(Tiles * Tile + Beside, Tile);
        const tile_cut Scan(Tiles * Tile + Beside, Tile);
        All << Sort.Length << ' ' << Sort.Blocks << ' ' << Scan.Length << ' '
            << Scan.Blocks << '\n';
      }
  All.expect(0x5dde2fa3bbc8e541);
}

TEST(SortKernelsRecord, Sorts) {
  Record All;
  tellSorts<int32_t, false>(All);
  tellSorts<uint32_t, true>(All);
  tellSorts<int64_t, true>(All);
  tellSorts<uint64_t, false>(All);
  tellSorts<float, true>(All);
  tellSorts<double, false>(All);
  All.expect(0x2b740b932ff6646c);
}

TEST(SortKernelsRecord, SortsThatAreRefused) {
  Record All;
  for (unsigned Left = 0; Left < 4; ++Left) {
    const Asked These(All);
    Now.AllocationsLeft = Left;
    tellSort<int32_t, false, uint32_t>(All, 33000);
  }
  for (unsigned Runs : {0, 1}) {
    const Asked These(All);
    Now.RunsLeft = Runs;
    tellSort<float, false, void>(All, 33000);
  }
  All.expect(0xeeedfb0e4c6cefb7);
}

TEST(SortKernelsRecord, Scans) {
  Record All;
  tellScans<int32_t>(All);
  tellScans<uint32_t>(All);
  tellScans<int64_t>(All);
  tellScans<uint64_t>(All);
  tellScans<float>(All);
  tellScans<double>(All);
  All.expect(0x5d01b9aeee782261);
}

TEST(SortKernelsRecord, ScansThatAreRefused) {
  Record All;
  const Asked These(All);
  Now.RunsLeft = 0;
  std::vector<int> X(40001, 3), Y(X.size());
  twofold::exclusive_scan(twofold::par, X.begin(), X.end(), Y.begin(), 2);
  EXPECT_EQ(Y.front(), 2);
  EXPECT_EQ(Y.back(), 2 + 3 * 40000);
  EXPECT_EQ(All.text(), "");
}

/// So long that a launch of its own scans the blocks' totals; nothing runs.
TEST(SortKernelsRecord, LongOnes) {
  Record All;
  for (const std::ptrdiff_t Count : {1 << 20, (1 << 20) + 1, 5 << 20}) {
    const Asked These(All);
    Now.Runs = false;
    const auto Length = size_t(Count);
    std::vector<double> X(Length, 1.0);
    Now.Rooms.clear();
    addRoom(X);
    twofold::inclusive_scan(twofold::par, X.data(), X.data() + Count, X.data(),
                            std::plus<>());
    std::vector<uint64_t> Values(Length);
    addRoom(Values);
    twofold::sort_by_key(twofold::par, X.data(), X.data() + Count,
                         Values.data());
  }
  All.expect(0x84031b84c9c8b642);
}
