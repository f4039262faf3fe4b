import type { Argument } from '../argument.ts';
import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';
import { treeModules, treeReaders, type TreeReader } from './tree-readers.ts';
import { writesTrees } from './tree-writers.ts';

/** They say something of the program itself. A short one may have another meaning where more follows it: `httpd -h DIR`. */
const ONLY_TELLS = /^--(?:version|help)$/u;
const ONLY_TELLS_ALONE = /^-[hV]$/u;
const TELLS_AS_COMMAND = /^(?:help|version)$/u;

/**
 * Directories of which a program shows all files, whose arguments no other table knows: `semgrep .`, `tokei`. One that is named no
 * directory takes the one where it runs.
 */
export function treeReads(name: string, argv: Arguments): readonly FileTouch[] {
  if (/^python[\d.]*$/u.test(name)) return ofModule(argv);
  const found = treeReaders.get(name);
  return found === undefined ? [] : touchesOf(name, found, argv, 1);
}

/** What it reads, and, if it is told to change it, writes. */
function touchesOf(name: string, reader: TreeReader, argv: Arguments, start: number): readonly FileTouch[] {
  const found = readsOf(reader, argv, start);
  const words = argv.slice(start).map((word) => knownWord(word));
  if (!writesTrees(name, words)) return found;
  return [...found, ...found.map((touch): FileTouch => ({ ...touch, access: 'write', createsNone: true }))];
}

/** Whether a program of this name reads whole directories. */
export function readsTrees(name: string): boolean {
  return treeReaders.has(name);
}

/** `python -m ruff check .` */
function ofModule(argv: Arguments): readonly FileTouch[] {
  const at = argv.findIndex((word) => MODULE.test(knownWord(word) ?? ''));
  if (at === -1) return [];
  const joined = MODULE.exec(knownWord(argv[at]) ?? '')?.[1];
  const start = joined === '' ? at + 2 : at + 1;
  const name = joined === '' ? knownWord(argv[at + 1]) : joined;
  const found = name === undefined ? undefined : (treeModules.get(name) ?? treeReaders.get(name));
  return found === undefined || name === undefined ? [] : touchesOf(name, found, argv, start);
}

/** `-m`, after other options of one letter that take no value, and the module where it is joined. */
const MODULE = /^-[bBdEhiIOPqRsSuvVx?]*m(.*)$/su;

function readsOf(reader: TreeReader, argv: Arguments, start: number): readonly FileTouch[] {
  const { endings, verbs, option, directory, alsoOperands } = reader;
  const words = argv.slice(start).map((word) => knownWord(word));
  if (onlyTells(reader, words)) return [];
  if (option !== undefined && !words.some((word) => option.test(word ?? ''))) return [];
  // What is not known may be one.
  const verb = words.findIndex((word) => verbs !== undefined && verbs.test(word ?? ''));
  if (verbs !== undefined && verb === -1 && !words.includes(undefined)) return [];
  const read = (path: Argument, argument: number): FileTouch => ({
    access: 'read',
    path,
    isTree: true,
    endings,
    argument,
  });
  const given = directory === undefined ? [] : valuesOf(argv, directory);
  const operands = directory === undefined || alsoOperands ? operandsOf(argv, start + verb + 1, reader) : [];
  const isHere = given.length === 0 && operands.every(({ mayBeValue }) => mayBeValue);
  return [
    ...given.map(({ value, at }) => read(value, at)),
    ...operands.map(({ at }) => read(argv[at], at)),
    ...(isHere ? [read('.', 0)] : []),
  ];
}

/** Whether it tells something of itself, or only which files it would take. */
function onlyTells({ verbs, unless, dryRun }: TreeReader, words: readonly (string | undefined)[]): boolean {
  const first = words[0] ?? '';
  if (ONLY_TELLS.test(first) || unless?.test(first) === true) return true;
  if (words.length === 1 && ONLY_TELLS_ALONE.test(first)) return true;
  if (verbs !== undefined && TELLS_AS_COMMAND.test(first)) return true;
  if (dryRun === undefined) return false;
  const end = words.indexOf('--');
  const options = end === -1 ? words : words.slice(0, end);
  const at = options.findIndex((word) => dryRun.test(word ?? ''));
  // For npm, the last one counts.
  const isTakenBack = options.some((word) => /^--(?:no-)?dry-run=|^--no-dry-run$/u.test(word ?? ''));
  return at !== -1 && options[at + 1] !== 'false' && !isTakenBack;
}

function valuesOf(
  argv: Arguments,
  option: RegExp,
): readonly { readonly value: Argument; readonly at: number }[] {
  return argv.flatMap((word, at) => {
    const text = knownWord(word) ?? '';
    if (option.test(text)) return at + 1 < argv.length ? [{ value: argv[at + 1], at: at + 1 }] : [];
    const [, name = '', value] = /^(--[\w-]+)=(.+)$/su.exec(text) ?? /^(-\w)(.+)$/su.exec(text) ?? [];
    return value !== undefined && option.test(name) ? [{ value, at }] : [];
  });
}

/** What such programs are told to do, rather than where. */
const COMMAND =
  /^(?:run|scan|ci|detect|dir|protect|check|lint|fix|format|test|code|iac|analy[sz]e|file-server)$/u;

/** They take no value, whatever the program. */
const FLAG = /^(?:-w|--(?:write|fix|check|diff|in-place|quiet|verbose|list-different))$/u;

/** A command is none, and the word after an option that isn't known may be its value. */
function operandsOf(
  argv: Arguments,
  start: number,
  { valued, directory }: TreeReader,
): readonly { readonly at: number; readonly mayBeValue: boolean }[] {
  return argv.flatMap((word, at) => {
    const text = knownWord(word) ?? (typeof word === 'object' ? word.prefix : '');
    const before = knownWord(argv[at - 1]) ?? '';
    if (at < start || text.startsWith('-')) return [];
    if (valued?.test(before) === true || directory?.test(before) === true) return [];
    const isAfterOption = before.startsWith('-') && !before.includes('=') && !FLAG.test(before) && at > start;
    return [{ at, mayBeValue: isAfterOption || COMMAND.test(text) }];
  });
}
