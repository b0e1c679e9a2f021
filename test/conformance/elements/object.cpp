// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of the enclosing object, an array and a counter among them.
// RUN: %conform %s %t --native
#include "show.h"

class Counter {
  int counts[9] = {};
  long seen = 0;
  const int *data;
  int n;

public:
  Counter(const int *data, int n) : data(data), n(n) {}
  void run() {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) {
      counts[data[i] % 9]++;
      seen += data[i];
    }
  }
  void show() const {
    SHOW_INTEGERS("counts", counts, 9);
    SHOW_INTEGER(seen);
  }
};

int main() {
  static int data[400];
  for (int i = 0; i < 400; ++i)
    data[i] = i * i % 83;
  Counter c(data, 400);
  c.run();
  c.show();
}
