# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cython: language_level=3
"""Loops with subscripts that Cython checks, and counts from the end, as it does by itself."""
cimport cython
from cython.parallel import parallel, prange
import numpy as np


def scale(double[:] x, double alpha, Py_ssize_t n):
    cdef Py_ssize_t i
    for i in prange(n, nogil=True):
        x[i] = alpha * x[i]


def stencil(double[:, :] x, double[:, :] y):
    cdef Py_ssize_t i, j
    for i in prange(1, x.shape[0] - 1, nogil=True):
        for j in range(1, x.shape[1] - 1):
            y[i, j] = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]


def edges(double[::1] x, double[::1] y):
    cdef Py_ssize_t i, n = x.shape[0]
    for i in prange(n, nogil=True):
        y[i] = x[i]
        if i > 0:
            y[i] += x[i - 1]
        if i < n - 1:
            y[i] += x[i + 1]


def longs(long[:] x, long[:] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        y[i] = 3 * x[i] + 1


def triangle(double[:, :] x, double[:] y):
    cdef Py_ssize_t i, j
    cdef double s
    for i in prange(x.shape[0], nogil=True, schedule="dynamic"):
        s = 0
        for j in range(i):
            s = s + x[i, j]
        y[i] = s


def flat(double[::1] x, double[::1] y, int w, int h):
    cdef int i, j
    for i in prange(h, nogil=True):
        for j in range(w):
            y[i * w + j] = x[i * w + j] * 2


def backwards(float[:] x, float[:] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0] - 1, -1, -1, nogil=True):
        y[x.shape[0] - 1 - i] = x[i]


def steps(float[:] x, int k):
    cdef int i
    for i in prange(0, k, 3, nogil=True):
        x[i] = x[i] + i


def last(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True):
        y[i] = x[-1] + x[0]


def wraps(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True):
        y[i] = x[i - 1]


def total(double[:] x, unsigned int n):
    cdef unsigned int i
    cdef double s = 0
    for i in prange(n, nogil=True):
        s += x[i]
    return s


def dot(double[:, :] a, double[:, :] b, double[:, :] c):
    cdef Py_ssize_t i, j, k
    for i in prange(a.shape[0], nogil=True):
        for j in range(b.shape[1]):
            c[i, j] = 0
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def skip(double[:] x, double[:] y):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True):
        if x[i] < 3:
            continue
        y[i] = x[i]
        for j in range(4):
            if y[i] > 10:
                break
            y[i] += 2


def divide(int[:] x, int[:] y, int least):
    cdef int i
    for i in prange(x.shape[0], nogil=True):
        y[i] = x[i] // (i + least)


def table(int[:] x):
    cdef int t[4]
    cdef int i
    for i in range(4):
        t[i] = i * i
    for i in prange(x.shape[0], nogil=True):
        x[i] = t[i & 3]


cdef class Model:
    cdef double[:] w
    cdef long[:] c
    def __init__(self, n):
        self.w = np.arange(float(n))
        self.c = np.zeros(n, np.int64)
    def step(self, double a):
        cdef Py_ssize_t i
        for i in prange(self.w.shape[0], nogil=True):
            self.w[i] = self.w[i] * a
    def count(self, Py_ssize_t n):
        cdef Py_ssize_t i
        for i in prange(n, nogil=True):
            self.c[i] = <long>self.w[i]
    @cython.boundscheck(False)
    @cython.wraparound(False)
    def team(self, double a):
        cdef Py_ssize_t i
        cdef double total = 0
        with nogil, parallel():
            for i in prange(self.w.shape[0]):
                self.w[i] = self.w[i] + a
            for i in prange(self.c.shape[0]):
                total += self.w[i] * self.c[i]
        return total
    def sums(self):
        return np.sum(self.w), np.sum(self.c)


@cython.boundscheck(False)
@cython.wraparound(False)
def unbound(double[:] x, bint bound):
    """A view that may not be there: each thread of the team says so."""
    cdef double[:] y
    cdef Py_ssize_t i
    if bound:
        y = x[::-1]
    with nogil, parallel():
        for i in prange(x.shape[0]):
            x[i] = x[i] * 2
        for i in prange(y.shape[0] // 2):
            y[i] = y[i] + 1


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.initializedcheck(False)
cdef double norm(double[:] row) noexcept nogil:
    cdef Py_ssize_t j
    cdef double s = 0
    for j in range(row.shape[0]):
        s = s + row[j] * row[j]
    return s


@cython.boundscheck(False)
@cython.wraparound(False)
def rows(double[:, :] x, double[::1] y):
    """Rows that are handed over as views, which are counted."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        y[i] = norm(x[i])
