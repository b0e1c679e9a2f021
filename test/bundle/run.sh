#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# run.sh [RESULT_FOLDER] [e2e|conformance|tests|exits|ulp|demo|bench]...
#
# Runs the parts named, or all but exits and ulp: results first, then the demo's
# table, then the benchmarks. exits ends processes in many ways,
# TWOFOLD_EXITS=RUNS of each; ulp prints how exact the device's functions are. Needs a shell, awk and an OpenCL driver; no compiler.
# TWOFOLD_DEVICE=cpu takes OpenCL's CPU device in place of the GPU.
set -u

here=$(cd "$(dirname "$0")" && pwd)
results=${1:-$here/results}
[ $# -eq 0 ] || shift
parts=${*:-e2e conformance tests demo bench}
mkdir -p "$results" && results=$(cd "$results" && pwd) || exit 2
device=${TWOFOLD_DEVICE:-gpu}
unset TWOFOLD_DEVICE
failed=0

LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
if ldd "$here"/bin/* "$here"/examples/*-twofold 2>/dev/null |
  grep -q 'not found'; then
  LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$here/spare
fi
if ! ldconfig -p 2>/dev/null | grep -q 'libOpenCL\.so\.1'; then
  LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$here/loader
fi
export LD_LIBRARY_PATH
if ! ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; then
  export OCL_ICD_VENDORS="${OCL_ICD_VENDORS:-$here/vendors}"
fi
caches=$results/caches
mkdir -p "$caches"
chmod 700 "$caches"
export XDG_CACHE_HOME="$caches" CUDA_CACHE_PATH="$caches/cuda" \
  POCL_CACHE_DIR="$caches/pocl"
mkdir -p "$POCL_CACHE_DIR"

# Every end-to-end program on the device and on threads.
run_e2e() {
  good=0 bad=0
  while read -r name offload; do
    for where in "$device" native; do
      demanded=$offload
      [ "$where" = native ] && demanded=default
      if ! TWOFOLD_DEVICE=$where TWOFOLD_OFFLOAD=$demanded TWOFOLD_INLINE_OPS=0 \
        timeout 120 "$here/e2e/$name" >"$results/actual" 2>"$results/errors"; then
        echo "FAILED $name on $where ($demanded)"
        head -n 5 "$results/errors"
      elif ! cmp -s "$here/e2e/$name.expected" "$results/actual"; then
        echo "DIFFERS $name on $where ($demanded), < is right"
        diff "$here/e2e/$name.expected" "$results/actual" | cut -c 1-160 |
          head -n 4
      else
        good=$((good + 1))
        continue
      fi
      bad=$((bad + 1))
    done
  done <"$here/e2e/list"
  rm -f "$results/actual" "$results/errors"
  echo "end-to-end: $good passed, $bad failed"
  [ "$bad" -eq 0 ]
}

# Every conformance program, several side by side: building kernels is most of
# the time.
run_conformance() {
  export results device
  xargs -P 8 -n 3 sh "$here/conformance/one.sh" <"$here/conformance/list" \
    >"$results/conformance.all"
  grep -v '^good ' "$results/conformance.all"
  bad=$(grep -cE '^(FAILED|DIFFERS) ' "$results/conformance.all")
  good=$(grep -c '^good ' "$results/conformance.all")
  echo "conformance: $good passed, $bad failed"
  [ "$bad" -eq 0 ] && [ "$good" -gt 0 ]
}

run_tests() { "$here/bin/twofold_runtime_tests" --gtest_brief=1; }

run_exits() {
  EXITS_DEVICE=$device python3 "$here/exits/exits.py" "$here/exits/program" \
    "$here/exits/openmp" "${TWOFOLD_EXITS:-20,2}"
}

run_ulp() {
  TWOFOLD_BUILD=wait TWOFOLD_DEVICE=$device "$here/bin/twofold_ulp_portable" 65536
}

run_demo() { sh "$here/examples/run.sh" "$here/examples" "$results/demo"; }

run_bench() {
  "$here/bin/twofold_overhead_portable"
  echo
  "$here/bin/twofold_bench_portable"
  echo
  "$here/bin/twofold_transfers_portable" --probe
  echo
  REGRET_DEVICE=$device "$here/bin/twofold_regret_portable" --seconds 60
  echo
  "$here/bin/twofold_residence_portable"
}

for part in $parts; do
  echo "== $part"
  { "run_$part" && echo "$part: ok" || echo "$part: FAILED"; } 2>&1 |
    tee "$results/$part.txt"
  tail -n 1 "$results/$part.txt" | grep -q ': ok$' || failed=1
done
exit $failed
