// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramImage.cpp - the loops in a binary, read without running it --===//
#include "tool/ProgramImage.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <set>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

using namespace twofold::tool;

/// Sections or segments that would take more than that are not looked at.
static constexpr uint64_t MostBytes = uint64_t(1) << 32;

namespace {
/// A piece of a file at the address that pointers to it have.
struct Piece {
  uint64_t Begin;
  std::vector<char> Bytes;
};

/// One ELF file, as a loader or a linker would lay it out.
class Image {
  const char *const Data;
  const size_t Size;
  Elf64_Ehdr Head{};
  std::vector<Elf64_Shdr> Sections;
  std::vector<uint64_t> Places; ///< of sections, in an object
  std::vector<Piece> Pieces;

  template <typename T> bool copy(T &To, uint64_t At) const {
    if (At > Size || sizeof(T) > Size - At)
      return false;
    std::memcpy(&To, Data + At, sizeof(T));
    return true;
  }
  bool inFile(uint64_t At, uint64_t Length) const {
    return At <= Size && Length <= Size - At;
  }
  char *at(uint64_t Address, uint64_t Length) {
    for (Piece &P : Pieces)
      if (Address >= P.Begin && Address - P.Begin <= P.Bytes.size() &&
          Length <= P.Bytes.size() - (Address - P.Begin))
        return P.Bytes.data() + (Address - P.Begin);
    return nullptr;
  }
  void layOutSegments();
  void layOutSections();
  void relocate(const Elf64_Rela &R, uint64_t Base, uint64_t Value);
  void relocateAll();

public:
  Image(const char *Data, size_t Size) : Data(Data), Size(Size) {}
  bool load();
  template <typename T> bool read(T &To, uint64_t Address) {
    const char *From = at(Address, sizeof(T));
    if (From)
      std::memcpy(static_cast<void *>(&To), From, sizeof(T));
    return From != nullptr;
  }
  std::optional<std::string> text(uint64_t Address);
  template <typename T> std::optional<std::string> text(const T *Pointer) {
    return text(reinterpret_cast<uintptr_t>(Pointer));
  }
  const std::vector<Piece> &pieces() const { return Pieces; }
};
} // namespace

std::optional<std::string> Image::text(uint64_t Address) {
  for (const Piece &P : Pieces) {
    if (Address < P.Begin || Address - P.Begin >= P.Bytes.size())
      continue;
    const char *Begin = P.Bytes.data() + (Address - P.Begin);
    const size_t Left = P.Bytes.size() - (Address - P.Begin);
    if (const void *End = std::memchr(Begin, 0, Left))
      return std::string(Begin, static_cast<const char *>(End));
  }
  return std::nullopt;
}

void Image::layOutSegments() {
  for (unsigned I = 0; I < Head.e_phnum; ++I) {
    Elf64_Phdr Part;
    if (!copy(Part, Head.e_phoff + uint64_t(I) * Head.e_phentsize) ||
        Part.p_type != PT_LOAD || !inFile(Part.p_offset, Part.p_filesz))
      continue;
    const char *From = Data + Part.p_offset;
    Pieces.push_back({Part.p_vaddr, {From, From + Part.p_filesz}});
  }
}

void Image::layOutSections() {
  uint64_t Next = 4096;
  Places.assign(Sections.size(), 0);
  for (size_t I = 0; I < Sections.size(); ++I) {
    const Elf64_Shdr &S = Sections[I];
    if (!(S.sh_flags & SHF_ALLOC) || S.sh_type == SHT_NOBITS ||
        !inFile(S.sh_offset, S.sh_size))
      continue;
    Places[I] = Next;
    const char *From = Data + S.sh_offset;
    Pieces.push_back({Next, {From, From + S.sh_size}});
    Next += (S.sh_size + 8191) / 4096 * 4096;
  }
}

/// Pointers, the only relocations that constant tables have.
void Image::relocate(const Elf64_Rela &R, uint64_t Base, uint64_t Value) {
  const uint64_t Type = ELF64_R_TYPE(R.r_info);
  bool Relative = false, Absolute = false;
  switch (Head.e_machine) {
  case EM_X86_64:
    Relative = Type == R_X86_64_RELATIVE;
    Absolute = Type == R_X86_64_64;
    break;
  case EM_AARCH64:
    Relative = Type == R_AARCH64_RELATIVE;
    Absolute = Type == R_AARCH64_ABS64;
    break;
  case EM_RISCV:
    Relative = Type == R_RISCV_RELATIVE;
    Absolute = Type == R_RISCV_64;
    break;
  }
  if (!Relative && !Absolute)
    return;
  const uint64_t Pointer = uint64_t(R.r_addend) + (Absolute ? Value : 0);
  if (char *To = at(Base + R.r_offset, sizeof(Pointer)))
    std::memcpy(To, &Pointer, sizeof(Pointer));
}

