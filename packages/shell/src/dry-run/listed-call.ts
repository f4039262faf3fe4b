import { groupsOfList, linesOfList, readXargs } from '../tables/runners/xargs-list.ts';
import { childShell, textAt, type ProgramCall, type Shell, type Values } from './shell.ts';

/** More lines of a list are not tried. */
const MAX_LINES = 20;

/** Options of `parallel` that take the next word. */
const VALUED_BY_PARALLEL =
  /^-(?:[jPSaILnNdEsC]|-(?:jobs|max-procs|sshlogin|arg-file|delay|timeout|retries|joblog|results|colsep|delimiter|tmpdir|workdir|wd|max-args|max-replace-args|load|memfree|nice|halt|tagstring|env|line-buffer-size|block))$/u;

/** What `xargs` runs with the words of its input, as far as that is known. Undefined: it isn't. */
export function xargsCall(shell: Shell, operands: Values): readonly ProgramCall[] | undefined {
  const read = readXargs(operands, 0);
  if (read === undefined) return undefined;
  const { next, given, replaced, isAdded, listFile } = read;
  const { name } = listFile ?? {};
  const text = listFile === undefined ? shell.input : name && textAt(shell, name);
  if (text === undefined) return undefined;
  const command = operands.slice(next);
  const call = (words: Values): ProgramCall => ({ shell: childShell(shell, []), words, isListed: true });
  const added = isAdded ? groupsOfList(text, given).map((words) => call([...command, ...words])) : [];
  if (replaced === undefined) return added.length === 0 ? [call(command)] : added;
  const lines = linesOfList(text, given).map((line) =>
    call(replaced === '' ? command : command.map((word) => word.replaceAll(replaced, line))),
  );
  return [...added, ...lines];
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
