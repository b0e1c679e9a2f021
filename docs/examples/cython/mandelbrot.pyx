# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cython: language_level=3, boundscheck=False, wraparound=False
"""A picture of the Mandelbrot set, from complex numbers as pairs."""
from cython.parallel import prange


def draw(unsigned char[:, :, ::1] picture, double left, double top, double width,
         int limit):
    cdef Py_ssize_t row, column
    cdef double x, y, a, b, both
    cdef int k
    cdef double size = width / picture.shape[1]
    for row in prange(picture.shape[0], nogil=True, schedule="dynamic"):
        for column in range(picture.shape[1]):
            x = left + column * size
            y = top - row * size
            a = 0
            b = 0
            k = 0
            while k < limit and a * a + b * b < 4:
                both = a * b
                a = a * a - b * b + x
                b = both + both + y
                k = k + 1
            picture[row, column, 0] = 0 if k == limit else 9 * k & 255
            picture[row, column, 1] = 0 if k == limit else 5 * k & 255
            picture[row, column, 2] = 0 if k == limit else 64 + (3 * k & 127)
