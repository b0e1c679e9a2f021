// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/KernelConstants.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

using namespace twofold;

/// The integer types that kernels have parameters of, by their bytes.
static uint32_t bytesOf(std::string_view Type) {
  if (Type == "char" || Type == "uchar")
    return 1;
  if (Type == "short" || Type == "ushort")
    return 2;
  if (Type == "int" || Type == "uint")
    return 4;
  return Type == "long" || Type == "ulong" ? 8 : 0;
}

static std::string_view trimmed(std::string_view Text) {
  while (!Text.empty() && (Text.front() == ' ' || Text.front() == '\n'))
    Text.remove_prefix(1);
  while (!Text.empty() && (Text.back() == ' ' || Text.back() == '\n'))
    Text.remove_suffix(1);
  return Text;
}

namespace {

/// The one definition of a kernel in its source.
struct Definition {
  std::vector<std::string_view> Parameters;
  size_t Body = 0; ///< where its first statement would be

  static std::optional<Definition> find(std::string_view Source,
                                        std::string_view Name) {
    std::string Head = "__kernel void " + std::string(Name) + "(";
    size_t At = Source.find(Head);
    if (At == Source.npos || Source.find(Head, At + 1) != Source.npos)
      return std::nullopt;
    Definition Out;
    At += Head.size();
    unsigned Depth = 0;
    for (size_t Begin = At; At < Source.size(); ++At) {
      char C = Source[At];
      if (C == '(') {
        ++Depth;
      } else if (C == ')' && Depth) {
        --Depth;
      } else if (!Depth && (C == ',' || C == ')')) {
        Out.Parameters.push_back(trimmed(Source.substr(Begin, At - Begin)));
        Begin = At + 1;
        if (C == ')')
          break;
      }
    }
    if (Source.substr(At, 4) != ") {\n")
      return std::nullopt;
    Out.Body = At + 4;
    return Out;
  }
};

} // namespace

/// Where pointers are compared with null their values are passed.
static bool isPointer(const twofold_site &Site, uint32_t Arg) {
  return std::any_of(Site.bases, Site.bases + Site.base_count,
                     [&](const twofold_base &Base) { return Base.arg == Arg; });
}

std::optional<KernelConstants> KernelConstants::of(const twofold_site &Site) {
  if (!Site.kernel || Site.element_count ||
      (Site.flags & (TWOFOLD_SITE_ROUNDS | TWOFOLD_SITE_SEARCH |
                     TWOFOLD_SITE_DETERMINISTIC | TWOFOLD_SITE_ORDERED)))
    return std::nullopt;
  std::string_view Source = Site.kernel->source;
  auto Found = Definition::find(Source, Site.kernel->name);
  if (!Found)
    return std::nullopt;
  KernelConstants Out;
  size_t Next = 0;
  for (uint32_t I = 0; I < Site.kernel->arg_count; ++I) {
    const twofold_kernel_arg &Arg = Site.kernel->args[I];
    size_t Mine = Next;
    Next += Arg.kind == TWOFOLD_ARG_BUFFER ? 2 : 1;
    if (Next > Found->Parameters.size())
      return std::nullopt;
    bool Number = Arg.kind == TWOFOLD_ARG_LOWER ||
                  Arg.kind == TWOFOLD_ARG_STEP || Arg.kind == TWOFOLD_ARG_TRIPS;
    if (!Number &&
        (Arg.kind != TWOFOLD_ARG_SCALAR || isPointer(Site, Arg.index)))
      continue;
    std::string_view Text = Found->Parameters[Mine];
    size_t Blank = Text.rfind(' ');
    if (Blank == Text.npos || Out.Parameters.size() == KernelValues::Most)
      continue;
    std::string_view Type = trimmed(Text.substr(0, Blank));
    uint32_t Size = Number ? 8 : Arg.size;
    if (bytesOf(Type) != Size)
      continue;
    Out.Parameters.push_back({Arg.kind, Arg.index, Size,
                              std::string(Text.substr(Blank + 1)),
                              std::string(Type)});
  }
  if (Next != Found->Parameters.size() || Out.Parameters.empty())
    return std::nullopt;
  Out.Before = Source.substr(0, Found->Body);
  Out.After = Source.substr(Found->Body);
  return Out;
}

KernelValues KernelConstants::read(const twofold_launch &Launch) const {
  KernelValues Out;
  for (const Parameter &P : Parameters) {
    uint64_t &Value = Out.At[Out.Count++];
    if (P.Kind == TWOFOLD_ARG_SCALAR)
      std::memcpy(&Value, Launch.args[P.Index], P.Size);
    else if (P.Kind == TWOFOLD_ARG_LOWER)
      Value = uint64_t(Launch.dims[P.Index].lower);
    else if (P.Kind == TWOFOLD_ARG_STEP)
      Value = uint64_t(Launch.dims[P.Index].step);
    else
      Value = Launch.dims[P.Index].trips;
  }
  return Out;
}

/// The bits of a value as an expression of the type.
static std::string literal(const std::string &Type, uint64_t Value) {
  char Digits[32];
  std::snprintf(Digits, sizeof Digits, "0x%llx",
                static_cast<unsigned long long>(Value));
  std::string Unsigned = Type[0] == 'u' ? Type : 'u' + Type;
  std::string Bits = bytesOf(Type) == 8   ? Digits + std::string("UL")
                     : bytesOf(Type) == 4 ? Digits + std::string("u")
                                          : "(" + Unsigned + ")" + Digits;
  return Unsigned == Type ? Bits : "as_" + Type + "(" + Bits + ")";
}

std::string KernelConstants::source(const KernelValues &Values) const {
  std::string Out = Before;
  for (size_t I = 0; I < Parameters.size(); ++I)
    Out += "  " + Parameters[I].Name + " = " +
           literal(Parameters[I].Type, Values.At[I]) + ";\n";
  return Out + After;
}

std::string KernelConstants::describe(const KernelValues &Values) const {
  std::string Out;
  for (size_t I = 0; I < Parameters.size(); ++I) {
    const Parameter &P = Parameters[I];
    uint64_t Value = Values.At[I];
    unsigned Unused = 64 - 8 * P.Size;
    Out +=
        (I ? ", " : "") + P.Name + " = " +
        (P.Type[0] == 'u' ? std::to_string(Value)
                          : std::to_string(int64_t(Value << Unused) >> Unused));
  }
  return Out;
}
