// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AffineForms.h - arithmetic on affine forms -------------------------===//
//
// Pure functions. Results are in normal form: monomials sorted, like terms
// merged, no zero coefficient; so equal forms compare equal member by member.
// Whatever is not affine, needs more than three values in one monomial or does
// not fit 64 bits has no result.
#ifndef TWOFOLD_PLUGIN_ACCESS_AFFINEFORMS_H
#define TWOFOLD_PLUGIN_ACCESS_AFFINEFORMS_H

#include "access/AccessModel.h"

namespace twofold {

using MaybeForm = std::optional<AffineForm>;

AffineForm constantForm(int64_t Constant);
AffineForm valueForm(unsigned Value);
AffineForm axisForm(int Axis);

MaybeForm sum(const AffineForm &A, const AffineForm &B);
MaybeForm difference(const AffineForm &A, const AffineForm &B);
MaybeForm scaled(const AffineForm &A, int64_t Factor);
/// At most one of the two may name axes.
MaybeForm product(const AffineForm &A, const AffineForm &B);

bool sameForm(const AffineForm &A, const AffineForm &B);
/// The number that a form without axes and values is.
std::optional<int64_t> constantOf(const AffineForm &A);
bool namesAxes(const AffineForm &A);
bool namesAxis(const AffineForm &A, int Axis);

/// What the byte offset grows by from one value of the axis to the next, or
/// nothing where only the call knows.
std::optional<int64_t> strideOf(const Access &A, unsigned Axis);

/// The monomials with an axis, and those without.
AffineForm axisPart(const AffineForm &A);
AffineForm invariantPart(const AffineForm &A);

/// Form with K * Linear replaced by K * Axis, where K is a constant times
/// values. Linear consists of axes with constant coefficients. No result when
/// Form contains no such multiple.
MaybeForm replaced(const AffineForm &Form, const AffineForm &Linear, int Axis);

/// Form with By in place of Value.
MaybeForm withValue(const AffineForm &Form, unsigned Value,
                    const AffineForm &By);

/// A lower bound of Form: each axis replaced by the end of its interval that
/// makes the form smallest, innermost first. LowerOf and UpperOf give an axis'
/// ends, or nothing where these are not known.
MaybeForm leastForm(AffineForm Form,
                    llvm::function_ref<MaybeForm(int Axis)> LowerOf,
                    llvm::function_ref<MaybeForm(int Axis)> UpperOf);

} // namespace twofold

#endif
