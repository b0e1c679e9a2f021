# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What cython.py compares with: its cases in Numba, for threads and CUDA, and in CuPy.

Each function takes a case's name and its arrays, and gives two functions: one call, which
ends when an element of its result has been read, and one that gives the whole result.
Arrays for a GPU go there once, and stay, as those of Twofold do.
"""
import math

BLOCK = 256


def numba_threads(case, arrays):
    import numba
    import numpy as np
    loop = numba.njit(parallel=True)
    prange = numba.prange

    if case == "apply":
        @loop
        def apply(x, y):
            for i in prange(len(x)):
                y[i] = math.exp(-x[i] * x[i]) * (1 + math.sin(3 * x[i]))
        x, y = arrays
        return lambda: (apply(x, y), y[0]), lambda: y

    if case == "heat":
        @loop
        def step(now, then):
            for i in prange(1, now.shape[0] - 1):
                for j in range(1, now.shape[1] - 1):
                    then[i, j] = now[i, j] + 0.2 * (now[i - 1, j] + now[i + 1, j]
                                                    + now[i, j - 1] + now[i, j + 1]
                                                    - 4 * now[i, j])
        plate, other = arrays

        def run():
            for _ in range(5):
                step(plate, other)
                step(other, plate)
            return plate[0, 0]
        return run, lambda: plate

    if case == "mandelbrot":
        @loop
        def draw(picture):
            size = 3.2 / picture.shape[1]
            for row in prange(picture.shape[0]):
                for column in range(picture.shape[1]):
                    x = -2.2 + column * size
                    y = 1.6 - row * size
                    a = b = 0.0
                    k = 0
                    while k < 200 and a * a + b * b < 4:
                        both = a * b
                        a = a * a - b * b + x
                        b = both + both + y
                        k += 1
                    picture[row, column, 0] = 0 if k == 200 else 9 * k & 255
                    picture[row, column, 1] = 0 if k == 200 else 5 * k & 255
                    picture[row, column, 2] = 0 if k == 200 else 64 + (3 * k & 127)
        picture, = arrays
        return lambda: (draw(picture), picture[0, 0, 0]), lambda: picture

    if case == "k-means":
        # Numba fails to compile this as a part of the loop.
        @numba.njit
        def closest(pixel, colours):
            least = 1e30
            best = 0
            for k in range(len(colours)):
                r = pixel[0] - colours[k, 0]
                g = pixel[1] - colours[k, 1]
                b = pixel[2] - colours[k, 2]
                far = r * r + g * g + b * b
                if far < least:
                    least = far
                    best = k
            return best

        @loop
        def assign(pixels, colours, nearest):
            changed = 0
            for i in prange(len(pixels)):
                best = closest(pixels[i], colours)
                changed += nearest[i] != best
                nearest[i] = best
            return changed

        @loop
        def sums(pixels, nearest, k):
            count, red, green, blue = 0, 0, 0, 0
            for i in prange(len(pixels)):
                if nearest[i] == k:
                    count += 1
                    red += pixels[i, 0]
                    green += pixels[i, 1]
                    blue += pixels[i, 2]
            return count, red, green, blue
        pixels, colours, nearest = arrays

        def round_of_all():
            assign(pixels, colours, nearest)
            for k in range(len(colours)):
                count, *channels = sums(pixels, nearest, k)
                if count:
                    colours[k] = [channel / count for channel in channels]
        return round_of_all, lambda: colours

    x, right, first, second = arrays
    hidden, answer = second + 0 * x[:, :1], 0 * right

    @loop
    def forward(x, first, second, hidden, answer):
        for s in prange(len(x)):
            total = 0.0
            for n in range(len(second)):
                inner = 0.0
                for i in range(x.shape[1]):
                    inner += first[n, i] * x[s, i]
                hidden[s, n] = 1 / (1 + math.exp(-inner))
                total += second[n] * hidden[s, n]
            answer[s] = 1 / (1 + math.exp(-total))

    @loop
    def delta_of_all(right, answer):
        error = 0.0
        for s in prange(len(right)):
            delta = answer[s] - right[s]
            error += delta * delta
            answer[s] = delta * answer[s] * (1 - answer[s])
        return error

    @loop
    def backward(x, first, second, hidden, answer):
        for n in prange(len(second)):
            here, total = second[n], 0.0
            inner = np.zeros(x.shape[1])
            for s in range(len(x)):
                total += answer[s] * hidden[s, n]
                back = answer[s] * here * hidden[s, n] * (1 - hidden[s, n])
                for i in range(x.shape[1]):
                    inner[i] += back * x[s, i]
            second[n] -= 2 / len(x) * total
            for i in range(x.shape[1]):
                first[n, i] -= 2 / len(x) * inner[i]

    def learn():
        forward(x, first, second, hidden, answer)
        learn.error = delta_of_all(right, answer) / len(x)
        backward(x, first, second, hidden, answer)
    return learn, lambda: learn.error


def numba_cuda(case, arrays):
    from numba import cuda, float64, int64
    there = [cuda.to_device(a) for a in arrays]

    def blocks(count):
        return (count + BLOCK - 1) // BLOCK

    if case == "apply":
        @cuda.jit
        def apply(x, y):
            i = cuda.grid(1)
            if i < len(x):
                y[i] = math.exp(-x[i] * x[i]) * (1 + math.sin(3 * x[i]))
        x, y = there
        return lambda: (apply[blocks(len(x)), BLOCK](x, y), y[0]), y.copy_to_host

    if case == "heat":
        @cuda.jit
        def step(now, then):
            j, i = cuda.grid(2)
            if 0 < i < now.shape[0] - 1 and 0 < j < now.shape[1] - 1:
                then[i, j] = now[i, j] + 0.2 * (now[i - 1, j] + now[i + 1, j]
                                                + now[i, j - 1] + now[i, j + 1]
                                                - 4 * now[i, j])
        plate, other = there
        grid = (-(-plate.shape[1] // 32), -(-plate.shape[0] // 8)), (32, 8)

        def run():
            for _ in range(5):
                step[grid](plate, other)
                step[grid](other, plate)
            return plate[0, 0]
        return run, plate.copy_to_host

    if case == "mandelbrot":
        @cuda.jit
        def draw(picture):
            column, row = cuda.grid(2)
            if row < picture.shape[0] and column < picture.shape[1]:
                size = 3.2 / picture.shape[1]
                x = -2.2 + column * size
                y = 1.6 - row * size
                a = b = 0.0
                k = 0
                while k < 200 and a * a + b * b < 4:
                    both = a * b
                    a = a * a - b * b + x
                    b = both + both + y
                    k += 1
                picture[row, column, 0] = 0 if k == 200 else 9 * k & 255
                picture[row, column, 1] = 0 if k == 200 else 5 * k & 255
                picture[row, column, 2] = 0 if k == 200 else 64 + (3 * k & 127)
        picture, = there
        grid = (-(-picture.shape[1] // 32), -(-picture.shape[0] // 8)), (32, 8)
        return lambda: (draw[grid](picture), picture[0, 0, 0]), picture.copy_to_host

    if case == "k-means":
        @cuda.jit
        def assign(pixels, colours, nearest, sums):
            i, thread = cuda.grid(1), cuda.threadIdx.x
            parts = cuda.shared.array((8, 4), int64)
            if thread < 32:
                parts[thread // 4, thread % 4] = 0
            cuda.syncthreads()
            if i < len(pixels):
                least = 1e30
                best = 0
                for k in range(len(colours)):
                    r = pixels[i, 0] - colours[k, 0]
                    g = pixels[i, 1] - colours[k, 1]
                    b = pixels[i, 2] - colours[k, 2]
                    far = r * r + g * g + b * b
                    if far < least:
                        least = far
                        best = k
                nearest[i] = best
                cuda.atomic.add(parts, (best, 0), int64(1))
                for c in range(3):
                    cuda.atomic.add(parts, (best, c + 1), int64(pixels[i, c]))
            cuda.syncthreads()
            if thread < 32:
                cuda.atomic.add(sums, (thread // 4, thread % 4),
                                parts[thread // 4, thread % 4])

        @cuda.jit
        def divide(colours, sums):
            k = cuda.grid(1)
            if k < len(colours):
                for c in range(3):
                    if sums[k, 0]:
                        colours[k, c] = sums[k, c + 1] / sums[k, 0]
                for c in range(4):
                    sums[k, c] = 0
        pixels, colours, nearest = there
        sums = cuda.to_device((0 * arrays[1][:, [0, 0, 0, 0]]).astype("int64"))

        def round_of_all():
            assign[blocks(len(pixels)), BLOCK](pixels, colours, nearest, sums)
            divide[1, len(colours)](colours, sums)
            return colours[0, 0]
        return round_of_all, colours.copy_to_host

    x, right, first, second = there
    hidden = cuda.to_device(arrays[3] + 0 * arrays[0][:, :1])
    answer, error = cuda.to_device(0 * arrays[1]), cuda.to_device(arrays[3][:1])

    @cuda.jit
    def forward(x, right, first, second, hidden, answer, error):
        s = cuda.grid(1)
        if s < len(x):
            total = 0.0
            for n in range(len(second)):
                inner = 0.0
                for i in range(x.shape[1]):
                    inner += first[n, i] * x[s, i]
                hidden[s, n] = 1 / (1 + math.exp(-inner))
                total += second[n] * hidden[s, n]
            total = 1 / (1 + math.exp(-total))
            delta = total - right[s]
            cuda.atomic.add(error, 0, delta * delta / len(x))
            answer[s] = delta * total * (1 - total)

    @cuda.jit
    def backward(x, first, second, hidden, answer):
        """One block for each neuron, with one sum after the other."""
        n, thread = cuda.blockIdx.x, cuda.threadIdx.x
        parts = cuda.shared.array(BLOCK, float64)
        here = second[n]
        for i in range(-1, x.shape[1]):
            total = 0.0
            for s in range(thread, len(x), BLOCK):
                if i < 0:
                    total += answer[s] * hidden[s, n]
                else:
                    total += (answer[s] * here * hidden[s, n] * (1 - hidden[s, n])
                              * x[s, i])
            parts[thread] = total
            cuda.syncthreads()
            half = BLOCK // 2
            while half:
                if thread < half:
                    parts[thread] += parts[thread + half]
                cuda.syncthreads()
                half //= 2
            if thread == 0:
                if i < 0:
                    second[n] -= 2 / len(x) * parts[0]
                else:
                    first[n, i] -= 2 / len(x) * parts[0]
            cuda.syncthreads()

    def learn():
        error[0] = 0.0
        forward[blocks(len(x)), BLOCK](x, right, first, second, hidden, answer, error)
        backward[len(second), BLOCK](x, first, second, hidden, answer)
        learn.error = error[0]
    return learn, lambda: learn.error


def cupy_arrays(case, arrays):
    import cupy
    there = [cupy.asarray(a) for a in arrays]

    if case == "apply":
        x, y = there

        def apply():
            y[:] = cupy.exp(-x * x) * (1 + cupy.sin(3 * x))
            return float(y[0])
        return apply, y.get

    if case == "heat":
        def step(now, then):
            then[1:-1, 1:-1] = now[1:-1, 1:-1] + 0.2 * (
                now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
                - 4 * now[1:-1, 1:-1])
        plate, other = there

        def run():
            for _ in range(5):
                step(plate, other)
                step(other, plate)
            return float(plate[0, 0])
        return run, plate.get

    if case == "k-means":
        pixels, colours, _ = there
        count = len(colours)

        def round_of_all():
            far = sum((pixels[:, c, None] - colours[:, c]) ** 2 for c in range(3))
            nearest = far.argmin(axis=1)
            members = cupy.bincount(nearest, minlength=count)
            for c in range(3):
                sums = cupy.bincount(nearest, weights=pixels[:, c], minlength=count)
                colours[:, c] = cupy.where(members > 0, sums / cupy.maximum(members, 1),
                                           colours[:, c])
            return float(colours[0, 0])
        return round_of_all, colours.get

    if case == "perceptron":
        x, right, first, second = there

        def learn():
            hidden = 1 / (1 + cupy.exp(-x @ first.T))
            answer = 1 / (1 + cupy.exp(-hidden @ second))
            delta = answer - right
            error = (delta * delta).mean()
            delta = delta * answer * (1 - answer)
            back = delta[:, None] * second * hidden * (1 - hidden)
            second[:] -= 2 / len(x) * (delta @ hidden)
            first[:] -= 2 / len(x) * (back.T @ x)
            learn.error = float(error)
        return learn, lambda: learn.error
    return None
