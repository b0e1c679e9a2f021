// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/ElementCopies.h"
#include "Record.h"
#include "SiteBuilder.h"
#include "guard/PageProbe.h"
#include "host/HostDevice.h"
#include "observe/Observation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <omp.h>
#include <vector>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr uint32_t Update = TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE;

/// for (i < n) for (j < m) c[i * stride + j] += 1;
bool apart(uint64_t N, int64_t M, int64_t Stride, int64_t Step = 1) {
  int Memory = 0;
  SiteBuilder B;
  int I = B.dim(0, Step, N);
  int J = B.axis({}, {{M - 1}});
  int S = B.value(Stride);
  uint32_t Base = B.base(&Memory, "c");
  B.access(Base, 4, Update, {{4, I, {S}}, {4, J}});
  B.element(Base, 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD);
  twofold_site &Site = B.site();
  IterationSpace Space(Site, B.launch());
  return keepApart(Site, B.launch(), Space, Site.elements[0]);
}

TEST(KeepApart, ComparesStridesWithRows) {
  EXPECT_TRUE(apart(10, 8, 8));
  EXPECT_TRUE(apart(10, 8, 9));
  EXPECT_TRUE(apart(10, 8, -8));
  EXPECT_TRUE(apart(10, 8, 4, 2));
  EXPECT_FALSE(apart(10, 8, 7));
  EXPECT_FALSE(apart(10, 8, 0));
  EXPECT_TRUE(apart(1, 8, 0));
  EXPECT_TRUE(apart(10, 8, INT64_MAX));
}

TEST(KeepApart, TakesAllDimensionsAndAccesses) {
  int Memory = 0;
  for (int64_t Second : {0, 1, 2}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 5), J = B.dim(0, 1, 7);
    uint32_t Base = B.base(&Memory, "c");
    B.access(Base, 4, Update, {{4 * 14, I}, {8, J}});
    B.access(Base, 4, Update, {{4 * 14, I}, {8, J}, {4 * Second}});
    B.element(Base, 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD);
    twofold_site &Site = B.site();
    IterationSpace Space(Site, B.launch());
    EXPECT_EQ(keepApart(Site, B.launch(), Space, Site.elements[0]), Second < 2)
        << Second;
  }
}

TEST(KeepApart, KnowsNothingOfUnknownAccesses) {
  int Memory = 0;
  SiteBuilder B;
  B.dim(0, 1, 5);
  uint32_t Base = B.base(&Memory, "c", 4);
  B.access(Base, 4, Update | TWOFOLD_ACCESS_UNKNOWN, {});
  B.element(Base, 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD);
  B.element(TWOFOLD_NO_BASE, 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD);
  twofold_site &Site = B.site();
  IterationSpace Space(Site, B.launch());
  EXPECT_FALSE(keepApart(Site, B.launch(), Space, Site.elements[0]));
  EXPECT_FALSE(keepApart(Site, B.launch(), Space, Site.elements[1]));
}

/// Products of numbers of a call may be too large to compare.
TEST(KeepApart, KnowsNothingOfPlacesThatAreTooFar) {
  int Memory = 0;
  for (unsigned Far = 0; Far < 4; ++Far) {
    SiteBuilder B;
    const int I = B.dim(0, 1, 5);
    const int S = B.value(INT64_MAX);
    const SiteBuilder::Monomial Much = {INT64_MAX, -1, {S, S}};
    const int J = Far == 1 ? B.axis({}, {Much}) : B.axis({}, {{3}});
    const uint32_t Base = B.base(&Memory, "c");
    std::vector<SiteBuilder::Monomial> At = {{16, I}, {4, J}};
    if (Far == 2)
      At.push_back(Much);
    if (Far == 3)
      At.push_back({INT64_MAX, I, {S, S}});
    B.access(Base, 4, Update, At);
    B.element(Base, 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD);
    B.element(1, 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD); // of no base
    twofold_site &Site = B.site();
    IterationSpace Space(Site, B.launch());
    EXPECT_EQ(keepApart(Site, B.launch(), Space, Site.elements[0]), Far == 0)
        << Far;
    EXPECT_FALSE(keepApart(Site, B.launch(), Space, Site.elements[1]));
  }
}

