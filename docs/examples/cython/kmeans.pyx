# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The main colours of a photograph."""
from cython.parallel import prange


def assign(const unsigned char[:, ::1] pixels, const double[:, ::1] colours,
           int[::1] nearest):
    """Gives how many pixels have changed their colour."""
    cdef Py_ssize_t i
    cdef int k, best, changed = 0
    cdef double least, far, r, g, b
    for i in prange(pixels.shape[0], nogil=True):
        least = 1e30
        best = 0
        for k in range(colours.shape[0]):
            r = pixels[i, 0] - colours[k, 0]
            g = pixels[i, 1] - colours[k, 1]
            b = pixels[i, 2] - colours[k, 2]
            far = r * r + g * g + b * b
            if far < least:
                least = far
                best = k
        changed += nearest[i] != best
        nearest[i] = best
    return changed


def sums(const unsigned char[:, ::1] pixels, const int[::1] nearest, int k):
    """How many pixels have colour k, and the sums of their channels."""
    cdef Py_ssize_t i
    cdef long count = 0, red = 0, green = 0, blue = 0
    for i in prange(pixels.shape[0], nogil=True):
        if nearest[i] == k:
            count += 1
            red += pixels[i, 0]
            green += pixels[i, 1]
            blue += pixels[i, 2]
    return count, red, green, blue


def paint(unsigned char[:, ::1] pixels, const double[:, ::1] colours,
          const int[::1] nearest):
    cdef Py_ssize_t i
    cdef int c
    for i in prange(pixels.shape[0], nogil=True):
        for c in range(3):
            pixels[i, c] = <unsigned char> colours[nearest[i], c]
