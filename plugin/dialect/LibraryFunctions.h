// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table. The only place that knows names of C's and C++'s library functions
// and of clang's builtins.
#ifndef TWOFOLD_PLUGIN_DIALECT_LIBRARYFUNCTIONS_H
#define TWOFOLD_PLUGIN_DIALECT_LIBRARYFUNCTIONS_H

#include "report/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace clang {
class ASTContext;
class FunctionDecl;
class QualType;
} // namespace clang

namespace twofold {

/// How a call is written in OpenCL C. "Floating type" is the call's own.
enum class MathForm {
  Direct,       ///< f(x, ...), every argument in the floating type
  Scaled,       ///< f(x, (int)n)
  InfinitySign, ///< 1, -1 or 0
  Rounded,      ///< (result)f(x), in the type of the argument
  Predicate,    ///< f(x, ...) that gives 0 or 1, in the type of the arguments
  OutLast,      ///< f(x, ..., pointer)
  SinCos,       ///< *s = sincos(x, c)
  Absolute,     ///< (int)abs(x): OpenCL's gives an unsigned integer
  Bits,         ///< (int)f((unsigned)x)
  TrailingZeros,
  FindFirstSet,
  Parity,
  Lesser,      ///< std::min
  Greater,     ///< std::max
  Between,     ///< std::clamp
  First,       ///< its first argument: __builtin_expect, std::move
  Complex,     ///< of <complex.h>: Kernel says which
  Elementwise, ///< of __builtin_elementwise_..., vectors too
  ByteSwap,
  Rotation, ///< Kernel: left or right
  Overflow, ///< Kernel: add, sub or mul; stores by its third argument
  Nothing,  ///< no value, no effect: __builtin_assume
};

struct MathRule {
  llvm::StringRef Kernel; ///< its name in OpenCL C
  MathForm Form;
};

/// The rule for a library function or builtin; null when there is none. Only
/// functions without a body in the unit, builtins and members of namespace std
/// are matched: a user's own `step` is a helper like any other.
const MathRule *findMathRule(const clang::FunctionDecl &F);

/// Why a well-known library function cannot be called from a kernel.
std::optional<diag::Id> libraryObstacle(const clang::FunctionDecl &F);

/// What a stream, an atomic or another of the standard library's own objects
/// is: its name says more than "class type" would.
std::optional<diag::Id> libraryObstacle(clang::QualType T);

/// How a program writes a function of a library's: std::sort; with template
/// arguments that are numbers, which tell std::exp<double> of complex numbers
/// from that of a double. It is the outermost of Calls that a library has,
/// whose own calls the program has not written, else the macro at Loc, such as
/// errno, else F.
std::string libraryName(const clang::FunctionDecl &F,
                        llvm::ArrayRef<const clang::FunctionDecl *> Calls = {},
                        clang::SourceLocation Loc = {});

/// The name by which the program calls the library's macro that Loc stands in,
/// such as toupper; else empty.
std::string systemMacro(clang::SourceLocation Loc,
                        const clang::ASTContext &Ctx);

} // namespace twofold

#endif
