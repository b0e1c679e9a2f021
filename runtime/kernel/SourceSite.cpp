// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/SourceSite.h"

#include <algorithm>
#include <array>

using namespace twofold;

/// Operations of an item, as long as no call was measured.
static constexpr uint32_t GuessedOps = 16;

static bool isRange(uint32_t Kind) {
  return Kind != TWOFOLD_KERNEL_VALUE && Kind != TWOFOLD_KERNEL_LOCAL;
}

twofold_form SourceSite::form(std::initializer_list<twofold_term> Of) {
  const auto First = uint32_t(Terms.size());
  Terms.insert(Terms.end(), Of);
  return {First, uint32_t(Of.size())};
}

/// All bytes of the range, each of them certainly: what is sent for nothing is
/// for the program to avoid.
void SourceSite::addRange(uint32_t Arg, uint32_t Kind,
                          const std::string &Name) {
  const int32_t Size = int32_t(Bytes + Arg - FirstArg);
  const auto Axis = int32_t(1 + Axes.size());
  const twofold_term Length = {1, {Size, -1, -1}, -1};
  const twofold_form Last = form({Length, {-1, {-1, -1, -1}, -1}});
  Axes.push_back({{0, 0}, Last, 1, -1, 0, 0});
  Bases.push_back({Arg,
                   TWOFOLD_BASE_POINTER | TWOFOLD_BASE_EXTENT,
                   {Last.first, 1},
                   Name.c_str(),
                   0});
  const auto Base = uint32_t(Bases.size() - 1);
  const twofold_form Each = form({{1, {-1, -1, -1}, Axis}});
  for (uint32_t How : {TWOFOLD_ACCESS_READ, TWOFOLD_ACCESS_WRITE})
    if (Kind == TWOFOLD_KERNEL_INOUT ||
        (Kind == TWOFOLD_KERNEL_IN) == (How == TWOFOLD_ACCESS_READ))
      Accesses.push_back({Base, 1, How | TWOFOLD_ACCESS_ALWAYS, Each, 0, 0});
  Parameters.push_back({TWOFOLD_ARG_BUFFER, Base, 0});
}

SourceSite::SourceSite(const SourceKernel &Of, const SourceItems &Items,
                       std::span<const twofold_kernel_argument> Args,
                       SourceSite *Next)
    : Of(Of), Next(Next) {
  const bool Grouped = Items.Local[0];
  const auto ArgCount = uint32_t(FirstArg + Args.size());
  Inputs.push_back({nullptr, 1, sizeof(void *), TWOFOLD_INPUT_COPY});
  for (uint32_t I = 0; I < Args.size(); ++I) {
    const auto Size = uint32_t(Args[I].bytes);
    const uint32_t Kind = Args[I].kind, Arg = FirstArg + I;
    Kinds.push_back({Kind, Kind == TWOFOLD_KERNEL_VALUE ? Size : 0});
    if (isRange(Kind))
      addRange(Arg, Kind, Of.Text.Parameters[I].Name);
    else if (Kind == TWOFOLD_KERNEL_VALUE)
      Parameters.push_back({TWOFOLD_ARG_SCALAR, Arg, Size});
    else
      Parameters.push_back({TWOFOLD_ARG_ROOM, Bytes + I, 0});
    if (Kind != TWOFOLD_KERNEL_LOCAL)
      Inputs.push_back({nullptr, Arg,
                        isRange(Kind) ? uint32_t(sizeof(void *)) : Size,
                        TWOFOLD_INPUT_COPY});
  }
  Axes.push_back(
      {{0, 0}, form({{1, {LastItem, -1, -1}, -1}}), 1, -1, GuessedOps, 0});

  Kernel.name = Of.Name.c_str();
  Kernel.source = Of.Text.Text.c_str();
  Kernel.args = Parameters.data();
  Kernel.arg_count = uint32_t(Parameters.size());
  Kernel.flags = TWOFOLD_KERNEL_GIVEN |
                 (Grouped || Of.Text.UsesGroups ? TWOFOLD_KERNEL_GROUPED : 0) |
                 (Of.Native ? 0 : TWOFOLD_KERNEL_ALONE);
  Kernel.rank = Items.Rank;

  Site.abi_version = TWOFOLD_ABI_VERSION;
  Site.struct_size = sizeof Site;
  Site.file = Of.File.empty() ? "kernel" : Of.File.c_str();
  Site.function = Of.Name.c_str();
  Site.line = Of.Line;
  Site.flags = Of.Native ? TWOFOLD_SITE_REPEATABLE : 0;
  Site.rank = 1;
  Site.arg_count = ArgCount;
  Site.axis_count = uint32_t(Axes.size());
  Site.base_count = uint32_t(Bases.size());
  Site.access_count = uint32_t(Accesses.size());
  Site.value_count = uint32_t(Bytes + Args.size());
  Site.native = runNatively;
  Site.terms = Terms.data();
  Site.axes = Axes.data();
  Site.bases = Bases.data();
  Site.accesses = Accesses.data();
  Site.kernel = &Kernel;
  Site.inputs = Inputs.data();
  Site.input_count = uint32_t(Inputs.size());
}

