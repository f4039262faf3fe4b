import { posix } from 'node:path';
import { HOLE, isPattern, lineOf, patternOf } from './marks.ts';
import { realPlace, type Shell, type Values } from './shell.ts';

/** More commands are not looked at again. */
const MAX_FOUND = 60;

/** Keeps a command that the line doesn't say in these words. */
export function addFound(shell: Shell, argv: Values, isOpen: boolean): void {
  const [name = ''] = argv;
  if (name.includes(HOLE) || isPattern(name)) return;
  if (isOpen || shell.depth > 0) add(shell, argv);
  // A pattern may find a directory that must not be removed, or one that contains it.
  for (const [index, word] of argv.entries())
    if (index > 0 && isPattern(word))
      for (const place of keptBehind(shell, word)) add(shell, argv.with(index, place));
}

function add(shell: Shell, argv: Values): void {
  const { found } = shell.world;
  const text = lineOf(argv);
  const cwd = shell.cwd === undefined ? undefined : realPlace(shell, shell.cwd);
  const key = `${cwd ?? ''}\0${text}`;
  if (found.size < MAX_FOUND && !found.has(key)) found.set(key, { text, cwd });
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
