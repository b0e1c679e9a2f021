// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/SourceKernel.h"
#include "kernel/SourceSite.h"
#include "system/ForkGate.h"

#include <mutex>

using namespace twofold;

std::atomic<SourceKernel *> SourceKernel::All{nullptr};

/// Held by who adds to a list; who reads one needs nothing.
static std::mutex Adding;

SourceKernel::SourceKernel(std::string Name, std::string File, uint32_t Line,
                           std::string Source, SourceText Text,
                           twofold_kernel_native Native, SourceKernel *Next)
    : Name(std::move(Name)), File(std::move(File)), Line(Line),
      Source(std::move(Source)), Text(std::move(Text)), Native(Native),
      Next(Next) {}

SourceKernel *SourceKernel::find(std::string_view Name, std::string_view Source,
                                 twofold_kernel_native Native) {
  for (SourceKernel *K = All.load(std::memory_order_acquire); K; K = K->Next)
    if (K->Native == Native && K->Name == Name && K->Source == Source)
      return K;
  return nullptr;
}

static std::string placeOf(std::string_view Name, std::string_view File,
                           uint32_t Line) {
  std::string Out;
  if (!File.empty())
    Out = std::string(File) + ":" + std::to_string(Line) + ": ";
  return Out + "kernel '" + std::string(Name) + "': ";
}

std::string SourceKernel::place() const { return placeOf(Name, File, Line); }

Result<SourceKernel *> SourceKernel::from(const char *Name, const char *Source,
                                          twofold_kernel_native Native,
                                          const char *File, uint32_t Line) {
  if (!Name || !Source)
    return Error{ErrorCode::Unsupported,
                 "a kernel needs a name and a text, and one of them is null",
                 ""};
  if (SourceKernel *Known = find(Name, Source, Native))
    return Known;
  const std::string In = File ? File : "";
  auto Text = SourceText::parse(Name, Source);
  std::string Why;
  if (!Text)
    Why = Text.error().Message;
  else if (Text->Parameters.size() > MostParameters)
    Why = "it has more than " + std::to_string(MostParameters) + " parameters";
  if (!Why.empty())
    return Error{ErrorCode::Unsupported, placeOf(Name, In, Line) + Why, ""};
  const ForkGate Gate;
  const std::lock_guard<std::mutex> Hold(Adding);
  if (SourceKernel *Known = find(Name, Source, Native))
    return Known;
  auto *Made = new SourceKernel(Name, In, Line, Source, std::move(*Text),
                                Native, All.load(std::memory_order_relaxed));
  All.store(Made, std::memory_order_release);
  return Made;
}

/// Why the arguments are none for the parameters; empty: they are.
std::string
SourceKernel::mismatch(std::span<const twofold_kernel_argument> Args) const {
  using Kind = SourceParameter::Kind;
  const std::vector<SourceParameter> &Wanted = Text.Parameters;
  if (Args.size() != Wanted.size())
    return "it has " + std::to_string(Wanted.size()) +
           (Wanted.size() == 1 ? " parameter" : " parameters") + ", but " +
           std::to_string(Args.size()) + " are given";
  for (size_t I = 0; I < Args.size(); ++I) {
    const SourceParameter &P = Wanted[I];
    const twofold_kernel_argument &A = Args[I];
    const auto Who = [&] {
      return "parameter " + std::to_string(I + 1) + ", '" + P.Name + "', ";
    };
    const bool Range =
        A.kind >= TWOFOLD_KERNEL_IN && A.kind <= TWOFOLD_KERNEL_INOUT;
    if (P.What == Kind::Memory && !Range)
      return Who() + "points to memory: give it a range (in, out or inout)";
    if (P.What == Kind::Local && A.kind != TWOFOLD_KERNEL_LOCAL)
      return Who() + "points to local memory: give it so many bytes of that";
    if (P.What == Kind::Value && A.kind != TWOFOLD_KERNEL_VALUE)
      return Who() + "is a value: give it one";
    if (P.What == Kind::Memory && P.Constant && A.kind != TWOFOLD_KERNEL_IN)
      return Who() + "points to what is constant, but is given as an output: "
                     "give it as an input";
    if (P.What == Kind::Memory && !P.Constant && A.kind == TWOFOLD_KERNEL_IN)
      return Who() + "is given as an input, but the kernel may write there: "
                     "declare it const, or give it as inout";
    const uint64_t Address = reinterpret_cast<uintptr_t>(A.pointer);
    if (P.What != Kind::Local && A.bytes && !A.pointer)
      return Who() + "is given null";
    if (P.What == Kind::Memory &&
        (Address + A.bytes < Address || A.bytes > INT64_MAX))
      return Who() + "is given a range that reaches beyond all addresses";
    if (P.What == Kind::Value && (P.Bytes ? A.bytes != P.Bytes : !A.bytes))
      return Who() + "has the type " + P.Type +
             (P.Bytes ? " of " + std::to_string(P.Bytes) + " bytes" : "") +
             ", but a value of " + std::to_string(A.bytes) + " is given";
    if (P.What == Kind::Local && (!A.bytes || A.bytes > INT32_MAX))
      return Who() + "is given no bytes of local memory, or too many";
  }
  return "";
}

