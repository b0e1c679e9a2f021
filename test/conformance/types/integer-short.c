// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `short` as element, capture, local, parameter, result and member; it wraps and converts as C says.
// RUN: %conform %s %t
typedef short number;
#include "integers.h"