template <typename T>
void checkIdentity(uint32_t Type, std::initializer_list<uint32_t> Ops) {
  for (uint32_t Op : Ops) {
    twofold_element E = {0, sizeof(T), Type, Op, 0};
    ASSERT_TRUE(canCombine(E));
    std::vector<T> Values = {T(0), T(1), T(-3), T(100)}, Same = Values;
    std::vector<T> Identity(Values.size());
    fillIdentity(E, Identity.data(), Identity.size());
    combine(E, Same.data(), Identity.data(), Same.size());
    bool Logical = Op == TWOFOLD_OP_LOGICAL_AND || Op == TWOFOLD_OP_LOGICAL_OR;
    for (size_t I = 0; I < Values.size(); ++I)
      EXPECT_EQ(Same[I], Logical ? T(Values[I] != T(0)) : Values[I])
          << "type " << Type << " size " << sizeof(T) << " op " << Op;
    combine(E, Identity.data(), Values.data(), Values.size());
    for (size_t I = 0; I < Values.size(); ++I)
      EXPECT_EQ(Identity[I], Logical ? T(Values[I] != T(0)) : Values[I]);
  }
}

TEST(Contend, CountsElementsOfSlowUpdates) {
  auto Asked = [](uint32_t Type, uint32_t Size, uint32_t Op, int64_t Count) {
    int Memory = 0;
    SiteBuilder B;
    B.dim(0, 1, 5);
    uint32_t Base = B.base(&Memory, "h", Count * Size);
    B.access(Base, Size, Update | TWOFOLD_ACCESS_UNKNOWN, {});
    B.element(Base, Size, Type, Op);
    twofold_site &Site = B.site();
    return contend(Site, B.launch(), IterationSpace(Site, B.launch()),
                   B.trips(), 64);
  };
  EXPECT_TRUE(Asked(TWOFOLD_TYPE_FLOAT, 4, TWOFOLD_OP_ADD, 256));
  EXPECT_FALSE(Asked(TWOFOLD_TYPE_FLOAT, 4, TWOFOLD_OP_ADD, 1 << 20));
  EXPECT_FALSE(Asked(TWOFOLD_TYPE_SIGNED, 4, TWOFOLD_OP_MIN, 256));
  EXPECT_TRUE(Asked(TWOFOLD_TYPE_SIGNED, 4, TWOFOLD_OP_MUL, 256));
  EXPECT_FALSE(Asked(TWOFOLD_TYPE_UNSIGNED, 8, TWOFOLD_OP_ADD, 256));
  EXPECT_TRUE(Asked(TWOFOLD_TYPE_UNSIGNED, 8, TWOFOLD_OP_XOR, 256));
  EXPECT_TRUE(Asked(TWOFOLD_TYPE_SIGNED, 2, TWOFOLD_OP_ADD, 256));
}

TEST(ElementOperations, IdentitiesLeaveValuesAlone) {
  std::initializer_list<uint32_t> All = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  checkIdentity<int8_t>(TWOFOLD_TYPE_SIGNED, All);
  checkIdentity<int16_t>(TWOFOLD_TYPE_SIGNED, All);
  checkIdentity<int32_t>(TWOFOLD_TYPE_SIGNED, All);
  checkIdentity<int64_t>(TWOFOLD_TYPE_SIGNED, All);
  checkIdentity<uint8_t>(TWOFOLD_TYPE_UNSIGNED, All);
  checkIdentity<uint16_t>(TWOFOLD_TYPE_UNSIGNED, All);
  checkIdentity<uint32_t>(TWOFOLD_TYPE_UNSIGNED, All);
  checkIdentity<uint64_t>(TWOFOLD_TYPE_UNSIGNED, All);
  checkIdentity<float>(TWOFOLD_TYPE_FLOAT, {0, 1, 5, 6, 7, 8, 9, 10});
  checkIdentity<double>(TWOFOLD_TYPE_FLOAT, {0, 1, 5, 6, 7, 8, 9, 10});
  EXPECT_FALSE(canCombine({0, 16, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD, 0}));
  EXPECT_FALSE(canCombine({0, 4, TWOFOLD_TYPE_SIGNED, 99, 0}));
}

