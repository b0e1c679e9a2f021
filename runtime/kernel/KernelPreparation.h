// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelPreparation.h - all kernels of a program, ahead of time ------===//
#ifndef TWOFOLD_RUNTIME_KERNEL_KERNELPREPARATION_H
#define TWOFOLD_RUNTIME_KERNEL_KERNELPREPARATION_H

#include "device/DeviceTable.h"
#include "kernel/SiteKernels.h"

#include <functional>
#include <span>
#include <string>

namespace twofold {

enum class PreparationTask {
  Build,  ///< into the cache
  Explain ///< say what is in the cache, and why the rest is not
};

/// The task that TWOFOLD_WARM names; false for anything else.
bool parsePreparation(const char *Text, PreparationTask &Task);

/// What became of a kernel.
struct PreparedKernel {
  std::string Place, Function; ///< of its loop; empty: of all loops
  std::string Device;          ///< empty: of all
  /// none, unfit, cached, missing, failed or built; nothing, where there was
  /// nothing to do.
  const char *State = "nothing";
  std::string Text; ///< the same in words

  std::string line() const;
  std::string json() const;
};

/// Prints on stdout: lines, or the objects of an array.
class PreparationPrinter {
  const bool Json;
  bool Began = false;

public:
  explicit PreparationPrinter(bool Json) : Json(Json) {}
  void operator()(const PreparedKernel &Of);
  /// To be called once, after the last one.
  void finish() const;
};

/// Goes through Sites, for each device that Request names (Any: for all).
/// Tell gets what becomes of each. The status for the process: 0; 1 if a kernel
/// is missing afterwards; 3 if there was nothing to do.
int prepareKernels(PreparationTask Task,
                   std::span<const twofold_site *const> Sites,
                   DeviceTable &Devices, const DeviceRequest &Request,
                   SiteTable &Records, SiteKernels &Kernels,
                   const std::function<void(const PreparedKernel &)> &Tell);

} // namespace twofold

#endif