void Image::relocateAll() {
  const bool IsObject = Head.e_type == ET_REL;
  for (const Elf64_Shdr &S : Sections) {
    if (S.sh_type != SHT_RELA || S.sh_entsize != sizeof(Elf64_Rela) ||
        !inFile(S.sh_offset, S.sh_size) || S.sh_link >= Sections.size() ||
        (IsObject && S.sh_info >= Sections.size()))
      continue;
    const uint64_t Base = IsObject ? Places[S.sh_info] : 0;
    if (IsObject && !Base)
      continue;
    const Elf64_Shdr &Symbols = Sections[S.sh_link];
    for (uint64_t At = 0; At + sizeof(Elf64_Rela) <= S.sh_size;
         At += sizeof(Elf64_Rela)) {
      Elf64_Rela R;
      Elf64_Sym Symbol{};
      if (!copy(R, S.sh_offset + At))
        continue;
      if (const uint64_t Number = ELF64_R_SYM(R.r_info);
          Number && Number < Symbols.sh_size / sizeof(Symbol))
        (void)copy(Symbol, Symbols.sh_offset + Number * sizeof(Symbol));
      uint64_t Value = Symbol.st_value;
      if (IsObject)
        Value += Symbol.st_shndx < Places.size() ? Places[Symbol.st_shndx] : 0;
      relocate(R, Base, Value);
    }
  }
}

bool Image::load() {
  if (!copy(Head, 0) || std::memcmp(Head.e_ident, ELFMAG, SELFMAG) != 0 ||
      Head.e_ident[EI_CLASS] != ELFCLASS64 ||
      Head.e_ident[EI_DATA] != ELFDATA2LSB || Size > MostBytes)
    return false;
  uint64_t Count = Head.e_shnum;
  Elf64_Shdr First{};
  // More sections than fit the head's number are counted in the first one.
  if (Count == 0 && Head.e_shoff && copy(First, Head.e_shoff))
    Count = std::min<uint64_t>(First.sh_size, Size / sizeof(First));
  for (uint64_t I = 0; I < Count; ++I) {
    Elf64_Shdr Section{};
    if (!copy(Section, Head.e_shoff + I * sizeof(Section)))
      break;
    Sections.push_back(Section);
  }
  if (Head.e_type == ET_REL)
    layOutSections();
  else
    layOutSegments();
  relocateAll();
  return true;
}

/// Lines that name the program's are for a driver's compiler; here they would
/// stand between those that are read.
static std::string withoutLines(const std::string &Source) {
  std::string Out;
  for (size_t At = 0; At < Source.size();) {
    const size_t End = std::min(Source.find('\n', At), Source.size() - 1) + 1;
    if (Source.compare(At, 6, "#line ") != 0)
      Out.append(Source, At, End - At);
    At = End;
  }
  return Out;
}

/// The site at an address, if there is one.
static std::optional<BinaryLoop> loopAt(Image &In, uint64_t Address) {
  twofold_site Site;
  if (!In.read(Site, Address) || Site.rank == 0 || Site.rank > 1024)
    return std::nullopt;
  const auto File = In.text(Site.file), Function = In.text(Site.function);
  if (!File || File->empty() || !Function)
    return std::nullopt;
  BinaryLoop Out;
  Out.File = *File;
  Out.Function = *Function;
  Out.Line = Site.line;
  Out.Column = Site.column;
  Out.Flags = Site.flags;
  Out.Rank = Site.rank;
  Out.Ops = Site.ops;
  twofold_kernel Kernel;
  if (Site.kernel &&
      In.read(Kernel, reinterpret_cast<uintptr_t>(Site.kernel))) {
    Out.Kernel = In.text(Kernel.name).value_or("");
    Out.Source = withoutLines(In.text(Kernel.source).value_or(""));
  }
  if (Site.reason)
    Out.Reason = In.text(Site.reason).value_or("");
  twofold_base Base;
  for (uint32_t I = 0; I < std::min<uint32_t>(Site.base_count, 4096) &&
                       In.read(Base, reinterpret_cast<uintptr_t>(Site.bases) +
                                         I * sizeof(Base));
       ++I)
    if (auto Name = Base.name ? In.text(Base.name) : std::nullopt)
      Out.Arrays.push_back(*Name);
  return Out;
}

