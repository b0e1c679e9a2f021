# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls every loop with arrays that its subscripts are in, and with shorter ones."""
import sys

import numpy as np

import bounds

N = 5000


def array(*shape, kind=float):
    return (np.arange(float(np.prod(shape))).reshape(shape) % 17).astype(kind)


def show(name, *arguments):
    """Where an exception is raised, other iterations may have run or not."""
    try:
        result = getattr(bounds, name)(*arguments)
    except (IndexError, UnboundLocalError, ZeroDivisionError) as error:
        print(name, repr(error))
        return
    sums = [float((a.astype(float).ravel() * np.arange(a.size)).sum())
            for a in arguments if isinstance(a, np.ndarray)]
    print(name, result, *sums)


def main():
    single, whole = {"kind": np.float32}, {"kind": np.int32}
    for n in (N, 0, N + 1):
        show("scale", array(N), 2., n)
        show("total", array(N), n)
    show("stencil", array(70, 90), array(70, 90))
    show("stencil", array(200, 90)[::2, ::-1], array(100, 90))
    show("stencil", array(70, 90), array(67, 90))
    for n in (N, 1, 0):
        show("edges", array(n), array(n))
    show("edges", array(N), array(N - 1))
    show("longs", array(N, kind=np.int64), array(N, kind=np.int64))
    show("longs", array(N, kind=np.int64), array(9, kind=np.int64))
    for width in (80, 79, 78):
        show("triangle", array(80, width), array(80))
    for width, height in ((50, 100), (50, 0), (-5, 3), (50, 101)):
        show("flat", array(N), array(N), width, height)
    for n in (N, 0):
        show("backwards", array(n, **single), array(n, **single))
    for k in (N, N - 1, -3, N + 3):
        show("steps", array(N, **single), k)
    show("last", array(N), array(N))
    show("last", array(0), array(10))
    show("wraps", array(N), array(N))
    show("dot", array(30, 40), array(40, 50), array(30, 50))
    show("dot", array(30, 40), array(39, 50), array(30, 50))
    show("skip", array(N), array(N))
    show("divide", array(N, **whole), array(N, **whole), 1)
    show("divide", array(N, **whole), array(N, **whole), 0)
    show("table", array(N, **whole))
    model = bounds.Model(N)
    model.step(1.5)
    model.count(N)
    print(model.sums(), model.team(3), model.sums())
    whole = array(70, 90)
    before = sys.getrefcount(whole)
    show("rows", whole, array(70))
    show("rows", whole[::-2, ::3], array(35))
    print("references:", sys.getrefcount(whole) - before)
    show("unbound", array(N), True)
    show("unbound", array(N), False)
    try:
        model.count(N + 1)
    except IndexError as error:
        print(repr(error))


main()
