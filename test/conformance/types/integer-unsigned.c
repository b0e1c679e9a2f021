// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `unsigned` as element, capture, local, parameter, result and member; it wraps and converts as C says.
// RUN: %conform %s %t
typedef unsigned number;
#include "integers.h"
