import { bareName } from './bare-name.ts';
import { classifyArguments } from './classify-arguments.ts';
import { knownName } from './known-name.ts';
import { knownWord } from './known-word.ts';
import { isListedByCmake } from './listed-options/cmake-options.ts';
import { listedOptionsOfGit } from './listed-options/git-options.ts';
import { parseLoosely } from './parse-loosely.ts';
import { routeOf } from './possible-touches.ts';
import { GLOBAL } from './possible-touches/git.ts';
import type { Arguments } from './row.ts';

/**
 * Whether a program whose options are all listed gets one that isn't. What such an option does isn't known: it may read or
 * write any file, and run any program. A subcommand of git that no table knows is the same.
 */
export function isUnlistedUse(argv: Arguments): boolean {
  const word = knownWord(argv[0]);
  const own = bareName(word) ?? word?.slice(word.lastIndexOf('/') + 1);
  if (own === undefined) return false;
  const name = knownName(own);
  if (name === 'git') return !isReadOnly(argv) && isUnlistedGit(argv);
  if (name === 'cmake') return !isListedByCmake(argv);
  const route = routeOf(name);
  if (route?.isComplete !== true) return false;
  const words = route.row.rewrite?.(argv) ?? argv;
  const unlisted = parseLoosely(route.row, words, 1).unlisted.filter((one) => route.isListed?.(one) !== true);
  return unlisted.length > 0 && !isReadOnly(argv);
}

const isReadOnly = (argv: Arguments): boolean => classifyArguments(argv).kind === 'read-only';

function isUnlistedGit(argv: Arguments): boolean {
  const global = parseLoosely(GLOBAL, argv, 1);
  const [command] = global.positionals;
  if (command?.value === undefined) return false;
  // Its own programs are looked for there.
  if (global.given.has('--exec-path')) return true;
  const row = listedOptionsOfGit(command.value);
  if (row === undefined) return true;
  const words = argv.slice(command.index + 1);
  const start = words.findIndex((word) => STARTS.get(command.value ?? '') === knownWord(word));
  const own = start === -1 ? words : words.slice(0, start);
  return parseLoosely(row, own, 0).unlisted.some((word) => !/^-\d+$/u.test(word));
}

/** What follows these words is a command with options of its own. */
const STARTS: ReadonlyMap<string, string> = new Map([
  ['bisect', 'run'],
  ['submodule', 'foreach'],
  ['submodule--helper', 'foreach'],
]);
