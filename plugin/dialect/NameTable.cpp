// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dialect/NameTable.h"
#include "llvm/ADT/Twine.h"

namespace twofold {
namespace {

/// Words of C99 and OpenCL C, then its macros, then its builtin functions.
constexpr llvm::StringLiteral ReservedWords =
    "auto break case char const continue default do double else enum extern "
    "float for goto if inline int long register restrict return short signed "
    "sizeof static struct switch typedef union unsigned void volatile while "
    "_Bool _Complex _Imaginary asm typeof "
    "kernel global local constant private generic read_only write_only "
    "read_write uniform pipe half bool quad complex imaginary uchar ushort "
    "uint ulong size_t ptrdiff_t intptr_t uintptr_t event_t sampler_t queue_t "
    "ndrange_t clk_event_t reserve_id_t cl_mem_fence_flags image1d_t "
    "image1d_array_t image1d_buffer_t image2d_t image2d_array_t image3d_t "
    "true false NULL NAN INFINITY MAXFLOAT HUGE_VAL HUGE_VALF "
    "CHAR_BIT CHAR_MAX CHAR_MIN SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX "
    "SHRT_MIN USHRT_MAX INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX "
    "FP_ILOGB0 FP_ILOGBNAN "
    "get_work_dim get_global_size get_global_id get_local_size get_local_id "
    "get_num_groups get_group_id get_global_offset barrier mem_fence "
    "read_mem_fence write_mem_fence prefetch wait_group_events printf "
    "acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt "
    "ceil copysign cos cosh cospi erfc erf exp exp2 exp10 expm1 fabs fdim "
    "floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma lgamma_r "
    "log log2 log10 log1p logb mad maxmag minmag modf nan nextafter pow pown "
    "powr remainder remquo rint rootn round rsqrt sin sincos sinh sinpi sqrt "
    "tan tanh tanpi tgamma trunc divide recip "
    "abs abs_diff add_sat hadd rhadd clz ctz mad_hi mad_sat max min mul_hi "
    "rotate sub_sat upsample popcount mad24 mul24 clamp degrees mix radians "
    "step smoothstep sign cross dot distance length normalize fast_distance "
    "fast_length fast_normalize isequal isnotequal isgreater isgreaterequal "
    "isless islessequal islessgreater isfinite isinf isnan isnormal isordered "
    "isunordered signbit any all bitselect select shuffle shuffle2 vec_step";

constexpr llvm::StringLiteral ReservedPrefixes[] = {
    "__",         "native_",     "half_",        "vload",        "vstore",
    "convert_",   "as_",         "atomic_",      "atom_",        "async_",
    "read_image", "write_image", "get_image",    "sub_group_",   "work_group_",
    "CLK_",       "CL_",         "cl_",          "M_",           "FLT_",
    "DBL_",       "HALF_",       "memory_order", "memory_scope", "enqueue_",
    "intel_"};

bool isVectorType(llvm::StringRef Name) {
  for (llvm::StringRef Element :
       {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
        "float", "double", "half", "bool"}) {
    llvm::StringRef Rest = Name;
    unsigned Width;
    if (Rest.consume_front(Element) && !Rest.getAsInteger(10, Width))
      return true;
  }
  return false;
}

} // namespace

bool isReservedName(llvm::StringRef Name) {
  static const llvm::StringSet<> Words = [] {
    llvm::SmallVector<llvm::StringRef, 320> Parts;
    ReservedWords.split(Parts, ' ', -1, /*KeepEmpty=*/false);
    llvm::StringSet<> Set;
    for (llvm::StringRef P : Parts)
      Set.insert(P);
    return Set;
  }();
  if (Words.contains(Name) || isVectorType(Name))
    return true;
  for (llvm::StringRef Prefix : ReservedPrefixes)
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

std::string NameTable::claim(llvm::StringRef Base) {
  std::string Name = local(Base);
  for (unsigned N = 2; !Taken.insert(Name).second; ++N)
    Name = (Base + "_" + llvm::Twine(N)).str();
  return Name;
}

std::string NameTable::local(llvm::StringRef Name) const {
  if (!isReservedName(Name))
    return Name.str();
  std::string Free = Name.str();
  do
    Free += '_';
  while (Taken.contains(Free));
  return Free;
}

} // namespace twofold
