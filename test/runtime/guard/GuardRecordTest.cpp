// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GuardRecordTest.cpp - blocks of pages, by faults and by the maps ---===//
#include "Record.h"
#include "guard/FaultStreams.h"
#include "guard/MappingTable.h"
#include "guard/MemoryMaps.h"

#include <gtest/gtest.h>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr uint64_t Page = 4096;

void tell(Record &To, const RangeSet &All) {
  for (const ByteRange &Each : All)
    To << std::hex << Each.Begin << '-' << Each.End << std::dec << ' ';
  To << '\n';
}

} // namespace

TEST(GuardRecord, streamsOfFaultsGetTheirBlocks) {
  Record All;
  for (unsigned Seed = 0; Seed < 40; ++Seed) {
    std::mt19937 Random(Seed);
    FaultStreams Streams;
    std::vector<uint64_t> At(1 + Random() % 24);
    for (uint64_t &Each : At)
      Each = (uint64_t(1) << 30) + Random() % (uint64_t(1) << 28) / Page * Page;
    for (unsigned Fault = 0; Fault < 150; ++Fault) {
      uint64_t &Here = At[Random() % At.size()];
      ByteRange Run = {Here - Random() % 512 * Page,
                       Here + (1 + Random() % 4096) * Page};
      const ByteRange Block = Streams.block(
          Here, Fault % 5 == 0, Run, [&](uint64_t Edge) { return Edge % 7; });
      All << Here << ' ' << Block.Begin - Here << ' ' << Block.size() << '\n';
      switch (Random() % 8) {
      case 0:
        Here += Random() % 100 * Page; // a stride, or a jump
        break;
      case 1:
        Here = Block.Begin - 1; // downwards
        break;
      case 2:
        break; // the same place again
      default:
        Here = Block.End;
      }
    }
  }
  All.expect(0x1d9f4e978183d9f0);
}

TEST(GuardRecord, mappingsAreKeptApart) {
  Record All;
  for (unsigned Seed = 0; Seed < 30; ++Seed) {
    std::mt19937 Random(Seed);
    MappingTable Table;
    const auto Any = [&] {
      const uint64_t Begin = (1 + Random() % 60) * 8;
      return ByteRange{Begin, Begin + (1 + Random() % 10) * 8};
    };
    for (unsigned Step = 0; Step < 120; ++Step) {
      if (Random() % 5 < 3)
        Table.insert(Any());
      else
        Table.remove(Any());
      const ByteRange Asked = Any();
      const ByteRange Found = Table.find(Asked.Begin),
                      First = Table.first(Asked),
                      Joined = Table.findJoined(Asked.End - 1);
      All << Asked.Begin << ' ' << Found.Begin << '-' << Found.End << ' '
          << First.Begin << '-' << First.End << ' ' << Joined.Begin << '-'
          << Joined.End << ' ' << Table.overlaps(Asked) << '\n';
    }
  }
  All.expect(0x34be972d08fd26fb);
}

TEST(GuardRecord, mapsTellWhatIsOrdinary) {
  constexpr const char *Ways[] = {"rw-p", "rw-p", "rw-p", "r--p", "---p",
                                  "rw-s", "rwxp", "r-xp", "-w-p"};
  constexpr const char *Names[] = {"",
                                   "",
                                   "",
                                   "[heap]",
                                   "[stack]",
                                   "/lib/x.so",
                                   "[anon: a b]",
                                   "/dev/zero (deleted)"};
  Record All;
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    std::mt19937 Random(Seed);
    std::string Maps;
    uint64_t At = 0x10000, Edge = 0;
    for (unsigned Left = 2 + Random() % 8; Left; --Left) {
      if (Random() % 3 == 0)
        At += (1 + Random() % 3) * Page;
      const uint64_t End =
          At + (1 + Random() % (Random() % 3 ? 8 : 0x900)) * Page;
      const char *Name = Names[Random() % 8];
      const bool File = *Name == '/' || Random() % 12 == 0;
      char Line[200];
      std::snprintf(Line, sizeof Line, "%llx-%llx %s 00000000 %s %u %s\n",
                    (unsigned long long)At, (unsigned long long)End,
                    Ways[Random() % 9], File ? "fe:00" : "00:00", File ? 99 : 0,
                    Name);
      Maps += Line;
      const auto Mapping = parseMapping(std::string_view(Line));
      All << Mapping.has_value();
      if (Mapping)
        All << Mapping->Read << Mapping->Write << Mapping->Execute
            << Mapping->Shared << Mapping->File << Mapping->Name << '\n';
      if (Random() % 3 == 0)
        Edge = Random() % 2 ? At : End;
      At = End;
    }
    const uint64_t Somewhere = 0x10000 + Random() % (At - 0x10000),
                   Block = Random() % 2
                               ? 0
                               : (0x10000 + Random() % (At - 0x10000)) / Page *
                                     Page;
    for (ByteRange Range :
         {ByteRange{0, UINT64_MAX}, ByteRange{Somewhere, Somewhere + 9 * Page}})
      tell(All, ordinaryMemory(
                    Maps, Range, Edge ? Edge : Somewhere,
                    [&](uint64_t Address) { return Address % 3 == Seed % 3; },
                    Block));
  }
  All.expect(0xaa98e09348d0dada);
}
