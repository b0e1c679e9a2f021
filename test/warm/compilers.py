# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compilers that have started already.

Most of what a small program's compiler takes is its start: the relocations of its
libraries, once for the driver and once for -cc1. Server.c makes one process of the
compiler fork for each request, and Client.c stands in for the compiler.
"""
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def start(folder, compilers):
    """Starts a server for compilers, which are names of one program, in a folder.
    Returns its process, which ends when its standard input is closed, and what stands
    in for each compiler; or None and the compilers."""
    socket, library = os.path.join(folder, "socket"), os.path.join(folder, "server.so")
    build = [compilers[0], "-O1", f'-DSOCKET="{socket}"']
    try:
        os.mkdir(folder)
        subprocess.run([*build, "-shared", "-fPIC", os.path.join(HERE, "Server.c"),
                        "-o", library], check=True, capture_output=True)
        clients = [os.path.join(folder, os.path.basename(each)) for each in compilers]
        for client, compiler in zip(clients, compilers):
            subprocess.run([*build, "-static", f'-DCOMPILER="{compiler}"',
                            os.path.join(HERE, "Client.c"), "-o", client],
                           check=True, capture_output=True)
        # Large pages are a twentieth of a compiler's time.
        environment = {**os.environ, "LD_PRELOAD": library, "LD_BIND_NOW": "1",
                       "WARM_SOCKET": socket, "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
        server = subprocess.Popen([compilers[0]], env=environment, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE)
        if server.stdout.readline() != b"\n":
            raise OSError(f"{compilers[0]} does not become a server")
        return server, clients
    except (OSError, subprocess.CalledProcessError) as reason:
        print(f"compilers start anew for each test: {reason}")
    return None, compilers
