import type { Argument } from '../argument.ts';
import type { FileTouch } from '../file-command.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';
import { treeModules, treeReaders, type TreeReader } from './tree-readers.ts';

/** Options of most such programs that take a word which is no directory. */
const VALUED =
  /^(?:-[cefjlotx]|--(?:config|lang(?:uage)?|format|reporter|output(?:-[a-z]+)?|severity|jobs|type|rules?(?:et)?|exclude(?:-dir)?|ignore(?:-[a-z]+)?|include|select|pattern|port|plugin|parser|ext|target-version|line-length))$/u;

/** They say something of the program itself, or only what it would take. */
const ONLY_TELLS = /^(?:--version|--help|-h|-V|help|version)$/u;
const WOULD_TAKE = /^(?:--dry-run|--list|-n)$/u;

/**
 * Directories of which a program shows all files, whose arguments no other table knows: `semgrep .`, `tokei`. One that is named no
 * directory takes the one where it runs.
 */
export function treeReads(name: string, argv: Arguments): readonly FileTouch[] {
  if (/^python[\d.]*$/u.test(name)) return ofModule(argv);
  const found = treeReaders.get(name);
  return found === undefined ? [] : readsOf(found, argv, 1);
}

/** Whether a program of this name reads whole directories. */
export function readsTrees(name: string): boolean {
  return treeReaders.has(name);
}

/** `python -m ruff check .` */
function ofModule(argv: Arguments): readonly FileTouch[] {
  const at = argv.findIndex((word) => /^-[a-zA-Z]*m$/u.test(knownWord(word) ?? ''));
  const name = at === -1 ? undefined : knownWord(argv[at + 1]);
  const found = name === undefined ? undefined : (treeModules.get(name) ?? treeReaders.get(name));
  return found === undefined ? [] : readsOf(found, argv, at + 2);
}

function readsOf(
  { endings, verbs, unless, option, directory }: TreeReader,
  argv: Arguments,
  start: number,
): readonly FileTouch[] {
  const words = argv.slice(start).map((word) => knownWord(word));
  if (ONLY_TELLS.test(words[0] ?? '') || words.some((word) => WOULD_TAKE.test(word ?? ''))) return [];
  if (option !== undefined && !words.some((word) => option.test(word ?? ''))) return [];
  if (unless?.test(words.find((word) => word?.startsWith('-') !== true) ?? '') === true) return [];
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
  if (given.length > 0) return given.map(({ value, at }) => read(value, at));
  const operands = directory === undefined ? operandsOf(argv, start + verb + 1) : [];
  const isHere = operands.every(({ mayBeValue }) => mayBeValue);
  return [...operands.map(({ at }) => read(argv[at], at)), ...(isHere ? [read('.', 0)] : [])];
}

function valuesOf(
  argv: Arguments,
  option: RegExp,
): readonly { readonly value: Argument; readonly at: number }[] {
  return argv.flatMap((word, at) => {
    const text = knownWord(word) ?? '';
    if (option.test(text)) return at + 1 < argv.length ? [{ value: argv[at + 1], at: at + 1 }] : [];
    const [, name = '', value] = /^(--[\w-]+)=(.+)$/su.exec(text) ?? [];
    return value !== undefined && option.test(name) ? [{ value, at }] : [];
  });
}

/** What such programs are told to do, rather than where. */
const COMMAND =
  /^(?:run|scan|ci|detect|dir|protect|check|lint|fix|format|test|code|iac|analy[sz]e|file-server)$/u;

/** A command is none, and the word after an option that isn't known may be its value. */
function operandsOf(
  argv: Arguments,
  start: number,
): readonly { readonly at: number; readonly mayBeValue: boolean }[] {
  return argv.flatMap((word, at) => {
    const text = knownWord(word) ?? (typeof word === 'object' ? word.prefix : '');
    const before = knownWord(argv[at - 1]) ?? '';
    if (at < start || text.startsWith('-') || VALUED.test(before)) return [];
    const isAfterOption = before.startsWith('-') && !before.includes('=') && at > start;
    return [{ at, mayBeValue: isAfterOption || COMMAND.test(text) }];
  });
}
