// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// + and * on double, with values that every order gives exactly.
// RUN: %conform %s %t
typedef double number;
#include "operators-floating.h"
