# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compilers that have started already.

Most of what a small program's compiler takes is its start: the relocations of its
libraries, once for the driver and once for -cc1. Server.c makes one process of the
compiler fork for each request, and Client.c stands in for the compiler.
"""
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def serve(compiler, socket, library, plugin):
    """The process of a server, which has loaded a plugin if one is named."""
    # Large pages are a twentieth of a compiler's time.
    environment = {**os.environ, "LD_PRELOAD": library, "LD_BIND_NOW": "1",
                   "WARM_SOCKET": socket, "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
    if plugin:
        environment["WARM_PLUGIN"] = plugin
    server = subprocess.Popen([compiler], env=environment, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)
    if server.stdout.readline() != b"\n":
        raise OSError(f"{compiler} does not become a server")
    return server


def start(folder, compilers, plugin):
    """Starts servers for compilers, which are names of one program, in a folder: one for
    what is compiled with a plugin, one for the rest. Returns their processes, which end when
    their standard inputs are closed, and what stands in for each compiler; or nothing and the
    compilers."""
    socket, library = os.path.join(folder, "socket"), os.path.join(folder, "server.so")
    build = [compilers[0], "-O1", f'-DSOCKET="{socket}"', f'-DPLUGIN="{plugin}"',
             f'-DPLUGIN_SOCKET="{socket}-plugin"']
    try:
        os.mkdir(folder)
        subprocess.run([*build, "-shared", "-fPIC", os.path.join(HERE, "Server.c"),
                        "-o", library], check=True, capture_output=True)
        clients = [os.path.join(folder, os.path.basename(each)) for each in compilers]
        for client, compiler in zip(clients, compilers):
            subprocess.run([*build, "-static", f'-DCOMPILER="{compiler}"',
                            os.path.join(HERE, "Client.c"), "-o", client],
                           check=True, capture_output=True)
        servers = [serve(compilers[0], socket, library, None)]
        # A plugin that reads the environment when it is loaded, or counts its lines, is
        # loaded by each compiler.
        if not {"MUTANT", "LLVM_PROFILE_FILE"} & os.environ.keys():
            servers.append(serve(compilers[0], socket + "-plugin", library, plugin))
        else:
            os.symlink(socket, socket + "-plugin")
        return servers, clients
    except (OSError, subprocess.CalledProcessError) as reason:
        print(f"compilers start anew for each test: {reason}")
    return [], compilers