/// Why no launch has these sizes; empty: one has.
static std::string readSizes(uint32_t Rank, const uint64_t *Global,
                             const uint64_t *Local, SourceItems &Out,
                             uint64_t &Trips) {
  if (Rank < 1 || Rank > 3 || !Global)
    return "it has one to three dimensions, whose sizes are not given";
  Out.Rank = Rank;
  uint64_t Items = 1, Group = 1;
  bool Wraps = false;
  for (uint32_t R = 0; R < 3; ++R) {
    Out.Global[R] = R < Rank ? Global[R] : 1;
    Out.Local[R] = !Local ? 0 : R < Rank ? Local[R] : 1;
    Wraps |= __builtin_mul_overflow(Items, Out.Global[R], &Items);
    if (!Local)
      continue;
    if (Out.Local[R] == 0 || Out.Global[R] % Out.Local[R])
      return "groups of " + std::to_string(Out.Local[R]) +
             " items do not divide the " + std::to_string(Out.Global[R]) +
             " of dimension " + std::to_string(R);
    Wraps |= __builtin_mul_overflow(Group, Out.Local[R], &Group);
  }
  if (Wraps || Items > INT64_MAX)
    return "it has more than 2^63 items";
  Trips = Items / Group;
  return "";
}

/// The one for calls of this kind.
SourceSite &SourceKernel::site(const SourceItems &Items,
                               std::span<const twofold_kernel_argument> Args) {
  const auto Find = [&]() -> SourceSite * {
    for (SourceSite *S = Sites.load(std::memory_order_acquire); S; S = S->Next)
      if (S->isFor(Items, Args))
        return S;
    return nullptr;
  };
  if (SourceSite *Known = Find())
    return *Known;
  const ForkGate Gate;
  const std::lock_guard<std::mutex> Hold(Adding);
  if (SourceSite *Known = Find())
    return *Known;
  auto *Made =
      new SourceSite(*this, Items, Args, Sites.load(std::memory_order_relaxed));
  Sites.store(Made, std::memory_order_release);
  return *Made;
}

const twofold_site *
SourceKernel::siteOf(uint32_t Rank, const uint64_t *Local,
                     std::span<const twofold_kernel_argument> Args) {
  SourceItems Items;
  uint64_t Trips = 0;
  return mismatch(Args).empty() &&
                 readSizes(Rank, Local, Local, Items, Trips).empty()
             ? &site(Items, Args).table()
             : nullptr;
}

int SourceKernel::run(uint32_t Rank, const uint64_t *Global,
                      const uint64_t *Local,
                      std::span<const twofold_kernel_argument> Args,
                      const Runner &Run, std::string &Why) {
  SourceItems Items;
  uint64_t Trips = 0;
  Why = mismatch(Args);
  if (Why.empty())
    Why = readSizes(Rank, Global, Local, Items, Trips);
  if (!Why.empty()) {
    Why = place() + Why;
    return TWOFOLD_KERNEL_BAD_ARGUMENT;
  }
  if (!Trips)
    return TWOFOLD_KERNEL_OK;
  Why = site(Items, Args).run(Items, Args, Trips, Run);
  if (Why.empty())
    return TWOFOLD_KERNEL_OK;
  Why = place() + "no device has run it, and it has no native function: " + Why;
  return TWOFOLD_KERNEL_NOT_RUN;
}
