/**
 * Run by `sh` with the session's tag as `$1` and its mark as `$2`. Reads lines until its input ends, which happens when the
 * parent is gone for whatever reason:
 *
 * - `+ <session>`, `- <session>`: a session to end, and no longer.
 * - `k <session>`: a session to leave alone.
 * - `g <directory>`, `h <directory>`: a control group to end and remove, and no longer.
 * - `p <path>`, `u <path>`: a directory to remove if it is empty, and no longer.
 * - `n`: nothing is left to end.
 * - `t <terminal> <settings>`: a terminal that this program has switched to raw input, with the settings from before;
 *   `t` alone: no longer.
 *
 * Then ends every living process that carries the tag, has a mark that begins with the mark, or is in a listed session or
 * control group: SIGTERM, two seconds, SIGKILL. Removes the directories afterwards. The terminal comes first: it gets its
 * settings back unless someone, such as the shell, has changed them since.
 */
export const WATCHDOG_SCRIPT = `
tag=$1
mark=$2
shift 2
# Of a program inside another one's command: what ends that command is not to take this for one of its processes.
ulimit -S -x unlimited 2>/dev/null || ulimit -S -w unlimited 2>/dev/null
sessions=' '
kept=' '
cgroups=' '
round=0
terminal=
trap '' HUP INT QUIT TERM
while read -r operation given; do
  case $operation in
    +) sessions="$sessions$given " ;;
    k) kept="$kept$given " ;;
    g) cgroups="$cgroups$given " ;;
    h) case $cgroups in *" $given "*) cgroups="\${cgroups%% $given *} \${cgroups#* $given }" ;; esac ;;
    p) set -- "$@" "$given" ;;
    u)
      taken=
      for path; do
        shift
        if [ -z "$taken" ] && [ "$path" = "$given" ]; then taken=1; else set -- "$@" "$path"; fi
      done
      ;;
    -) case $sessions in *" $given "*) sessions="\${sessions%% $given *} \${sessions#* $given }" ;; esac ;;
    n) round=62 ;;
    t)
      terminal=\${given% *}
      settings=\${given##* }
      raw=
      [ -n "$terminal" ] && raw=$(stty -F "$terminal" -g 2>/dev/null)
      ;;
  esac
done

if [ -n "$terminal" ]; then
  [ "$(stty -F "$terminal" -g 2>/dev/null)" = "$raw" ] && stty -F "$terminal" "$settings" 2>/dev/null
  printf '\\033[?2026l\\033[?2004l\\033[?7h\\033[<u\\033[?25h\\033[0m\\r\\n' 2>/dev/null > "$terminal"
fi

# Sets session. A zombie has ended, whether or not anyone waits for it, unless only its main thread has exited.
is_living() {
  { read -r line < "/proc/$1/stat"; } 2>/dev/null || return 1
  set -- \${line##*) }
  session=$4
  case $1 in Z|X) [ "\${18:-0}" -gt 1 ] ;; esac
}

is_kept() {
  case $kept in *" $session "*) return 0 ;; *) return 1 ;; esac
}

is_listed() {
  case $sessions in *" $session "*) return 0 ;; *) return 1 ;; esac
}

marked() {
  grep -lsF -e "$tag" /proc/[0-9]*/environ 2>/dev/null
  grep -ls -e "^Max file locks  *$mark[0-9][0-9][0-9][0-9][0-9] " /proc/[0-9]*/limits 2>/dev/null
}

cgroup_members() {
  for directory in $cgroups; do cat "$directory/cgroup.procs" 2>/dev/null; done
}

look() {
  found=
  for pid in $(marked) $(cgroup_members); do
    pid=\${pid#/proc/}
    pid=\${pid%%/*}
    is_living "$pid" && ! is_kept && found="$found $pid"
  done
  [ "$sessions" = ' ' ] && return
  for directory in /proc/[0-9]*; do
    pid=\${directory#/proc/}
    is_living "$pid" && is_listed && ! is_kept && found="$found $pid"
  done
}

# Sets now, in hundredths of a second.
take_time() {
  now=0
  read -r seconds rest < /proc/uptime && now=$((\${seconds%.*} * 100 + 1\${seconds#*.} - 100))
}

take_time
deadline=$((now + 200))
empty=0
while [ "$round" -lt 62 ]; do
  look
  if [ -z "$found" ]; then
    # A process may have forked and exited between the listing and the look at it.
    empty=$((empty + 1))
    [ "$empty" -eq 2 ] && break
    continue
  fi
  empty=0
  signal=
  [ "$round" -eq 0 ] && signal=TERM
  # On a busy machine a look may take as long as the pause after it.
  take_time
  if [ "$round" -ge 22 ] || [ "$now" -ge "$deadline" ]; then signal=KILL; fi
  [ -n "$signal" ] && kill -s "$signal" $found 2>/dev/null
  case $round in 0|1) pause=0.01 ;; 2|3) pause=0.04 ;; *) pause=0.1 ;; esac
  round=$((round + 1))
  sleep "$pause" 2>/dev/null || sleep 1
done
for path in $cgroups; do
  # What is on its way out still counts for a moment.
  for pause in 0.1 0.3 1 0; do
    [ -d "$path" ] || break
    rmdir "$path" 2>/dev/null || sleep "$pause" 2>/dev/null || sleep 1
  done
done
for path; do rmdir -- "$path" 2>/dev/null; done
`;
