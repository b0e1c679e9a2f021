# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cython: language_level=3
"""The forms that a guide to prange shows, with Cython's checks as they are by themselves."""
from cython.parallel import parallel, prange, threadid
from libc.math cimport sqrt
from libc.stdlib cimport abort, free, malloc
cimport cython
cimport openmp
import numpy as np


def triangular(int n):
    """The shortest loop: a sum of what iterations count."""
    cdef int i
    cdef int total = 0
    for i in prange(n, nogil=True):
        total += i
    return total


def scale(double[:] x, double factor):
    """Subscripts are in range, which is tested before the loop."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        x[i] = factor * x[i]


def roots(double[:, :] x):
    """A loop in a loop, and an array that the function makes."""
    cdef double[:, :] found = np.empty_like(x)
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True):
        for j in range(x.shape[1]):
            found[i, j] = sqrt(x[i, j])
    return np.asarray(found)


@cython.boundscheck(False)
@cython.wraparound(False)
def smooth(double[:] x, double[:] between):
    """Two loops of one team; each thread works out what stands between them."""
    cdef Py_ssize_t i
    cdef double weight
    with nogil, parallel():
        for i in prange(1, x.shape[0] - 1):
            between[i] = x[i - 1] + x[i + 1]
        weight = sqrt(0.25)
        for i in prange(1, x.shape[0] - 1):
            x[i] = x[i] + weight * between[i]


cdef inline long digits_of(long number, int *room) noexcept nogil:
    cdef int count = 0
    cdef int d
    cdef long sum = 0
    while number > 0:
        room[count] = number % 10
        number = number // 10
        count = count + 1
    for d in range(count):
        sum = sum + room[d] * room[count - 1 - d]
    return sum


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def mirrored(long[::1] out):
    """Memory that each thread of a team has: such a team stays OpenMP's."""
    cdef Py_ssize_t i
    cdef int *room
    with nogil, parallel():
        room = <int *> malloc(20 * sizeof(int))
        if room is NULL:
            abort()
        for i in prange(out.shape[0], schedule="guided"):
            out[i] = digits_of(i, room)
        free(room)


def by_hand(long[::1] out):
    """Threads that share out work by their numbers, and no loop of OpenMP's."""
    cdef Py_ssize_t n = out.shape[0]
    cdef Py_ssize_t i
    cdef long *place = &out[0]
    with nogil, parallel(num_threads=3):
        i = threadid()
        while i < n:
            place[i] = i * i
            i = i + openmp.omp_get_num_threads()


cdef int exits(int[:] signs) except -2:
    cdef Py_ssize_t i
    for i in prange(signs.shape[0], nogil=True):
        if signs[i] == 1:
            with gil:
                raise ValueError("a sign is 1")
        elif signs[i] == 2:
            break
        elif signs[i] == 3:
            return 7
    return 0


def leave(int[:] signs):
    """A loop that is left by raise, break or return, whichever comes."""
    return exits(signs)
