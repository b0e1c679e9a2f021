// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/SiteScan.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <mutex>
#include <unistd.h>
#include <utility>

using namespace twofold;

/// The gaps between variables are read, too.
#define UNSANITIZED __attribute__((no_sanitize("address", "hwaddress")))

static constexpr uint32_t MaxRank = 1024, MaxArguments = 65536;

static const LoadedPart *partOf(std::span<const LoadedPart> Parts,
                                const void *Pointer, uint64_t Bytes) {
  uint64_t Address = reinterpret_cast<uintptr_t>(Pointer);
  for (const LoadedPart &Part : Parts)
    if (Address >= Part.Begin && Address < Part.End &&
        Bytes <= Part.End - Address)
      return &Part;
  return nullptr;
}

UNSANITIZED static bool isText(std::span<const LoadedPart> Parts,
                               const char *Text) {
  const LoadedPart *Part = partOf(Parts, Text, 1);
  if (!Part)
    return false;
  for (uint64_t Left = Part->End - reinterpret_cast<uintptr_t>(Text); Left;
       --Left)
    if (!*Text++)
      return true;
  return false;
}

UNSANITIZED static bool isKernel(std::span<const LoadedPart> Parts,
                                 const twofold_kernel *Kernel) {
  return reinterpret_cast<uintptr_t>(Kernel) % alignof(twofold_kernel) == 0 &&
         partOf(Parts, Kernel, sizeof(*Kernel)) && Kernel->rank <= 3 &&
         Kernel->arg_count <= MaxArguments && isText(Parts, Kernel->name) &&
         isText(Parts, Kernel->source) &&
         (!Kernel->arg_count ||
          partOf(Parts, Kernel->args,
                 uint64_t(Kernel->arg_count) * sizeof(*Kernel->args)));
}

UNSANITIZED static bool isSite(std::span<const LoadedPart> Parts,
                               const twofold_site *Site) {
  if (Site->abi_version != TWOFOLD_ABI_VERSION ||
      Site->struct_size != sizeof(twofold_site) || Site->rank == 0 ||
      Site->rank > MaxRank)
    return false;
  if (auto *Native = reinterpret_cast<const void *>(Site->native)) {
    const LoadedPart *Part = partOf(Parts, Native, 1);
    if (!Part || !Part->Code)
      return false;
  }
  return isText(Parts, Site->file) && isText(Parts, Site->function) &&
         (!Site->kernel || isKernel(Parts, Site->kernel));
}

std::vector<const twofold_site *>
twofold::findSites(std::span<const LoadedPart> Parts) {
  constexpr uint64_t Step = alignof(twofold_site);
  std::vector<const twofold_site *> Found;
  for (const LoadedPart &Part : Parts)
    for (uint64_t At = (Part.Begin + Step - 1) / Step * Step;
         At < Part.End && Part.End - At >= sizeof(twofold_site); At += Step)
      if (auto *Site = reinterpret_cast<const twofold_site *>(At);
          isSite(Parts, Site))
        Found.push_back(Site);
  return Found;
}

UNSANITIZED void twofold::findStays(std::span<const LoadedPart> Parts,
                                    std::set<std::string> &To) {
  // The library's own data, which is looked through, too, have no whole mark.
  static const std::string Mark =
      std::string(TWOFOLD_STAY_MARK_BEGIN) + TWOFOLD_STAY_MARK_END;
  for (const LoadedPart &Part : Parts) {
    if (Part.Code)
      continue;
    const auto *At = reinterpret_cast<const char *>(Part.Begin);
    const auto *End = reinterpret_cast<const char *>(Part.End);
    while (const void *Found =
               memmem(At, size_t(End - At), Mark.data(), Mark.size())) {
      At = static_cast<const char *>(Found) + Mark.size();
      if (isText(Parts, At) && *At)
        To.emplace(At);
    }
  }
}

template <typename Function> static void eachLoaded(Function Look) {
  dl_iterate_phdr(
      [](struct dl_phdr_info *Info, size_t, void *Looking) {
        std::vector<LoadedPart> Parts;
        for (int I = 0; I < Info->dlpi_phnum; ++I) {
          const ElfW(Phdr) &Part = Info->dlpi_phdr[I];
          uint64_t Begin = Info->dlpi_addr + Part.p_vaddr;
          if (Part.p_type == PT_LOAD && (Part.p_flags & PF_R))
            Parts.push_back(
                {Begin, Begin + Part.p_filesz, (Part.p_flags & PF_X) != 0});
        }
        (*static_cast<Function *>(Looking))(Parts);
        return 0;
      },
      &Look);
}

/// How many objects have been loaded and unloaded so far.
static std::pair<uint64_t, uint64_t> loads() {
  std::pair<uint64_t, uint64_t> Out;
  dl_iterate_phdr(
      [](struct dl_phdr_info *Info, size_t, void *Out) {
        *static_cast<std::pair<uint64_t, uint64_t> *>(Out) = {Info->dlpi_adds,
                                                              Info->dlpi_subs};
        return 1;
      },
      &Out);
  return Out;
}

std::vector<const twofold_site *> twofold::loadedSites() {
  // A driver brings hundreds of megabytes to look through. Who finds somebody
  // looking, or the lock of a thread that a fork left behind, looks itself.
  static std::mutex Lock;
  static std::pair<uint64_t, uint64_t> Before;
  static std::vector<const twofold_site *> Known;
  const std::unique_lock<std::mutex> Hold(Lock, std::try_to_lock);
  const auto Here = loads();
  if (Hold && Here == Before)
    return Known;
  std::vector<const twofold_site *> All;
  eachLoaded([&](const std::vector<LoadedPart> &Parts) {
    for (const twofold_site *Site : findSites(Parts))
      All.push_back(Site);
  });
  if (Hold) {
    Before = Here;
    Known = All;
  }
  return All;
}

std::set<std::string> twofold::loadedStays() {
  std::set<std::string> All;
  eachLoaded(
      [&](const std::vector<LoadedPart> &Parts) { findStays(Parts, All); });
  return All;
}

void twofold::tellStaysAtExit() {
  static pid_t Teller;
  Teller = getpid();
  std::atexit([] {
    if (getpid() == Teller)
      for (const std::string &Line : loadedStays())
        std::fprintf(stderr, "twofold: %s\n", Line.c_str());
  });
}
