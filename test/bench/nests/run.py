#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py [--filter TEXT]... [--size small|medium|large]... [--type float|double]...
       [--peers NAME,...] [--rounds N] [--seconds N] [--threads N]
       [--within N] [--minutes N] [--json FILE] [--check] [--processor-time]
       [--read FILE]...

Runs textbook loops in every way that build.py has compiled: with the plugin,
serially, with clang's and gcc's OpenMP, with Polly, and products by libraries.
Each nest is a process of its own; rounds take turns, and each begins with another
peer. Results are compared with the serial program's before anything is timed:
equal bits where the order of additions is kept, close numbers otherwise; a peer
that is wrong, crashes or takes too long is named and left out. Status 1 where
that happens to Twofold.

--processor-time measures what a program's threads take together, which says more
of one thread on a machine that others use. No nest begins after --within seconds.
With --minutes all nests, of medium size unless others are asked for, share so much
time: the longer ones are measured once or twice. --check compares alone; --read prints the tables of earlier --json again, of
several as of one."""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import report

HERE = pathlib.Path(__file__).resolve().parent
PEERS = ["serial", "twofold", "openmp", "gcc", "polly", "polly-parallel", "openblas", "eigen"]
SIZES = ["small", "medium", "large"]
LIBRARIES = {"openblas", "eigen"}  # which have groups product and layer
REORDERED, ONCE, FUNCTIONS = 1, 4, 8  # of Nest.h
LIMIT = 180  # seconds that one process may take
LONG = 10  # a call that takes so long is not measured again
# How far results may be apart, by the greatest number of their array: where sums
# are added in the order of the text, and where in any order.
APART = {"float": (1e-3, 3e-2), "double": (1e-9, 1e-8)}


def environment(options, told):
    own = dict(os.environ, OMP_NUM_THREADS=str(options.threads),
               OPENBLAS_NUM_THREADS=str(options.threads))
    own.setdefault("TWOFOLD_DEVICE", "native")
    if options.check:  # Also loops that are too short for threads go there.
        own.setdefault("TWOFOLD_INLINE_OPS", "0")
    if options.processor_time:
        own["NESTS_PROCESSOR_TIME"] = "1"
    own["TWOFOLD_INFO"] = "1" if told else "0"
    return own


def run(program, arguments, options, told):
    """What a worker prints, and where loops ran if that is `told`; or an error."""
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True,
                              timeout=LIMIT, env=environment(options, told))
    except subprocess.TimeoutExpired:
        return {"error": f"took more than {LIMIT} s"}
    if done.returncode != 0:
        return {"error": f"status {done.returncode}: {done.stderr.strip()[-300:]}"}
    answer = json.loads(done.stdout)
    # Each loop's line ends with where it ran, and why.
    answer["ran"] = [line.removeprefix("twofold: ") for line in done.stderr.splitlines()
                     if line.startswith("twofold: ")]
    return answer


def cases(options):
    """Every nest at every size and type that is asked for."""
    for kind in options.type:
        for size in options.size:
            for suffix in ("", f"-{size}"):
                program = HERE / "bin" / f"serial-{kind}{suffix}"
                if not program.exists():
                    continue
                listed = subprocess.run([program, "list"], capture_output=True, text=True,
                                        check=True).stdout
                for line in listed.splitlines():
                    name, group, flags, *numbers = line.split()
                    flags = int(flags)
                    if flags & ONCE and kind != options.type[-1]:
                        continue
                    if options.filter and not any(text in f"{group}/{name}"
                                                  for text in options.filter):
                        continue
                    for n in numbers[SIZES.index(size)].split(","):
                        yield {"case": name, "group": group, "size": size, "n": int(n),
                               "type": "int" if flags & ONCE else kind, "suffix": suffix,
                               "kind": kind, "reordered": bool(flags & REORDERED),
                               "functions": bool(flags & FUNCTIONS)}


def check(case, peer, answer):
    """What is wrong with an answer, or nothing."""
    if "error" in answer:
        return answer["error"]
    apart = answer.get("apart", 0)
    exact = peer == "twofold" and not case["reordered"] and not (
        case["functions"] and os.environ.get("TWOFOLD_DEVICE", "native") != "native")
    if exact and apart != 0:
        return f"wrong: other bits, {apart:.1e} apart"
    most = APART[case["kind"]][case["reordered"]]
    return f"wrong: {apart:.1e} apart" if apart > most else ""


def measure(case, options):
    """The case with what its peers took."""
    samples, result = {}, {}
    here = [peer for peer in options.peers
            if (HERE / "bin" / f"{peer}-{case['kind']}{case['suffix']}").exists()
            and (peer not in LIBRARIES or case["group"] in ("product", "layer"))]
    with tempfile.TemporaryDirectory() as folder:
        reference = str(pathlib.Path(folder) / "right")
        for number in range(options.rounds):
            # The serial program is first in the first round: the others are compared.
            turn = number % len(here) if number else 0
            for peer in here[turn:] + here[:turn]:
                if "error" in result.get(peer, {}) or min(samples.get(peer, [0])) > LONG:
                    continue
                program = HERE / "bin" / f"{peer}-{case['kind']}{case['suffix']}"
                arguments = [case["case"], str(case["n"]), str(options.seconds)]
                if number == 0:
                    arguments += ["save" if peer == "serial" else "compare", reference]
                answer = run(program, arguments, options, number == 0 and peer == "twofold")
                wrong = check(case, peer, answer)
                if wrong:
                    result[peer] = {"error": wrong}
                    continue
                samples.setdefault(peer, []).extend(answer["seconds"])
                if number == 0:
                    result[peer] = {"apart": answer.get("apart", 0)}
                    if peer == "twofold":
                        result[peer]["ran"] = answer["ran"]
    for peer, times in samples.items():
        result[peer].update(min=min(times), median=statistics.median(times), max=max(times),
                            samples=len(times))
    kept = {key: case[key] for key in ("case", "group", "size", "n", "type", "reordered")}
    return {**kept, "peers": result}


def parsed():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", action="append", default=[])
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--type", action="append", choices=["float", "double"])
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--within", type=float, default=math.inf)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--processor-time", action="store_true")
    parser.add_argument("--read", type=pathlib.Path, action="append")
    options = parser.parse_args()
    options.size = options.size or (["medium"] if options.minutes else ["medium", "large"])
    options.type = sorted(options.type or ["float", "double"], reverse=True)
    asked = options.peers.split(",")
    options.peers = ["serial"] + [peer for peer in PEERS[1:] if peer in asked]
    if options.minutes:
        options.rounds = min(options.rounds, 2)
        options.within = min(options.within, 60 * options.minutes)
    if options.check:
        options.rounds, options.seconds = 1, 0
    return options


def main():
    options = parsed()
    if options.read:
        files = [json.loads(file.read_text()) for file in options.read]
        whole = {**files[0], "results": [one for file in files for one in file["results"]]}
        print(report.tables(whole))
        return 0
    whole = {"threads": options.threads, "rounds": options.rounds, "results": []}
    compile_file = HERE / "compile.json"
    if compile_file.exists():
        whole["compile"] = json.loads(compile_file.read_text())
    end = time.monotonic() + options.within
    most = options.seconds
    listed = list(cases(options))
    for number, case in enumerate(listed):
        left = end - time.monotonic()
        if left < 0:
            print(f"the time is over: {len(listed) - number} of {len(listed)} nests were not run")
            break
        if options.minutes:  # Half of it for what programs do before they measure.
            share = left / (len(listed) - number) / (len(options.peers) * options.rounds)
            options.seconds = min(most, share / 2)
        whole["results"].append(measure(case, options))
        print(report.line(whole["results"][-1]), flush=True)
        if options.json:  # Whoever stops it keeps what there is.
            options.json.write_text(json.dumps(whole, indent=1) + "\n")
    if not whole["results"]:
        print("no nest is named so, or none was built", file=sys.stderr)
        return 2
    print(report.checks(whole) if options.check else report.tables(whole))
    return 1 if any("error" in one["peers"].get("twofold", {})
                    for one in whole["results"]) else 0


if __name__ == "__main__":
    sys.exit(main())
