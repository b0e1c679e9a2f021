// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// + and * on float, with values that every order gives exactly.
// RUN: %conform %s %t
typedef float number;
#include "operators-floating.h"
