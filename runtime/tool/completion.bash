# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Words of the program `twofold`, for bash.
_twofold() {
  local word=${COMP_WORDS[COMP_CWORD]} words=
  local commands="info doctor warm tune run report dump cache flags cc c++ --help --version"
  local switches="--no-opencl --no-opencl-gpu --openmp --bounds"
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=$commands
  else
    case ${COMP_WORDS[1]} in
    help) words=$commands ;;
    info) words="--again --json" ;;
    doctor | dump) words="--json" ;;
    report) [[ $word != -* ]] || words="--trace --receipts --source-dir -o --html --json" ;;
    cache) [ "$COMP_CWORD" -gt 2 ] || words="list --explain verify trim clear" ;;
    warm) [[ $word != -* ]] || words="--device= --json" ;;
    tune | run) [[ $word != -* ]] || words="--device=" ;;
    flags) words="--cflags --libs --json $switches" ;;
    cc | c++) [[ $word != --* ]] || words=$switches ;;
    esac
  fi
  # shellcheck disable=SC2207 # words have no blanks
  [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ ${COMPREPLY[0]-} != --device= ]] || compopt -o nospace
}
complete -o default -F _twofold twofold
