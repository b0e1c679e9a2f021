#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sh run.sh BUILD_FOLDER [OUTPUT_FOLDER]
#
# Runs every example as serial, OpenMP, Twofold native and Twofold OpenCL (a GPU
# where there is one), then the OpenCL one again with a warm kernel cache.
# Where no device works, those two are left out.
# Every run's pictures and arrays must equal the serial program's, bit for bit.
# Ends with a table; status 1 when anything differs or fails.
set -u

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?usage: run.sh BUILD_FOLDER [OUTPUT_FOLDER]}" && pwd) || exit 2
out=${2:-$build/results}
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
for old in cache serial openmp native opencl opencl-again table; do
  rm -rf "${out:?}/$old"
done

# Caches of our own, empty at first: the table shows a build and then a hit.
export TWOFOLD_CACHE_DIR="$out/cache/twofold"
export POCL_CACHE_DIR="$out/cache/pocl"
export CUDA_CACHE_PATH="$out/cache/cuda"
mkdir -p "$TWOFOLD_CACHE_DIR" "$POCL_CACHE_DIR" "$CUDA_CACHE_PATH"
chmod 700 "$TWOFOLD_CACHE_DIR"

# run_program PROGRAM BINARY FOLDER
run_program() {
  case $1 in
  portrait | kmeans | attention | convolution) "$build/$1-$2" "$here/raccoon.png" "$3" ;;
  *) "$build/$1-$2" "$3" ;;
  esac
}

# Without a device, the runtime's line says why there is none.
"$build/devices" >"$out/devices" || exit 1
variants='serial openmp native opencl opencl-again'
[ -s "$out/devices" ] || variants='serial openmp native'

# A GPU is there when loops that must be offloaded to one run.
device=cpu
mkdir -p "$out/opencl"
if TWOFOLD_DEVICE=gpu TWOFOLD_OFFLOAD=mandatory TWOFOLD_CACHE=off \
  run_program nbody twofold "$out/opencl" >/dev/null 2>&1; then
  device=gpu
fi
rm -f "$out/opencl/nbody.bin"

# Prints ok, or what is not: every file has the serial program's bits, and the
# sum agrees to 1e-12 (reductions add in any order).
compare() {
  for file in "$out/serial/$1"/*; do
    [ -e "$file" ] || continue # a program without pictures
    cmp -s "$file" "$out/$2/$1/${file##*/}" || {
      echo "${file##*/}_differs"
      return
    }
  done
  cat "$out/serial/$1.line" "$out/$2/$1.line" | awk '
    { sub(/.* check=/, ""); check[NR] = $0 + 0 }
    END {
      difference = check[1] - check[2]
      limit = 1e-12 * check[1]
      if (difference < 0) difference = -difference
      if (limit < 0) limit = -limit
      print (NR == 2 && difference <= limit ? "ok" : "sum_differs")
    }'
}

failed=0
for program in portrait heat nbody kmeans attention convolution mandelbrot flow \
  options gradient perceptron; do
  for variant in $variants; do
    folder=$out/$variant/$program
    mkdir -p "$folder"
    case $variant in
    serial | openmp) binary=$variant settings= ;;
    native) binary=twofold settings=TWOFOLD_DEVICE=native ;;
    *) binary=twofold settings="TWOFOLD_DEVICE=$device TWOFOLD_OFFLOAD=mandatory" ;;
    esac
    if (
      [ -z "$settings" ] || export $settings
      run_program "$program" "$binary" "$folder"
    ) >"$folder.line"; then
      result=$(compare "$program" "$variant")
    else
      result=failed
      echo "program=$program" >"$folder.line"
    fi
    [ "$result" = ok ] || failed=1
    echo "variant=$variant result=$result $(cat "$folder.line")" >>"$out/table"
  done
done

echo "Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)," \
  "$(getconf _NPROCESSORS_ONLN) cores"
sed 's/^/OpenCL device: /' "$out/devices"
[ -s "$out/devices" ] ||
  echo "No OpenCL device works here: variants with kernels are left out."
echo
# A row for each program, in the form that Markdown has for tables.
awk -v device="$device" -v variants="$variants" '
  {
    for (i = 1; i <= NF; ++i) {
      split($i, pair, "=")
      field[$1, pair[1]] = pair[2]
    }
    program = field[$1, "program"]
    if (!(program in result)) {
      order[++programs] = program
      result[program] = "ok"
    }
    if (field[$1, "result"] != "ok") {
      gsub(/_/, " ", field[$1, "result"])
      result[program] = field[$1, "variant"] ": " field[$1, "result"]
    }
    key = program SUBSEP field[$1, "variant"]
    seconds[key] = field[$1, "seconds"]
    first[key] = field[$1, "first"]
    kernels[key] = field[$1, "built"] + field[$1, "cached"]
    delete field
  }

  function ms(value) { return value == "" ? "-" : sprintf("%.2f", 1000 * value) }

  function row(name, serial, openmp, threads, building, loading, warm, count, told) {
    printf "| %-11s | %9s | %9s | %9s |", name, serial, openmp, threads
    if (variants ~ /opencl/)
      printf " %9s | %9s | %9s | %7s |", building, loading, warm, count
    printf " %-6s |\n", told
  }

  END {
    where = device == "gpu" ? "GPU" : "OpenCL"
    row("program", "serial", "OpenMP", "threads", "first", "cached", where, "kernels", "result")
    row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---")
    for (n = 1; n <= programs; ++n) {
      p = order[n]
      row(p, ms(seconds[p, "serial"]), ms(seconds[p, "openmp"]), ms(seconds[p, "native"]),
        ms(first[p, "opencl"]), ms(first[p, "opencl-again"]), ms(seconds[p, "opencl-again"]),
        kernels[p, "opencl-again"], result[p])
    }
  }' "$out/table"
cat <<END

Milliseconds that the loops take, median of five repetitions after the first one: as a
serial program, with OpenMP, with Twofold on threads and as kernels. first: the first
repetition, which builds the kernels; cached: the first one of a program that finds them
on disk. ok: all pictures and arrays have the serial program's bits (n-body's energy and
the sums of prices, floating-point reductions, agree to 1e-12). Pictures: $out/${variants##* }
END
exit $failed
