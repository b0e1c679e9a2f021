// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What iterations do one at a time is the maximum behind a pointer, and not the
// elements of the image that they fill through a member of an object's.
// RUN: %openmp %s %t --kernels 1
#include <cstdio>
enum { ROWS = 40, COLUMNS = 30 };
struct Sizes {
  unsigned short rows, columns, width;
};
struct Picture {
  Sizes sizes;
  unsigned short (*image)[4];
  const unsigned short *raw;
  void copy(const unsigned short *black, unsigned short *most);
};
void Picture::copy(const unsigned short *black, unsigned short *most) {
#pragma omp parallel for schedule(dynamic) shared(most) firstprivate(black)
  for (int row = 0; row < sizes.rows; row++) {
    unsigned short largest = 0;
    for (int column = 0; column < sizes.columns; column++) {
      unsigned short value = raw[row * sizes.columns + column];
      const int color = (row * 2 + column) & 3;
      if (value > black[color]) {
        value -= black[color];
        if (value > largest)
          largest = value;
      } else
        value = 0;
      image[row * sizes.width + column][color] = value;
    }
#pragma omp critical(update)
    {
      if (*most < largest)
        *most = largest;
    }
  }
}
static unsigned short image[ROWS * COLUMNS][4], raw[ROWS * COLUMNS];
int main() {
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    raw[i] = i * 7919 % 1000;
  const unsigned short black[4] = {10, 20, 30, 40};
  unsigned short most = 3;
  Picture picture{{ROWS, COLUMNS, COLUMNS}, image, raw};
  picture.copy(black, &most);
  unsigned sum = most;
  for (auto &pixel : image)
    for (unsigned short value : pixel)
      sum = sum * 31 + value;
  std::printf("%u %u\n", sum, most);
}
