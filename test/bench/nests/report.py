# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What run.py prints of its results: a line a nest, ratios by groups, goals."""

import math

COMPILERS = ["serial", "openmp", "gcc", "polly", "polly-parallel"]


def median(one, peer):
    return one["peers"].get(peer, {}).get("median")


def ratio(one, peers):
    """Twofold's median by the best of the peers', or None."""
    ours = median(one, "twofold")
    theirs = [median(one, peer) for peer in peers if median(one, peer)]
    return ours / min(theirs) if ours and theirs else None


def name(one):
    n = f" {one['n']}" if one["n"] else f" {one['size']}"
    return f"{one['case']}{n} {one['type']}"


def duration(seconds):
    for unit, factor in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def line(one):
    parts = [f"{name(one):32}"]
    for peer, what in one["peers"].items():
        if "error" in what:
            parts.append(f"{peer} {what['error'].splitlines()[0]}")
        else:
            parts.append(f"{peer} {duration(what['median'])}")
    best = ratio(one, COMPILERS)
    return "  ".join(parts) + (f"  = {best:.2f} of the best" if best else "")


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def rows(heads, lines):
    table = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return "\n".join(table + ["| " + " | ".join(cells) + " |" for cells in lines])


def shown(number):
    return "–" if number is None else f"{number:.2f}"


def every_nest(whole):
    """A row a nest, the worst ratio first: median (least to greatest)."""
    present = [peer for peer in ["twofold", *COMPILERS, "openblas", "eigen"]
               if any(peer in one["peers"] for one in whole["results"])]
    lines = []
    for one in sorted(whole["results"], key=lambda one: -(ratio(one, COMPILERS) or 0)):
        cells = [name(one)]
        for peer in present:
            what = one["peers"].get(peer)
            if not what:
                cells.append("")
            elif "error" in what:
                cells.append("wrong" if what["error"].startswith("wrong") else "failed")
            else:
                cells.append(f"{duration(what['median'])} "
                             f"({duration(what['min'])} to {duration(what['max'])})")
        lines.append(cells + [shown(ratio(one, COMPILERS)), shown(ratio(one, ["serial"])),
                              shown(ratio(one, ["openmp", "gcc"]))])
    return rows(["nest", *present, "of the best", "of serial", "of OpenMP"], lines)


def groups(whole):
    lines = []
    kinds = sorted({(one["group"], one["type"], one["size"]) for one in whole["results"]})
    for group, kind, size in kinds:
        mine = [one for one in whole["results"]
                if (one["group"], one["type"], one["size"]) == (group, kind, size)]
        cells = [f"{group}, {kind}, {size}", str(len(mine))]
        for peers in (COMPILERS, ["serial"], ["openmp"], ["gcc"], ["polly", "polly-parallel"],
                      ["openblas"], ["eigen"]):
            found = [r for r in (ratio(one, peers) for one in mine) if r]
            cells.append(shown(mean(found)) if found else "–")
        lines.append(cells)
    return rows(["group", "nests", "of the best compiler", "of serial", "of OpenMP", "of gcc",
                 "of Polly", "of OpenBLAS", "of Eigen"], lines)


def worst(results, peers, goal, what):
    """A row of the goals: the greatest ratio, whose it is, and how many miss it."""
    found = sorted(((ratio(one, peers), name(one)) for one in results if ratio(one, peers)),
                   reverse=True)
    if not found:
        return [what, "–", f"at most {goal}", "", ""]
    missed = sum(r > goal for r, _ in found)
    return [what, f"{found[0][0]:.2f}", f"at most {goal}", f"{missed} of {len(found)}",
            ", ".join(f"{who} {r:.2f}" for r, who in found[:5] if r > goal)]


def goals(whole):
    results = whole["results"]
    lines = [worst([one for one in results if one["group"] != "short"], COMPILERS, 1.02,
                   "over the best of all compilers, each nest")]
    for kind in ("double", "float"):
        found = [r for r in (ratio(one, COMPILERS) for one in results
                             if one["group"] == "polybench" and one["type"] in (kind, "int")) if r]
        if found:
            lines.append([f"geometric mean over the best, PolyBench, {kind}",
                          f"{mean(found):.2f}", "at most 0.5", "", ""])
    group = lambda *names: [one for one in results if one["group"] in names]
    lines += [
        worst(group("product"), ["openblas"], 1.2, "textbook product over OpenBLAS"),
        worst([one for one in group("layer") if one["n"] >= 256], ["openblas"], 1.2,
              "layers and perceptrons over OpenBLAS, n from 256 on"),
        worst(group("polybench", "vector"), ["serial"], 1.02, "any loop over serial"),
        worst(group("short"), ["serial"], 1.02, "small and short calls over serial")]
    for one in group("short"):
        if one["n"] == 1 and median(one, "serial") and median(one, "twofold"):
            more = (median(one, "twofold") - median(one, "serial")) * 1e9
            lines.append([f"{name(one)}, more than serial", f"{more:.1f} ns", "at most 5 ns", "",
                          ""])
    times = whole.get("compile")
    if times:
        took, count = times["seconds"], times["loops"]
        lines += [
            [f"compile time of {count} loops over OpenMP",
             f"{took['twofold'] / took['openmp']:.2f}", "at most 1.5", "",
             f"without kernels {took['twofold, no kernels'] / took['openmp']:.2f}"],
            ["a loop more than plain",
             f"{(took['twofold'] - took['plain']) / count * 1e3:.1f} ms", "at most 8 ms", "", ""],
            ["nothing annotated over plain",
             f"{took['twofold, nothing annotated'] / took['plain']:.2f}", "1.00", "", ""]]
    return rows(["goal", "now", "to reach", "missed by", "the worst"], lines)


def checks(whole):
    """How many results were right; then each that was not, and each loop that the
    runtime runs in order, with its reason."""
    lines = []
    for one in whole["results"]:
        for peer, what in one["peers"].items():
            if "error" in what:
                lines.append(f"{name(one)}: {peer}: {what['error']}")
    ordered = sorted({f"{one['case']}: {text}" for one in whole["results"]
                      for text in one["peers"].get("twofold", {}).get("ran", [])
                      if "runs in order" in text})
    count = sum("error" not in what for one in whole["results"] for what in one["peers"].values())
    return "\n".join([f"{count} right, {len(lines)} not", *lines, *ordered])


def tables(whole):
    return "\n\n".join(["", f"{whole['threads']} threads, {whole['rounds']} rounds",
                        every_nest(whole), groups(whole), goals(whole), checks(whole)])
