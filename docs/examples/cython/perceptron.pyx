# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A perceptron with one hidden layer, as a class whose members are NumPy arrays."""
from cython.parallel import prange
from libc.math cimport exp
import numpy as np


cdef inline double squashed(double x) noexcept nogil:
    return 1 / (1 + exp(-x))


cdef class Perceptron:
    cdef double[:, ::1] first, hidden, back
    cdef double[::1] second, answer
    cdef double rate

    def __init__(self, Py_ssize_t inputs, Py_ssize_t neurons, Py_ssize_t samples,
                 double rate=2):
        random = np.random.default_rng(5)
        self.first = random.standard_normal((neurons, inputs))
        self.second = random.standard_normal(neurons)
        self.hidden = np.zeros((samples, neurons))
        self.back = np.zeros((samples, neurons))
        self.answer = np.zeros(samples)
        self.rate = rate

    def answers(self, const double[:, ::1] x):
        cdef Py_ssize_t s, n, i
        cdef double sum, all
        for s in prange(x.shape[0], nogil=True):
            all = 0
            for n in range(self.second.shape[0]):
                sum = 0
                for i in range(x.shape[1]):
                    sum = sum + self.first[n, i] * x[s, i]
                self.hidden[s, n] = squashed(sum)
                all = all + self.second[n] * self.hidden[s, n]
            self.answer[s] = squashed(all)
        return np.asarray(self.answer)

    def learn(self, const double[:, ::1] x, const double[::1] right):
        """One step down the gradient; gives the mean square of the error before."""
        cdef Py_ssize_t s, n, i, samples = x.shape[0]
        cdef double error = 0, step, sum, delta
        self.answers(x)
        for s in prange(samples, nogil=True):
            delta = self.answer[s] - right[s]
            error += delta * delta
            delta = delta * self.answer[s] * (1 - self.answer[s])
            self.answer[s] = delta
            for n in range(self.second.shape[0]):
                self.back[s, n] = (delta * self.second[n] * self.hidden[s, n]
                                   * (1 - self.hidden[s, n]))
        step = self.rate / samples
        for n in prange(self.second.shape[0], nogil=True):
            sum = 0
            for s in range(samples):
                sum = sum + self.answer[s] * self.hidden[s, n]
            self.second[n] = self.second[n] - step * sum
            for i in range(x.shape[1]):
                sum = 0
                for s in range(samples):
                    sum = sum + self.back[s, n] * x[s, i]
                self.first[n, i] = self.first[n, i] - step * sum
        return error / samples
