import { childShell, textAt, type ProgramCall, type Shell, type Values } from './shell.ts';

/** More lines of a list are not tried. */
const MAX_LINES = 20;

/** Options of `xargs` that take the next word. */
const WITH_VALUE =
  /^-(?:\w*[nPLsdEaIJR]|-(?:max-args|max-procs|max-chars|delimiter|arg-file|process-slot-var))$/u;

/** Options of `parallel` that take the next word. */
const VALUED_BY_PARALLEL =
  /^-(?:[jPSaILnNdEsC]|-(?:jobs|max-procs|sshlogin|arg-file|delay|timeout|retries|joblog|results|colsep|delimiter|tmpdir|workdir|wd|max-args|max-replace-args|load|memfree|nice|halt|tagstring|env|line-buffer-size|block))$/u;

/** What `xargs` runs with the words of its input, as far as that is known. Undefined: it isn't. */
export function xargsCall(shell: Shell, operands: Values): readonly ProgramCall[] | undefined {
  let text = shell.input;
  let replaced: string | undefined;
  let delimiter: string | undefined;
  /** At a time; undefined: all at once. */
  let count: number | undefined;
  let at = 0;
  for (; operands[at]?.startsWith('-') === true; at += 1) {
    const word = operands[at] ?? '';
    const next = operands[at + 1] ?? '';
    if (/^-\w*[IJ]$/u.test(word)) replaced = next;
    else if (/^-[IJ]./u.test(word)) replaced = word.slice(2);
    else if (/^(?:-i|--replace)/u.test(word)) replaced = word.replace(/^(?:-i|--replace=?)/u, '') || '{}';
    if (/^-\w*0|^--null/u.test(word)) delimiter = '\0';
    if (/^(?:-\w*d|--delimiter)$/u.test(word)) delimiter = unescaped(next);
    else if (/^(?:-d.|--delimiter=)/u.test(word))
      delimiter = unescaped(word.replace(/^(?:-d|--delimiter=)/u, ''));
    if (/^(?:-\w*a|--arg-file)$/u.test(word)) text = textAt(shell, next);
    else if (word.startsWith('--arg-file=')) text = textAt(shell, word.slice('--arg-file='.length));
    const counting = /^(?:-\w*?[nLl]|--max-(?:args|lines)=?)(\d*)$/u.exec(word);
    if (counting !== null) count = Math.max(1, Number(counting[1] === '' ? next : counting[1]) || 1);
    if (WITH_VALUE.test(word)) at += 1;
  }
  if (text === undefined) return undefined;
  const command = operands.slice(at);
  const call = (words: Values): ProgramCall => ({ shell: childShell(shell, []), words, isListed: true });
  if (replaced !== undefined) {
    const lines = text
      .split(delimiter ?? '\n')
      .filter(Boolean)
      .slice(0, MAX_LINES);
    const mark = replaced;
    return lines.map((line) =>
      call(command.map((word) => (mark === '' ? word : word.replaceAll(mark, line)))),
    );
  }
  const given =
    delimiter === undefined
      ? text.split(/\s+/u).map((word) => word.replaceAll(/["']/gu, ''))
      : text.replace(/\n$/u, '').split(delimiter);
  const words = given.filter(Boolean);
  const size = count ?? words.length;
  const runs = Math.min(MAX_LINES, Math.ceil(words.length / Math.max(1, size)));
  const parts = Array.from({ length: runs }, (_, run) => words.slice(run * size, (run + 1) * size));
  return [call([...command, ...words]), ...parts.map((part) => call([...command, ...part]))];
}

/** The same for `parallel`, which gives each line to a shell. */
export function parallelCall(shell: Shell, operands: Values): readonly ProgramCall[] {
  const start = operands.findIndex(
    (word, index) => !word.startsWith('-') && !VALUED_BY_PARALLEL.test(operands[index - 1] ?? ''),
  );
  const command = start === -1 ? '' : operands.slice(start).join(' ');
  const lines = (shell.input ?? '').split('\n').filter(Boolean).slice(0, MAX_LINES);
  return lines.map((line) => ({
    shell: childShell(shell, []),
    text: command.includes('{}') ? command.replaceAll('{}', line) : `${command} ${line}`,
  }));
}

function unescaped(text: string): string {
  return text === String.raw`\n` ? '\n' : text === String.raw`\0` ? '\0' : text;
}
