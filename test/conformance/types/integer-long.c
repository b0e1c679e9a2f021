// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `long` as element, capture, local, parameter, result and member; it wraps and converts as C says.
// RUN: %conform %s %t
typedef long number;
#include "integers.h"
