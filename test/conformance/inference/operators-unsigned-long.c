// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// + * & | ^ on unsigned long, as a compound assignment, spelled out with the variable
// on either side, and under conditions.
// RUN: %conform %s %t
typedef unsigned long number;
#include "operators-integer.h"
