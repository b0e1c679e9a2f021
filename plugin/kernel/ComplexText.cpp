// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/ComplexText.h"

using namespace clang;

namespace twofold {
namespace {

struct Operation {
  llvm::StringLiteral Name;
  /// Result, parameters: C complex, R real, O complex of the other precision,
  /// I int.
  llvm::StringLiteral Types;
  llvm::StringLiteral Body; ///< $C and $R stand for the types
  /// The operations that Body calls, as `$name`.
  llvm::StringLiteral Needs = "";
};

constexpr Operation Operations[] = {
    {"add", "CCC", "return ($C){a.re + b.re, a.im + b.im};"},
    {"add_real", "CCR", "return ($C){a.re + b, a.im};"},
    {"real_add", "CRC", "return ($C){a + b.re, b.im};"},
    {"sub", "CCC", "return ($C){a.re - b.re, a.im - b.im};"},
    {"sub_real", "CCR", "return ($C){a.re - b, a.im};"},
    {"real_sub", "CRC", "return ($C){a - b.re, -b.im};"},
    {"mul_real", "CCR", "return ($C){a.re * b, a.im * b};"},
    {"real_mul", "CRC", "return ($C){a * b.re, a * b.im};"},
    {"div_real", "CCR", "return ($C){a.re / b, a.im / b};"},
    {"basic_mul", "CCC",
     "return ($C){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};"},
    {"basic_div", "CCC",
     "$R d = b.re * b.re + b.im * b.im;\n"
     "  return ($C){(a.re * b.re + a.im * b.im) / d,\n"
     "              (a.im * b.re - a.re * b.im) / d};"},
    {"neg", "CC", "return ($C){-a.re, -a.im};"},
    {"conj", "CC", "return ($C){a.re, -a.im};"},
    {"eq", "ICC", "return a.re == b.re && a.im == b.im;"},
    {"eq_real", "ICR", "return a.re == b && a.im == 0;"},
    {"truth", "IC", "return a.re != 0 || a.im != 0;"},
    {"proj", "CC",
     "if (isinf(a.re) || isinf(a.im))\n"
     "    return ($C){INFINITY, copysign(($R)0, a.im)};\n"
     "  return a;"},
    {"from", "CO", "return ($C){($R)a.re, ($R)a.im};"},
    // An infinite factor counts by its direction alone.
    {"unit", "CC",
     "return ($C){copysign(($R)(isinf(a.re) ? 1 : 0), a.re),\n"
     "              copysign(($R)(isinf(a.im) ? 1 : 0), a.im)};"},
    {"known", "CC",
     "return ($C){isnan(a.re) ? copysign(($R)0, a.re) : a.re,\n"
     "              isnan(a.im) ? copysign(($R)0, a.im) : a.im};"},
    // a * b + c * d, rounded about once. A zero keeps its sign.
    {"dot", "RRRRR",
     "$R p = c * d, low = isfinite(p) ? fma(c, d, -p) : 0;\n"
     "  $R sum = fma(a, b, p);\n"
     "  return low != 0 ? sum + low : sum;"},
    {"exponent", "IC",
     "$R most = fmax(fabs(a.re), fabs(a.im));\n"
     "  return most > 0 && isfinite(most) ? ilogb(most) : 0;"},
    {"mul", "CCC",
     "$R ac = a.re * b.re, bd = a.im * b.im;\n"
     "  $R ad = a.re * b.im, bc = a.im * b.re;\n"
     "  $C r = {ac - bd, ad + bc};\n"
     "  if (!isnan(r.re) || !isnan(r.im))\n"
     "    return r;\n"
     "  bool infinite = false;\n"
     "  if (isinf(a.re) || isinf(a.im)) {\n"
     "    a = $unit(a);\n"
     "    b = $known(b);\n"
     "    infinite = true;\n"
     "  }\n"
     "  if (isinf(b.re) || isinf(b.im)) {\n"
     "    a = $known(a);\n"
     "    b = $unit(b);\n"
     "    infinite = true;\n"
     "  }\n"
     "  if (!infinite && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) "
     "{\n"
     "    a = $known(a);\n"
     "    b = $known(b);\n"
     "    infinite = true;\n"
     "  }\n"
     "  if (infinite) {\n"
     "    r.re = INFINITY * (a.re * b.re - a.im * b.im);\n"
     "    r.im = INFINITY * (a.re * b.im + a.im * b.re);\n"
     "  }\n"
     "  return r;",
     "unit known"},
    {"div", "CCC",
     "$C top = a;\n"
     "  const int m = $exponent(a), n = $exponent(b);\n"
     "  a = ($C){ldexp(a.re, -m), ldexp(a.im, -m)};\n"
     "  const $C low = {ldexp(b.re, -n), ldexp(b.im, -n)};\n"
     "  const $R d = low.re * low.re + low.im * low.im;\n"
     "  $C r = {$dot(a.re, low.re, a.im, low.im) / d,\n"
     "          $dot(a.im, low.re, -a.re, low.im) / d};\n"
     "  r = ($C){ldexp(r.re, m - n), ldexp(r.im, m - n)};\n"
     "  if (!isnan(r.re) || !isnan(r.im))\n"
     "    return r;\n"
     "  if (d == 0 && (!isnan(top.re) || !isnan(top.im))) {\n"
     "    $R far = copysign(($R)INFINITY, b.re);\n"
     "    return ($C){far * top.re, far * top.im};\n"
     "  }\n"
     "  $R by = 0;\n"
     "  if ((isinf(top.re) || isinf(top.im)) && isfinite(b.re) &&\n"
     "      isfinite(b.im)) {\n"
     "    top = $unit(top);\n"
     "    by = INFINITY;\n"
     "  } else if ((isinf(b.re) || isinf(b.im)) && isfinite(top.re) &&\n"
     "             isfinite(top.im)) {\n"
     "    b = $unit(b);\n"
     "  } else {\n"
     "    return r;\n"
     "  }\n"
     "  return ($C){by * (top.re * b.re + top.im * b.im),\n"
     "              by * (top.im * b.re - top.re * b.im)};",
     "unit dot exponent"},
    {"real_div", "CRC", "return $div(($C){a, 0}, b);", "div"},
};

void replaceAll(std::string &In, StringRef From, StringRef To) {
  for (size_t At; (At = In.find(From)) != std::string::npos;)
    In.replace(At, From.size(), To);
}

} // namespace

std::string ComplexText::function(StringRef Operation, QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  std::string Type = Types.value(T);
  std::string &Name = Known[(Operation + " " + Type).str()];
  if (!Name.empty())
    return Name;
  std::string Code = body(Operation, T);
  std::string Mine = Names.claim((Type + "_" + Operation).str());
  Known[(Operation + " " + Type).str()] = Mine;
  replaceAll(Code, "$F", Mine);
  Functions += Code;
  return Mine;
}

std::string ComplexText::body(StringRef Operation, QualType T) {
  std::string Complex = Types.value(T);
  QualType Element = T->castAs<ComplexType>()->getElementType();
  std::string Real = Types.value(Element);
  const auto *Known = llvm::find_if(
      Operations, [&](const auto &Each) { return Each.Name == Operation; });
  assert(Known != std::end(Operations) && "an operation is in the table");
  const StringRef Signature = Known->Types;
  std::string Body = Known->Body.str();
  for (StringRef Need : llvm::split(Known->Needs, ' '))
    if (!Need.empty())
      replaceAll(Body, ("$" + Need).str(), function(Need, T));
  auto Spell = [&](char C) {
    if (C == 'O') {
      bool Single = Ctx.hasSameType(Element, Ctx.FloatTy);
      return Types.value(
          Ctx.getComplexType(Single ? Ctx.DoubleTy : Ctx.FloatTy));
    }
    return C == 'C' ? Complex : C == 'R' ? Real : std::string("int");
  };
  std::string Out = "static " + Spell(Signature[0]) + " $F(";
  for (size_t I = 1; I != Signature.size(); ++I)
    Out += (I > 1 ? ", " : "") + Spell(Signature[I]) + " " +
           std::string(1, char('a' + I - 1));
  Out += ") {\n  " + Body + "\n}\n\n";
  replaceAll(Out, "$C", Complex);
  replaceAll(Out, "$R", Real);
  return Out;
}

} // namespace twofold
