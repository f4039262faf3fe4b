import { posix } from 'node:path';
import { commandsOfMakefile } from '../running/make-commands.ts';
import { isHookName } from './git-hooks.ts';
import { interpreterLine, isShellScript } from './interpreter-line.ts';
import { programName } from './program-name.ts';

type Words = readonly (string | undefined)[];

/** Whether what such a file has run can be read here. */
export function isReadableRecipe(path: string, [program = '']: Words): boolean {
  const name = programName(program);
  if (name === 'git') return isHookName(posix.basename(path));
  return isMake(name) || name === 'just' || isNinja(name) || READABLE.test(path);
}

const READABLE = /(?:^|\/)package\.json$/u;

const isNinja = (name: string): boolean => name === 'ninja' || name === 'samu';

const isMake = (name: string): boolean => name === 'make' || name === 'gmake';

/** Where what it says may be run: where the command runs, and beside the file. */
export function directoriesOfProject(path: string, cwd: string | undefined): readonly (string | undefined)[] {
  if (!path.startsWith('/')) return [cwd];
  return [...new Set([cwd, posix.dirname(path)])];
}

/** What of the text of such a file the words of a command have run, as shell scripts; undefined: a script that isn't known. */
export function scriptsRunBy(
  path: string,
  text: string,
  [program = '', ...words]: Words,
): readonly (string | undefined)[] {
  const name = programName(program);
  if (posix.basename(path) === 'package.json') return scriptsOfPackage(text, words);
  if (isMake(name)) return commandsOfMakefile(reached(text, words));
  if (isNinja(name)) return commandsOfNinja(text);
  if (name === 'just') return indentedLines(reached(text, words));
  return [isShellScript(text) ? text : interpreterLine(text, path, [])];
}

const LIFECYCLE = new Map<string, string>([
  ...['install', 'i', 'ci', 'add', 'in', 'update', 'up', 'rebuild', 'link'].map(
    (name) => [name, 'install prepare'] as const,
  ),
  ...['pack', 'publish'].map((name) => [name, 'prepublish prepack prepare publish'] as const),
  ['t', 'test'],
  ['version', 'version'],
]);

/** `{"scripts": {"test": "rm x"}}` */
function scriptsOfPackage(text: string, words: Words): readonly (string | undefined)[] {
  const scripts = scriptsIn(text);
  const named = words.flatMap((word) => {
    const name = word?.replace(/^--run=/u, '') ?? '';
    return (LIFECYCLE.get(name) ?? name).split(' ');
  });
  const open = named.flatMap((name) => [name, `pre${name}`, `post${name}`]);
  if (words.length === 0) open.push('preinstall', 'install', 'postinstall', 'prepare');
  const found = new Map<string, string>();
  for (const name of open) {
    const script = scripts.get(name);
    if (script === undefined || found.has(name)) continue;
    found.set(name, script);
    open.push(...script.split(/[\s;&|"']+/u).flatMap((word) => [word, `pre${word}`, `post${word}`]));
  }
  return [...(words.includes(undefined) ? scripts : found).values()];
}

function scriptsIn(text: string): ReadonlyMap<string, string> {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return new Map();
  }
  const scripts: unknown =
    typeof whole === 'object' && whole !== null ? Reflect.get(whole, 'scripts') : undefined;
  if (typeof scripts !== 'object' || scripts === null) return new Map();
  return new Map(Object.entries(scripts).filter(([, script]) => typeof script === 'string'));
}

interface Rule {
  readonly targets: readonly string[];
  readonly text: string;
}

const HEAD = /^@?([^\s#:=][^:=#]*?)\s*::?(?!=)/u;

/** The text without the rules of targets to which nothing leads from the words. */
function reached(text: string, words: Words): string {
  const rules: Rule[] = [];
  for (const line of text.replaceAll(/\\\n[\t ]*/gu, ' ').split('\n')) {
    const [, head] = HEAD.exec(line) ?? [];
    const last = rules.at(-1);
    if (head === undefined && last !== undefined && /^\s/u.test(line))
      rules[rules.length - 1] = { ...last, text: `${last.text}\n${line}` };
    else rules.push({ targets: head?.split(/\s+/u) ?? [], text: line });
  }
  const isNamed = ({ targets }: Rule): boolean =>
    targets.length > 0 && !targets.some((target) => /^\.|[%$]/u.test(target));
  const given = words.flatMap((word) => (word === undefined || /^-|=/u.test(word) ? [] : [word]));
  const isGoal = (word: string): boolean => rules.some(({ targets }) => targets.includes(word));
  const first = rules.find(isNamed)?.targets ?? [];
  const open = given.some(isGoal) ? given : [...first, ...given];
  if (words.includes(undefined) || text.includes('.DEFAULT_GOAL')) return text;
  const found = new Set<Rule>(rules.filter((rule) => !isNamed(rule)));
  for (const name of [...open, ...[...found].flatMap(({ text: of }) => wordsOf(of))])
    addReached(rules, name, found);
  return rules
    .filter((rule) => found.has(rule))
    .map((rule) => rule.text)
    .join('\n');
}

function addReached(rules: readonly Rule[], name: string, found: Set<Rule>): void {
  for (const rule of rules) {
    if (found.has(rule) || !rule.targets.includes(name)) continue;
    found.add(rule);
    for (const word of wordsOf(rule.text)) addReached(rules, word, found);
  }
}

const wordsOf = (text: string): readonly string[] => text.split(/[\s:;&|()"']+/u);

/** `command = cc $in -o $out`: `${_}` for what variables hold. */
function commandsOfNinja(text: string): readonly string[] {
  const lines = text.replaceAll(/\$\n\s*/gu, ' ');
  return [...lines.matchAll(/^\s+command\s*=\s*(.*)$/gmu)].map(([, command = '']) =>
    command.replaceAll(/\$(?:\{[\w.-]+\}|[\w-]+|([$ :]))/gu, (_, sign) =>
      typeof sign === 'string' ? sign : '${_}',
    ),
  );
}

/** Recipes, which are what is indented. */
function indentedLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [, recipe] = /^\s+@?-?(\S.*)$/u.exec(line) ?? [];
    return recipe === undefined ? [] : [recipe.replaceAll(/\{\{[^}]*\}\}/gu, '${_}')];
  });
}
