// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

inline thread_local unsigned random_state = 1;
inline unsigned random_next() {
  return random_state = random_state * 1664525u + 1013904223u;
}
