// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/MemoryMaps.h"
#include "report/NumberText.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <link.h>
#include <string>
#include <unistd.h>

using namespace twofold;

/// The page that the kernel or the C library keeps below a thread's stack is
/// not larger.
static constexpr uint64_t LargestStackGuard = uint64_t(1) << 20;

/// Cuts off and returns what stands before the next Separator.
static std::string_view next(std::string_view &Text, char Separator) {
  size_t End = Text.find(Separator);
  std::string_view Word = Text.substr(0, End);
  Text.remove_prefix(End == Text.npos ? Text.size() : End + 1);
  return Word;
}

std::optional<Mapping> twofold::parseMapping(std::string_view Line) {
  Mapping Out;
  std::string_view Access;
  uint64_t Inode;
  if (!parseNumber(next(Line, '-'), Out.Range.Begin, 16) ||
      !parseNumber(next(Line, ' '), Out.Range.End, 16) ||
      (Access = next(Line, ' ')).size() != 4)
    return std::nullopt;
  next(Line, ' '); // offset
  next(Line, ' '); // device
  if (!parseNumber(next(Line, ' '), Inode))
    return std::nullopt;
  Line.remove_prefix(std::min(Line.find_first_not_of(' '), Line.size()));
  Out.Read = Access[0] == 'r';
  Out.Write = Access[1] == 'w';
  Out.Execute = Access[2] == 'x';
  Out.Shared = Access[3] == 's';
  Out.Name = Line;
  Out.File = Inode != 0 ||
             (!Line.empty() && Line != "[heap]" && !Line.starts_with("[anon:"));
  return Out;
}

RangeSet twofold::ordinaryMemory(std::string_view Maps, ByteRange Range,
                                 uint64_t StackPointer,
                                 const std::function<bool(uint64_t)> &Ours,
                                 uint64_t Block) {
  RangeSet Out;
  ByteRange Fence; // an unreadable mapping that ends where the next one begins
  bool InStack = false;
  uint64_t LastEnd = 0, StackBegin = 0;
  while (!Maps.empty()) {
    std::optional<Mapping> Map = parseMapping(next(Maps, '\n'));
    if (!Map || Map->Range.Begin >= Range.End)
      break;
    const bool Protected = Ours(Map->Range.Begin);
    const bool Anonymous = !Map->Shared && !Map->File && !Map->Execute;
    const bool Usable = Anonymous && ((Map->Read && Map->Write) || Protected);
    // A stack lies above its fence; the guard may have cut it up since.
    if (Map->Range.Begin != LastEnd || !Usable)
      InStack = false;
    if (Usable && !Fence.empty() && Fence.End == Map->Range.Begin) {
      InStack = true;
      StackBegin = Fence.End;
    }
    Fence = {};
    if (!Map->Read && !Map->Write && !Protected && Anonymous &&
        Map->Range.size() <= LargestStackGuard)
      Fence = Map->Range;
    LastEnd = Map->Range.End;
    bool Current =
        Map->Range.Begin <= StackPointer && StackPointer < Map->Range.End;
    if (Usable && (!InStack || Block > StackBegin) && !Current)
      Out.insert(Map->Range.intersection(Range));
  }
  return Out;
}

std::string twofold::readMaps(ByteRange Range) {
  std::string Out;
  int File = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return Out;
  constexpr size_t Step = size_t(64) << 10;
  while (true) {
    size_t Used = Out.size();
    Out.resize(Used + Step);
    ssize_t Got = read(File, Out.data() + Used, Step);
    if (Got < 0 && errno == EINTR)
      Got = 0;
    else if (Got <= 0) {
      Out.resize(Got < 0 ? 0 : Used);
      break;
    }
    Out.resize(Used + size_t(Got));
    // The kernel hands out whole lines.
    size_t Last = Out.rfind('\n', Out.size() - 2);
    if (Last == Out.npos)
      continue;
    auto Map = parseMapping(std::string_view(Out).substr(Last + 1));
    if (Map && Map->Range.Begin >= Range.End)
      break;
  }
  close(File);
  return Out;
}

RangeSet twofold::libraryMemory() {
  RangeSet Out;
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *To) {
        // The program itself comes first and stays.
        if (!Info->dlpi_name || !*Info->dlpi_name)
          return 0;
        for (int I = 0; I < Info->dlpi_phnum; ++I) {
          const auto &Part = Info->dlpi_phdr[I];
          if (Part.p_type == PT_LOAD)
            static_cast<RangeSet *>(To)->insert(
                {Info->dlpi_addr + Part.p_vaddr,
                 Info->dlpi_addr + Part.p_vaddr + Part.p_memsz});
        }
        return 0;
      },
      &Out);
  return Out;
}
