# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What Cython's prange infers: reductions, last values, rows, a loop that is left."""
from cython.parallel import parallel, prange
from libc.math cimport exp, sin


def squares(long long n):
    """A variable that is only updated by += is a reduction."""
    cdef long long i, total = 0
    for i in prange(n, nogil=True):
        total += i * i
    return total


cdef inline double bell(double x) noexcept nogil:
    return exp(-x * x) * (1 + sin(3 * x))


def apply(double[::1] x, double[::1] y):
    """Calls a C function; gives the last value of what iterations assign."""
    cdef Py_ssize_t i
    cdef double value = 0
    for i in prange(x.shape[0], nogil=True, schedule="static"):
        value = bell(x[i])
        y[i] = value
    return value


cdef inline double clipped(double x, double low, double high) noexcept nogil:
    if x < low:
        return low
    elif x > high:
        return high
    return x


def normalise(double[:, :] rows, int threads):
    """Rows of any array, with strides: each is divided by its mean, and clipped."""
    cdef Py_ssize_t i, j
    cdef double mean
    for i in prange(rows.shape[0], nogil=True, num_threads=threads, chunksize=4,
                    schedule="dynamic"):
        mean = 0
        for j in range(rows.shape[1]):
            mean = mean + rows[i, j]
        mean = mean / rows.shape[1]
        if mean == 0:
            continue
        for j in range(rows.shape[1]):
            rows[i, j] = clipped(rows[i, j] / mean, 0, 10)


def scaled_sum(double[::1] x, double factor):
    """Two loops of one team of threads."""
    cdef Py_ssize_t i
    cdef double total = 0
    with nogil, parallel():
        for i in prange(x.shape[0]):
            x[i] = x[i] * factor
        for i in prange(x.shape[0]):
            total += x[i]
    return total


def divided(long[::1] x, long by):
    """Division as Python's, which raises: tested before the loop."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        x[i] = checked(x[i], by)


cdef inline long checked(long x, long by) noexcept nogil:
    return x // by if by else 0


def above(double[::1] x, double limit):
    """A loop that is left stays OpenMP's: whether some number is above the limit."""
    cdef Py_ssize_t i
    cdef int found = 0
    for i in prange(x.shape[0], nogil=True):
        if x[i] > limit:
            found = 1
            break
    return found == 1
