// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dialect/LibraryFunctions.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace twofold {
namespace {

/// The functions that Names lists are written in the same form, by the name
/// Kernel or else by their own.
struct MathRules {
  MathForm Form;
  StringRef Names, Kernel = "";
};

constexpr MathRules Rules[] = {
    {MathForm::Direct,
     "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf "
     "erfc exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod hypot "
     "lgamma log log10 log1p log2 logb nextafter pow remainder rint round sin "
     "sinh sqrt tan tanh tgamma trunc"},
    {MathForm::Direct, "nearbyint roundeven", "rint"},
    {MathForm::Scaled, "ldexp scalbn", "ldexp"},
    {MathForm::Rounded, "ilogb"},
    {MathForm::Rounded, "lround llround", "round"},
    {MathForm::Rounded, "lrint llrint", "rint"},
    {MathForm::Predicate,
     "isfinite isinf isnan isnormal signbit isgreater isgreaterequal isless "
     "islessequal islessgreater isunordered"},
    {MathForm::InfinitySign, "isinf_sign", "isinf"},
    {MathForm::OutLast, "frexp lgamma_r modf remquo"},
    {MathForm::SinCos, "sincos"},
};

/// These exist as builtins and in <stdlib.h>; no precision suffix.
constexpr MathRules IntegerRules[] = {
    {MathForm::Absolute, "abs labs llabs", "abs"},
    {MathForm::FindFirstSet, "ffs ffsl ffsll", "clz"},
};

constexpr MathRules BuiltinRules[] = {
    {MathForm::Bits, "clz clzl clzll clzg", "clz"},
    {MathForm::TrailingZeros, "ctz ctzl ctzll ctzg", "clz"},
    {MathForm::Bits, "popcount popcountl popcountll popcountg", "popcount"},
    {MathForm::Parity, "parity parityl parityll", "popcount"},
    {MathForm::First, "expect expect_with_probability assume_aligned"},
    {MathForm::Nothing, "assume unreachable"},
    {MathForm::ByteSwap, "bswap16 bswap32 bswap64"},
    {MathForm::Rotation, "rotateleft8 rotateleft16 rotateleft32 rotateleft64",
     "left"},
    {MathForm::Rotation,
     "rotateright8 rotateright16 rotateright32 rotateright64", "right"},
    {MathForm::Overflow,
     "add_overflow sadd_overflow saddl_overflow saddll_overflow "
     "uadd_overflow uaddl_overflow uaddll_overflow",
     "add"},
    {MathForm::Overflow,
     "sub_overflow ssub_overflow ssubl_overflow ssubll_overflow "
     "usub_overflow usubl_overflow usubll_overflow",
     "sub"},
    {MathForm::Overflow,
     "mul_overflow smul_overflow smull_overflow smulll_overflow "
     "umul_overflow umull_overflow umulll_overflow",
     "mul"},
};

/// Behind `elementwise_`.
constexpr MathRules ElementwiseRules[] = {
    {MathForm::Elementwise,
     "abs min max add_sat sub_sat ceil floor trunc rint round sqrt exp exp2 "
     "exp10 log log2 log10 sin cos tan asin acos atan sinh cosh tanh pow "
     "copysign fma fmod popcount atan2"},
    {MathForm::Elementwise, "roundeven nearbyint", "rint"},
    {MathForm::Elementwise, "maxnum", "fmax"},
    {MathForm::Elementwise, "minnum", "fmin"},
};

/// <complex.h> and its builtins, in both precisions.
constexpr MathRules ComplexRules[] = {
    {MathForm::Complex, "conj"},
    {MathForm::Complex, "cabs", "abs"},
    {MathForm::Complex, "carg", "arg"},
    {MathForm::Complex, "cimag", "im"},
    {MathForm::Complex, "cproj", "proj"},
    {MathForm::Complex, "creal", "re"},
    {MathForm::Complex, "complex", "make"},
};

constexpr MathRules StdRules[] = {
    {MathForm::Lesser, "min"},
    {MathForm::Greater, "max"},
    {MathForm::Between, "clamp"},
    {MathForm::First, "move forward"},
};

template <const auto &Table> const MathRule *lookup(StringRef Name) {
  static const llvm::StringMap<MathRule> Known = [] {
    llvm::StringMap<MathRule> All;
    for (const MathRules &R : Table)
      for (StringRef Listed : llvm::split(R.Names, ' '))
        All[Listed] = {R.Kernel.empty() ? Listed : R.Kernel, R.Form};
    return All;
  }();
  auto Found = Known.find(Name);
  return Found == Known.end() ? nullptr : &Found->second;
}

/// sin, and sinf when its result or first parameter is a float.
const MathRule *lookupFloating(const FunctionDecl &F, StringRef Name) {
  // Not those of complex numbers and other classes.
  for (const ParmVarDecl *P : F.parameters())
    if (!P->getType()->isScalarType() || P->getType()->isAnyComplexType())
      return nullptr;
  if (const MathRule *Rule = lookup<Rules>(Name))
    return Rule;
  StringRef Base = Name;
  if (Base.ends_with("f_r"))
    return Base == "lgammaf_r" ? lookup<Rules>("lgamma_r") : nullptr;
  if (Base.consume_back("f") && F.getNumParams() &&
      F.getParamDecl(0)->getType()->isSpecificBuiltinType(BuiltinType::Float))
    return lookup<Rules>(Base);
  return nullptr;
}

/// cabs, and cabsf on a complex float.
const MathRule *lookupComplex(const FunctionDecl &F, StringRef Name) {
  if (Name == "complex") // __builtin_complex has no parameters of its own
    return F.getBuiltinID() ? lookup<ComplexRules>(Name) : nullptr;
  const auto *T = F.getNumParams()
                      ? F.getParamDecl(0)->getType()->getAs<ComplexType>()
                      : nullptr;
  if (!T)
    return nullptr;
  bool Single = T->getElementType()->isSpecificBuiltinType(BuiltinType::Float);
  bool Double = T->getElementType()->isSpecificBuiltinType(BuiltinType::Double);
  if (Single && Name.consume_back("f"))
    return lookup<ComplexRules>(Name);
  return Double ? lookup<ComplexRules>(Name) : nullptr;
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
    if (const MathRule *Rule = lookup<BuiltinRules>(Name))
      return Rule;
    if (Name.consume_front("elementwise_"))
      return lookup<ElementwiseRules>(Name);
  } else if (F.isInStdNamespace()) {
    // Overloads with comparators and initializer lists have other arguments.
    if (const MathRule *Rule = lookup<StdRules>(Name)) {
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
  if (const MathRule *Rule = lookup<IntegerRules>(Name))
    return Rule;
  if (const MathRule *Rule = lookupComplex(F, Name))
    return Rule;
  return lookupFloating(F, Name);
}

std::optional<diag::Id> libraryObstacle(const FunctionDecl &F) {
  static const llvm::StringSet<> Streams = {
      "printf",  "fprintf", "vprintf",  "puts",         "fputs",
      "putchar", "fputc",   "putc",     "scanf",        "fscanf",
      "getchar", "getc",    "fgetc",    "fgets",        "fread",
      "fwrite",  "fopen",   "fclose",   "fflush",       "perror",
      "read",    "write",   "vfprintf", "__printf_chk", "__fprintf_chk"};
  static const llvm::StringSet<> Texts = {
      "sprintf",        "snprintf",       "vsprintf",      "vsnprintf",
      "sscanf",         "vsscanf",        "__sprintf_chk", "__snprintf_chk",
      "__vsprintf_chk", "__vsnprintf_chk"};
  static const llvm::StringSet<> Memory = {
      "malloc",         "calloc", "realloc",          "free",  "aligned_alloc",
      "posix_memalign", "alloca", "__builtin_alloca", "strdup"};
  static const llvm::StringSet<> Raw = {"memcpy", "memmove", "memset",
                                        "memcmp", "strlen",  "strcpy",
                                        "strcmp", "bzero",   "memchr"};
  static const llvm::StringSet<> Drawn = {"rand", "random", "drand48",
                                          "lrand48", "mrand48"};
  static const llvm::StringSet<> Locks = {"pthread_mutex_lock",
                                          "pthread_mutex_trylock",
                                          "pthread_mutex_unlock",
                                          "pthread_spin_lock",
                                          "pthread_spin_unlock",
                                          "pthread_rwlock_rdlock",
                                          "pthread_rwlock_wrlock",
                                          "pthread_rwlock_unlock",
                                          "mtx_lock",
                                          "mtx_unlock",
                                          "omp_set_lock",
                                          "omp_unset_lock"};
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
  if (Texts.contains(Name))
    return diag::Id::NoCounterpart;
  if (Memory.contains(Name))
    return diag::Id::Allocation;
  if (Drawn.contains(Name))
    return diag::Id::SharedState;
  if (Raw.contains(Name))
    return diag::Id::RawMemory;
  if (Locks.contains(Name))
    return diag::Id::Lock;
  if (hasLongDouble(F))
    return diag::Id::LongDouble;
  // Nobody defines a library's function in the program's file.
  const SourceManager &Sources = F.getASTContext().getSourceManager();
  if (Builtin || (!F.isDefined() && Sources.isInSystemHeader(F.getLocation())))
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
  if (Name.ends_with("mutex") || Name.ends_with("_lock") ||
      Name == "lock_guard")
    return diag::Id::Lock;
  return std::nullopt;
}

std::string libraryName(const FunctionDecl &F,
                        ArrayRef<const FunctionDecl *> Calls,
                        SourceLocation Loc) {
  const SourceManager &Sources = F.getASTContext().getSourceManager();
  for (const FunctionDecl *Outer : Calls)
    if (Sources.isInSystemHeader(Outer->getLocation()))
      return libraryName(*Outer);
  if (Loc.isMacroID())
    if (const std::string Macro = systemMacro(Loc, F.getASTContext());
        !Macro.empty())
      return Macro;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!(Method ? Method->getParent() : cast<Decl>(&F))->isInStdNamespace())
    return F.getNameAsString();
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  auto Number = [](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Type &&
           A.getAsType()->isArithmeticType();
  };
  const TemplateArgumentList *Arguments = F.getTemplateSpecializationArgs();
  if (Arguments && llvm::all_of(Arguments->asArray(), Number))
    F.getNameForDiagnostic(Out, F.getASTContext().getPrintingPolicy(), true);
  else
    F.printQualifiedName(Out);
  return Name;
}

std::string systemMacro(SourceLocation Loc, const ASTContext &Ctx) {
  const SourceManager &Sources = Ctx.getSourceManager();
  if (!Sources.isInSystemMacro(Loc))
    return "";
  auto Name = CharSourceRange::getTokenRange(Sources.getExpansionLoc(Loc));
  return Lexer::getSourceText(Name, Sources, Ctx.getLangOpts()).str();
}

} // namespace twofold