bool SourceSite::isFor(const SourceItems &Items,
                       std::span<const twofold_kernel_argument> Args) const {
  const bool Grouped = Items.Local[0];
  const bool Fixed = Grouped || Of.Text.UsesGroups;
  return Kernel.rank == Items.Rank &&
         Fixed == bool(Kernel.flags & TWOFOLD_KERNEL_GROUPED) &&
         std::equal(Args.begin(), Args.end(), Kinds.begin(), Kinds.end(),
                    [](const twofold_kernel_argument &A, const Given &G) {
                      return A.kind == G.Kind &&
                             (A.kind != TWOFOLD_KERNEL_VALUE ||
                              A.bytes == G.Bytes);
                    });
}

void SourceSite::runNatively(void **Args, uint64_t First, uint64_t End) {
  const SourceSite &Self = **static_cast<const SourceSite **>(Args[1]);
  std::array<void *, SourceKernel::MostParameters> Given;
  for (size_t I = 0; I < Self.Kinds.size(); ++I) {
    void *Arg = Args[FirstArg + I];
    const uint32_t Kind = Self.Kinds[I].Kind;
    Given[I] = isRange(Kind)                  ? *static_cast<void **>(Arg)
               : Kind == TWOFOLD_KERNEL_VALUE ? Arg
                                              : nullptr;
  }
  if (Self.Of.Native)
    Self.Of.Native(Given.data(), First, End);
}

std::string SourceSite::run(const SourceItems &Items,
                            std::span<const twofold_kernel_argument> Args,
                            uint64_t Trips,
                            const SourceKernel::Runner &Run) const {
  const twofold_dim Dim = {0, 1, Trips};
  const SourceSite *Self = this;
  std::array<void *, SourceKernel::MostParameters> Pointers;
  std::array<void *, FirstArg + SourceKernel::MostParameters> Entries;
  std::array<int64_t, Bytes + SourceKernel::MostParameters> Values;
  Entries[0] = const_cast<twofold_dim *>(&Dim);
  Entries[1] = &Self;
  int64_t Each = 1;
  for (uint32_t R = 0; R < 3; ++R) {
    Values[SourceSite::Items + R] = int64_t(Items.Global[R]);
    Values[Group + R] = int64_t(Items.Local[R]);
    Each *= Items.Local[0] ? int64_t(Items.Local[R]) : 1;
  }
  Values[LastItem] = Each - 1;
  for (size_t I = 0; I < Args.size(); ++I) {
    Pointers[I] = const_cast<void *>(Args[I].pointer);
    Entries[FirstArg + I] =
        Args[I].kind == TWOFOLD_KERNEL_VALUE ? Pointers[I] : &Pointers[I];
    Values[Bytes + I] = int64_t(Args[I].bytes);
  }
  twofold_launch Launch = {};
  Launch.dims = &Dim;
  Launch.args = Entries.data();
  Launch.values = Values.data();
  Launch.condition = 1;
  Launch.apart = 1;
  return Run(Site, Launch, Trips);
}
