# Sourced by the server scripts in this folder; not run on its own. A script sets `needs` (commands
# and files that must exist) and `packages` (Debian packages that bring them), and defines start().
# Every server keeps all it needs (config, keys, data, log, pid) under one DIR.
set -euo pipefail
export PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
umask 022

usage="usage: ${0##*/} check | install | start DIR [PORT...] | stop DIR"

die() { echo "${0##*/}: $*" >&2; exit 1; }

# present COMMAND_OR_FILE...   True when all of them exist.
present() {
  local need
  for need; do
    case $need in
      /*) [ -e "$need" ] || return 1 ;;
      *) command -v "$need" >/dev/null || return 1 ;;
    esac
  done
}

# apt_install PACKAGE...   As root; does not let the packages start services of their own.
apt_install() {
  [ "$(id -u)" = 0 ] || die "install needs root: apt-get install $*"
  # One install at a time. A policy-rc.d that says 101 keeps Debian from starting
  # the packages' own system services, which would listen beyond loopback.
  exec 9>/var/lock/test-servers-install
  flock 9
  local policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod 755 $policy
    trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  fi
  export DEBIAN_FRONTEND=noninteractive
  local try
  for try in 1 2 3 4 5 6; do
    if apt-get -qq -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 \
        install -y --no-install-recommends "$@"; then return 0; fi
    # No package lists yet, old ones, or another apt-get holds them.
    apt-get -qq update || sleep 10
  done >&2
  die "apt-get install $* failed"
}

listening() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# The port given, which must be free, or one that is, for 0. (Free now: nothing reserves it.)
port_or_free() {
  local p=$1
  [ "$p" = 0 ] || ! listening "$p" || die "port $p is in use"
  while [ "$p" = 0 ] || listening "$p"; do
    p=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
  done
  echo "$p"
}

# launch DIR NAME COMMAND...   Starts COMMAND in the background, in a session of its own.
launch() {
  local dir=$1 name=$2
  shift 2
  setsid "$@" </dev/null >>"$dir/$name.log" 2>&1 9>&- &
  echo "$! $(started $!)" >"$dir/$name.pid"
}

pid_of() { cut -d' ' -f1 "$1/$2.pid"; }

# When a running process started; nothing for one that ended, reaped or not.
# With its pid this names a process for good: a pid alone is reused.
started() {
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 0
  set -- ${stat##*) }
  [ "$1" = Z ] || echo "${20}"
}

# alive PID...   True while any of them runs.
alive() {
  local pid
  for pid; do [ -z "$(started "$pid")" ] || return 0; done
  return 1
}

# wait_ready DIR NAME COMMAND...   Retries COMMAND (60 s at most) until it succeeds.
wait_ready() {
  local dir=$1 name=$2 end=$((SECONDS + 60))
  shift 2
  while alive "$(pid_of "$dir" "$name")" && [ $SECONDS -lt $end ]; do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.05
  done
  tail -n 20 "$dir/$name.log" >&2
  stop "$dir"
  die "$name did not start"
}

# banner PORT TEXT   True when the server greets (or, with TEXT empty, merely connects).
banner() {
  local line=
  exec 3<>"/dev/tcp/127.0.0.1/$1" || return 1
  [ -z "$2" ] || IFS= read -r -t 2 line <&3 || true
  exec 3>&- 3<&-
  [[ $line == "$2"* ]]
}

# The pid and all that descend from it.
family() {
  local child
  echo "$1"
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do family "$child"; done
}

# stop DIR   Ends the servers started in DIR, and their children, and nothing else.
stop() {
  local file pid start all='' i
  for file in "$1"/*.pid; do
    [ -s "$file" ] || continue
    read -r pid start <"$file"
    [ -z "$start" ] || [ "$(started "$pid")" != "$start" ] || all="$all $(family "$pid")"
    rm -f "$file"
  done
  [ -n "$all" ] || return 0
  kill $all 2>/dev/null || true
  for ((i = 0; i < 60; i++)); do
    alive $all || return 0
    sleep 0.05
  done
  kill -9 $all 2>/dev/null || true
}

# prepare DIR   Makes DIR, ends servers left over there, prints DIR's real path.
prepare() {
  [ -n "${1:-}" ] || die "$usage"
  mkdir -p "$1"
  local dir
  dir=$(cd "$1" && pwd -P)
  stop "$dir" >&2
  rm -f "$dir"/*.log
  echo "$dir"
}

# main COMMAND ARGS...   The command line that all scripts share.
main() {
  case ${1:-} in
    check) present "${needs[@]}" ;;
    install) present "${needs[@]}" || apt_install "${packages[@]}" ;;
    start) start "${@:2}" ;;
    stop)
      [ -n "${2:-}" ] || die "$usage"
      stop "$(readlink -f "$2")"
      ;;
    *) die "$usage" ;;
  esac
}
