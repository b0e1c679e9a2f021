# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sh cmake/test.sh: the whole check. Format, unit tests and the lit suite (the
# workflow preset `check`, but built several files at a time), then the runtime's
# unit tests under AddressSanitizer with UBSan and under ThreadSanitizer. Ends with
# one line of counts; fails if anything failed. From any directory, as often as you
# like.
set -u

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
. "$root/cmake/packages.sh"

# shellcheck disable=SC2086
require_packages $build_packages $test_packages || exit 1

cd "$root" || exit 1
status=0
reports=$root/build/reports
rm -rf "$reports" && mkdir -p "$reports" || exit 1

# step <command>...: a failure is remembered, the rest runs all the same.
step() {
  printf '\n== %s\n' "$*"
  "$@" && return 0
  status=1
  printf '== failed: %s\n' "$*" >&2
  return 1
}

broken=0 # builds that came to no test count as one failure each
for preset in whole asan tsan; do
  rm -f "build/$preset/test/lit.xml"
  step cmake --preset "$preset" &&
    step cmake --build --preset "$preset" --parallel "$(nproc)" &&
    step ctest --preset "$preset" --output-junit "$reports/$preset.xml"
  grep -q '<testcase' "$reports/$preset.xml" 2>/dev/null ||
    broken=$((broken + 1))
  [ ! -f "build/$preset/test/lit.xml" ] ||
    cp "build/$preset/test/lit.xml" "$reports/lit.xml"
done

# Both ctest and lit write JUnit files whose testsuite elements count tests,
# failures and skipped ones; ctest's single entry for lit is replaced by lit's
# own figures.
cat "$reports"/*.xml 2>/dev/null | awk -v failed="$broken" '
  function attribute(name) {
    if (!match(text, "[ \t\n]" name "=\"[0-9]+\"")) return 0
    value = substr(text, RSTART, RLENGTH)
    gsub(/[^0-9]/, "", value)
    return value + 0
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
    if (text ~ /<testcase name="lit"/) {
      if (text ~ /status="fail"/) failed--; else passed--
    }
    text = ""
  }
  END { printf "\n%d passed, %d failed, %d skipped\n", passed, failed, skipped }
'
exit "$status"
