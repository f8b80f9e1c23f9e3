#!/usr/bin/env bash
# Reads packaging/files, the list of installed files. DESTDIR and PREFIX are those of make. Without PACKAGE, a verb applies to
# the whole list.
#
#     files.sh list [PACKAGE...]        print kind, source and destination of each file that the source tree contains
#     files.sh missing [PACKAGE...]     print each source that does not exist
#     files.sh install [PACKAGE...]     install the files
#     files.sh uninstall [PACKAGE...]   remove them, and directories that become empty
set -euo pipefail
cd "$(dirname "$0")/.."
shopt -s nullglob

verb=${1:-} packages=" ${*:2} "
root=${DESTDIR-} prefix=${PREFIX-/usr}

# each_entry FUNCTION: calls FUNCTION with kind, source, directory and name of each entry. Name and source can be
# patterns.
each_entry() {
  local package kind source destination
  while read -r package kind source destination; do
    [[ -n $package && $package != '#'* ]] || continue
    [[ $packages == '  ' || $packages == *" $package "* ]] || continue
    [[ $destination != /usr/* ]] || destination=$prefix${destination#/usr}
    [[ $destination != */ ]] || destination+=${source##*/}
    "$1" "$kind" "$source" "${destination%/*}" "${destination##*/}"
  done <packaging/files
}

# each_file FUNCTION KIND SOURCE DIRECTORY NAME: calls FUNCTION with kind, source and destination of each file that
# matches SOURCE.
each_file() {
  local file name=$5
  for file in $3; do
    [[ -e $file ]] || continue
    [[ $5 != *'*'* ]] || name=${file##*/}
    "$1" "$2" "$file" "$4/$name"
  done
}

list_entry() {
  if [[ $1 == directory ]]; then echo "$1 - $3/$4"; else each_file echo "$@"; fi
}

missing_entry() {
  [[ $1 == directory || -n $(each_file echo "$@") ]] || echo "$2"
}

install_entry() {
  if [[ $1 == directory ]]; then install -d "$root$3/$4"; else each_file install_file "$@"; fi
}

install_file() {
  case $1 in
    program) install -D --strip --mode=755 "$2" "$root$3" ;;
    script) install -D --mode=755 "$2" "$root$3" ;;
    file) install -D --mode=644 "$2" "$root$3" ;;
    unit)
      sed "s#/usr/\(libexec\|share/doc/rubato\|bin/rubatoctl\)#$prefix/\1#" "$2" |
        install -D --mode=644 /dev/stdin "$root$3"
      ;;
  esac
}

uninstall_entry() {
  if [[ $1 == directory ]]; then
    remove_empty "$3/$4"
  else
    # The pattern also removes files of other versions.
    rm -f "$root$3"/$4
    remove_empty "$3"
  fi
}

# Removes an empty directory below DESTDIR, then its parents. Stops at a directory that is not empty or belongs to the
# system.
remove_empty() {
  local directory=$1
  while [[ -n $directory ]]; do
    if [[ -d $root$directory ]]; then
      [[ -z $(ls -A "$root$directory") ]] && ! is_of_the_system "$directory" || return 0
      rmdir "$root$directory"
    fi
    directory=${directory%/*}
  done
}

# Whether a directory of this machine belongs to a Debian package. The package base-files makes some directories that it
# does not list.
is_of_the_system() {
  [[ -z $root ]] || return 1
  [[ $1 =~ ^/usr/local/(bin|lib|share|share/man)$ ]] || dpkg-query --search "$1" >/dev/null 2>&1
}

case $verb in
  list | missing | uninstall) each_entry "${verb}_entry" ;;
  install)
    missing=$(each_entry missing_entry)
    [[ -z $missing ]] || { echo "Files to install not found: ${missing//$'\n'/, }" >&2; exit 1; }
    each_entry install_entry
    ;;
  *) sed -n '2,/^set/ { /^#/p }' "$0" >&2; exit 2 ;;
esac
