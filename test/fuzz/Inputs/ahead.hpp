// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What random programs in C++ include (program.py), to be compiled ahead.
#include <array>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>
