// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LibraryFunctions.cpp ----------------------------------------------===//

#include "dialect/LibraryFunctions.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace twofold {
namespace {

constexpr MathRule Rules[] = {
    {"acos", "acos", MathForm::Direct},
    {"acosh", "acosh", MathForm::Direct},
    {"asin", "asin", MathForm::Direct},
    {"asinh", "asinh", MathForm::Direct},
    {"atan", "atan", MathForm::Direct},
    {"atan2", "atan2", MathForm::Direct},
    {"atanh", "atanh", MathForm::Direct},
    {"cbrt", "cbrt", MathForm::Direct},
    {"ceil", "ceil", MathForm::Direct},
    {"copysign", "copysign", MathForm::Direct},
    {"cos", "cos", MathForm::Direct},
    {"cosh", "cosh", MathForm::Direct},
    {"erf", "erf", MathForm::Direct},
    {"erfc", "erfc", MathForm::Direct},
    {"exp", "exp", MathForm::Direct},
    {"exp10", "exp10", MathForm::Direct},
    {"exp2", "exp2", MathForm::Direct},
    {"expm1", "expm1", MathForm::Direct},
    {"fabs", "fabs", MathForm::Direct},
    {"fdim", "fdim", MathForm::Direct},
    {"floor", "floor", MathForm::Direct},
    {"fma", "fma", MathForm::Direct},
    {"fmax", "fmax", MathForm::Direct},
    {"fmin", "fmin", MathForm::Direct},
    {"fmod", "fmod", MathForm::Direct},
    {"hypot", "hypot", MathForm::Direct},
    {"lgamma", "lgamma", MathForm::Direct},
    {"log", "log", MathForm::Direct},
    {"log10", "log10", MathForm::Direct},
    {"log1p", "log1p", MathForm::Direct},
    {"log2", "log2", MathForm::Direct},
    {"logb", "logb", MathForm::Direct},
    {"nearbyint", "rint", MathForm::Direct},
    {"nextafter", "nextafter", MathForm::Direct},
    {"pow", "pow", MathForm::Direct},
    {"remainder", "remainder", MathForm::Direct},
    {"rint", "rint", MathForm::Direct},
    {"round", "round", MathForm::Direct},
    {"roundeven", "rint", MathForm::Direct},
    {"sin", "sin", MathForm::Direct},
    {"sinh", "sinh", MathForm::Direct},
    {"sqrt", "sqrt", MathForm::Direct},
    {"tan", "tan", MathForm::Direct},
    {"tanh", "tanh", MathForm::Direct},
    {"tgamma", "tgamma", MathForm::Direct},
    {"trunc", "trunc", MathForm::Direct},
    {"ldexp", "ldexp", MathForm::Scaled},
    {"scalbn", "ldexp", MathForm::Scaled},
    {"ilogb", "ilogb", MathForm::Rounded},
    {"lround", "round", MathForm::Rounded},
    {"llround", "round", MathForm::Rounded},
    {"lrint", "rint", MathForm::Rounded},
    {"llrint", "rint", MathForm::Rounded},
    {"isfinite", "isfinite", MathForm::Predicate},
    {"isinf", "isinf", MathForm::Predicate},
    {"isinf_sign", "isinf", MathForm::InfinitySign},
    {"isnan", "isnan", MathForm::Predicate},
    {"isnormal", "isnormal", MathForm::Predicate},
    {"signbit", "signbit", MathForm::Predicate},
    {"isgreater", "isgreater", MathForm::Predicate},
    {"isgreaterequal", "isgreaterequal", MathForm::Predicate},
    {"isless", "isless", MathForm::Predicate},
    {"islessequal", "islessequal", MathForm::Predicate},
    {"islessgreater", "islessgreater", MathForm::Predicate},
    {"isunordered", "isunordered", MathForm::Predicate},
    {"frexp", "frexp", MathForm::OutLast},
    {"lgamma_r", "lgamma_r", MathForm::OutLast},
    {"modf", "modf", MathForm::OutLast},
    {"remquo", "remquo", MathForm::OutLast},
    {"sincos", "sincos", MathForm::SinCos},
};

/// These exist as builtins and in <stdlib.h>; no precision suffix.
constexpr MathRule IntegerRules[] = {
    {"abs", "abs", MathForm::Absolute},
    {"labs", "abs", MathForm::Absolute},
    {"llabs", "abs", MathForm::Absolute},
    {"ffs", "clz", MathForm::FindFirstSet},
    {"ffsl", "clz", MathForm::FindFirstSet},
    {"ffsll", "clz", MathForm::FindFirstSet},
};

constexpr MathRule BuiltinRules[] = {
    {"clz", "clz", MathForm::Bits},
    {"clzl", "clz", MathForm::Bits},
    {"clzll", "clz", MathForm::Bits},
    {"ctz", "clz", MathForm::TrailingZeros},
    {"ctzl", "clz", MathForm::TrailingZeros},
    {"ctzll", "clz", MathForm::TrailingZeros},
    {"popcount", "popcount", MathForm::Bits},
    {"popcountl", "popcount", MathForm::Bits},
    {"popcountll", "popcount", MathForm::Bits},
    {"parity", "popcount", MathForm::Parity},
    {"parityl", "popcount", MathForm::Parity},
    {"parityll", "popcount", MathForm::Parity},
    {"expect", "", MathForm::First},
    {"expect_with_probability", "", MathForm::First},
    {"assume", "", MathForm::Nothing},
    {"unreachable", "", MathForm::Nothing},
    {"clzg", "clz", MathForm::Bits},
    {"ctzg", "clz", MathForm::TrailingZeros},
    {"popcountg", "popcount", MathForm::Bits},
    {"bswap16", "", MathForm::ByteSwap},
    {"bswap32", "", MathForm::ByteSwap},
    {"bswap64", "", MathForm::ByteSwap},
    {"rotateleft8", "left", MathForm::Rotation},
    {"rotateright8", "right", MathForm::Rotation},
    {"rotateleft16", "left", MathForm::Rotation},
    {"rotateright16", "right", MathForm::Rotation},
    {"rotateleft32", "left", MathForm::Rotation},
    {"rotateright32", "right", MathForm::Rotation},
    {"rotateleft64", "left", MathForm::Rotation},
    {"rotateright64", "right", MathForm::Rotation},
    {"add_overflow", "add", MathForm::Overflow},
    {"sadd_overflow", "add", MathForm::Overflow},
    {"saddl_overflow", "add", MathForm::Overflow},
    {"saddll_overflow", "add", MathForm::Overflow},
    {"uadd_overflow", "add", MathForm::Overflow},
    {"uaddl_overflow", "add", MathForm::Overflow},
    {"uaddll_overflow", "add", MathForm::Overflow},
    {"sub_overflow", "sub", MathForm::Overflow},
    {"ssub_overflow", "sub", MathForm::Overflow},
    {"ssubl_overflow", "sub", MathForm::Overflow},
    {"ssubll_overflow", "sub", MathForm::Overflow},
    {"usub_overflow", "sub", MathForm::Overflow},
    {"usubl_overflow", "sub", MathForm::Overflow},
    {"usubll_overflow", "sub", MathForm::Overflow},
    {"mul_overflow", "mul", MathForm::Overflow},
    {"smul_overflow", "mul", MathForm::Overflow},
    {"smull_overflow", "mul", MathForm::Overflow},
    {"smulll_overflow", "mul", MathForm::Overflow},
    {"umul_overflow", "mul", MathForm::Overflow},
    {"umull_overflow", "mul", MathForm::Overflow},
    {"umulll_overflow", "mul", MathForm::Overflow},
    {"assume_aligned", "", MathForm::First},
};

constexpr MathRule ElementwiseRules[] = {
    {"elementwise_abs", "abs", MathForm::Elementwise},
    {"elementwise_min", "min", MathForm::Elementwise},
    {"elementwise_max", "max", MathForm::Elementwise},
    {"elementwise_add_sat", "add_sat", MathForm::Elementwise},
    {"elementwise_sub_sat", "sub_sat", MathForm::Elementwise},
    {"elementwise_ceil", "ceil", MathForm::Elementwise},
    {"elementwise_floor", "floor", MathForm::Elementwise},
    {"elementwise_trunc", "trunc", MathForm::Elementwise},
    {"elementwise_rint", "rint", MathForm::Elementwise},
    {"elementwise_round", "round", MathForm::Elementwise},
    {"elementwise_sqrt", "sqrt", MathForm::Elementwise},
    {"elementwise_exp", "exp", MathForm::Elementwise},
    {"elementwise_exp2", "exp2", MathForm::Elementwise},
    {"elementwise_exp10", "exp10", MathForm::Elementwise},
    {"elementwise_log", "log", MathForm::Elementwise},
    {"elementwise_log2", "log2", MathForm::Elementwise},
    {"elementwise_log10", "log10", MathForm::Elementwise},
    {"elementwise_sin", "sin", MathForm::Elementwise},
    {"elementwise_cos", "cos", MathForm::Elementwise},
    {"elementwise_tan", "tan", MathForm::Elementwise},
    {"elementwise_asin", "asin", MathForm::Elementwise},
    {"elementwise_acos", "acos", MathForm::Elementwise},
    {"elementwise_atan", "atan", MathForm::Elementwise},
    {"elementwise_sinh", "sinh", MathForm::Elementwise},
    {"elementwise_cosh", "cosh", MathForm::Elementwise},
    {"elementwise_tanh", "tanh", MathForm::Elementwise},
    {"elementwise_pow", "pow", MathForm::Elementwise},
    {"elementwise_copysign", "copysign", MathForm::Elementwise},
    {"elementwise_fma", "fma", MathForm::Elementwise},
    {"elementwise_fmod", "fmod", MathForm::Elementwise},
    {"elementwise_popcount", "popcount", MathForm::Elementwise},
    {"elementwise_roundeven", "rint", MathForm::Elementwise},
    {"elementwise_nearbyint", "rint", MathForm::Elementwise},
    {"elementwise_maxnum", "fmax", MathForm::Elementwise},
    {"elementwise_minnum", "fmin", MathForm::Elementwise},
    {"elementwise_atan2", "atan2", MathForm::Elementwise},
};

/// <complex.h> and its builtins, in both precisions.
constexpr MathRule ComplexRules[] = {
    {"cabs", "abs", MathForm::Complex},     {"carg", "arg", MathForm::Complex},
    {"cimag", "im", MathForm::Complex},     {"conj", "conj", MathForm::Complex},
    {"cproj", "proj", MathForm::Complex},   {"creal", "re", MathForm::Complex},
    {"complex", "make", MathForm::Complex},
};

constexpr MathRule StdRules[] = {
    {"min", "min", MathForm::Lesser}, {"max", "max", MathForm::Greater},
    {"clamp", "", MathForm::Between}, {"move", "", MathForm::First},
    {"forward", "", MathForm::First},
};

template <size_t N>
const MathRule *lookup(const MathRule (&Table)[N], StringRef Name) {
  for (const MathRule &R : Table)
    if (R.Name == Name)
      return &R;
  return nullptr;
}

/// sin, and sinf when its result or first parameter is a float.
const MathRule *lookupFloating(const FunctionDecl &F, StringRef Name) {
  // Not those of complex numbers and other classes.
  for (const ParmVarDecl *P : F.parameters())
    if (!P->getType()->isScalarType() || P->getType()->isAnyComplexType())
      return nullptr;
  if (const MathRule *Rule = lookup(Rules, Name))
    return Rule;
  StringRef Base = Name;
  if (Base.ends_with("f_r"))
    return Base == "lgammaf_r" ? lookup(Rules, "lgamma_r") : nullptr;
  if (Base.consume_back("f") && F.getNumParams() &&
      F.getParamDecl(0)->getType()->isSpecificBuiltinType(BuiltinType::Float))
    return lookup(Rules, Base);
  return nullptr;
}

/// cabs, and cabsf on a complex float.
const MathRule *lookupComplex(const FunctionDecl &F, StringRef Name) {
  if (Name == "complex") // __builtin_complex has no parameters of its own
    return F.getBuiltinID() ? lookup(ComplexRules, Name) : nullptr;
  const auto *T = F.getNumParams()
                      ? F.getParamDecl(0)->getType()->getAs<ComplexType>()
                      : nullptr;
  if (!T)
    return nullptr;
  bool Single = T->getElementType()->isSpecificBuiltinType(BuiltinType::Float);
  bool Double = T->getElementType()->isSpecificBuiltinType(BuiltinType::Double);
  if (Single && Name.consume_back("f"))
    return lookup(ComplexRules, Name);
  return Double ? lookup(ComplexRules, Name) : nullptr;
}

bool hasLongDouble(const FunctionDecl &F) {
  auto Is = [](QualType T) {
    return T->isSpecificBuiltinType(BuiltinType::LongDouble);
  };
  if (Is(F.getReturnType()))
    return true;
  for (const ParmVarDecl *P : F.parameters())
    if (Is(P->getType()))
      return true;
  return false;
}

bool isLibrary(const FunctionDecl &F) {
  return F.getBuiltinID() || F.isInStdNamespace() ||
         (!F.isDefined() && F.isExternC()) ||
         (!F.isDefined() &&
          isa<TranslationUnitDecl>(F.getDeclContext()->getRedeclContext()));
}

} // namespace

