import { presentItems } from '@sluice/base';

export interface WrapOptions {
  /** File that the last directory is written to. */
  readonly cwdPath: string;
  /** Shell files to source before the command, if they exist. */
  readonly envFiles: readonly string[];
  /** Shell text that runs after these. */
  readonly afterEnvFiles?: string;
  /** The outputs go through a pipe; this file contains the pid of the program that drains it. */
  readonly drainPath?: string;
}

/**
 * Shell text that runs `command` and writes the directory in which its shell ends, with links resolved, to the file `cwdPath`: from an
 * EXIT trap, and again after the command for one that sets such a trap itself. A shell that is replaced by `exec` or killed writes
 * nothing. On one line, because `set -v` would show a second one; doesn't appear in `set -x`.
 */
export function wrapCommand(
  command: string,
  { cwdPath, envFiles, afterEnvFiles, drainPath }: WrapOptions,
): string {
  const record = `command pwd -P >|${quote(cwdPath)}`;
  const close = drainPath === undefined ? '' : `; ${CLOSE_PIPE}`;
  return presentItems([
    drainPath === undefined ? undefined : throughPipe(drainPath),
    `trap ${quote(`{ set +xv; ${record}; } 2>/dev/null${close}`)} EXIT`,
    ...envFiles.map((path) => `if [ -r ${quote(path)} ]; then . ${quote(path)}; fi`),
    envFiles.length === 0 || afterEnvFiles === undefined ? undefined : afterEnvFiles,
    `eval ${quote(command)}`,
    `{ __sluice_status=$?; set +xv; ${record}; } 2>/dev/null${close}`,
    'exit "$__sluice_status"',
  ]).join('; ');
}

/**
 * Puts a pipe between the shell and its output file for anything that opens `/dev/stdout` by name, which would truncate a file. The
 * draining process ends after its last writer, when all output is written: it starts with SIGTERM ignored. It is not a job, or a bare
 * `wait` would wait for it, but it is a child, so that the shell reaps it. Its own output is a second pipe, whose end signals its own
 * end. Shells other than a current bash do without.
 */
function throughPipe(drainPath: string): string {
  const setUp = [
    'trap "" TERM',
    'exec 7>&1',
    'coproc __sluice_drain { exec 8>&1 >&7 7>&-; PATH=$PATH:/usr/bin:/bin; exec cat; }',
    '__sluice_drainer=$__sluice_drain_PID',
    `command echo "$__sluice_drainer" >|${quote(drainPath)}`,
    'disown "$__sluice_drainer"',
    'exec {__sluice_drained}<&"${__sluice_drain[0]}" >&"${__sluice_drain[1]}" 2>&1 7>&-',
    'eval "exec ${__sluice_drain[0]}<&- ${__sluice_drain[1]}>&-"',
    'trap - TERM',
  ].join('; ');
  return `if [ "\${BASH_VERSINFO:-0}" -ge 4 ]; then eval ${quote(setUp)}; fi`;
}

/**
 * Waits a moment for the draining process; not longer, in case a remaining process keeps the pipe open. When the second pipe has ended,
 * its writer is about to: the shell reaps it then.
 */
const CLOSE_PIPE = [
  'exec >/dev/null 2>&1',
  'if [ -n "${__sluice_drained-}" ]; then if read -r -t 0.1 -u "$__sluice_drained" || [ $? -eq 1 ]',
  'then for __sluice_look in {1..1000}; do command kill -0 "$__sluice_drainer" || break; done; fi',
  'unset __sluice_drained; fi',
].join('; ');

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
