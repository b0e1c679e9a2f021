# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cython: language_level=3, boundscheck=False, wraparound=False
"""Heat in a plate with cold edges and a source: the steps stay on a device."""
from cython.parallel import prange


cdef void step(double[:, ::1] now, double[:, ::1] then, double k) noexcept nogil:
    cdef Py_ssize_t i, j
    for i in prange(1, now.shape[0] - 1):
        for j in range(1, now.shape[1] - 1):
            then[i, j] = now[i, j] + k * (now[i - 1, j] + now[i + 1, j]
                                          + now[i, j - 1] + now[i, j + 1]
                                          - 4 * now[i, j])


def run(double[:, ::1] plate, double[:, ::1] other, int pairs):
    cdef int t
    with nogil:
        for t in range(pairs):
            step(plate, other, 0.2)
            step(other, plate, 0.2)
