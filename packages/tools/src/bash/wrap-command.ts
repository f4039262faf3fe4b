/**
 * Shell text that runs `command` and writes the directory in which its shell ends, symbolic links resolved, to the file
 * `cwdPath`: from an EXIT trap, and once more after the command for one that sets such a trap itself. A shell that is
 * replaced by `exec` or killed writes nothing. One line, or `set -v` would show the second; no trace of it in `set -x`.
 */
export function wrapCommand(command: string, cwdPath: string): string {
  const record = `command pwd -P >|${quote(cwdPath)}`;
  return [
    `trap ${quote(`{ ${record}; } 2>/dev/null`)} EXIT`,
    `eval ${quote(command)}`,
    `{ __sluice_status=$?; set +xv; ${record}; } 2>/dev/null`,
    'exit "$__sluice_status"',
  ].join('; ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