static void findLoops(Image &In, BinaryFile &To) {
  for (const Piece &P : In.pieces())
    for (uint64_t At = 0; At + sizeof(twofold_site) <= P.Bytes.size();
         At += alignof(twofold_site)) {
      uint32_t Begin[2];
      std::memcpy(Begin, P.Bytes.data() + At, sizeof(Begin));
      if (Begin[0] == TWOFOLD_ABI_VERSION && Begin[1] == sizeof(twofold_site)) {
        if (auto Loop = loopAt(In, P.Begin + At))
          To.Loops.push_back(std::move(*Loop));
      } else if (Begin[0] > 0 && Begin[0] < 64 &&
                 Begin[0] != TWOFOLD_ABI_VERSION && Begin[1] > 128 &&
                 Begin[1] < 1024 && Begin[1] % 8 == 0) {
        // Sites of other versions begin alike: texts follow the two numbers.
        uint64_t Texts[2];
        if (At + 24 > P.Bytes.size())
          continue;
        std::memcpy(Texts, P.Bytes.data() + At + 8, sizeof(Texts));
        const auto File = In.text(Texts[0]), Function = In.text(Texts[1]);
        To.Others += File && Function && File->find('.') != File->npos &&
                     !Function->empty();
      }
    }
}

static void findStays(const Image &In, std::set<std::string> &To) {
  static const std::string Mark =
      std::string(TWOFOLD_STAY_MARK_BEGIN) + TWOFOLD_STAY_MARK_END;
  for (const Piece &P : In.pieces()) {
    const std::string_view All(P.Bytes.data(), P.Bytes.size());
    for (size_t At = 0; (At = All.find(Mark, At)) != All.npos;) {
      At += Mark.size();
      const size_t End = All.find('\0', At);
      if (End != All.npos && End > At)
        To.emplace(All.substr(At, End - At));
    }
  }
}

/// Calls F with each member of an archive, as `ar` writes them.
template <typename Function>
static void eachMember(const char *Bytes, size_t Size, Function F) {
  constexpr size_t Header = 60, SizeAt = 48, SizeLength = 10;
  for (size_t At = 8; At + Header <= Size;) {
    const std::string Digits(Bytes + At + SizeAt, SizeLength);
    const size_t Length = std::strtoull(Digits.c_str(), nullptr, 10);
    At += Header;
    if (Length > Size - At)
      return;
    F(Bytes + At, Length);
    At += Length + Length % 2;
  }
}

std::optional<BinaryFile> twofold::tool::readBinary(const char *Bytes,
                                                    size_t Size) {
  BinaryFile Out;
  std::set<std::string> Stays;
  bool Known = false;
  auto Add = [&](const char *From, size_t Length) {
    Image In(From, Length);
    if (!In.load())
      return;
    Known = true;
    findLoops(In, Out);
    findStays(In, Stays);
  };
  constexpr std::string_view Archive = "!<arch>\n";
  if (std::string_view(Bytes, Size).starts_with(Archive))
    eachMember(Bytes, Size, Add);
  else
    Add(Bytes, Size);
  if (!Known)
    return std::nullopt;
  Out.Stays.assign(Stays.begin(), Stays.end());
  auto Order = [](const BinaryLoop &L) {
    return std::tie(L.File, L.Line, L.Column, L.Function, L.Source, L.Reason,
                    L.Flags);
  };
  std::sort(Out.Loops.begin(), Out.Loops.end(),
            [&](const auto &A, const auto &B) { return Order(A) < Order(B); });
  Out.Loops.erase(std::unique(Out.Loops.begin(), Out.Loops.end()),
                  Out.Loops.end());
  return Out;
}

std::optional<BinaryFile> twofold::tool::readBinary(const std::string &Path) {
  const int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (File < 0)
    return std::nullopt;
  std::optional<BinaryFile> Out;
  struct stat Info;
  if (fstat(File, &Info) == 0 && S_ISREG(Info.st_mode) && Info.st_size > 8) {
    const size_t Size = size_t(Info.st_size);
    void *Bytes = mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, File, 0);
    if (Bytes != MAP_FAILED) {
      Out = readBinary(static_cast<const char *>(Bytes), Size);
      munmap(Bytes, Size);
    }
  }
  close(File);
  return Out;
}