TEST(ElementOperations, NaNs) {
  double A[] = {NAN, NAN, 1}, B[] = {2, NAN, NAN}, C[] = {NAN, 3, 4};
  combine({0, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_FMIN, 0}, A, B, 3);
  EXPECT_EQ(A[0], 2);
  EXPECT_TRUE(std::isnan(A[1]));
  EXPECT_EQ(A[2], 1);
  combine({0, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_MIN, 0}, B, C, 3);
  EXPECT_EQ(B[0], 2);
  EXPECT_TRUE(std::isnan(B[1]));
  EXPECT_TRUE(std::isnan(B[2]));
}

TEST(ElementOperations, WhatIsUnchangedIsLeftAlone) {
  const twofold_element E = {0, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD, 0};
  double From[7];
  fillIdentity(E, From, 7);
  From[2] += 3;
  From[3] += 0.0;
  From[6] += 1;
  // Written at once by others: adding to them would be seen.
  double Into[] = {1, -0.0, 2, -0.0, NAN, 5, 6};
  combineChanged(E, Into, From, 7);
  EXPECT_EQ(Into[0], 1);
  EXPECT_TRUE(std::signbit(Into[1]));
  EXPECT_EQ(Into[2], 5);
  EXPECT_FALSE(std::signbit(Into[3]));
  EXPECT_TRUE(std::isnan(Into[4]));
  EXPECT_EQ(Into[6], 7);
}

/// A number of the element's type, in its bytes.
void put(const twofold_element &E, char *To, int Number) {
  const auto Store = [&](auto As) { std::memcpy(To, &As, sizeof As); };
  if (E.type == TWOFOLD_TYPE_FLOAT)
    return E.size == 4 ? Store(float(Number)) : Store(double(Number));
  if (E.type == TWOFOLD_TYPE_BOOL)
    return Store(Number % 2 != 0);
  Store(E.size == 1 ? int64_t(uint8_t(Number)) : int64_t(Number));
}

TEST(ElementOperations, CombineAllTypesByAllOperations) {
  constexpr size_t Count = 9;
  Record All;
  for (uint32_t Type = 0; Type <= 4; ++Type)
    for (uint32_t Size : {1, 2, 4, 8, 16})
      for (uint32_t Op = 0; Op <= TWOFOLD_OP_FMAX + 1; ++Op) {
        const twofold_element E = {0, Size, Type, Op, 0};
        All << Type << ' ' << Size << ' ' << Op << ' ' << canCombine(E);
        if (!canCombine(E))
          continue;
        for (unsigned Mask : {0x1ffu, 0u, 0x093u, 0x16cu}) {
          alignas(8) char From[8 * Count + 8] = {}, Into[8 * Count + 8] = {};
          fillIdentity(E, From, Count);
          for (size_t I = 0; I < Count; ++I) {
            char Room[8] = {};
            put(E, Room, int(I * 7 % 11) - 3);
            if (Mask >> I & 1)
              std::memcpy(From + I * Size, Room, Size);
            put(E, Room, 5 - int(I));
            std::memcpy(Into + I * Size, Room, Size);
          }
          for (bool Changed : {false, true}) {
            alignas(8) char To[sizeof Into];
            std::memcpy(To, Into, sizeof Into);
            (Changed ? combineChanged : combine)(E, To, From, Count);
            uint64_t Sum = 0;
            for (char Each : To)
              Sum = Sum * 31 + uint8_t(Each);
            All << ' ' << Sum;
          }
        }
        All << '\n';
      }
  All.expect(0xc20935f746b7fa2c);
}

