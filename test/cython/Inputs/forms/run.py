# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls every loop with arrays of several kinds, and says what it has found."""
import sys

import numpy as np

import forms as f

N = 3000


def array(*shape, kind=float):
    return (np.arange(float(np.prod(shape))).reshape(shape) % 17).astype(kind)


def pairs(*names, kind):
    return np.zeros(N, dtype=[(name, kind) for name in names])


def show(call, *arguments):
    result = call(*arguments)
    sums = []
    for a in arguments:
        if isinstance(a, np.ndarray):
            a = np.array(a.tolist(), float)
            sums.append(round(float((a.ravel() * (1 + np.arange(a.size) % 7)).sum()), 6))
    print(call.__name__ if hasattr(call, '__name__') else call, result if np.isscalar(result) or result is None else np.sum(result), sums)


def raises(error, call, *arguments):
    try:
        call(*arguments)
        print(call, "raises nothing")
    except error as what:
        print(call, what)


def main():
    for kind in (np.float32, float):
        show(f.fused_scale, array(N, kind=kind), 2.0)
        show(f.fused_scale, array(N, kind=kind)[::-3], 2.0)
        show(f.fused_rows, array(60, 70, kind=kind), array(60, kind=kind))
        show(f.fused_checked, array(60, 70, kind=kind)[::-2, ::3], array(30, kind=kind))
    for call in (f.typed, f.typed_checked):
        show(call, array(60, 70), array(60))
        show(call, array(70, 60).T, array(120)[::2])
    raises(IndexError, f.typed_checked, array(60, 70), array(50))
    show(f.typed_mode, array(N, kind=np.float32), array(N, kind=np.int32))
    for n in (N, 0, 1):
        show(f.team_checked, array(n), array(n))
        show(f.team_sum_checked, array(n), array(n), n)
    show(f.team_checked, array(N)[::-1], array(N * 2)[::2])
    raises(IndexError, f.team_checked, array(N), array(N - 5))
    grid = f.Grid(60)
    print(grid.sums(), grid.team(), grid.sums(), grid.virtual(), grid.total())
    x = array(N) / 17
    f.Fixed(array(4)).all(x)
    print(round(x.sum(), 6))
    show(f.fortran, np.asfortranarray(array(60, 70)), array(70))
    show(f.three, array(20, 30, 10, kind=np.float32)[::-1, :, ::2], array(20, 30, kind=np.float32))
    show(f.sliced, array(20, 300).T)
    show(f.bytes_of, array(60, 70, kind=np.uint8), array(256, kind=np.uint8))
    for n in (N, 0):
        print(f.reductions(array(n), array(n, kind=np.int64)))
        print(f.checked_reduction(array(n)[::-5]))
    for how in (0, 1, 3):
        signs = array(N, kind=np.int32)
        signs[1700] = 77
        print(f.exits(signs, how))
    raises(ValueError, f.exits, signs, 2)
    show(f.calls_checked, array(N), array(N))
    whole = array(60, 70)
    before = sys.getrefcount(whole)
    show(f.rows, array(60, 70), whole)
    show(f.columns, array(30, 70), whole)
    print("references:", sys.getrefcount(whole) - before)
    g, q = pairs("g", "h", kind=np.float32), pairs("x", "y", kind=float)
    g["h"], q["y"] = array(N), 3
    show(f.structs, g[::-2], q[:N // 2])
    for divisor in (3, -4):
        show(f.divides, array(N, kind=np.int32) - 5, array(N, kind=np.int32), divisor)
    raises(ZeroDivisionError, f.divides, array(N, kind=np.int32), array(N, kind=np.int32), 0)


main()
