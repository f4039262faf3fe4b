import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';
import type { Grant } from './grant.ts';
import { isAtTerminal, sessionGrant } from './session-grant.ts';
import { ANSWERED } from './session-options.ts';
import { storedGrant } from './stored-grant.ts';

const PROGRAM = /(?:^|\/)sluice(?:@[^/]*)?$/u;
/** Runs a script or a package that it is given: `node …/sluice.js`, `npx sluice`. */
const RUNNER = /^(?:node|nodejs|deno|bun|bunx|tsx|npx|pnpx|npm|pnpm|yarn)$/u;
const SCRIPT = /(?:^|\/)(?:sluice(?:@[^/]*|\.[cm]?js)?|sluice\/(?:dist|src)\/cli\.[jt]s)$/u;

/** Looks up what is behind the name of a program or script. */
export type LookUpName = (word: string) => boolean;

export interface FoundGrant extends Grant {
  /** Of the word that names Sluice. */
  readonly index: number;
}

/**
 * The rights that a command gives to agents by running Sluice: `sluice mcp approve a`.
 * @param isAlias whether a program or script of another name is Sluice; asked only where the words behind it would give a right
 */
export function findGrant(name: string, argv: Arguments, isAlias: LookUpName): FoundGrant | undefined {
  const first = knownWord(argv[0]) ?? '';
  if (argv.length < 2) return PROGRAM.test(first) ? { ...ANSWERED, index: 0 } : undefined;
  if (PROGRAM.test(first)) return grantFrom(argv, 0);
  if (!RUNNER.test(name)) {
    const found = storedGrant(argv.slice(1));
    return found !== undefined && typeof argv[1] === 'string' && isAlias(first)
      ? grantFrom(argv, 0)
      : undefined;
  }
  for (let index = 1; index < argv.length; index += 1) {
    const word = knownWord(argv[index]);
    if (word === undefined || word.startsWith('-')) continue;
    const found = grantFrom(argv, index);
    if (found !== undefined && (SCRIPT.test(word) || isAlias(word))) return found;
  }
  return undefined;
}

function grantFrom(argv: Arguments, index: number): FoundGrant | undefined {
  const given = argv.slice(index + 1);
  // `npm exec sluice -- mcp list`
  const words = given[0] === '--' ? given.slice(1) : given;
  if (asksHelp(words)) return undefined;
  const found = storedGrant(words) ?? sessionGrant(words) ?? (isAtTerminal(words) ? ANSWERED : undefined);
  return found === undefined ? undefined : { ...found, index };
}

function asksHelp(words: Arguments): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}
