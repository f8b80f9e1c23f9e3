#!/usr/bin/env bash
# run.sh: installs a copy of this tree into a directory and uninstalls it, makes the packages, and compares both with
# packaging/files, the list of installed files. Also checks the output of `make` if Debian packages are missing. Files
# of a build are stubs, so this takes seconds. Nothing on this machine is changed.
set -euo pipefail
cd "$(dirname "$0")/../../.."
# If `make` runs this script, its options and variables must not affect the checks.
unset DESTDIR FORCE MAKEFLAGS MAKELEVEL PREFIX SUDO SUDO_USER

work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
tree=$work/tree root=$work/root

# check NAME COMMAND...: runs the command, and stops with its output if it fails.
check() {
  local name=$1 status
  shift
  set +e
  # Redirects the trace, so that the check does not read it.
  (exec {BASH_XTRACEFD}>&1; set -exo pipefail; "$@") >"$work/output" 2>&1 </dev/null
  status=$?
  set -e
  ((status == 0)) || { echo "FAIL  $name"; tail --lines=40 "$work/output" | sed 's/^/      /'; exit 1; }
  echo "ok    $name"
}

copy_tree() {
  mkdir -p "$tree/Sources/Protocol/Control"
  cp --recursive Makefile README.md CHANGELOG.md LICENSE docs etc packaging systemd "$tree"
  cp Sources/Protocol/Control/Version.swift "$tree/Sources/Protocol/Control"
}

# The stubs of programs are ELF files, since they are stripped.
make_stubs() {
  local source
  while read -r source; do
    mkdir -p "$tree/${source%/*}"
    case $source in
      .build/release/*) cp "$(type -P true)" "$tree/$source" ;;
      .build/*) echo stub >"$tree/${source/\*/-stub}" ;;
      *) echo "$source is in packaging/files, but not in the tree"; return 1 ;;
    esac
  done < <("$tree/packaging/files.sh" missing)
}

# Runs make as if `release` had been built.
in_tree() { make --no-print-directory --directory="$tree" --old-file=install-build "$@"; }

# fails WORDS COMMAND...: the command must exit with another status than 0, and print these words.
fails() {
  local words=$1 said
  shift
  if said=$("$@" 2>&1); then return 1; fi
  grep --fixed-strings --regexp="$words" <<<"$said"
}

# Prints the mode and the path of each listed file, with PREFIX instead of /usr.
listed() {
  "$tree/packaging/files.sh" list "$@" | awk '
    $1 == "directory" { next }
    { print ($1 == "program" || $1 == "script" ? "755" : "644"), $3 }' | sort
}

installed() { (cd "$root" && find . -type f -printf '%m %P\n' | sed 's| | /|' | sort); }

is_empty() { [[ -z $(find "$root" -mindepth 1) ]]; }

needs_a_build() {
  fails '.build/release/rubatod' in_tree install DESTDIR="$root"
  [[ ! -e $root ]]
}

installs_what_is_listed() {
  in_tree install DESTDIR="$root"
  diff <(listed) <(installed)
  test -d "$root/etc/rubato/tasks.d"
  cmp systemd/rubatod.service "$root/usr/lib/systemd/system/rubatod.service"
}

uninstalls_all() {
  mkdir -p "$root"/run/rubato/{environments,runs/7,tasks.d}
  touch "$root"/run/rubato/{stopped,units.lock,io.rubato.Scheduler}
  in_tree uninstall DESTDIR="$root" | grep --line-regexp 'Uninstalled\.'
  rmdir "$root/run"
  is_empty
  in_tree uninstall DESTDIR="$root"
}

follows_the_prefix() {
  in_tree install DESTDIR="$root" PREFIX=/opt/rubato
  diff <(PREFIX=/opt/rubato listed) <(installed)
  grep '^ExecStart=/opt/rubato/libexec/rubatod ' "$root/opt/rubato/lib/systemd/system/rubatod.service"
  [[ -z $(grep --recursive --files-with-matches /usr/libexec "$root/opt/rubato/lib/systemd/system") ]]
  in_tree uninstall DESTDIR="$root" PREFIX=/opt/rubato
  is_empty
}

