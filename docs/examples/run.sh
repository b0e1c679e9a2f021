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
awk -v device="$device" '
  {
    for (i = 1; i <= NF; ++i) {
      split($i, pair, "=")
      field[NR, pair[1]] = pair[2]
    }
    if (field[NR, "variant"] == "openmp")
      openmp[field[NR, "program"]] = field[NR, "seconds"]
  }

  function and_also(text, more) { return text == "" ? more : text ", " more }

  function places(n,   text) {
    if (field[n, "variant"] == "serial") return "1 thread"
    if (field[n, "variant"] == "openmp") return "threads"
    text = ""
    if (field[n, "device"] > 0)
      text = (device == "gpu" ? "GPU" : "OpenCL on CPU") ": " field[n, "device"]
    if (field[n, "native"] > 0)
      text = and_also(text, "threads: " field[n, "native"])
    return text
  }

  function kernels(n,   text) {
    text = ""
    if (field[n, "built"] > 0) text = field[n, "built"] " built"
    if (field[n, "cached"] > 0)
      text = and_also(text, field[n, "cached"] " from cache")
    return text == "" ? "-" : text
  }

  END {
    label["serial"] = "serial"
    label["openmp"] = "OpenMP"
    label["native"] = "Twofold native"
    label["opencl"] = "Twofold OpenCL"
    label["opencl-again"] = "Twofold OpenCL, again"
    row = "%-11s %-22s %9s %9s %9s  %-22s %-14s %s\n"
    printf row, "program", "variant", "first ms", "median ms", "/ OpenMP",
      "loops ran on", "kernels", "result"
    for (n = 1; n <= NR; ++n) {
      if (field[n, "variant"] == "serial") print ""
      gsub(/_/, " ", field[n, "result"])
      seconds = field[n, "seconds"]
      reference = openmp[field[n, "program"]]
      if (seconds == "")
        printf row, field[n, "program"], label[field[n, "variant"]],
          "-", "-", "-", "-", "-", field[n, "result"]
      else
        printf row, field[n, "program"], label[field[n, "variant"]],
          sprintf("%.2f", 1000 * field[n, "first"]),
          sprintf("%.2f", 1000 * seconds),
          (reference > 0 ? sprintf("%.2f", seconds / reference) : "-"),
          places(n), kernels(n), field[n, "result"]
    }
  }' "$out/table"
cat <<END

first: the first repetition, which builds or loads the kernels; median: of the
five after it; both are the time of the loops and nothing else.
ok: all pictures and arrays have the serial program's bits (n-body's energy and
the sums of prices, floating-point reductions, agree to 1e-12). Pictures: $out/${variants##* }
END
exit $failed
