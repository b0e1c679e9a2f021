// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheMiss.cpp - why the cache does not have a kernel ---------------===//
#include "cache/CacheMiss.h"

#include "cache/CacheEntry.h"

#include <algorithm>

namespace twofold {

/// Longer values are not shown.
static constexpr size_t ShownBytes = 80;

static std::string shown(const std::string &Value) {
  return Value.empty() ? "nothing" : Value;
}

static const std::string *find(const std::vector<CacheField> &Fields,
                               std::string_view Name) {
  for (const CacheField &Each : Fields)
    if (Each.Name == Name)
      return &Each.Value;
  return nullptr;
}

static std::vector<std::string> changes(const std::vector<CacheField> &From,
                                        const std::vector<CacheField> &To) {
  std::vector<std::string> Out;
  static const std::string None;
  for (const CacheField &New : To) {
    const std::string *Found = find(From, New.Name);
    const std::string &Old = Found ? *Found : None;
    if (Old == New.Value)
      continue;
    bool Short = std::max(Old.size(), New.Value.size()) <= ShownBytes &&
                 New.Name != "source";
    Out.push_back(
        New.Name + " changed" +
        (Short ? " from " + shown(Old) + " to " + shown(New.Value) : ""));
  }
  return Out;
}

static std::string join(const std::vector<std::string> &Parts) {
  std::string Text;
  for (const std::string &Each : Parts)
    Text += (Text.empty() ? "" : ", ") + Each;
  return Text;
}

std::string describeKeyChange(std::string_view From, std::string_view To) {
  return From == To ? "" : join(changes(cacheFields(From), cacheFields(To)));
}

std::string explainMiss(std::string_view Wanted,
                        std::span<const std::string> Stored) {
  std::vector<CacheField> Fields = cacheFields(Wanted);
  const std::string *Kernel = find(Fields, "kernel"),
                    *Kind = find(Fields, "kind");
  std::vector<std::string> Fewest;
  bool Found = false;
  for (const std::string &Each : Stored) {
    if (Each == Wanted)
      return "";
    std::vector<CacheField> Old = cacheFields(Each);
    const std::string *Other = find(Old, "kernel"),
                      *OtherKind = find(Old, "kind");
    if (!Kernel || !Other || *Other != *Kernel || !Kind || !OtherKind ||
        *OtherKind != *Kind)
      continue;
    std::vector<std::string> Changes = changes(Old, Fields);
    if (!Found || Changes.size() < Fewest.size())
      Fewest = std::move(Changes);
    Found = true;
  }
  return Found ? join(Fewest) : "it was never built here";
}

} // namespace twofold