# Only files of the user and of other packages remain.
keeps_what_is_the_users() {
  local said kept=(etc/rubato/policy.yaml etc/rubato/tasks.d/own.yaml run/rubato/tasks.d/own.yaml
    usr/bin/other usr/share/man/man1/other.1 var/lib/rubato/rubato.sqlite)
  in_tree install DESTDIR="$root"
  for file in "${kept[@]}"; do install -D --mode=644 /dev/null "$root/$file"; done
  touch "$root/run/rubato/stopped"
  said=$(in_tree uninstall DESTDIR="$root")
  diff <(printf '%s\n' "${kept[@]}") <(cd "$root" && find . -type f -printf '%P\n' | sort)
  for directory in /var/lib/rubato /etc/rubato /run/rubato; do
    grep --fixed-strings "$root$directory " <<<"$said"
  done
  rm -r "$root"
}

# Prints the paths in a package without the changes by debhelper, which compresses, moves and adds files.
packaged() {
  dpkg-deb --fsys-tarfile "$tree/.build/deb/$1"_*.deb | tar --list --verbose | awk '/^-/ { print $1, $NF }' |
    sed 's|^-rwxr-xr-x \.|755 |; s|^-rw-r--r-- \.|644 |; s| /lib/systemd| /usr/lib/systemd|' |
    sed '/man\/.*\.gz$/ s/\.gz$//; \#doc/[a-z-]*/\(copyright\|changelog\.gz\)$#d; \#/share/lintian/#d' | sort
}

packages_contain_what_is_listed() {
  local package
  "$tree/packaging/deb.sh" 0 "$tree/.build/deb"
  for package in rubato rubato-lab; do diff <(listed "$package") <(packaged "$package"); done
  # `make install` installs the files of all packages, and the files that are listed for no package.
  diff <(listed) <(listed rubato rubato-lab -)
}

# as_user COMMAND...: runs the command without root and without a terminal, with test programs instead of sudo and
# apt-get.
as_user() {
  local drop=()
  ((EUID != 0)) || drop=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  PATH=$work/bin:$PATH setsid --wait "${drop[@]}" "$@"
}

