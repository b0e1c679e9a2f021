// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of the enclosing object: pointer, array, vector, numbers.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

class Step {
  float *State;
  float Table[4] = {1, 2, 4, 8};
  std::vector<float> Force;
  int Count;
  float Dt = 0.25f;

public:
  Step(float *State, int Count) : State(State), Force(Count), Count(Count) {
    for (int i = 0; i < Count; ++i)
      Force[i] = i % 7;
  }
  void run() {
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      State[i] += this->Force[i] * Dt * Table[i & 3];
  }
};

int main() {
  static float s[70];
  for (int i = 0; i < 70; ++i)
    s[i] = i;
  Step(s, 70).run();
  SHOW_FLOATS("s", s, 70);
}
