# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cython: language_level=3
"""What Cython's loops work on: typed arrays, fused types, views, classes' members."""
cimport cython
from cython.parallel import parallel, prange
from libc.math cimport sqrt
import numpy as np
cimport numpy as np


ctypedef fused real:
    float
    double


@cython.boundscheck(False)
@cython.wraparound(False)
def fused_scale(real[:] x, real a):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        x[i] = a * x[i] + 1


@cython.boundscheck(False)
@cython.wraparound(False)
cdef real helper(real *p, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t j
    cdef real s = 0
    for j in range(n):
        s += p[j]
    return s


@cython.boundscheck(False)
@cython.wraparound(False)
def fused_rows(real[:, ::1] x, real[::1] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, schedule="static", chunksize=3):
        y[i] = helper(&x[i, 0], x.shape[1])


def fused_checked(real[:, :] x, real[:] y):
    cdef Py_ssize_t i, j
    with nogil, parallel():
        for i in prange(x.shape[0]):
            y[i] = 0
            for j in range(x.shape[1]):
                y[i] = y[i] + x[i, j]


@cython.boundscheck(False)
@cython.wraparound(False)
def typed(np.ndarray[double, ndim=2] x, np.ndarray[double, ndim=1] y):
    cdef Py_ssize_t i, j, n = x.shape[0], m = x.shape[1]
    for i in prange(n, nogil=True):
        y[i] = 0
        for j in range(m):
            y[i] += x[i, j]


def typed_checked(np.ndarray[double, ndim=2] x, np.ndarray[double, ndim=1] y):
    cdef Py_ssize_t i, j, n = x.shape[0], m = x.shape[1]
    for i in prange(n, nogil=True):
        y[i] = 0
        for j in range(m):
            y[i] += x[i, j]


def typed_mode(np.ndarray[np.float32_t, ndim=1, mode="c"] x, np.ndarray[np.int32_t, ndim=1, mode="c"] k):
    cdef int i, n = x.shape[0]
    with nogil, cython.boundscheck(False), cython.wraparound(False):
        for i in prange(n, num_threads=2, schedule="dynamic", chunksize=7):
            k[i] = <int>(x[i] * 3)


def team_checked(double[:] x, double[:] y):
    cdef Py_ssize_t i
    with nogil, parallel():
        for i in prange(x.shape[0]):
            y[i] = x[i] + 1


def team_sum_checked(double[:] x, double[:] y, Py_ssize_t n):
    cdef Py_ssize_t i
    cdef double s = 0
    with nogil, parallel():
        for i in prange(n):
            y[i] = y[i] * 0.5
        for i in prange(n):
            s += x[i] * y[i]
    return s


cdef class Grid:
    cdef double[:, ::1] a
    cdef double[:] b
    cdef double weight
    cdef int n
    def __init__(self, n):
        self.a = np.arange(float(n * n)).reshape(n, n)
        self.b = np.zeros(n)
        self.n = n
        self.weight = 0.5
    def sums(self):
        cdef Py_ssize_t i, j
        for i in prange(self.n, nogil=True):
            self.b[i] = 0
            for j in range(self.n):
                self.b[i] += self.a[i, j] * self.weight
        return np.sum(self.b)
    @cython.boundscheck(False)
    @cython.wraparound(False)
    def total(self):
        cdef int i, j
        cdef double s = 0
        for i in prange(self.n, nogil=True):
            for j in range(self.n):
                s += self.a[i, j] * (i + 2 * j)
        return s
    def team(self):
        cdef Py_ssize_t i, j
        with nogil, parallel():
            for i in prange(self.n):
                self.b[i] = self.b[i] * self.weight
            for i in prange(self.n):
                for j in range(self.n):
                    self.a[i, j] = self.a[i, j] + self.b[i]
        return np.sum(self.a)
    @cython.boundscheck(False)
    @cython.wraparound(False)
    @cython.initializedcheck(False)
    cdef double row(self, Py_ssize_t i) noexcept nogil:
        cdef Py_ssize_t j
        cdef double s = 0
        for j in range(self.n):
            s += self.a[i, j]
        return s
    @cython.boundscheck(False)
    @cython.wraparound(False)
    @cython.initializedcheck(False)
    def virtual(self):
        cdef Py_ssize_t i
        for i in prange(self.n, nogil=True):
            self.b[i] = self.row(i)
        return np.sum(self.b)


@cython.final
cdef class Fixed:
    cdef double[::1] w
    def __init__(self, w):
        self.w = w
    @cython.boundscheck(False)
    @cython.wraparound(False)
    @cython.initializedcheck(False)
    cdef inline double at(self, double x) noexcept nogil:
        cdef Py_ssize_t k
        cdef double s = 0
        for k in range(self.w.shape[0]):
            s = s * x + self.w[k]
        return s
    @cython.boundscheck(False)
    @cython.wraparound(False)
    @cython.initializedcheck(False)
    def all(self, double[:] x):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True):
            x[i] = self.at(x[i])


