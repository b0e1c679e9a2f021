// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Scatter.h - stores at indices in memory, for tests -----------------===//
#ifndef TWOFOLD_TEST_RUNTIME_CONFLICT_SCATTER_H
#define TWOFOLD_TEST_RUNTIME_CONFLICT_SCATTER_H

#include "Cases.h"
#include "conflict/LoadedConflicts.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace twofold::test {

inline bool always(ByteRange) { return true; }

/// `y[index[i]] = ...`, of doubles.
struct Scatter {
  SiteBuilder B;
  std::vector<int32_t> Index;
  explicit Scatter(std::vector<int32_t> Given) : Index(std::move(Given)) {
    int I = B.dim(0, 1, Index.size());
    uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(Index.data(), "index");
    int L = B.loadedAxis(From, 4, true, {{4, I}});
    uint32_t Write = B.reference(Y, 8, W, {{8, L}});
    B.loadedConflict(Write, Write);
  }
  std::optional<uint32_t> find(std::optional<uint64_t> Sample,
                               const ReadPermission &MayRead = always) {
    return findLoadedConflict(B.site(), B.launch(), Index.size(), Sample,
                              MayRead);
  }
};

inline std::vector<int32_t> permutation(size_t Count) {
  std::vector<int32_t> Out(Count);
  std::iota(Out.begin(), Out.end(), 0);
  std::shuffle(Out.begin(), Out.end(), std::mt19937(3));
  return Out;
}

} // namespace twofold::test

#endif
