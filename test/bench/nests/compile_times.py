# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a unit with fifty loops takes to compile: plain, with OpenMP, with the
plugin, and with the plugin where nothing is annotated."""

import pathlib
import resource
import subprocess
import tempfile

SHAPES = [
    """void f{i}(int n, double *y, const double *x, double a) {{
{p}
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] + {i} * y[i];
}}
""",
    """void f{i}(int n, double *c, const double *a, const double *b) {{
{p}
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {{
      double sum = {i};
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }}
}}
""",
    """void f{i}(int n, float *o, const float *a) {{
{p}
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      o[i * n + j] = {i} * (a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                          a[i * n + j - 1] + a[i * n + j + 1]);
}}
""",
    """void f{i}(int n, double *x, double *r, double *p, double *q, double a) {{
{p}
  for (int i = 0; i < n; ++i) {{
    x[i] = x[i] + a * p[i];
    if (r[i] > {i})
      r[i] = r[i] - a * q[i];
  }}
}}
""",
    """void f{i}(int n, float *y, const int *from, const int *column,
          const float *value, const float *x) {{
{p}
  for (int i = 0; i < n; ++i) {{
    float sum = {i};
    for (int k = from[i]; k < from[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }}
}}
""",
]
LOOPS = 50


def unit(pragma):
    return "".join(SHAPES[i % len(SHAPES)].format(i=i, p=pragma) for i in range(LOOPS))


def seconds(command):
    """Processor time of a command: what other processes do counts less."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(options, rounds):
    """The least seconds of each way, over so many rounds in turn."""
    plugin = [f"-fplugin={options.plugin}", f"-I{options.include}"]
    no_kernel = ["-fplugin-arg-twofold-no-opencl"]
    ways = {"plain": ("", []), "openmp": ("#pragma omp parallel for", ["-fopenmp"]),
            "twofold": ("#pragma twofold parallel for", plugin),
            "twofold, no kernels": ("#pragma twofold parallel for", plugin + no_kernel),
            "twofold, nothing annotated": ("", plugin)}
    least = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for way, (pragma, flags) in ways.items():
                source = pathlib.Path(folder) / "unit.c"
                source.write_text(unit(pragma))
                took = seconds([options.clang, "-O2", *flags, "-c", source, "-o",
                                pathlib.Path(folder) / "unit.o"])
                least[way] = min(took, least.get(way, took))
    return {"loops": LOOPS, "seconds": least}
