/**
 * Run by `sh` with the session's tag as `$1` and its mark as `$2`. Reads `+ <session>` and `- <session>` until its input ends, which it does
 * when the parent is gone for whatever reason, then ends every process that carries the tag, bears a mark that begins so, or is in a session still
 * listed, or in a control group of lines `g <directory>` (taken back by `h`): SIGTERM, two seconds, SIGKILL. Sessions of lines `k <session>` are left alone. Directories of lines
 * `p <path>` that no `u <path>` has taken back are removed afterwards if they are empty.
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
trap '' HUP INT QUIT TERM
while read -r operation session; do
  case $operation in
    +) sessions="$sessions$session " ;;
    k) kept="$kept$session " ;;
    g) cgroups="$cgroups$session " ;;
    h) case $cgroups in *" $session "*) cgroups="\${cgroups%% $session *} \${cgroups#* $session }" ;; esac ;;
    p) set -- "$@" "$session" ;;
    u)
      taken=
      for path; do
        shift
        if [ -z "$taken" ] && [ "$path" = "$session" ]; then taken=1; else set -- "$@" "$path"; fi
      done
      ;;
    -) case $sessions in *" $session "*) sessions="\${sessions%% $session *} \${sessions#* $session }" ;; esac ;;
  esac
done

is_kept() {
  [ "$kept" = ' ' ] && return 1
  { read -r line < "/proc/$1/stat"; } 2>/dev/null || return 1
  set -- \${line##*) }
  case $kept in *" $4 "*) return 0 ;; *) return 1 ;; esac
}

is_listed() {
  case $sessions in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

session_members() {
  [ "$sessions" = ' ' ] && return
  for directory in /proc/[0-9]*; do
    { read -r line < "$directory/stat"; } 2>/dev/null || continue
    set -- \${line##*) }
    case $1 in Z|X) continue ;; esac
    case $kept in *" $4 "*) continue ;; esac
    is_listed "$4" && echo "\${directory#/proc/}"
  done
}

tagged() {
  for file in $(grep -lsF -e "$tag" /proc/[0-9]*/environ 2>/dev/null) \\
    $(grep -ls -e "^Max file locks  *$mark[0-9][0-9][0-9][0-9][0-9] " /proc/[0-9]*/limits 2>/dev/null); do
    file=\${file#/proc/}
    is_kept "\${file%/*}" || echo "\${file%/*}"
  done
}

cgroup_members() {
  for directory in $cgroups; do cat "$directory/cgroup.procs" 2>/dev/null; done
}

round=0
while [ "$round" -lt 60 ]; do
  found="$(tagged) $(session_members) $(cgroup_members)"
  case $found in *[0-9]*) ;; *) break ;; esac
  signal=
  [ "$round" -eq 0 ] && signal=TERM
  [ "$round" -ge 20 ] && signal=KILL
  [ -n "$signal" ] && kill -s "$signal" $found 2>/dev/null
  round=$((round + 1))
  sleep 0.1 2>/dev/null || sleep 1
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
