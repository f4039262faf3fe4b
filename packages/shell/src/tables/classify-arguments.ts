import type { Classification, Hardening, PathUse } from './classification.ts';
import { parseArguments } from './parse-arguments.ts';
import { programs } from './programs.ts';
import type { Arguments, ParsedArguments, Positionals, Reading, Role, Row } from './row.ts';

const TRUSTED_DIRECTORIES = new Set(['/bin', '/usr/bin', '/usr/local/bin', '/sbin', '/usr/sbin']);

/**
 * Whether one simple command only reads, and what it reads. `argv` is the command's name and arguments as the shell
 * decodes them; `undefined` is a word that may become anything: nothing, one word, or several.
 */
export function classifyArguments(argv: Arguments): Classification {
  const name = bareName(argv[0]);
  const program = name === undefined ? undefined : programs.get(name);
  if (program === undefined) return { kind: 'unknown-program' };
  if (!('decide' in program)) return classifyByRow(program, argv, 1);
  const verdict = program.decide(argv);
  if ('why' in verdict) return notReadOnly(verdict.why);
  return readOnly(verdict.reads, verdict.reportsOnMachine, undefined);
}

/** The name of a program that is found by the search path or in a directory of the system. */
function bareName(word: string | undefined): string | undefined {
  if (word === undefined || !word.includes('/')) return word;
  const slash = word.lastIndexOf('/');
  return TRUSTED_DIRECTORIES.has(word.slice(0, slash)) ? word.slice(slash + 1) : undefined;
}

function classifyByRow(row: Row, argv: Arguments, start: number): Classification {
  const result = parseArguments(row, argv, start);
  if (result.status === 'refused') return notReadOnly(result.why);
  if (result.status === 'sub-command') return classifyByRow(result.row, argv, result.next);
  const { parsed } = result;
  if (row.subcommands !== undefined) {
    const allowed = row.withoutSubcommand;
    const isAllowed =
      allowed !== undefined && (allowed.length === 0 || allowed.some((name) => parsed.given.has(name)));
    if (!isAllowed) return notReadOnly(`${row.name} needs a sub-command`);
  }
  for (const group of row.requires) {
    if (!group.some((name) => parsed.given.has(name))) {
      return notReadOnly(`${row.name} only reads with ${group.join(' or ')}`);
    }
  }
  const roles = row.positionals(parsed);
  const readings = readPositionals(row, roles, parsed);
  if (typeof readings === 'string') return notReadOnly(readings);
  const why = row.inspect?.(parsed);
  if (why !== undefined) return notReadOnly(why);
  return readOnly([...parsed.fileValues, ...readings], row.reportsOnMachine(parsed), row.hardening?.(start));
}

function readPositionals(row: Row, roles: Positionals, parsed: ParsedArguments): Reading[] | string {
  const readings: Reading[] = [];
  const all: readonly (Role | undefined)[] = [...roles.first, roles.rest];
  const widest = (['tree', 'file', 'text'] as const).find((role) => all.includes(role));
  const { positionals } = parsed;
  const firstUnknown = positionals.findIndex((one) => one.value === undefined);
  for (const [place, one] of positionals.entries()) {
    const isCertain = firstUnknown === -1 || place < firstUnknown;
    // What follows a word that may become several words could be in any place.
    const role = isCertain || !row.acceptsUnknownWords ? (roles.first[place] ?? roles.rest) : widest;
    if (role === undefined) return `${row.name} does more with ${place + 1} arguments`;
    if (role instanceof RegExp) {
      if (one.value === undefined || !role.test(one.value))
        return `${one.value} is not listed for ${row.name}`;
    } else if (role !== 'text') {
      readings.push({ ...one, isRecursive: role === 'tree' });
    }
  }
  if (firstUnknown !== -1 && roles.rest === undefined && !row.acceptsUnknownWords) {
    return 'an unknown word may become several';
  }
  if (readings.length === 0 && roles.otherwise !== undefined) {
    readings.push({ value: '.', index: -1, isRecursive: roles.otherwise === 'tree' });
  }
  return readings;
}

function readOnly(
  readings: readonly Reading[],
  reportsOnMachine: boolean,
  hardening: Hardening | undefined,
): Classification {
  const reads: PathUse[] = [];
  for (const { value, index, isRecursive } of readings) {
    if (value === '-') continue;
    if (value !== undefined && /^(?:\\\\|\\\?\?\\)/.test(value)) {
      return notReadOnly('a network path sends credentials when it is opened');
    }
    reads.push({ path: value, isRecursive, argument: index === -1 ? undefined : index });
  }
  return { kind: 'read-only', reads, reportsOnMachine, hardening };
}

function notReadOnly(why: string): Classification {
  return { kind: 'not-read-only', why };
}