@cython.boundscheck(False)
@cython.wraparound(False)
def fortran(double[::1, :] x, double[:] y):
    cdef Py_ssize_t i, j
    for j in prange(x.shape[1], nogil=True):
        y[j] = 0
        for i in range(x.shape[0]):
            y[j] += x[i, j]


@cython.boundscheck(False)
@cython.wraparound(False)
def three(const float[:, :, :] x, float[:, :] y):
    cdef Py_ssize_t i, j, k
    cdef float best
    for i in prange(x.shape[0], nogil=True):
        for j in range(x.shape[1]):
            best = x[i, j, 0]
            for k in range(1, x.shape[2]):
                if x[i, j, k] > best:
                    best = x[i, j, k]
            y[i, j] = best


def sliced(double[:, :] x):
    cdef Py_ssize_t i
    cdef double[:] row = x[1]
    for i in prange(row.shape[0], nogil=True):
        row[i] = row[i] * 2
    return np.asarray(row)


def bytes_of(unsigned char[:, ::1] picture, unsigned char[::1] table):
    cdef Py_ssize_t i, j
    with nogil, cython.boundscheck(False), cython.wraparound(False):
        for i in prange(picture.shape[0]):
            for j in range(picture.shape[1]):
                picture[i, j] = table[picture[i, j]]


@cython.boundscheck(False)
@cython.wraparound(False)
def reductions(double[:] x, long[:] k):
    cdef Py_ssize_t i
    cdef double s = 0, p = 1
    cdef long a = -1, o = 0, xo = 0
    cdef double last = 0
    for i in prange(x.shape[0], nogil=True):
        s += x[i]
        p *= 1 + x[i] * 1e-9
        a &= k[i]
        o |= k[i]
        xo ^= k[i]
        last = x[i] * 2
    return round(s, 6), round(p, 6), a, o, xo, last


def checked_reduction(double[:] x):
    cdef Py_ssize_t i
    cdef double s = 0, last = -1
    cdef int n = 0
    with nogil, parallel():
        for i in prange(x.shape[0]):
            s += x[i]
            if x[i] > 3:
                n += 1
            last = x[i]
    return round(s, 6), n, last


cdef int exits_of(int[:] x, int how) except -3:
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        if x[i] == 77:
            if how == 1:
                break
            elif how == 2:
                with gil:
                    raise ValueError("77")
            elif how == 3:
                return 5
        elif x[i] == 78:
            continue
    return 0


def exits(int[:] x, int how):
    return exits_of(x, how)


cdef double checked_helper(double[:] x, Py_ssize_t i) except? -1 nogil:
    if x[i] < 0:
        raise ValueError("negative")
    return sqrt(x[i])


def calls_checked(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        y[i] = checked_helper(x, i)


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.initializedcheck(False)
cdef void smooth_row(double[:] r, double[:] out) noexcept nogil:
    cdef Py_ssize_t j
    out[0] = r[0]
    for j in range(1, r.shape[0]):
        out[j] = (r[j] + r[j - 1]) * 0.5


@cython.boundscheck(False)
@cython.wraparound(False)
def rows(double[:, :] x, double[:, :] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        smooth_row(x[i], y[i])


@cython.boundscheck(False)
@cython.wraparound(False)
def columns(double[:, :] x, double[:, :] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[1], nogil=True):
        smooth_row(x[:, i], y[::2, i])


cdef packed struct Pair:
    float g
    float h


cdef struct Point:
    double x
    double y


@cython.boundscheck(False)
@cython.wraparound(False)
def structs(Pair[:] p, Point[::1] q):
    cdef Py_ssize_t i
    for i in prange(p.shape[0], nogil=True):
        p[i].g = p[i].h * 2
        q[i].x += q[i].y * p[i].g


@cython.cdivision(False)
def divides(int[:] x, int[:] y, int d):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        y[i] = x[i] // d + x[i] % d