const MathRule *findMathRule(const FunctionDecl &F) {
  const IdentifierInfo *Id = F.getIdentifier();
  if (!Id || isa<CXXMethodDecl>(F) || !isLibrary(F) || hasLongDouble(F))
    return nullptr;
  StringRef Name = Id->getName();
  if (Name.consume_front("__builtin_")) {
    if (const MathRule *Rule = lookup(BuiltinRules, Name))
      return Rule;
    if (Name.starts_with("elementwise_"))
      return lookup(ElementwiseRules, Name);
  } else if (F.isInStdNamespace()) {
    // Overloads with comparators and initializer lists have other arguments.
    if (const MathRule *Rule = lookup(StdRules, Name)) {
      unsigned Arguments = Rule->Form == MathForm::Between ? 3
                           : Rule->Form == MathForm::First ? 1
                                                           : 2;
      bool Plain = F.getNumParams() == Arguments;
      if (!Plain || !F.getParamDecl(0)->getType()->isReferenceType())
        return nullptr;
      // Of classes they are helpers like any other.
      bool Scalar =
          F.getParamDecl(0)->getType().getNonReferenceType()->isScalarType();
      return Scalar || Rule->Form == MathForm::First ? Rule : nullptr;
    }
    if (Name == "abs" && F.getReturnType()->isRealFloatingType())
      return lookupFloating(F, "fabs");
  }
  if (const MathRule *Rule = lookup(IntegerRules, Name))
    return Rule;
  if (const MathRule *Rule = lookupComplex(F, Name))
    return Rule;
  return lookupFloating(F, Name);
}

