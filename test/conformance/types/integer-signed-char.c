// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `signed char` as element, capture, local, parameter, result and member; it wraps and converts as C says.
// RUN: %conform %s %t
typedef signed char number;
#include "integers.h"
