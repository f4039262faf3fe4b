import { bareName } from './bare-name.ts';
import { knownWord } from './known-word.ts';
import { namedTouches, optionsOf } from './possible-touches.ts';
import type { Arguments } from './row.ts';

/** They write, or remove, where one of their words says so, wherever it stands. */
const WRITING = new Set('dd find gfind bfs file journalctl ss lsof'.split(' '));

/** Their operands are not files, but one of their options names a file to read. */
const READING = new Set('date dmesg hostname ip journalctl last pgrep pkill ss sysctl'.split(' '));

/** Sub-commands of git that have an option for a file to write. */
const WRITING_OF_GIT = new Set(
  (
    'archive bugreport bundle config credential-store diagnose diff diff-files diff-index diff-tree difftool fast-export ' +
    'format-patch index-pack log mailsplit range-diff reflog show stash whatchanged'
  ).split(' '),
);

/** A word behind `--` is still an option of these, or a part of their expression. */
const WITHOUT_END = new Set('dd find gfind bfs'.split(' '));

const nameOf = (argv: Arguments): string | undefined => {
  const word = knownWord(argv[0]);
  return bareName(word) ?? word?.slice(word.lastIndexOf('/') + 1);
};

/** Whether no word behind `--` is an option of the program. */
export function endsOptions(argv: Arguments): boolean {
  return !WITHOUT_END.has(nameOf(argv) ?? '');
}

/** Whether a program that otherwise reads none of its operands may read a file of any name because of such a word. */
export function mayReadByOption(argv: Arguments): boolean {
  return READING.has(nameOf(argv) ?? '');
}

/** More words before the unknown one are not looked at: they would be tried with each option. */
const MAX_BEFORE = 20;

/**
 * Whether a program may write or remove a file of any name because a word that isn't known turns out to be one of its options:
 * `cat list | xargs sort`, where the list holds `-o`.
 *
 * @param at index of the first word that isn't known
 */
export function mayWriteByOption(argv: Arguments, at: number): boolean {
  const name = nameOf(argv);
  if (name === undefined) return false;
  const before = argv.slice(0, Math.min(at, MAX_BEFORE));
  if (WRITING.has(name)) return !before.includes('--') || !endsOptions(argv);
  if (name === 'git' && !before.some((one) => WRITING_OF_GIT.has(knownWord(one) ?? ''))) return false;
  return optionsOf(name, argv).some((option) =>
    namedTouches(name, [...before, option, undefined, undefined]).some(
      ({ access, path }) => access !== 'read' && typeof path !== 'string',
    ),
  );
}
