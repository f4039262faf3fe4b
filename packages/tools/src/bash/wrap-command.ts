export interface WrapOptions {
  /** File that the last directory is written to. */
  readonly cwdPath: string;
  /** File of shell text that runs before the command, where it is there. */
  readonly envFile?: string;
  /** The outputs go through a pipe, and this file holds the pid of the program that empties it. */
  readonly drainPath?: string;
}

/**
 * Shell text that runs `command` and writes the directory in which its shell ends, symbolic links resolved, to the file
 * `cwdPath`: from an EXIT trap, and once more after the command for one that sets such a trap itself. A shell that is
 * replaced by `exec` or killed writes nothing. One line, or `set -v` would show the second; no trace of it in `set -x`.
 */
export function wrapCommand(command: string, { cwdPath, envFile, drainPath }: WrapOptions): string {
  const record = `command pwd -P >|${quote(cwdPath)}`;
  return [
    ...(drainPath === undefined ? [] : [throughPipe(drainPath)]),
    `trap ${quote(`{ ${record}; } 2>/dev/null`)} EXIT`,
    ...(envFile === undefined ? [] : [`if [ -r ${quote(envFile)} ]; then . ${quote(envFile)}; fi`]),
    `eval ${quote(command)}`,
    `{ __sluice_status=$?; set +xv; ${record}; } 2>/dev/null`,
    'exit "$__sluice_status"',
  ].join('; ');
}

/**
 * Puts a pipe between the shell and its output file, for whatever opens `/dev/stdout` by name: a file would be emptied
 * by that. What empties the pipe is no child of the shell, or a bare `wait` would wait for it, and is born ignoring
 * SIGTERM: it ends when the last writer has closed the pipe, all output written. A shell other than bash goes without.
 */
function throughPipe(drainPath: string): string {
  const drain = `{ echo "$BASHPID" >|${quote(drainPath)}; exec cat <&3 3<&-; } &`;
  const redirect = `trap "" TERM; exec > >(exec 3<&0; ${drain}) 2>&1; trap - TERM`;
  return `if [ -n "\${BASH_VERSION-}" ]; then eval ${quote(redirect)}; fi`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
