import { bareName } from './bare-name.ts';
import type { Classification, Hardening, PathUse } from './classification.ts';
import { isNetworkPath } from './is-network-path.ts';
import { knownWord } from './known-word.ts';
import { parseArguments } from './parse-arguments.ts';
import { readOnlyPrograms } from './read-only-programs.ts';
import type {
  Arguments,
  Modes,
  ParsedArguments,
  Positional,
  Positionals,
  Reading,
  Role,
  Row,
} from './row.ts';
import { shownWord } from './shown-word.ts';

/**
 * Whether a simple command only reads, and what it reads. `argv` is the command's name and arguments as the shell
 * decodes them, as far as they are known.
 */
export function classifyArguments(argv: Arguments): Classification {
  const name = bareName(knownWord(argv[0]));
  const program = name === undefined ? undefined : readOnlyPrograms.get(name);
  if (program === undefined) return { kind: 'unknown-program' };
  if (!('decide' in program)) return classifyByRow(program, program.rewrite?.(argv) ?? argv, 1);
  const verdict = program.decide(argv);
  if ('why' in verdict) return notReadOnly(verdict.why);
  return readOnly(argv, verdict.reads, verdict.reportsOnMachine, verdict.followsLinks ?? false, undefined);
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
  const mode = row.modes === undefined ? undefined : refusedMode(row.name, row.modes, parsed);
  if (mode !== undefined) return notReadOnly(mode);
  const roles = row.positionals(parsed);
  const readings = readPositionals(row, roles, parsed);
  if (typeof readings === 'string') return notReadOnly(readings);
  const why = row.inspect?.(parsed);
  if (why !== undefined) return notReadOnly(why);
  const all = [...parsed.fileValues, ...readings, ...(row.readings?.(parsed) ?? [])];
  return readOnly(
    argv,
    all,
    row.reportsOnMachine(parsed),
    row.followsLinks(parsed),
    row.hardening?.(start, parsed),
  );
}

/** Why the options given don't keep the program to a mode in which it only reads. */
function refusedMode(name: string, modes: Modes, { given, sequence }: ParsedArguments): string | undefined {
  const { always, reading, writing } = modes;
  if (always.some((option) => given.has(option))) return undefined;
  const last = sequence.findLast((option) => reading.includes(option) || writing.includes(option));
  if (last === undefined) return `${name} only reads with ${[...always, ...reading].join(' or ')}`;
  return reading.includes(last) ? undefined : `the last option that says what ${name} does is ${last}`;
}

function readPositionals(row: Row, roles: Positionals, parsed: ParsedArguments): Reading[] | string {
  const readings: Reading[] = [];
  const access = row.access(parsed);
  const { positionals } = parsed;
  const firstUnknown = positionals.findIndex((one) => !one.isOne);
  for (const [place, one] of positionals.entries()) {
    const isCertain = firstUnknown === -1 || place < firstUnknown;
    const possible = isCertain
      ? [roles.first[place] ?? roles.rest]
      : [...roles.first.slice(row.acceptsUnknownWords ? 0 : firstUnknown), roles.rest];
    const why = refusal(row, possible, isCertain, one, place);
    if (why !== undefined) return why;
    const isTree = possible.includes('tree');
    if (isTree || possible.includes('file')) {
      readings.push({ value: one.value, index: one.index, isRecursive: isTree, access });
    }
  }
  if (readings.length === 0 && roles.otherwise !== undefined) {
    readings.push({ value: '.', index: -1, isRecursive: roles.otherwise === 'tree', access });
  }
  return readings;
}

/** Why a positional may not be in one of the places that are possible for it. */
function refusal(
  row: Row,
  possible: readonly (Role | undefined)[],
  isCertain: boolean,
  { value }: Positional,
  place: number,
): string | undefined {
  for (const role of possible) {
    if (role === undefined && (isCertain || !row.acceptsUnknownWords))
      return `${row.name} does more with ${place + 1} arguments`;
    if (role instanceof RegExp && (value === undefined || !role.test(value))) {
      return `${shownWord(value)} is not known to be read-only, for ${row.name}`;
    }
  }
  return undefined;
}

function readOnly(
  argv: Arguments,
  readings: readonly Reading[],
  reportsOnMachine: boolean,
  followsLinks: boolean,
  hardening: Hardening | undefined,
): Classification {
  const reads: PathUse[] = [];
  for (const { value, index, isRecursive, access, ofRepository, mayNameOthers } of readings) {
    if (isNetworkPath(value ?? argv[index])) {
      return notReadOnly('a network path sends credentials when it is opened');
    }
    reads.push({
      access,
      path: value,
      isRecursive,
      followsLinks,
      argument: index === -1 ? undefined : index,
      ofRepository: ofRepository === true ? true : undefined,
      mayNameOthers: mayNameOthers === true ? true : undefined,
    });
  }
  return { kind: 'read-only', reads, reportsOnMachine, hardening };
}

function notReadOnly(why: string): Classification {
  return { kind: 'not-read-only', why };
}
