// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Texts.cpp - any value of a variable, any entry of the cache --------===//
//
// For libFuzzer. The first byte says which: a value of one of the environment's
// variables, or what a file of the cache holds before its checksum, which is
// made right, so that more than the checksum is tried.

#include "cache/CacheEntry.h"
#include "report/Settings.h"

#include <cstdlib>
#include <string>

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace twofold;

static void require(bool True) {
  if (!True)
    std::abort();
}

static void tryVariable(const SettingRow &Row, const std::string &Value) {
  unsigned Told = 0;
  const Settings Set = Settings::read(
      [&](const char *Name) -> const char * {
        return std::string_view(Name) == Row.Name ? Value.c_str() : nullptr;
      },
      [&](const std::string &Line) {
        require(Line.find(Value) != Line.npos);
        ++Told;
      });
  require(Told <= 1);
  require(Set.CacheMegabytes >= 1 && Set.BuildTimeout.count() >= 1);
  for (const DeviceRequest &Each : Set.Device.Others)
    require(Each.Others.empty() && Each.What != DeviceRequest::Kind::Any);
}

static void tryEntry(std::vector<uint8_t> Bytes) {
  (void)decodeCacheEntry(Bytes);
  XXH128_canonical_t Sum;
  XXH128_canonicalFromHash(&Sum, XXH3_128bits(Bytes.data(), Bytes.size()));
  Bytes.insert(Bytes.end(), Sum.digest, Sum.digest + sizeof(Sum.digest));
  auto Entry = decodeCacheEntry(Bytes);
  if (!Entry)
    return;
  require(encodeCacheEntry(Entry->Key, Entry->Note, Entry->Payload) == Bytes);
  std::string Again;
  for (const CacheField &Field : cacheFields(Entry->Key))
    Again += cacheKey({Field});
  require(Again.empty() || Again == Entry->Key);
  const std::string Stored[] = {Entry->Note, Entry->Key};
  require(explainMiss(Entry->Key, Stored).empty());
  (void)explainMiss(Entry->Note, Stored);
  (void)describeKeyChange(Entry->Key, Entry->Note);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size < 2)
    return 0;
  if (Data[0] & 1)
    tryEntry({Data + 1, Data + Size});
  else
    tryVariable(settingRows()[Data[1] % settingRows().size()],
                std::string(reinterpret_cast<const char *>(Data) + 2, Size - 2)
                    .c_str());
  return 0;
}
