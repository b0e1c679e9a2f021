/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The same ways to print as the end-to-end programs have. */
#include "../../e2e/Inputs/show.h"
