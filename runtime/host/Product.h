// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Product.h - sums of products, in vectors and in order --------------===//
#ifndef TWOFOLD_RUNTIME_HOST_PRODUCT_H
#define TWOFOLD_RUNTIME_HOST_PRODUCT_H

#include "twofold/abi.h"

namespace twofold {

/// By how many columns further each row begins and ends than the one before it:
/// -1, 0 or 1.
struct ProductSlant {
  int Begin = 0, End = 0;
};

/// Of without rows at its ends that have no columns: what only these would read
/// must not be read.
twofold_product withoutEmptyRows(twofold_product Of, ProductSlant Slant);

/// Computes Of on the calling thread, by the widest vectors that the processor
/// has. Each sum takes its rounds one by one, so that its bits depend neither
/// on the vectors nor on the blocks. Where there is no memory for copies of the
/// operands it takes longer. Thread-safe.
void multiply(const twofold_product &Of, ProductSlant Slant = {});

/// The same by vectors of so many bytes, for tests. False: the processor has no
/// such vectors, and nothing is done.
bool multiply(const twofold_product &Of, unsigned VectorBytes,
              ProductSlant Slant = {});

} // namespace twofold

#endif
