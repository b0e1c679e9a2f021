// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// + * & | ^ on long, as a compound assignment, spelled out with the variable
// on either side, and under conditions.
// RUN: %conform %s %t
typedef long number;
#include "operators-integer.h"
