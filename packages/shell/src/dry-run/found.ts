import { posix } from 'node:path';
import { HOLE, isList, isPattern, lineOf, patternOf, withLists } from './marks.ts';
import { realPlace, type Shell, type Values } from './shell.ts';

/** More commands are not looked at again. */
const MAX_FOUND = 60;

/** Keeps a command that the line doesn't say in these words. */
export function addFound(shell: Shell, argv: Values, isOpen: boolean, suffix = ''): void {
  const [name = ''] = argv;
  if (name.includes(HOLE) || isPattern(name) || isList(name)) return;
  const isInside = shell.depth > 0;
  if (isOpen || isInside) add(shell, argv, suffix);
  // What lies below names of a list lies below the directory that is listed.
  for (const [index, word] of argv.entries())
    if (index > 0 && isList(word) && word.length > 1 && isInside)
      add(shell, argv.with(index, withoutSuffix(word)), suffix);
  // In a function, each file comes by itself.
  const last = argv.at(-1) ?? '';
  if (isInside && argv.length > 1) addForEach(shell, last, lineOf(argv.slice(0, -1)), suffix);
  // A pattern may find a directory that must not be removed, or one that contains it.
  for (const [index, word] of argv.entries())
    if (index > 0 && isPattern(word))
      for (const place of keptBehind(shell, word)) add(shell, argv.with(index, place), suffix);
}

/** The word up to a list that it begins with, or the whole word. */
function withoutSuffix(word: string): string {
  return isList(word.slice(0, 1)) ? word.slice(0, 1) : word;
}

/** Keeps a command that writes over each of the files that a pattern or a list stands for. */
export function addOverwriting(shell: Shell, argv: Values, targets: Values): void {
  for (const target of targets) addForEach(shell, target, `${lineOf(argv)} >`, '');
}

function addForEach(shell: Shell, names: string, command: string, suffix: string): void {
  if (names.includes(HOLE) || !(isPattern(names) || isList(names))) return;
  addText(shell, `for _file in ${lineOf(['', names]).slice(3)}; do ${command} "$_file"${suffix}; done`);
}

function add(shell: Shell, argv: Values, suffix: string): void {
  addText(shell, lineOf(argv) + suffix);
}

function addText(shell: Shell, line: string): void {
  const { found, lists } = shell.world;
  const text = withLists(line, lists);
  const cwd = shell.cwd === undefined ? undefined : realPlace(shell, shell.cwd);
  const { isInFile } = shell;
  const key = `${cwd ?? ''}\0${text}\0${isInFile}`;
  if (found.size < MAX_FOUND && !found.has(key)) found.set(key, { text, cwd, isInFile });
}

function keptBehind({ world: { context }, cwd }: Shell, word: string): readonly string[] {
  const from = word.startsWith('/') ? '/' : cwd;
  if (from === undefined || word.includes(HOLE)) return [];
  const whole = word.startsWith('/') ? word : `${from}/${word}`;
  if (/\/\.\.?(?:\/|$)/u.test(whole)) return [];
  const kept = [context.home, context.cwd].flatMap((one) => (one === undefined ? [] : parentsOf(one)));
  const pattern = patternOf(whole.replace(/\/+$/u, ''), '[^/]', (source) => `^${source}$`);
  return pattern === undefined ? [] : [...new Set(kept)].filter((one) => one.search(pattern) === 0);
}

function parentsOf(path: string): readonly string[] {
  return path === '/' ? [] : [path, ...parentsOf(posix.dirname(path))];
}
