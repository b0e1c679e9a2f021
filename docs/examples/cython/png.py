# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures of 8 bits a channel, red, green and blue, as arrays."""
import struct
import zlib

import numpy as np


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        part = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", part[:8])
        elif kind == b"IDAT":
            packed += part
        at += 12 + length
    raw = zlib.decompress(packed)
    above, rows = [0] * (3 * width + 3), []
    for y in range(height):
        kind, *line = raw[y * (3 * width + 1):(y + 1) * (3 * width + 1)]
        row = [0, 0, 0]
        for x, byte in enumerate(line):
            a, b, c = row[x], above[x + 3], above[x]
            if kind == 4:
                p, q, r = abs(b - c), abs(a - c), abs(a + b - c - c)
                guess = a if p <= q and p <= r else b if q <= r else c
            else:
                guess = (0, a, b, a + b >> 1)[kind]
            row.append(byte + guess & 255)
        rows.append(row[3:])
        above = row
    return np.array(rows, np.uint8).reshape(height, width, 3)


def write(path, picture):
    def part(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    height, width, _ = picture.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = np.asarray(picture).reshape(height, -1)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n"
                   + part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                   + part(b"IDAT", zlib.compress(rows.tobytes()))
                   + part(b"IEND", b""))
