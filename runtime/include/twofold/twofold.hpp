// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/twofold.hpp - all that C++ programs can include ------------===//
//
// Annotated loops need nothing from here. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_TWOFOLD_HPP
#define TWOFOLD_TWOFOLD_HPP

#if __cplusplus < 201703L
#ifdef __clang__
// What programs use of it would be errors, too, unless the first one is fatal.
#pragma clang diagnostic fatal "-W#warnings"
#warning "twofold/twofold.hpp needs C++17: compile with -std=c++17 or later"
#endif
#error "twofold/twofold.hpp needs C++17: compile with -std=c++17 or later"
#else
#include "algorithm.hpp"
#include "array.hpp"
#include "compact.hpp"
#include "error.hpp"
#include "folds.hpp"
#include "functions.hpp"
#include "kernel.hpp"
#include "matrices.hpp"
#include "numeric.hpp"
#include "pinned.hpp"
#include "scan.hpp"
#include "search.hpp"
#include "selections.hpp"
#include "sized.hpp"
#include "slice.hpp"
#include "sort.hpp"
#include "twofold.h"
#endif

#endif
