// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FakeSupply.h - programs without a cache on disk --------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_FAKESUPPLY_H
#define TWOFOLD_TEST_RUNTIME_FAKESUPPLY_H

#include "device/ProgramSupply.h"

#include <map>
#include <string>

namespace twofold::test {

/// Builds, each time it is asked.
class BuildingSupply final : public ProgramSupply {
public:
  Result<std::shared_ptr<Program>>
  get(Device &Target, const ProgramSource &Source, bool *FromCache) override {
    auto Built = Target.build(Source);
    if (FromCache)
      *FromCache = false;
    if (!Built)
      return Built.takeError();
    return std::shared_ptr<Program>(std::move(*Built));
  }
};

/// Builds, and remembers lines by the kernel's text, as a cache on disk does.
class RememberingSupply final : public ProgramSupply {
public:
  using Memory = std::map<std::string, std::string>;
  explicit RememberingSupply(Memory &Lines) : Lines(Lines) {}

  Result<std::shared_ptr<Program>>
  get(Device &Target, const ProgramSource &Source, bool *FromCache) override {
    return BuildingSupply().get(Target, Source, FromCache);
  }
  std::string recall(Device &, const ProgramSource &Source) override {
    return Lines[Source.Text];
  }
  void remember(Device &, const ProgramSource &Source,
                const std::string &Line) override {
    Lines[Source.Text] = Line;
  }

private:
  Memory &Lines;
};

} // namespace twofold::test

#endif
