# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests, what each enters, the changes that matter to it, and runs of them with one change on.
A source of the test of record is a test of its own here."""

import concurrent.futures
import contextlib
import functools
import hashlib
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parents[1]
UNIT = ["runtime/twofold_runtime_tests", "runtime/twofold_cache_fault_tests",
        "runtime/twofold_observation_tests", "plugin/unit/twofold_plugin_tests"]
RECORD = "record"
WHOLE = ["e2e", "conformance", "fuzz/programs-001.test"]
LEAST = 10  # seconds that any test may take, beside ten times of what it takes unchanged
# A change may have a test end all processes, or start others that outlive it: those that it
# sees are its own, and end with it.
CAGE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc",
        "sh", "-c", '"$@"; exit $?', "sh"]


def kind(name):
    """Whose test it is: "unit tests", the record, or a suite of lit's."""
    if program_of(name):
        return RECORD if program_of(name) == RECORD else "unit tests"
    return name.split("/")[0]


def program_of(name):
    """What runs it, if that is not lit."""
    return name.split(" ", 1)[0] if " " in name else ""


@functools.cache
def cage():
    """CAGE where it may be used, as root may."""
    return CAGE if subprocess.run([*CAGE, "true"], capture_output=True).returncode == 0 else []


def run(command, environment, limit):
    """Status and output; 124 for a command that took too long."""
    command = [*cage(), *command]
    with tempfile.TemporaryFile("w+", errors="replace") as out:
        started = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT,
                                   env={**os.environ, **environment}, start_new_session=True)
        try:
            status = started.wait(limit)
        except subprocess.TimeoutExpired:
            status = 124
        with contextlib.suppress(ProcessLookupError):  # with what a test has left behind
            os.killpg(started.pid, signal.SIGKILL)
        started.wait()
        out.seek(0)
        return status, out.read()