make_false_programs() {
  mkdir "$work/bin"
  mkdir --mode=777 "$work/lists"
  # sudo fails if SUDO_ASKS is set, as if it needed a password. apt-get only prints its arguments. Its first call finds
  # the lists locked.
  cat >"$work/bin/sudo" <<'SUDO'
#!/bin/sh
[ -z "${SUDO_ASKS:-}" ] || exit 1
[ "$1" != -n ] || shift
exec "$@"
SUDO
  cat >"$work/bin/apt-get" <<'APT'
#!/bin/sh
! mkdir "${0%/*}/../lists/locked" 2>/dev/null || {
  echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)' >&2
  exit 100
}
echo "apt-get $*"
APT
  printf '#!/bin/sh\n' >"$work/bin/sleep"
  chmod 755 "$work"/bin/*
}

names='rubato-missing-a rubato-missing-b'
make_packages() {
  as_user make --no-print-directory --directory="$tree" packages PACKAGES='rubato-missing-b dpkg rubato-missing-a' "$@"
}

# refuses_to_install MESSAGE [VARIABLE...]: make prints one message, and apt-get is not called.
refuses_to_install() {
  local said
  if said=$(make_packages "${@:2}" 2>&1); then return 1; fi
  diff <(echo "$1") <(grep --invert-match '^make: ' <<<"$said")
}

prints_the_command_without_sudo() {
  refuses_to_install "Debian packages are missing; run as root: apt-get update && apt-get install --no-install-recommends $names" \
    SUDO=rubato-no-sudo
}

prints_the_command_without_a_password() {
  refuses_to_install "Debian packages are missing; run: sudo apt-get update && sudo apt-get install --no-install-recommends $names" \
    SUDO=sudo SUDO_ASKS=yes
}

names_packages_before_it_installs() {
  diff - <(make_packages SUDO=sudo) <<SAID
Installing these Debian packages and their dependencies with sudo apt-get: $names
apt-get --option=DPkg::Lock::Timeout=600 --quiet=2 update
apt-get --option=DPkg::Lock::Timeout=600 --quiet=2 --yes --no-install-recommends install $names
SAID
}

needs_root_for_this_machine() {
  local target
  for target in install uninstall; do
    fails "make $target needs root; run: sudo make $target PREFIX=/opt/rubato" \
      as_user make --directory="$tree" "$target" PREFIX=/opt/rubato
  done
}

# in_release COMMAND...: runs the command in a repository with one commit, which has only the files that the first
# checks read.
in_release() { (cd "$work/release" && "$@"); }

commit() { in_release git -c user.name=Test -c user.email=test@example.com commit --quiet --all --message="$1"; }

make_release() {
  mkdir -p "$work/release/packaging"
  cp --recursive packaging/{release-check.sh,arch,rpm} "$work/release/packaging"
  printf '# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n### Added\n\n- Runs.\n' >"$work/release/CHANGELOG.md"
  echo '.package(url: "https://example.com/rubato.git", from: "0.1.0", traits: [])' >"$work/release/README.md"
  in_release git init --quiet --initial-branch=main
  in_release git add .
  commit first
}

release_fails() { fails "$1" in_release packaging/release-check.sh 0.1.0 --without-ci; }

# leaves_builds WORDS: like release_fails, but after the builds have begun. Removes the directory of the builds, which
# is outside $work.
leaves_builds() {
  local said builds
  if said=$(in_release packaging/release-check.sh 0.1.0 --without-ci 2>&1); then return 1; fi
  builds=$(sed --quiet 's/^The builds and their logs are in \(.*\); remove it when .*/\1/p' <<<"$said")
  [[ -d $builds/clone ]]
  rm -rf "$builds"
  grep --fixed-strings --regexp="$1" <<<"$said"
}

# Without a Makefile, the builds fail. They are the last step.
refuses_to_release() {
  make_release
  release_fails 'no dated section for 0.1.0'
  in_release sed -i "s/^## .0.1.0.*/## [0.1.0] - 2026-13-01/" CHANGELOG.md
  release_fails 'not committed'
  commit 'a date that no calendar has'
  release_fails 'no dated section for 0.1.0'
  in_release sed -i "s/2026-13-01/2026-12-01/; s/^## .Unreleased.*/&\n\n- Later./" CHANGELOG.md
  commit 'an entry for later'
  release_fails 'entries under Unreleased'
  in_release sed -i "/Later/d" CHANGELOG.md
  in_release sed -i "s/0.1.0/0.0.9/" README.md
  commit 'another version'
  release_fails 'README.md:.package'
  in_release sed -i "s/0.0.9/0.1.0/" README.md
  commit 'this version'
  leaves_builds 'make deb failed in a clean clone'
  in_release git tag v0.1.0
  release_fails 'the tag v0.1.0 exists already'
}

version=$(sed -n 's/.*text = "\(.*\)".*/\1/p' Sources/Protocol/Control/Version.swift)

# archive DIRECTORY: makes the archive of a release from the stubs.
archive() {
  mkdir -p "$1"
  tar --create --gzip --file="$1/rubato-$version.tar.gz" --transform="s|^\\.|rubato-$version|" --directory="$tree" .
}

# Replaces make, which would build the programs instead of using the stubs.
make_false_make() {
  mkdir -p "$work/built"
  printf '#!/bin/sh\n[ "$1" = release ]\n' >"$work/built/make"
  chmod 755 "$work/built/make"
}

