import { TRACE_OUTPUT } from './command-option-rows.ts';
import { behindOptions } from './behind-options.ts';
import { commandsInOptions } from './command-options.ts';
import { anySuffix } from './any-suffix.ts';
import { findRunning } from './running-find.ts';
import { cmakeInner } from './running-cmake.ts';
import { gitRunning } from './running-git.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import type { GivenText } from '../state/state.ts';
import { skipOptions } from '../../tables/runners/options.ts';
import type { Inner, Running } from './running.ts';
import { runnerRows, type RunnerRow } from '../../tables/runners/runner-rows.ts';
import { optionRunning } from './running-options.ts';
import { shellRunning, sourceRunning, type GivenTexts } from './running-shell.ts';
import { parallelRunning } from './running-parallel.ts';
import { xargsRunning } from './running-xargs.ts';
import { joinedScript, scriptOf } from './script-of.ts';
import { splitScripts, unlistedInner } from './running-unlisted.ts';
import { isWrapper } from './strip-wrapper.ts';
import { knownName } from '../../tables/known-name.ts';
import { isInputShell } from '../../tables/input-shells.ts';
import { readsTrees } from '../../tables/trees/tree-reads.ts';

const SHELLS = new Set('sh bash dash zsh ksh mksh ash rbash fish csh tcsh'.split(' '));

/** The program that the process is: the shell, until it has become another. */
const ITSELF = /^\/+proc\/+(?:self|thread-self|\d+)\/+exe$/u;

const SEARCHES = new Set('find gfind bfs fd fdfind'.split(' '));

/** What a command runs besides itself, as its arguments tell; undefined for a command that runs nothing else. */
export function runningOf(items: readonly Item[], { input, substituted }: GivenTexts): Running | undefined {
  const word = textOf(items[0]);
  if (word === undefined) return undefined;
  const name = word.slice(word.lastIndexOf('/') + 1);
  if (SHELLS.has(name)) return shellRunning(name, items, { input, substituted });
  if (ITSELF.test(word)) return shellRunning('sh', items, { input, substituted });
  if (input !== undefined && (name === 'at' || name === 'batch'))
    return { ...HIDDEN, allow: 'as-written', name, staysHere: true, inner: [{ kind: 'script', ...input }] };
  if (input !== undefined && name === 'crontab')
    return { ...HIDDEN, allow: 'as-written', name, staysHere: true, inner: crontabCommands(input) };
  const shellInput = input ?? substituted;
  if (shellInput !== undefined && isInputShell(name, items.slice(1).map(textOf))) {
    const inner = [{ kind: 'script', ...shellInput } as const, ...(rowRunning(name, items)?.inner ?? [])];
    return { ...HIDDEN, allow: 'as-written', name, staysHere: false, inner };
  }
  if (name === 'xargs') return xargsRunning(items, input);
  if (name === 'parallel') return parallelRunning(items) ?? rowRunning(name, items);
  if (SEARCHES.has(name)) return findRunning(name, items);
  if (name === 'git') return gitRunning(items);
  if (name.startsWith('git-')) return gitProgramRunning(name, items);
  if (name === 'source' || name === '.') return sourceRunning(name, items, { input, substituted });
  const options = optionRunning(knownName(name), items, { input, substituted });
  if (options !== undefined) {
    const others = rowRunning(name, items);
    return others === undefined ? options : { ...options, inner: [...options.inner, ...others.inner] };
  }
  if (name === 'eval') return { ...HIDDEN, name, staysHere: true, inner: joinedScript(items.slice(1)) };
  if (name === 'cmake' && textOf(items[1]) === '-E') return cmakeRunning(items);
  // A trap that stays until the end does nothing but run what is in it.
  if (name === 'trap')
    return { ...HIDDEN, isTransparent: true, name, staysHere: false, inner: trapped(items.slice(1)) };
  if (isWrapper(items) && items.length > 1) {
    return { ...HIDDEN, name, allow: 'as-written', staysHere: false, inner: anySuffix(items.slice(1)) };
  }
  const [, second] = items;
  if (SCRIPT_RUNNERS.has(name) && isOfProject(textOf(second) ?? ''))
    return {
      name,
      inner: [{ kind: 'words', items: items.slice(1) }],
      allow: 'as-written',
      isTransparent: false,
      staysHere: true,
    };
  return rowRunning(name, items);
}

function cmakeRunning(items: readonly Item[]): Running | undefined {
  const inner = cmakeInner(items.slice(2));
  if (inner.length > 0) return { ...HIDDEN, name: 'cmake -E', allow: 'as-written', staysHere: true, inner };
  const command = rowRunning('cmake', items);
  return textOf(items[2]) === 'chdir' && command !== undefined ? { ...command, goesTo: items[3] } : command;
}

/** Without a sub-command, the programs of a project: `yarn rimraf x`. Others would be taken for sub-commands of another meaning. */
const SCRIPT_RUNNERS = new Set('yarn pnpm bun'.split(' '));
const REMOVERS = new Set('rimraf del-cli trash trash-cli shx'.split(' '));

function isOfProject(name: string): boolean {
  return REMOVERS.has(name) || readsTrees(name);
}

