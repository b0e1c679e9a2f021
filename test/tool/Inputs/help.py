# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""help.py TWOFOLD: of each command, what its own help is about."""
import re
import subprocess
import sys

everything = subprocess.run([sys.argv[1], "--help"], capture_output=True, text=True).stdout
commands = dict.fromkeys(re.findall(r"^  (\S+)", everything, re.M))
for name in commands:
    done = subprocess.run([sys.argv[1], name, "--help"], capture_output=True, text=True)
    text = done.stdout
    told = [word for word, sign in (("PROGRAM", "PROGRAM is"), ("SWITCH", "SWITCH is"),
                                    ("PATH", "PATH is"), ("LOOP", "LOOP is"),
                                    ("--json", "With --json"), ("cache", "The cache is"),
                                    ("Status", "Status: 0")) if sign in text]
    [own] = set(re.findall(r"^  (\S+)", text, re.M))
    print(name, done.returncode, own, *told)
