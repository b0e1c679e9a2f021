// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheEntryTest.cpp - the format of the kernel cache ---------------===//
#include "cache/CacheEntry.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace twofold;

namespace {

std::vector<uint8_t> payload(size_t Size) {
  std::vector<uint8_t> Bytes(Size);
  for (size_t I = 0; I != Size; ++I)
    Bytes[I] = static_cast<uint8_t>(I * 37 + 11);
  return Bytes;
}

std::vector<uint8_t> withChecksum(std::vector<uint8_t> Bytes) {
  XXH128_canonical_t Sum;
  XXH128_canonicalFromHash(&Sum, XXH3_128bits(Bytes.data(), Bytes.size()));
  Bytes.insert(Bytes.end(), Sum.digest, Sum.digest + sizeof(Sum.digest));
  return Bytes;
}

TEST(CacheEntryTest, DecodesWhatItEncoded) {
  for (size_t Size : {0, 1, 7, 4096}) {
    auto Entry =
        decodeCacheEntry(encodeCacheEntry("the key", "a note", payload(Size)));
    ASSERT_TRUE(bool(Entry));
    EXPECT_EQ(Entry->Key, "the key");
    EXPECT_EQ(Entry->Note, "a note");
    EXPECT_EQ(Entry->Payload, payload(Size));
  }
}

TEST(CacheEntryTest, LayoutIsTheDocumentedOne) {
  const uint8_t Payload[] = {0xAA, 0xBB};
  std::vector<uint8_t> Expected = {
      'T', 'W', 'O', 'F', 'O', 'L', 'D', '\n', 2,    0,   0,   0, //
      3,   0,   0,   0,   0,   0,   0,   0,    'k',  'e', 'y',    //
      1,   0,   0,   0,   0,   0,   0,   0,    'n',               //
      2,   0,   0,   0,   0,   0,   0,   0,    0xAA, 0xBB};
  EXPECT_EQ(encodeCacheEntry("key", "n", Payload), withChecksum(Expected));
}

TEST(CacheEntryTest, EveryTruncationIsRejected) {
  std::vector<uint8_t> Whole = encodeCacheEntry("some key", "n", payload(200));
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    auto Entry = decodeCacheEntry(std::span(Whole).first(Size));
    ASSERT_FALSE(bool(Entry)) << "cut to " << Size << " bytes";
    EXPECT_EQ(Entry.error().Code, ErrorCode::Damaged);
  }
}

TEST(CacheEntryTest, EveryChangedByteIsRejected) {
  std::vector<uint8_t> Whole = encodeCacheEntry("some key", "n", payload(200));
  for (size_t I = 0; I != Whole.size(); ++I)
    for (unsigned Flip = 1; Flip != 256; ++Flip) {
      Whole[I] ^= Flip;
      ASSERT_FALSE(bool(decodeCacheEntry(Whole))) << "byte " << I;
      Whole[I] ^= Flip;
    }
  EXPECT_TRUE(bool(decodeCacheEntry(Whole)));
}

// Whatever stands before a right checksum is an entry that would be written
// so, or is rejected.
TEST(CacheEntryTest, AnyBytesAreWhatWasWrittenOrRejected) {
  std::mt19937 Random(1);
  const std::string Key = cacheKey({{"kind", "kernel"}, {"device", "one"}});
  const std::vector<uint8_t> Whole = encodeCacheEntry(Key, "note", payload(40));
  unsigned Taken = 0;
  for (int Round = 0; Round < 50000; ++Round) {
    std::vector<uint8_t> Bytes(Whole.begin(), Whole.end() - 16);
    for (unsigned Changes = 1 + Random() % 3; Changes > 0; --Changes)
      Bytes[Random() % Bytes.size()] =
          uint8_t(Random() % 4 ? Random() % 64 : Random());
    if (Random() % 8 == 0)
      Bytes.resize(Random() % (Bytes.size() + 8));
    Bytes = withChecksum(std::move(Bytes));
    auto Entry = decodeCacheEntry(Bytes);
    if (!Entry)
      continue;
    ++Taken;
    ASSERT_EQ(encodeCacheEntry(Entry->Key, Entry->Note, Entry->Payload), Bytes);
    std::string Again;
    for (const CacheField &Field : cacheFields(Entry->Key))
      Again += cacheKey({Field});
    ASSERT_TRUE(Again.empty() || Again == Entry->Key);
    ASSERT_EQ(explainMiss(Entry->Key, std::vector{Entry->Key}), "");
    (void)explainMiss(Key, std::vector{Entry->Key, Entry->Note});
  }
  EXPECT_GT(Taken, 1000u);
}

TEST(CacheEntryTest, BytesAfterTheEndAreRejected) {
  std::vector<uint8_t> Whole = encodeCacheEntry("some key", "n", payload(20));
  Whole.push_back(0);
  EXPECT_FALSE(bool(decodeCacheEntry(Whole)));
}

