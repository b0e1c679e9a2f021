#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py [FOLDER]: runs all examples and says what they have found.

Two pictures are left in FOLDER, which is this one if none is given.
"""
import os
import sys

import numpy as np

import guide
import heat
import kmeans
import loops
import mandelbrot
import png
from perceptron import Perceptron

HERE = os.path.dirname(os.path.abspath(__file__))


def plain_loops():
    x = np.linspace(-3, 3, 100000)
    y = np.zeros_like(x)
    print("squares:", loops.squares(100000))
    print(f"apply: {loops.apply(x, y):.6f} {y.sum():.4f}")
    rows = np.arange(240000.0).reshape(400, 600) % 17
    loops.normalise(rows[::2, ::-3], 3)
    print(f"normalise: {rows.sum():.4f}")
    print(f"scaled sum: {loops.scaled_sum(y, 0.5):.4f}")
    numbers = np.arange(-50000, 50000)
    loops.divided(numbers, 7)
    print("divided:", numbers.sum(), "above:", loops.above(y, 0.4), loops.above(y, 9))


def forms():
    x = np.arange(100000.0)
    guide.scale(x[::-2], 3)
    print("triangular:", guide.triangular(1000), f"scale: {x.sum():.0f}",
          f"roots: {guide.roots(x.reshape(100, 1000)).sum():.4f}")
    guide.smooth(x, np.zeros_like(x))
    print(f"smooth: {x.sum():.2f} {x[-2]:.3f}")
    whole = np.zeros(20000, int)
    guide.mirrored(whole)
    print("mirrored:", whole.sum(), end=" ")
    guide.by_hand(whole)
    print("by hand:", whole.sum())
    signs = np.zeros(1000, np.int32)
    for sign in range(4):
        signs[500] = sign
        try:
            print("leave:", guide.leave(signs))
        except ValueError as error:
            print("leave:", error)


def plate():
    now = np.zeros((200, 300))
    now[80:120, 100:200] = 100
    heat.run(now, now.copy(), 50)
    print(f"heat: {now.sum():.4f} {now[100, 99]:.6f}")


def fractal(folder):
    picture = np.zeros((300, 400, 3), np.uint8)
    mandelbrot.draw(picture, -2.2, 1.2, 3.2, 300)
    png.write(os.path.join(folder, "mandelbrot.png"), picture)
    print("mandelbrot:", int((picture.sum(axis=2) == 0).sum()), "points inside")


def colours(folder, count=8):
    photograph = png.read(os.path.join(HERE, "..", "raccoon.png"))
    pixels = photograph.reshape(-1, 3)
    found = pixels[::len(pixels) // count][:count].astype(float)
    nearest = np.full(len(pixels), -1, np.int32)
    for rounds in range(12):
        changed = kmeans.assign(pixels, found, nearest)
        for k in range(count):
            members, *channels = kmeans.sums(pixels, nearest, k)
            if members:
                found[k] = np.array(channels) / members
    kmeans.paint(pixels, found, nearest)
    png.write(os.path.join(folder, "colours.png"), photograph)
    print("k-means:", changed, "have changed;", " ".join(
        "#%02x%02x%02x" % tuple(int(c) for c in colour) for colour in found[:4]))


def learning():
    random = np.random.default_rng(3)
    x = np.ascontiguousarray(random.uniform(-1, 1, (2000, 3)))
    x[:, 2] = 1
    right = (x[:, 0] ** 2 + x[:, 1] ** 2 < 0.5).astype(float)
    network = Perceptron(3, 24, len(x))
    errors = [network.learn(x, right) for _ in range(100)]
    correct = int(((network.answers(x) > 0.5) == (right > 0.5)).sum())
    print(f"perceptron: error {errors[0]:.4f}, then {errors[-1]:.4f}; "
          f"{correct // 100} of 20 hundreds are right")


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else HERE
    plain_loops()
    forms()
    plate()
    fractal(folder)
    colours(folder)
    learning()


main()