/// h[i % bins] += i, natively or by atomics, and what was chosen.
template <typename T> struct Histogram {
  SiteBuilder B;
  std::vector<T> Bins;
  std::atomic<unsigned> Plain{0}, Atomic{0};
  uint32_t Entry = 0;              ///< of args, not null for copies
  std::atomic<unsigned> Copied{0}; ///< plain ones where it is not
  std::atomic<uint64_t> Limit{0};
  HostDevice Host{1, Limit, 4}; // cores
  TeamTrials Trials;
  std::array<std::atomic<bool>, 16> Ran{}; ///< OpenMP's numbers of threads
  uint64_t ThrowAt = UINT64_MAX;           ///< natively, in this iteration

  Histogram(uint64_t N, uint64_t Count, bool Extent, uint32_t Flags)
      : Bins(Count, T(1)) {
    B.dim(0, 1, N);
    uint32_t Base =
        B.base(Bins.data(), "h", Extent ? int64_t(Count * sizeof(T)) : -1);
    B.access(Base, sizeof(T), Update | TWOFOLD_ACCESS_UNKNOWN, {});
    B.arg(this);
    Entry = B.arg(nullptr);
    if (Flags & TWOFOLD_ELEMENT_COPY)
      Flags |= Entry << TWOFOLD_ELEMENT_ENTRY;
    B.element(Base, sizeof(T),
              std::is_floating_point_v<T> ? TWOFOLD_TYPE_FLOAT
                                          : TWOFOLD_TYPE_SIGNED,
              TWOFOLD_OP_ADD, Flags);
    B.site().native = plain;
    B.site().shared = atomic;
  }
  static void plain(void **Args, uint64_t Lo, uint64_t Hi) {
    T *H = *static_cast<T **>(Args[1]);
    Histogram &Self = *static_cast<Histogram *>(Args[2]);
    ++Self.Plain;
    Self.Ran[size_t(omp_get_thread_num()) % Self.Ran.size()] = true;
    Self.Copied += Args[Self.Entry] != nullptr;
    for (uint64_t I = Lo; I < Hi; ++I) {
      if (I == Self.ThrowAt)
        throw I;
      H[I % Self.Bins.size()] += T(1) / T(I % 7 + 1);
    }
  }
  static void atomic(void **Args, uint64_t Lo, uint64_t Hi) {
    T *H = *static_cast<T **>(Args[1]);
    Histogram &Self = *static_cast<Histogram *>(Args[2]);
    ++Self.Atomic;
    for (uint64_t I = Lo; I < Hi; ++I)
      std::atomic_ref(H[I % Self.Bins.size()])
          .fetch_add(T(1) / T(I % 7 + 1), std::memory_order_relaxed);
  }
  void run(unsigned Threads, bool Deterministic = false) {
    B.launch().num_threads = Threads;
    Host.run(B.site(), B.launch(), B.trips(), B.trips() * 8, Deterministic, 0,
             nullptr, &Trials);
  }
  std::vector<T> expected(unsigned Calls = 1) const {
    std::vector<T> Out(Bins.size(), T(1));
    while (Calls--)
      for (uint64_t I = 0; I < B.trips(); ++I)
        Out[I % Out.size()] += T(1) / T(I % 7 + 1);
    return Out;
  }
  /// Without copies: a call on one thread, and the next atomically on several.
  void expectNoCopies() {
    run(4);
    EXPECT_EQ(Bins, expected());
    EXPECT_EQ(Plain, 1u);
    EXPECT_EQ(Atomic, 0u);
    run(4);
    EXPECT_EQ(Bins, expected(2));
    EXPECT_EQ(Plain, 1u);
    EXPECT_GT(Atomic, 0u);
    EXPECT_EQ(Copied, 0u);
  }
};

TEST(ElementCopies, SmallTargetsAreCopied) {
  Histogram<int> H(10000, 16, true, TWOFOLD_ELEMENT_COPY);
  H.run(4);
  EXPECT_EQ(H.Bins, H.expected());
  EXPECT_GT(H.Plain, 0u);
  EXPECT_EQ(H.Atomic, 0u);
  EXPECT_EQ(H.Copied, H.Plain); // the first thread has one, too
}

TEST(ElementCopies, OneThreadWorksOnCopiesOfSmallTargetsWhereThatIsWorthIt) {
  Histogram<float> Much(20000, 16, true, TWOFOLD_ELEMENT_COPY);
  Much.run(1);
  EXPECT_EQ(Much.Bins, Much.expected());
  EXPECT_EQ(Much.Copied, 1u);
  Histogram<float> Little(100, 16, true, TWOFOLD_ELEMENT_COPY);
  Little.run(1);
  EXPECT_EQ(Little.Bins, Little.expected());
  EXPECT_EQ(Little.Copied, 0u);
  Histogram<float> Large(20000, 100000, true, TWOFOLD_ELEMENT_COPY);
  Large.run(1);
  EXPECT_EQ(Large.Bins, Large.expected());
  EXPECT_EQ(Large.Copied, 0u);
}