# Prints the listed files with the paths of other distributions.
listed_elsewhere() { listed "$@" | sed 's|/zsh/vendor-completions/|/zsh/site-functions/|' | sort; }

# without_license: removes the license, which has another path there.
without_license() { sed '/share\/licenses\//d; s/\.gz$//' | sort; }

# Macros of Fedora that rpmbuild lacks on this machine.
fedora=()
for macro in '_unitdir /usr/lib/systemd/system' '_userunitdir /usr/lib/systemd/user' '_presetdir /usr/lib/systemd/system-preset' \
  '_sysusersdir /usr/lib/sysusers.d' 'systemd_post() :' 'systemd_preun() :' \
  'systemd_postun_with_restart() :'; do
  fedora+=(--define "$macro")
done

rpms_contain_what_is_listed() {
  local top=$work/rpm package
  archive "$top/SOURCES"
  make_false_make
  PATH=$work/built:$PATH rpmbuild -bb --nodeps --define "_topdir $top" --define "version $version" "${fedora[@]}" packaging/rpm/rubato.spec
  for package in rubato rubato-lab; do
    diff <(listed_elsewhere "$package") <(rpm --query --queryformat '[%{FILEMODES:octal} %{FILENAMES}\n]' \
      --package "$top"/RPMS/*/"$package-$version"-*.rpm | sed --quiet 's/^100\([0-7]*\) /\1 /p' | without_license)
  done
  # The programs are stubs without libraries. One package has no manual pages.
  rpmlint --config packaging/rpm/rubato.rpmlintrc.toml packaging/rpm/rubato.spec "$top"/RPMS/*/*.rpm
}

# makepkg refuses to run as root.
arch_packages_contain_what_is_listed() {
  local top=$work/arch package
  archive "$top"
  make_false_make
  cp packaging/arch/* "$top"
  chmod -R go+rwX "$top"
  (cd "$top" && PATH=$work/built:$PATH HOME=$top PACMAN=true as_user_of "$top" makepkg --nodeps --skipinteg --nocheck)
  for package in rubato rubato-lab; do
    # Only the daemon is started and stopped.
    [[ $package == rubato ]] || ! bsdtar -tf "$top/$package-$version"-1-*.pkg.tar.* | grep --quiet --line-regexp .INSTALL
    diff <(listed_elsewhere "$package") <(bsdtar -tvf "$top/$package-$version"-1-*.pkg.tar.* |
      awk '/^-/ && $NF !~ /^\./ { print $1, "/" $NF }' | sed 's|^-rwxr-xr-x |755 |; s|^-rw-r--r-- |644 |' | without_license)
  done
}

as_user_of() {
  shift
  if ((EUID == 0)); then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}

copy_tree
check 'install needs a build, and leaves nothing without one' needs_a_build
check 'each listed file is in the tree or is built' make_stubs
check 'install installs the listed files with their modes' installs_what_is_listed
check 'uninstall leaves nothing, also in /run' uninstalls_all
check 'install and uninstall use PREFIX' follows_the_prefix
check 'uninstall keeps the files of the user, and names their directories' keeps_what_is_the_users
check 'the Debian packages contain the listed files' packages_contain_what_is_listed
make_false_programs
check 'without root and sudo, packages prints the command' prints_the_command_without_sudo
check 'packages also prints the command if sudo needs a password without a terminal' prints_the_command_without_a_password
check 'packages prints the names of the packages, waits for locked lists, and then installs them' names_packages_before_it_installs
check 'install and uninstall of this machine need root' needs_root_for_this_machine
check 'release-check refuses each obstacle with its remedy' refuses_to_release
check 'the RPM packages contain the listed files, and pass rpmlint' rpms_contain_what_is_listed
check 'the packages for Arch Linux contain the listed files' arch_packages_contain_what_is_listed