std::optional<diag::Id> libraryObstacle(const FunctionDecl &F) {
  static const llvm::StringSet<> Streams = {
      "printf",       "fprintf",      "vprintf",  "puts",    "fputs",
      "putchar",      "fputc",        "putc",     "scanf",   "fscanf",
      "getchar",      "getc",         "fgetc",    "fgets",   "fread",
      "fwrite",       "fopen",        "fclose",   "fflush",  "perror",
      "read",         "write",        "snprintf", "sprintf", "vfprintf",
      "__printf_chk", "__fprintf_chk"};
  static const llvm::StringSet<> Memory = {
      "malloc",         "calloc", "realloc",          "free",  "aligned_alloc",
      "posix_memalign", "alloca", "__builtin_alloca", "strdup"};
  static const llvm::StringSet<> Raw = {"memcpy", "memmove", "memset",
                                        "memcmp", "strlen",  "strcpy",
                                        "strcmp", "bzero",   "memchr"};
  const IdentifierInfo *Id = F.getIdentifier();
  if (!Id)
    return std::nullopt;
  StringRef Name = Id->getName();
  if (Name.starts_with("__atomic_") || Name.starts_with("__sync_") ||
      Name.starts_with("__c11_atomic_"))
    return diag::Id::Atomic;
  if (!isLibrary(F))
    return std::nullopt;
  bool Builtin = Name.consume_front("__builtin_");
  if (Streams.contains(Name))
    return diag::Id::InputOutput;
  if (Memory.contains(Name))
    return diag::Id::Allocation;
  if (Raw.contains(Name))
    return diag::Id::RawMemory;
  if (hasLongDouble(F))
    return diag::Id::LongDouble;
  if (Builtin)
    return diag::Id::NoCounterpart;
  return std::nullopt;
}

std::optional<diag::Id> libraryObstacle(QualType T) {
  const auto *R = T.getNonReferenceType()->getAsRecordDecl();
  if (!R || !R->getIdentifier() || !R->isInStdNamespace())
    return std::nullopt;
  StringRef Name = R->getName();
  if (Name.starts_with("basic_") && Name.contains("stream"))
    return diag::Id::InputOutput;
  if (Name.starts_with("atomic"))
    return diag::Id::Atomic;
  return std::nullopt;
}

} // namespace twofold
