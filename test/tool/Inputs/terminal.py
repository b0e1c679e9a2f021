# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terminal.py COMMAND...: runs a command on a terminal of its own, and prints what it writes
there, with <erase> where a line is taken back. Ends with its status."""
import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
written = b""
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:  # so a terminal ends whose last program has ended
        break
    if not piece:
        break
    written += piece
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
text = written.decode(errors="replace").replace("\r\n", "\n").replace("\r\x1b[K", "<erase>")
print(text, end="")
sys.exit(status)
