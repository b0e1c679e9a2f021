// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelCache.h - kernels from memory, from disk or from the driver -===//
#ifndef TWOFOLD_RUNTIME_CACHE_KERNELCACHE_H
#define TWOFOLD_RUNTIME_CACHE_KERNELCACHE_H

#include "cache/CacheStore.h"
#include "device/ProgramSupply.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace twofold {

/// Keeps every program it hands out. A kernel is built once however many
/// threads ask for it; the others wait. Different kernels build side by side.
///
/// A build that the driver refuses is tried a second time (PoCL fails now and
/// then while several processes fill its own cache) and then remembered.
/// Failures for want of memory or of a device are not remembered.
class KernelCache final : public ProgramSupply {
  struct Slot {
    std::mutex Building;
    std::shared_ptr<Program> Built;
    std::optional<Error> Failure; ///< for good
  };

  CacheStore Store;
  std::mutex SlotsLock;
  std::map<std::pair<const Device *, std::string>, std::shared_ptr<Slot>> Slots;

  Result<std::shared_ptr<Program>> make(Device &Target,
                                        const ProgramSource &Source,
                                        const std::string &Key, bool &Loaded);

public:
  explicit KernelCache(CacheConfig Config) : Store(std::move(Config)) {}

  Result<std::shared_ptr<Program>>
  get(Device &Target, const ProgramSource &Source, bool *FromCache) override;

  std::string recall(Device &Target, const ProgramSource &Source) override;
  void remember(Device &Target, const ProgramSource &Source,
                const std::string &Line) override;
  std::string whyMissed(Device &Target, const ProgramSource &Source) override;

  /// Why nothing is kept on disk, for one message; empty if nothing is wrong.
  const std::string &trouble() const { return Store.trouble(); }

  /// Whether kernels that are built are kept.
  bool stores() const { return Store.writable(); }

  /// To be called when the program exits by itself: a build that is still under
  /// way on another thread is no crash. Touches files only.
  void forgetBuilds() { Store.forgetBuilds(); }
};

} // namespace twofold

#endif
