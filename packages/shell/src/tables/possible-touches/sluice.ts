import type { Argument } from '../argument.ts';
import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';
import { implied } from './route.ts';

/** Commands of Sluice that change rules, trust, servers, logins or approvals, all of which a model must not do for itself. */
const CHANGES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    rules: 'add remove trust untrust',
    mcp: 'add add-json import remove approve confirm login logout',
    asks: 'answer',
  }).map(([name, words]) => [name, new Set(words.split(' '))]),
);

const ASKS = 'asks';

const PROGRAM = /(?:^|\/)sluice(?:@[^/]*)?$/u;
/** Runs a script or a package that it is given: `node …/sluice.js`, `npx sluice`. */
const RUNNER = /^(?:node|nodejs|deno|bun|bunx|tsx|npx|pnpx|npm|pnpm|yarn)$/u;
const SCRIPT = /(?:^|\/)(?:sluice(?:@[^/]*|\.[cm]?js)?|sluice\/(?:dist|src)\/cli\.[jt]s)$/u;

/** What it writes is protected wherever it is. */
const SETTINGS = '.sluice/settings.json';

/** The settings that a command changes by running Sluice: `sluice mcp approve a`. */
export function changesBySluice(name: string, argv: Arguments): readonly FileTouch[] {
  const at = PROGRAM.test(knownWord(argv[0]) ?? '') ? 0 : RUNNER.test(name) ? scriptIn(argv) : -1;
  if (at < 0 || !changesSettings(argv.slice(at + 1))) return [];
  return [implied('write', SETTINGS, { index: Math.max(at, 1) })];
}

function scriptIn(argv: Arguments): number {
  return argv.findIndex((word, index) => index > 0 && SCRIPT.test(knownWord(word) ?? ''));
}

function changesSettings(given: Arguments): boolean {
  // `npm exec sluice -- mcp list`
  const words = given[0] === '--' ? given.slice(1) : given;
  if (words.length === 0 || asksHelp(words)) return false;
  const [group, ...rest] = words;
  if (isOpen(group)) return true;
  const name = knownWord(group) ?? '';
  // Of `asks`, options may come first.
  const command = name === ASKS ? rest : rest.slice(0, 1);
  return (
    CHANGES.has(name) &&
    command.some((word) => isOpen(word) || CHANGES.get(name)?.has(knownWord(word) ?? '') === true)
  );
}

/** It may be any word. */
const isOpen = (word: Argument): boolean => typeof word !== 'string';

function asksHelp(words: Arguments): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}