TEST(CacheEntryTest, ImpossibleLengthsWithARightChecksumAreRejected) {
  std::vector<uint8_t> Whole = encodeCacheEntry("some key", "n", payload(20));
  Whole.resize(Whole.size() - sizeof(XXH128_canonical_t));
  const size_t KeyLength = 12, NoteLength = 12 + 8 + 8,
               PayloadLength = NoteLength + 8 + 1;
  for (size_t Field : {KeyLength, NoteLength, PayloadLength})
    for (size_t Byte = 0; Byte != 8; ++Byte)
      for (unsigned Value : {0u, 1u, 0x7Fu, 0x80u, 0xFFu}) {
        std::vector<uint8_t> Changed = Whole;
        Changed[Field + Byte] = static_cast<uint8_t>(Value);
        if (Changed != Whole)
          EXPECT_FALSE(bool(decodeCacheEntry(withChecksum(Changed))));
      }
  std::vector<uint8_t> OtherVersion = Whole;
  ++OtherVersion[8];
  EXPECT_FALSE(bool(decodeCacheEntry(withChecksum(OtherVersion))));
  std::vector<uint8_t> OtherMagic = Whole;
  ++OtherMagic[0];
  EXPECT_FALSE(bool(decodeCacheEntry(withChecksum(OtherMagic))));
  EXPECT_TRUE(bool(decodeCacheEntry(withChecksum(Whole))));
}

TEST(CacheEntryTest, EveryFieldIsPartOfTheKey) {
  using Change = std::function<void(DeviceFacts &, ProgramSource &)>;
  const Change Changes[] = {
      [](DeviceFacts &, ProgramSource &) {},
      [](DeviceFacts &D, ProgramSource &) { D.Platform += "x"; },
      [](DeviceFacts &D, ProgramSource &) { D.Name += "x"; },
      [](DeviceFacts &D, ProgramSource &) { D.Vendor += "x"; },
      [](DeviceFacts &D, ProgramSource &) { D.DriverVersion += "x"; },
      [](DeviceFacts &D, ProgramSource &) { D.DeviceVersion += "x"; },
      [](DeviceFacts &D, ProgramSource &) { D.DriverBuild += "x"; },
      [](DeviceFacts &, ProgramSource &S) { S.Name += "x"; },
      [](DeviceFacts &, ProgramSource &S) { S.Text += "x"; },
      [](DeviceFacts &, ProgramSource &S) { S.Options += "x"; },
      // The same characters, divided among the fields in another way.
      [](DeviceFacts &D, ProgramSource &) { std::swap(D.Platform, D.Name); },
      [](DeviceFacts &, ProgramSource &S) {
        S.Name = "k-";
        S.Options = "O";
      },
  };
  std::set<std::string> Keys, Names;
  for (const Change &Each : Changes) {
    DeviceFacts Facts;
    Facts.Platform = "platform";
    Facts.Name = "device";
    Facts.Vendor = "vendor";
    Facts.DriverVersion = "1";
    Facts.DeviceVersion = "2";
    ProgramSource Source{"k", "text", "-O"};
    Each(Facts, Source);
    std::string Key = cacheKey(Facts, Source);
    Keys.insert(Key);
    Names.insert(cacheEntryName(Key));
  }
  EXPECT_EQ(Keys.size(), std::size(Changes));
  EXPECT_EQ(Names.size(), std::size(Changes));
}

TEST(CacheEntryTest, KeysCanBeTakenApart) {
  DeviceFacts Facts;
  Facts.Name = "device";
  std::string Key = cacheKey(Facts, {"k", "text", "-O"}, "tuning");
  auto Fields = cacheFields(Key);
  ASSERT_EQ(Fields.size(), 11u);
  EXPECT_EQ(Fields[1].Name, "kind");
  EXPECT_EQ(Fields[1].Value, "tuning");
  EXPECT_EQ(Fields[3].Value, "device");
  EXPECT_EQ(Fields[10].Name, "source");
  EXPECT_EQ(Fields[10].Value, "text");
  for (size_t Size = 1; Size != Key.size(); ++Size)
    EXPECT_LT(cacheFields(Key.substr(0, Size)).size(), 11u);
  EXPECT_TRUE(cacheFields("garbage").empty());
  // Where the code came from does not matter.
  EXPECT_EQ(cacheKey(Facts, {"k", "text", "-O", "a.c:3: f"}, "tuning"), Key);
}

TEST(CacheEntryTest, ChangesAreTold) {
  auto Key = [](const std::string &Options) {
    return cacheKey(DeviceFacts(), {"k", "text", Options});
  };
  EXPECT_EQ(describeKeyChange(Key("a"), Key("a")), "");
  EXPECT_EQ(describeKeyChange(Key("a"), Key("")),
            "options changed from a to nothing");
  EXPECT_EQ(describeKeyChange(Key("a"), cacheKey(DeviceFacts(), {"k", "", ""})),
            "options changed from a to nothing, source changed");
  // Long values are not shown.
  const std::string Longest(80, 'x'), Longer = Longest + "x";
  EXPECT_EQ(describeKeyChange(Key(Longest), Key("a")),
            "options changed from " + Longest + " to a");
  EXPECT_EQ(describeKeyChange(Key("a"), Key(Longest)),
            "options changed from a to " + Longest);
  EXPECT_EQ(describeKeyChange(Key(Longer), Key("a")), "options changed");
  EXPECT_EQ(describeKeyChange(Key("a"), Key(Longer)), "options changed");
}

TEST(CacheEntryTest, NamesAreSafeFileNames) {
  std::string Name = cacheEntryName("any / key \n at all");
  EXPECT_EQ(Name.size(), 32u);
  EXPECT_EQ(Name.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(Name, cacheEntryName("any / key \n at all"));
}

} // namespace
