// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheEntry.h - one kernel in the cache, as bytes ------------------===//
//
// The format on disk. Numbers are unsigned and little-endian:
//
//   entry    := magic version length key length note length payload checksum
//   magic    := "TWOFOLD\n"
//   version  := 32 bits, CacheEntryVersion
//   length   := 64 bits, the size in bytes of what follows it
//   key      := field*, everything that the payload depends on
//   note     := bytes, what people are told: "file:line: function"
//   field    := length name length value
//   payload  := what the field "kind" says: the driver's program binary
//               ("kernel") or measured group sizes ("tuning")
//   checksum := 128 bits, XXH3-128 of everything before it, canonical order
//
// The key is stored whole and compared whole, so that neither a collision of
// names nor of hashes can hand out another kernel. The checksum is against
// accidents (a full disk, a crash); the directory's permissions are against
// people.
//
// Pure functions, thread-safe.
#ifndef TWOFOLD_RUNTIME_CACHE_CACHEENTRY_H
#define TWOFOLD_RUNTIME_CACHE_CACHEENTRY_H

#include "device/Device.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace twofold {

/// Raised when the grammar above or the meaning of the payload changes. Part of
/// every key: entries of other versions are never looked at.
inline constexpr uint32_t CacheEntryVersion = 2;

struct CacheEntry {
  std::string Key;
  std::string Note;
  std::vector<uint8_t> Payload;
};

struct CacheField {
  std::string Name, Value;
};
std::string cacheKey(std::initializer_list<CacheField> Fields);

/// Everything that the binary of a kernel depends on, as `key` above.
std::string cacheKey(const DeviceFacts &Target, const ProgramSource &Source,
                     std::string_view Kind = "kernel");

/// The fields of a key in their order, or nothing if it is not made of fields.
std::vector<CacheField> cacheFields(std::string_view Key);

/// 32 hexadecimal digits made from the key: the entry's name on disk.
std::string cacheEntryName(std::string_view Key);

std::vector<uint8_t> encodeCacheEntry(std::string_view Key,
                                      std::string_view Note,
                                      std::span<const uint8_t> Payload);

/// Damaged unless `Bytes` is exactly what encodeCacheEntry made.
Result<CacheEntry> decodeCacheEntry(std::span<const uint8_t> Bytes);

/// What tells two keys apart, as in "driver version changed from 1 to 2";
/// empty if nothing does.
std::string describeKeyChange(std::string_view From, std::string_view To);

/// Why `Wanted` is not among the stored keys: what changed since the entry that
/// comes closest, among those of the same kernel. Empty if it is there.
std::string explainMiss(std::string_view Wanted,
                        std::span<const std::string> Stored);

} // namespace twofold

#endif