TEST(ElementCopies, WhatWasAddedBeforeAnExceptionIsKept) {
  Histogram<int> H(20000, 16, true, TWOFOLD_ELEMENT_COPY);
  H.ThrowAt = 15000;
  std::vector<int> Expected(16, 1);
  for (uint64_t I = 0; I < 15000; ++I)
    Expected[I % 16] += 1 / int(I % 7 + 1);
  EXPECT_THROW(H.run(1), uint64_t);
  EXPECT_EQ(H.Copied, 1u);
  EXPECT_EQ(H.Bins, Expected);
}

/// How they are rounded depends on that.
TEST(ElementCopies, SumsKeepTheirPartsBesideTheRuntimesOwnThreads) {
  const int Threads = omp_get_max_threads();
  omp_set_num_threads(4);
  auto Run = [](auto &H, unsigned Beside) {
    H.Host.run(H.B.site(), H.B.launch(), H.B.trips(), H.B.trips() * 8, false,
               Beside);
    return std::count(H.Ran.begin(), H.Ran.end(), true);
  };
  Histogram<float> Four(50000, 16, true, TWOFOLD_ELEMENT_COPY),
      Three(50000, 16, true, TWOFOLD_ELEMENT_COPY);
  Four.B.site().flags |= TWOFOLD_SITE_ROUNDS;
  Three.B.site().flags |= TWOFOLD_SITE_ROUNDS;
  EXPECT_EQ(Run(Four, 0), 4);
  EXPECT_EQ(Run(Three, 1), 3);
  EXPECT_EQ(Three.Copied, 4u);
  EXPECT_EQ(Four.Bins, Three.Bins);
  Histogram<int> Exact(50000, 16, true, TWOFOLD_ELEMENT_COPY);
  EXPECT_EQ(Run(Exact, 1), 3);
  EXPECT_EQ(Exact.Copied, 3u);
  EXPECT_EQ(Exact.Bins, Exact.expected());
  omp_set_num_threads(Threads);
}

TEST(ElementCopies, LargeOrUnknownTargetsHaveNoCopies) {
  Histogram<int> Large(1000, 100000, true, TWOFOLD_ELEMENT_COPY);
  Large.expectNoCopies();
  Histogram<int> Unknown(10000, 16, false, TWOFOLD_ELEMENT_COPY);
  Unknown.expectNoCopies();
  // Of a block that was seen being allocated, the whole is copied.
  observation::noteSmallBlocks();
  Histogram<int> Seen(100000, 1000, false, TWOFOLD_ELEMENT_COPY);
  Seen.run(4);
  EXPECT_EQ(Seen.Bins, Seen.expected());
  if (observation::whyNot().empty() && !sanitized())
    EXPECT_EQ(Seen.Atomic, 0u);
  Histogram<int> Entangled(10000, 16, true, 0);
  Entangled.expectNoCopies();
}

TEST(ElementCopies, OneThreadOrOrderNeedNeither) {
  Histogram<int> One(10000, 16, true, TWOFOLD_ELEMENT_COPY);
  One.run(1);
  EXPECT_EQ(One.Bins, One.expected());
  EXPECT_EQ(One.Plain, 1u);
  Histogram<int> Ordered(10000, 16, true, TWOFOLD_ELEMENT_COPY);
  Ordered.B.site().flags |= TWOFOLD_SITE_IN_ORDER;
  Ordered.run(4);
  EXPECT_EQ(Ordered.Bins, Ordered.expected());
  EXPECT_EQ(Ordered.Plain, 1u);
}

TEST(ElementCopies, DeterministicBitsDoNotDependOnThreads) {
  for (uint64_t Count : {5, 16, 100000}) {
    std::vector<float> First;
    for (unsigned Threads : {1, 2, 3, 7}) {
      Histogram<float> H(50000, Count, true, TWOFOLD_ELEMENT_COPY);
      H.run(Threads, /*Deterministic=*/true);
      EXPECT_EQ(H.Atomic, 0u);
      if (First.empty())
        First = H.Bins;
      EXPECT_EQ(First, H.Bins) << Threads;
    }
  }
}

} // namespace