class Tests:
    """All tests of a build. `reach` maps a test to [seconds, bits], a bit for each of `keys`,
    which are hashes of functions that it enters and of changes that would have mattered to it;
    tests are named "program Suite.Name", "record SOURCE" or "path of a lit test"."""

    def __init__(self, build, keys, programs, suites, jobs, longest):
        self.bits = {int(key, 16): 1 << at for at, key in enumerate(sorted(keys))}
        self.build, self.programs, self.suites = build, programs, suites
        self.jobs, self.longest = jobs, longest
        self.store = build / "reach.json"
        self.reach = {}

    def names(self):
        for program in self.programs:
            if program == RECORD:
                _, listed = run([*self.record(), "--list"], {}, 60)
                yield from (f"{RECORD} {line}" for line in listed.splitlines())
                continue
            _, listed = run([str(self.build / "test" / program), "--gtest_list_tests"], {}, 60)
            suite = ""
            for line in listed.splitlines():
                line = line.split("#")[0].rstrip()
                if line.endswith(".") and not line.startswith(" "):
                    suite = line
                elif line.startswith("  ") and suite:
                    yield f"{program} {suite}{line.strip()}"
        root = self.build / "test"
        for suite in self.suites:
            _, listed = run(["lit-22", "--show-tests", str(root / suite)], {}, 60)
            for line in listed.splitlines():
                if " :: " in line:
                    yield line.split(" :: ")[1].strip()

    def command(self, names):
        """One command for tests of one kind."""
        program = program_of(names[0])
        if program == RECORD:
            return [*self.record(), *(name.split(" ", 1)[1] for name in names)]
        if program:
            return [str(self.build / "test" / program), "--gtest_fail_fast",
                    "--gtest_filter=" + ":".join(name.split()[1] for name in names)]
        return ["lit-22", "-q", "-j1", "--max-failures=1",
                *(str(self.build / "test" / name) for name in names)]

    def record(self):
        """The test of record, with compilers that start anew: a few sources are soon done."""
        return [sys.executable, str(HERE / "record"), "--build", str(self.build), "--jobs", "1",
                *(f"--{name}={shutil.which(f'{program}-22')}"
                  for name, program in (("clang", "clang"), ("clangxx", "clang++")))]

    def stamp(self, program):
        """Tells builds of what runs tests apart; lit's ("") ask both halves."""
        plugin, library = self.build / "plugin/twofold-22.so", self.build / "runtime/libtwofold.so"
        files = {RECORD: [plugin], "": [plugin, library]}.get(
            program, [self.build / "test" / program])
        changes = hashlib.sha256(" ".join(map(str, self.bits)).encode()).hexdigest()
        return [changes, *(file.stat().st_mtime for file in files if file.exists())]

    def read(self, log=print):
        """Fills `reach`, from the store for what the files are that were asked then."""
        known = json.loads(self.store.read_text()) if self.store.exists() else {}
        stamps = {kind: self.stamp(kind) for kind in (*UNIT, RECORD, "")}
        old = {name: found for name, found in known.get("reach", {}).items()
               if known.get("stamps", {}).get(program_of(name)) == stamps[program_of(name)]}
        names = list(self.names())
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            fresh = [name for name in names if name not in old
                     or (old[name] and not old[name][1] and old[name][0] < self.longest)]
            for name, found in zip(fresh, pool.map(self.enter, fresh)):
                old[name] = found
                if len(old) % 100 == 0:  # so that little is done again after an end from outside
                    self.store.write_text(json.dumps({"stamps": stamps, "reach": old}))
                if found is None:
                    log(f"{name}: fails without a change, and is left out")
        self.store.write_text(json.dumps({"stamps": stamps, "reach": old}))
        self.reach = {name: (old[name][0], int(old[name][1] or "0", 16)) for name in names
                      if old[name] and old[name][0] <= self.longest}

    def of(self, key):
        """The tests to which a change matters, or that enter a function."""
        bit = self.bits[int(key, 16)]
        return [name for name, (_, bits) in self.reach.items() if bits & bit]

    def enter(self, name):
        with tempfile.TemporaryDirectory(prefix="twofold-mutants-",
                                         ignore_cleanup_errors=True) as folder:
            seen = pathlib.Path(folder) / "seen"
            begin = time.monotonic()
            status, _ = run(self.command([name]),
                            {"MUTANTS_ENTERED": str(seen), "TWOFOLD_TEST_ROOT": folder}, self.longest)
            if status == 124:
                return self.longest, ""
            if status:
                return None
            bytes_ = seen.read_bytes() if seen.exists() else b""
            told = 0
            for key in {number[0] for number in struct.iter_unpack("<Q", bytes_)}:
                told |= self.bits.get(key, 0)
            return time.monotonic() - begin, f"{told:x}" if told else ""

    def passes(self, batch, folder, limit):
        """Whether tests that have failed with a change on do not fail without it, too, as those
        do that a busy machine has end too late."""
        return run(self.command(batch), {"TWOFOLD_TEST_ROOT": folder}, limit)[0] == 0

    def notices(self, change, budget):
        """Of which kind the tests are that fail with the change on, None if none does;
        and whether all to which it matters were run within `budget` seconds."""
        entering = self.of(change)
        # Those that do least beside it tell most about it, and soon.
        entering.sort(key=lambda name: (" " not in name,
                                        self.reach[name][1].bit_count() * self.reach[name][0]))
        folder = tempfile.mkdtemp(prefix="twofold-mutants-")
        environment = {"MUTANT": change, "TWOFOLD_TEST_ROOT": folder}
        end, size = time.monotonic() + budget, 2.0  # seconds, of which lit's start is one
        try:
            while entering:
                program = program_of(entering[0])
                batch = []
                for name in entering:
                    if program_of(name) == program:
                        batch.append(name)
                        if sum(self.reach[each][0] for each in batch) > size:
                            break
                entering = [name for name in entering if name not in set(batch)]
                limit = LEAST + 10 * sum(self.reach[name][0] for name in batch)
                left = end - time.monotonic()
                status, _ = run(self.command(batch), environment, min(limit, max(left, 0)))
                if status == 124 and left < limit:
                    return None, False
                if status and self.passes(batch, folder, limit):
                    return kind(batch[0]), True
                size *= 2
            return None, True
        finally:
            shutil.rmtree(folder, ignore_errors=True)
