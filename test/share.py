# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""share.py REPORT INDEX COUNT PROGRAM: a share of a program's GoogleTest tests.

Runs every COUNTth test in one process, since most of what a small test takes is
the start of its process, under a sanitizer above all. Where a test ends the
process, what comes after it runs in another one. Writes a JUnit file. Fails if a
test failed or a process ended with a status, as sanitizers have it.

TWOFOLD_TESTED in the environment names the folder of another build's reports: tests that
have passed there are left out here, unless they have done less than all there, which is
what test/runtime/Cases.h prints of them.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

LIMIT = 900 # seconds, against a test that hangs


def names(program):
    """The tests that GTEST_FILTER allows, in their order."""
    suite = ""
    listed = subprocess.run([program, "--gtest_list_tests"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    for line in listed.splitlines():
        name = line.split("#")[0].rstrip()
        if name.startswith("  "):
            yield suite + name.strip()
        elif name.endswith("."):
            suite = name


def passed(program, folder):
    """The tests of this program that have passed in another build, and done all there."""
    reports = os.path.join(folder, os.path.basename(program) + "-*.xml")
    return {case.get("name") for report in glob.glob(reports)
            for case in xml.parse(report).getroot().iter("testcase") if len(case) == 0}


def run(program, tests):
    """Runs tests in one process; gives its output and status."""
    # A file, since processes that a test leaves behind would keep a pipe open.
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        process = subprocess.Popen([program, "--gtest_filter=" + ":".join(tests)],
                                   stdout=output, stderr=subprocess.STDOUT)
        try:
            process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
        status = process.wait()
        output.seek(0)
        lines = output.readlines()
    sys.stdout.writelines(lines)
    return lines, status


def share(program, tests):
    """Yields (test, what became of it)."""
    while tests:
        lines, status = run(program, tests)
        ended, begun, less = {}, None, False
        for line in lines:
            less |= "[     LESS ]" in line
            # What a program prints may stand before it in the same line.
            said = re.search(r"\[( RUN      |       OK |  FAILED  |  SKIPPED )\] (\S+?)"
                             r"(,| \(\d+ ms\)|$)", line)
            if not said or said[2] not in tests:
                continue
            if "RUN" in said[1]:
                begun, less = said[2], False
            elif said[2] == begun:
                what = said[1].strip()
                ended.setdefault(begun, "LESS" if what == "OK" and less else what)
                begun = None
        if begun:
            ended[begun] = f"ended its process with status {status}"
        yield from ended.items()
        rest = [test for test in tests if test not in ended]
        if status and not begun and "FAILED" not in ended.values():
            yield os.path.basename(program), f"status {status} though no test failed"
        if rest and not begun:
            yield from ((test, "did not run") for test in rest)
            return
        tests = rest


def main(report, index, count, program):
    folder = os.environ.pop("TWOFOLD_TESTED", None)
    known = passed(program, folder) if folder else set()
    tests = [test for test in names(program) if test not in known][int(index)::int(count)]
    results = list(share(program, tests))
    failed = {test: what for test, what in results if what not in ("OK", "LESS", "SKIPPED")}
    suite = xml.Element(
        "testsuite", name=os.path.basename(program), tests=str(len(results)),
        failures=str(len(failed)), errors="0", disabled="0",
        skipped=str([what for _, what in results].count("SKIPPED")))
    for test, what in results:
        case = xml.SubElement(suite, "testcase", name=test)
        if what == "LESS":
            xml.SubElement(case, "system-out").text = "less than all, in this build"
        elif what != "OK":
            xml.SubElement(case, "skipped" if what == "SKIPPED" else "failure",
                           message=what)
    xml.ElementTree(suite).write(report)
    for test, what in failed.items():
        print(f"failed: {test}: {what}")
    return bool(failed)


sys.exit(main(*sys.argv[1:]))