/** `/usr/lib/git-core/git-checkout f` is `git checkout f`. */
function gitProgramRunning(name: string, [first, ...rest]: readonly Item[]): Running | undefined {
  if (first === undefined) return undefined;
  const git = { ...first, value: 'git', isLiteral: true };
  const inner = [{ kind: 'words', items: [git, addedItem(name.slice('git-'.length)), ...rest] } as const];
  return { name, inner, allow: 'as-written', isTransparent: false, staysHere: true };
}

/** A table of times and commands, of which only the commands are looked at. */
function crontabCommands({ text, isKnown }: GivenText): readonly Inner[] {
  return text.split('\n').map((line) => ({
    kind: 'script',
    text: line.replace(/^\s*(?:@\w+|(?:[\d*,/-]+\s+){4}[\w*,/-]+)\s+/u, ''),
    isKnown,
  }));
}

const RUNS_ONLY_WITH_ARGUMENTS = new Set(['env', 'mapfile', 'readarray']);

const HIDDEN = { allow: 'hidden', isTransparent: false } as const;

/** `trap 'rm x' EXIT`; `-`, an empty text and a number stand for no command. */
function trapped([first, second]: readonly Item[]): readonly Inner[] {
  const isSeparated = textOf(first) === '--';
  const item = isSeparated ? second : first;
  const isNone = isSeparated ? /^(?:-|\d*)$/u : /^(?:-.*|\d*)$/u;
  return item === undefined || isNone.test(textOf(item) ?? 'x') ? [] : scriptOf(item);
}

/** `entr rm /_`: the file that changed. */
function changedFile(item: Item): Item {
  return textOf(item) === '/_'
    ? { ...addedItem(undefined), written: '"${_}"', approximation: '"${_}"' }
    : item;
}

function rowRunning(name: string, words: readonly Item[]): Running | undefined {
  const items = name === 'entr' ? words.map(changedFile) : words;
  for (let length = 3; length >= 1; length -= 1) {
    const words = [name, ...items.slice(1, length).map((item) => textOf(item))];
    const row = words.includes(undefined) ? undefined : runnerRows.get(words.join(' '));
    if (row !== undefined) return running(words.join(' '), row, items.slice(length));
  }
  const behind = behindOptions(name, items);
  return behind === undefined ? undefined : running(behind.name, behind.row, behind.items);
}

function running(name: string, found: RunnerRow, items: readonly Item[]): Running | undefined {
  const isJoined = items.some((item) => found.joinsWith.has(textOf(item) ?? ''));
  const row = isJoined ? { ...found, joins: true } : found;
  const { inner: started, hasOptions } = innerOf(name, row, items);
  const inner = name === 'strace' ? [...commandsInOptions(TRACE_OUTPUT, items), ...started] : started;
  // Without a command, `env` tells the environment, and `mapfile` only reads lines.
  if (RUNS_ONLY_WITH_ARGUMENTS.has(name) && inner.length === 0) return undefined;
  const allow = row.isHidden ? 'hidden' : 'as-written';
  return { name, inner, allow, isTransparent: false, staysHere: row.staysHere && !hasOptions };
}

function innerOf(
  name: string,
  row: RunnerRow,
  items: readonly Item[],
): { readonly inner: readonly Inner[]; readonly hasOptions: boolean } {
  const skipped = row.isAnywhere ? undefined : skipOptions(argumentsOf(items), 0, row);
  if (skipped === undefined) return { inner: unlistedInner(name, row, items), hasOptions: true };
  const inner: Inner[] = [];
  for (const { name: option, value, at, valueAt } of skipped.given) {
    if (!row.scripts.has(option)) continue;
    const item = valueAt === undefined ? undefined : items[valueAt];
    const scripts: readonly Inner[] =
      item !== undefined
        ? scriptOf(item)
        : typeof value === 'string'
          ? [{ kind: 'script', text: value, isKnown: true }]
          : [];
    if (row.splits)
      return { inner: splitScripts(name, scripts, items.slice((valueAt ?? at) + 1)), hasOptions: true };
    inner.push(...scripts);
  }
  const isBare = skipped.given.some(({ name: option }) => row.withoutOperand.has(option));
  const operands = isBare ? 0 : row.operands;
  let rest = items.slice(skipped.next + operands);
  const hasOptions = skipped.next > 0;
  const [first, second] = rest;
  if (row.scripts.has(textOf(first) ?? '')) {
    return { inner: [...inner, ...(second === undefined ? [] : scriptOf(second))], hasOptions: true };
  }
  if (textOf(first) === '--') rest = rest.slice(1);
  // Some programs take options behind their operands too.
  else if (operands > 0 && textOf(first)?.startsWith('-') === true)
    return { inner: [...inner, ...unlistedInner(name, row, rest)], hasOptions: true };
  if (row.takesAssignments) {
    const start = rest.findIndex((item) => !/^[A-Za-z_]\w*=/u.test(item.approximation ?? ''));
    rest = start === -1 ? [] : rest.slice(start);
    // Or behind the assignments.
    if (textOf(rest[0])?.startsWith('-') === true)
      return { inner: [...inner, ...unlistedInner(name, row, rest)], hasOptions: true };
  }
  if (rest.length > 0)
    inner.push(...(row.joins ? joinedScript(rest) : [{ kind: 'words', items: rest } as const]));
  return { inner, hasOptions };
}
