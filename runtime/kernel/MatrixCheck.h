// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MatrixCheck.h - whether a device multiplies matrices in order ------===//
#ifndef TWOFOLD_RUNTIME_KERNEL_MATRIXCHECK_H
#define TWOFOLD_RUNTIME_KERNEL_MATRIXCHECK_H

#include "device/ProgramSupply.h"

namespace twofold {

/// Whether instructions for matrices of doubles, which kernels use with
/// -DTWOFOLD_MATRICES (TWOFOLD_KERNEL_MATRICES), add each element's products up
/// in the order of rounds, each by one fused operation, as the loop does that
/// they stand for. NVIDIA promises no order, so it is tried with numbers that
/// show any other one: the bits of 4,096 sums of 64 products. False where
/// anything fails. Builds a program and waits for the device; thread-safe.
bool multipliesInOrder(Device &Target, ProgramSupply &Programs);

} // namespace twofold

#endif
