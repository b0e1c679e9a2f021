// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/ElementText.h"
#include "model/ReductionForms.h"

using llvm::StringRef;

namespace twofold {
namespace {

unsigned bytesOf(StringRef Type) {
  if (Type.ends_with("char"))
    return 1;
  if (Type.ends_with("short"))
    return 2;
  return Type == "int" || Type == "uint" || Type == "float" ? 4 : 8;
}

bool isFloating(StringRef Type) { return Type == "float" || Type == "double"; }

/// The word of the built-in function for it; empty: there is none.
StringRef builtinOf(const AtomicUpdate &U) {
  if (bytesOf(U.Type) < 4 || isFloating(U.Type))
    return "";
  if (U.Op == ReductionOp::Add)
    return U.Negated ? "sub" : "add";
  static constexpr const char *Words[] = {"", "", "and", "or", "xor",
                                          "", "", "min", "max"};
  // The base extension for 64 bits adds and subtracts.
  return bytesOf(U.Type) == 8 ? "" : Words[unsigned(U.Op)];
}

StringRef wordOf(const AtomicUpdate &U) {
  static constexpr const char *Words[] = {
      "add", "multiply", "and", "or", "xor", "all", "any", "lower", "raise"};
  return U.Negated ? "subtract" : Words[unsigned(U.Op)];
}

bool isExtremum(const AtomicUpdate &U) {
  return U.Op == ReductionOp::Min || U.Op == ReductionOp::Max;
}

/// Whether `by` takes the place of `was`.
std::string better(const AtomicUpdate &U) {
  return std::string(U.Op == ReductionOp::Min ? "by < was" : "by > was") +
         (U.SkipsNan && isFloating(U.Type) ? " || was != was" : "");
}

/// The new value, of `was` and `by`.
std::string combination(const AtomicUpdate &U) {
  std::string Was = "was", By = "by";
  // Signed overflow is not defined, and the order is not the user's.
  if (!isFloating(U.Type) && bytesOf(U.Type) >= 4 && U.Type[0] != 'u') {
    Was = "(u" + U.Type + ")was";
    By = "(u" + U.Type + ")by";
  }
  auto Operator = [&](StringRef Op) {
    return "(" + U.Type + ")(" + Was + " " + Op.str() + " " + By + ")";
  };
  if (isExtremum(U))
    return "by";
  return isLogical(U.Op) ? "(" + U.Type + ")(was " + spelling(U.Op) + " by)"
                         : Operator(U.Negated ? "-" : spelling(U.Op));
}

} // namespace

std::string ElementText::helper(const AtomicUpdate &U, StringRef Name) const {
  unsigned Bytes = bytesOf(U.Type);
  std::string Word = Bytes == 8 ? "ulong" : "uint";
  std::string Space = U.Local ? "volatile __local " : "volatile __global ";
  std::string Pointer = Space + Word + " *";
  std::string Out = "static void " + Name.str() + "(" + Space + U.Type +
                    " *at, " + U.By + " by) {\n";
  std::string Was, Next;
  if (Bytes < 4) {
    std::string Raw = Bytes == 1 ? "uchar" : "ushort";
    std::string Mask = Bytes == 1 ? "0xffu" : "0xffffu";
    Out += "  const uint shift = ((uint)(size_t)at & 3u) * 8u;\n";
    Out += "  " + Pointer + "word = (" + Pointer + ")((" + Space +
           "uchar *)at - shift / 8u);\n";
    Was = "(" + U.Type + ")(old >> shift)";
    Next =
        "(old & ~(" + Mask + " << shift)) | ((uint)(" + Raw + ")next << shift)";
  } else {
    Out += "  " + Pointer + "word = (" + Pointer + ")at;\n";
    Was = isFloating(U.Type) ? "as_" + U.Type + "(old)" : "(" + U.Type + ")old";
    Next = isFloating(U.Type) ? "as_" + Word + "(next)" : "(" + Word + ")next";
  }
  Out += "  " + Word + " old = *word;\n  for (;;) {\n";
  Out += "    const " + U.Type + " was = " + Was + ";\n";
  if (isExtremum(U))
    Out += "    if (!(" + better(U) + "))\n      return;\n";
  Out += "    const " + U.Type + " next = " + combination(U) + ";\n";
  Out += "    const " + Word +
         " seen = " + (Bytes == 8 ? "atom_cmpxchg" : "atomic_cmpxchg") +
         "(word, old, " + Next + ");\n";
  Out += "    if (seen == old)\n      return;\n    old = seen;\n  }\n}\n\n";
  return Out;
}

const std::string &ElementText::function(const AtomicUpdate &U) {
  auto [It, New] = Known.try_emplace(U);
  if (!New)
    return It->second;
  bool Bytes8 = bytesOf(U.Type) == 8;
  Wide |= Bytes8;
  StringRef Builtin = U.Type == U.By ? builtinOf(U) : StringRef();
  if (!Builtin.empty()) {
    It->second = (Bytes8 ? "atom_" : "atomic_") + Builtin.str();
    return It->second;
  }
  It->second = Names.claim((wordOf(U) + "_" + U.Type).str());
  Functions += helper(U, It->second);
  return It->second;
}

const std::string &ElementText::operation(const AtomicOperation &Of,
                                          const std::string &Type) {
  using Op = AtomicOperation;
  auto [It, New] = Operations.try_emplace({Of.What, Of.After, Type});
  if (!New)
    return It->second;
  static constexpr const char *Words[] = {"load", "store", "exchange", "add",
                                          "sub",  "and",   "or",       "xor",
                                          "min",  "max",   "swap",     "test"};
  const bool Bytes8 = bytesOf(Type) == 8, Floating = isFloating(Type);
  Wide |= Bytes8;
  const std::string Built = Bytes8 ? "atom_" : "atomic_", Word = Words[Of.What];
  const std::string Unsigned = Bytes8 ? "ulong" : "uint";
  It->second =
      Names.claim(Word + (Of.After ? "_and_fetch_" : "_atomic_") + Type);
  const bool Swaps = Of.What == Op::Swap || Of.What == Op::Tests;
  const bool Extremum = Of.What == Op::Min || Of.What == Op::Max;
  const std::string Sign =
      Of.What >= Op::Add && Of.What <= Op::Xor
          ? " " + std::string(1, "+-&|^"[Of.What - Op::Add]) + " "
          : "";
  // The new value, once more, of what was found. Unsigned numbers wrap.
  auto Next = [&](const std::string &Old) {
    if (Extremum)
      return Word + "(" + Old + ", by)";
    return Floating ? Old + Sign + "by"
                    : "(" + Type + ")((" + Unsigned + ")" + Old + Sign + "(" +
                          Unsigned + ")by)";
  };
  auto Given = [&](const std::string &Old) {
    return "  return " + (Of.After ? Next(Old) : Old) + ";\n";
  };
  // Numbers in floating point are exchanged as bits.
  const std::string Bits = "volatile __global " + Unsigned + " *",
                    Pointer = "(" + Bits + ")at";
  auto Exchanged = [&] {
    return Floating ? "as_" + Type + "(" + Built + "xchg(" + Pointer + ", as_" +
                          Unsigned + "(by)))"
                    : Built + "xchg(at, by)";
  };
  std::string Code;
  if (Of.What == Op::Load)
    Code = "  return *at;\n";
  else if (Of.What == Op::Store)
    Code = "  (void)" + Exchanged() + ";\n";
  else if (Of.What == Op::Exchange)
    Code = Given(Exchanged());
  else if (Swaps)
    Code = "  return " + Built + "cmpxchg(at, expected, by)" +
           (Of.What == Op::Tests ? " == expected" : "") + ";\n";
  else if (Floating)
    Code = "  " + Bits + "word = " + Pointer + ";\n  " + Unsigned +
           " old = *word, seen;\n  while ((seen = " + Built +
           "cmpxchg(word, old, as_" + Unsigned + "(" +
           Next("as_" + Type + "(old)") + "))) != old)\n    old = seen;\n" +
           Given("as_" + Type + "(old)");
  else if (!Bytes8 || Of.What == Op::Add || Of.What == Op::Sub)
    Code = Given(Built + Word + "(at, by)");
  else // the base extension for 64 bits adds and swaps
    Code = "  " + Type + " old = *at, seen;\n  while ((seen = " + Built +
           "cmpxchg(at, old, " + Next("old") + ")) != old)\n    old = seen;\n" +
           Given("old");
  const std::string Result = Of.What == Op::Store   ? "void"
                             : Of.What == Op::Tests ? "int"
                                                    : Type;
  Functions += "static " + Result + " " + It->second + "(" +
               (Of.What == Op::Load ? "const " : "") + "volatile __global " +
               Type + " *at" + (Swaps ? ", " + Type + " expected" : "") +
               (Of.What == Op::Load ? "" : ", " + Type + " by") + ") {\n" +
               Code + "}\n\n";
  return It->second;
}

const std::string &ElementText::copyFunction(AtomicUpdate U) {
  auto [It, New] = KnownCopies.try_emplace(U);
  if (!New)
    return It->second;
  std::string Apart = function(U);
  U.Local = true;
  std::string Together = function(U);
  It->second = Names.claim((wordOf(U) + "_copy_" + U.Type).str());
  Functions += "static void " + It->second + "(__global " + U.Type + " *at, " +
               U.By + " by, __global " + U.Type + " *first,\n    __local " +
               U.Type + " *copy, ulong count, ulong copies) {\n" +
               "  const ulong index = (ulong)(at - first);\n" +
               "  if (index < count)\n    " + Together +
               "(&copy[(uint)index * (uint)copies], by);\n  else\n    " +
               Apart + "(at, by);\n}\n\n";
  return It->second;
}

const std::string &ElementText::combined(const AtomicUpdate &U) {
  auto [It, New] = Combined.try_emplace(U);
  if (!New)
    return It->second;
  It->second = Names.claim((wordOf(U) + "_values_" + U.Type).str());
  const std::string Value = combination(U);
  Functions += "static " + U.Type + " " + It->second + "(" + U.Type + " was, " +
               U.Type + " by) {\n  return " +
               (isExtremum(U) ? better(U) + " ? " + Value + " : was" : Value) +
               ";\n}\n\n";
  return It->second;
}

} // namespace twofold
