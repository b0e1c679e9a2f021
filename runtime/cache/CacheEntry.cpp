// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/CacheEntry.h"

#include <cstring>

#define XXH_INLINE_ALL
#include <algorithm>
#include <xxhash.h>

namespace twofold {

static constexpr std::string_view Magic = "TWOFOLD\n";
static constexpr size_t ChecksumSize = sizeof(XXH128_canonical_t);

template <typename T> static void appendNumber(std::string &To, T Value) {
  for (size_t Byte = 0; Byte != sizeof(T); ++Byte)
    To.push_back(static_cast<char>(Value >> (8 * Byte)));
}

static void appendDelimited(std::string &To, std::string_view Value) {
  appendNumber<uint64_t>(To, Value.size());
  To += Value;
}

static XXH128_canonical_t hash(const void *Data, size_t Size) {
  XXH128_canonical_t Canonical;
  XXH128_canonicalFromHash(&Canonical, XXH3_128bits(Data, Size));
  return Canonical;
}

std::string cacheKey(std::initializer_list<CacheField> Fields) {
  std::string Key;
  for (const CacheField &Field : Fields) {
    appendDelimited(Key, Field.Name);
    appendDelimited(Key, Field.Value);
  }
  return Key;
}

std::string cacheKey(const DeviceFacts &Target, const ProgramSource &Source,
                     std::string_view Kind) {
  return cacheKey({{"format", std::to_string(CacheEntryVersion)},
                   {"kind", std::string(Kind)},
                   {"platform", Target.Platform},
                   {"device", Target.Name},
                   {"vendor", Target.Vendor},
                   {"driver version", Target.DriverVersion},
                   {"device version", Target.DeviceVersion},
                   {"driver build", Target.DriverBuild},
                   {"kernel", Source.Name},
                   {"options", Source.Options},
                   {"source", Source.Text}});
}

std::string cacheEntryName(std::string_view Key) {
  static constexpr char Digits[] = "0123456789abcdef";
  XXH128_canonical_t Hash = hash(Key.data(), Key.size());
  std::string Name;
  for (unsigned char Byte : Hash.digest) {
    Name += Digits[Byte >> 4];
    Name += Digits[Byte & 15];
  }
  return Name;
}

std::vector<uint8_t> encodeCacheEntry(std::string_view Key,
                                      std::string_view Note,
                                      std::span<const uint8_t> Payload) {
  std::string Head(Magic);
  appendNumber<uint32_t>(Head, CacheEntryVersion);
  appendDelimited(Head, Key);
  appendDelimited(Head, Note);
  appendNumber<uint64_t>(Head, Payload.size());

  std::vector<uint8_t> Bytes;
  Bytes.reserve(Head.size() + Payload.size() + ChecksumSize);
  Bytes.insert(Bytes.end(), Head.begin(), Head.end());
  Bytes.insert(Bytes.end(), Payload.begin(), Payload.end());
  XXH128_canonical_t Checksum = hash(Bytes.data(), Bytes.size());
  Bytes.insert(Bytes.end(), Checksum.digest, Checksum.digest + ChecksumSize);
  return Bytes;
}

namespace {
/// Takes pieces from the front of an entry; null data once one is missing.
class EntryReader {
  std::span<const uint8_t> Rest;
  bool Short = false;

public:
  explicit EntryReader(std::span<const uint8_t> Bytes) : Rest(Bytes) {}

  std::span<const uint8_t> take(uint64_t Size) {
    if (Short || Size > Rest.size()) {
      Short = true;
      return {};
    }
    auto Piece = Rest.first(Size);
    Rest = Rest.subspan(Size);
    return Piece;
  }

  template <typename T> T number() {
    T Value = 0;
    unsigned Shift = 0;
    for (uint8_t Byte : take(sizeof(T))) {
      Value |= T(Byte) << Shift;
      Shift += 8;
    }
    return Value;
  }

  bool complete() const { return !Short && Rest.empty(); }
  bool tooShort() const { return Short; }
};
} // namespace

std::vector<CacheField> cacheFields(std::string_view Key) {
  EntryReader Read({reinterpret_cast<const uint8_t *>(Key.data()), Key.size()});
  std::vector<CacheField> Fields;
  while (!Read.complete()) {
    auto Name = Read.take(Read.number<uint64_t>());
    auto Value = Read.take(Read.number<uint64_t>());
    if (Read.tooShort())
      return {};
    Fields.push_back({std::string(Name.begin(), Name.end()),
                      std::string(Value.begin(), Value.end())});
  }
  return Fields;
}

static Error damaged(const char *What) {
  return {ErrorCode::Damaged, std::string("damaged cache entry: ") + What, ""};
}

Result<CacheEntry> decodeCacheEntry(std::span<const uint8_t> Bytes) {
  if (Bytes.size() < ChecksumSize)
    return damaged("too short");
  auto Checked = Bytes.first(Bytes.size() - ChecksumSize);
  XXH128_canonical_t Checksum = hash(Checked.data(), Checked.size());
  if (std::memcmp(Checksum.digest, Bytes.data() + Checked.size(),
                  ChecksumSize) != 0)
    return damaged("wrong checksum");

  EntryReader Read(Checked);
  auto Start = Read.take(Magic.size());
  if (!std::equal(Start.begin(), Start.end(), Magic.begin(), Magic.end()))
    return damaged("wrong start");
  if (Read.number<uint32_t>() != CacheEntryVersion)
    return damaged("another version");
  auto Key = Read.take(Read.number<uint64_t>());
  auto Note = Read.take(Read.number<uint64_t>());
  auto Payload = Read.take(Read.number<uint64_t>());
  if (!Read.complete())
    return damaged("wrong length");
  return CacheEntry{std::string(Key.begin(), Key.end()),
                    std::string(Note.begin(), Note.end()),
                    std::vector<uint8_t>(Payload.begin(), Payload.end())};
}

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
