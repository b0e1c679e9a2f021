# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sh cmake/test.sh: the whole check. Format, unit tests and the lit suite (the
# workflow preset `check`, but built several files at a time), the runtime's unit
# tests under AddressSanitizer with UBSan and under ThreadSanitizer, and without
# them those that have not passed with the former. Ends with one line of counts;
# fails if anything failed. From any directory, as often as you like.
set -u

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
. "$root/cmake/packages.sh"

# Unpacking waits for the disk after each file otherwise, which takes as long again.
apt_options="-o Dpkg::Options::=--force-unsafe-io"
# shellcheck disable=SC2086
require_packages $build_packages $check_packages || exit 1
# What the tests need comes while the build, which waits for no network, goes on.
# shellcheck disable=SC2086
require_packages $test_packages &
packages=$!

cd "$root" || exit 1
status=0
# A compiler on large pages takes a twentieth to a sixth of its time less.
large_pages=GLIBC_TUNABLES=glibc.malloc.hugetlb=1

# step <command>...: a failure is remembered, the rest runs all the same.
step() {
  printf '\n== %s\n' "$*"
  "$@" && return 0
  status=1
  printf '== failed: %s\n' "$*" >&2
  return 1
}

# A head start with what lit's tests, which wait for each other's threads, leave of
# the cores. What fails here fails again below, and is told there.
build_early() {
  for preset in asan tsan; do
    nice -n 19 cmake --preset "$preset" &&
      nice -n 19 env "$large_pages" \
        cmake --build --preset "$preset" --parallel "$(nproc)"
  done >/dev/null 2>&1
}

sanitized='^twofold_(runtime|cache_fault)_tests-' # tests of sanitizers' builds
broken=0 # builds that came to no test count as one failure each
for preset in whole asan tsan; do
  [ "$preset" = whole ] || wait
  reports=$root/build/$preset/reports
  rm -rf "$reports" || exit 1
  step cmake --preset "$preset" &&
    step env "$large_pages" \
      cmake --build --preset "$preset" --parallel "$(nproc)" && {
    [ "$preset" != whole ] || wait "$packages" || exit 1
    [ "$preset" != whole ] || build_early &
    set -- # all tests
    [ "$preset" != whole ] || set -- --exclude-regex "$sanitized"
    step ctest --preset "$preset" "$@" --output-junit "$reports/ctest.xml"
  }
  grep -q '<testcase' "$reports/ctest.xml" 2>/dev/null ||
    broken=$((broken + 1))
done
# Without a report of the others, all of them.
step env TWOFOLD_TESTED="$root/build/asan/reports" \
  ctest --preset whole --tests-regex "$sanitized" \
  --output-junit "$root/build/whole/reports/ctest-unsanitized.xml"

reports=$(find build/whole/reports build/asan/reports build/tsan/reports \
  -name '*.xml' 2>/dev/null)
# JUnit files have testsuite elements that count tests, failures and skipped ones.
# ctest's single entry for what wrote a file of its own is replaced by its figures.
# shellcheck disable=SC2086 # names without spaces
awk -v failed="$broken" '
  function attribute(name) {
    if (!match(text, "[ \t\n]" name "=\"[0-9]+\"")) return 0
    value = substr(text, RSTART, RLENGTH)
    gsub(/[^0-9]/, "", value)
    return value + 0
  }
  FNR == 1 {
    folder = FILENAME
    sub(/[^\/]*$/, "", folder)
    own[FILENAME]
    text = ""
  }
  { text = text $0 "\n" }
  />/ {
    if (text ~ /<testsuite[ \t\n]/) {
      skip = attribute("skipped") + attribute("disabled")
      fail = attribute("failures") + attribute("errors")
      passed += attribute("tests") - skip - fail
      failed += fail
      skipped += skip
    }
    if (FILENAME ~ /\/ctest[^\/]*\.xml$/ && match(text, /<testcase name="[^"]*"/)) {
      entry = folder substr(text, RSTART + 16, RLENGTH - 17) ".xml"
      fails[entry] = text ~ /status="fail"/
    }
    text = ""
  }
  END {
    for (entry in fails)
      if (entry in own) {
        failed -= fails[entry]
        passed -= 1 - fails[entry]
      }
    printf "\n%d passed, %d failed, %d skipped\n", passed, failed, skipped
  }
' $reports /dev/null
exit "$status"
