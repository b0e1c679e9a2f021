# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""set_uid.py PROGRAM LIBRARY FOLDER TABLE: callers of set-uid programs choose nothing.

PROGRAM is run as another user, by itself and with root's rights: set-uid, set-gid and
with a capability. LIBRARY leaves FOLDER/loaded when it is loaded. TABLE is the page
that lists the variables.
"""
import os
import re
import shutil
import struct
import subprocess
import sys

OTHER = 65534
program, library, folder, table = sys.argv[1:]
home = os.path.join(folder, "home")
mark = os.path.join(folder, "loaded")


def kinds():
    """The ways in which a program gets other rights than its caller's."""
    for name, mode in (("set-uid", 0o4755), ("set-gid", 0o2755), ("capability", 0o755)):
        path = os.path.join(folder, name)
        shutil.copy(program, path)
        os.chmod(path, mode)
        if name == "capability":
            raw = 1 << 13
            try:
                os.setxattr(path, "security.capability",
                            struct.pack("<5I", 0x02000001, raw, 0, 0, 0))
            except OSError:
                continue  # the file system keeps none
        yield name, path


def run(path, variables):
    """What it writes, and the files that there are afterwards."""
    shutil.rmtree(home, ignore_errors=True)
    os.mkdir(home)
    os.chown(home, OTHER, OTHER)
    if os.path.exists(mark):
        os.remove(mark)
    environment = {"PATH": os.environ["PATH"], "HOME": home, **variables}
    done = subprocess.run([path], env=environment, capture_output=True, text=True,
                          user=OTHER, group=OTHER, extra_groups=[])
    files = sorted(os.listdir(home)) + ["loaded"] * os.path.exists(mark)
    return done.stdout, done.stderr, done.returncode, files


names = re.findall(r"^\| `(TWOFOLD_\w+)`", open(table).read(), re.M)
assert len(names) > 15, names
# Then drivers are looked for, and what was found is kept, however short the run is.
asked = {"TWOFOLD_DEVICE": "cpu"}
# What each of these does to a program without other rights shows in what run() returns.
telling = [
    {"TWOFOLD_INFO": "3"},
    {"TWOFOLD_DEVICE": "no such"},
    {"TWOFOLD_CACHE_DIR": home + "/cache", **asked},
    {"XDG_CACHE_HOME": home + "/xdg", **asked},
    {"TWOFOLD_RECEIPTS": home + "/receipts"},
    {"TWOFOLD_ZERO_COPY": "0"},
    {"TWOFOLD_WARM": "build"},
    {"LD_PRELOAD": library},
    {"OCL_ICD_VENDORS": library, **asked},
    {"OMP_TOOL_LIBRARIES": library},
    {"OMP_TOOL_LIBRARIES": "/none", "OMP_TOOL_VERBOSE_INIT": home + "/verbose"},
    {"OMP_DISPLAY_ENV": "true"},
    {"KMP_SETTINGS": "true"},
]
# Where a device has memory of its own, blocks are in pages anyhow.
silent = [{"TWOFOLD_ZERO_COPY": "0"}] if any(
    os.path.exists(each)
    for each in ("/dev/nvidiactl", "/dev/dri", "/dev/kfd", "/dev/dxg")) else []
wrong = []
plain = os.path.join(folder, "plain")
shutil.copy(program, plain)
usual = run(plain, {})
for each in telling:
    before = run(plain, asked) if len(each) > 1 and asked.items() <= each.items() else usual
    if each not in silent and run(plain, each) == before:
        wrong.append(f"plain: {each} does nothing, so that the test finds nothing")
expected = "secure 1 " + usual[0].removeprefix("secure 0 ")
# OpenMP's library complains of a /dev/shm that is not for everybody, for one.
said = {"", usual[1]}
for kind, path in kinds():
    for each in [{}, {name: "?" for name in names},
                 {"INTEL_LIBITTNOTIFY64": library, "INTEL_ITTNOTIFY_GROUPS": "all"},
                 *telling]:
        got = run(path, each)
        if got[1] not in said or (got[0], *got[2:]) != (expected, 0, []):
            wrong.append(f"{kind}: {each}: {got}")
print("\n".join(wrong))
sys.exit(bool(wrong))
