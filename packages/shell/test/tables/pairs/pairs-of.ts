import { parseArguments } from '../../../src/tables/parse-arguments.ts';
import type { Option, Positionals, Role, Row } from '../../../src/tables/row.ts';
import { anyFile, ownFile, sampleText, sampleValue, sampleWord } from './samples.ts';

/** A command with two options of a row. */
export interface PairCommand {
  readonly argv: readonly string[];
  /** `plain`: as simple as can be. `alike`: the last plain one, spelled in another way. `other`: with another meaning. */
  readonly form: 'plain' | 'alike' | 'other';
}

/** One option with its value, in each way to write it. The first is the plainest. */
type Spellings = readonly (readonly string[])[];

/**
 * All ordered pairs of a row's options, each with itself too: spelled out, abbreviated, bundled, with values attached or
 * apart, before and after positionals, around `--`, negated, and with what the row requires. Nothing but the row is
 * needed, so a new row is covered. `isWanted` is asked before each pair, told whether
 * both of it choose what the program does.
 */
export function* pairsOf(
  row: Row,
  lead: readonly string[],
  isWanted: (areModes: boolean) => boolean = () => true,
): Generator<PairCommand> {
  const options = row.options.filter(({ kind }) => kind !== 'refused');
  const { always = [], reading = [], writing = [] } = row.modes ?? {};
  const modes = new Set([...always, ...reading, ...writing]);
  const isMode = ({ names: [name = ''] }: Option): boolean => modes.has(name);
  let turn = 0;
  for (const first of options) {
    for (const second of options) {
      turn += 1;
      if (isWanted(isMode(first) && isMode(second))) yield* formsOf(row, lead, first, second, turn);
    }
  }
  if (options.length === 0) yield { argv: [...lead, ...positionalsOf(row, lead, [], 0)], form: 'plain' };
}

function* formsOf(
  row: Row,
  lead: readonly string[],
  one: Option,
  other: Option,
  turn: number,
): Generator<PairCommand> {
  const left = spellingsOf(row, lead, one, turn);
  const right = spellingsOf(row, lead, other, turn + 1);
  const first = left[0] ?? [];
  const second = right[0] ?? [];
  const options = [...first, ...second];
  const words = positionalsOf(row, lead, options, turn);
  const more = [...words, anyFile(turn), anyFile(turn * 5 + 1)];
  const plain = [...options, ...words];
  const otherLeft = left[turn % left.length] ?? first;
  const otherRight = right[(turn >> 2) % right.length] ?? second;
  const negated = other.names.find((name) => name.startsWith('--'));
  const alike = [
    ...(otherLeft === first && otherRight === second ? [] : [[...otherLeft, ...otherRight, ...words]]),
    ...(row.syntax === 'words' ? [] : bundled(one, first, second).map((bundle) => [...bundle, ...words])),
    ...(row.syntax === 'words' || [one.kind, other.kind].includes('trailing')
      ? []
      : [[...options, '--', ...words]]),
  ];
  const others = [
    options,
    [...options, ...more],
    [...options, '--', ...more],
    [...first, ...words, ...second],
    [...words, ...options],
    [...first, '--', ...second, ...words],
    [...first, negated === undefined ? `${second[0]}-` : `--no-${negated.slice(2)}`, ...words],
    ...required(row, lead, turn).flatMap((needed) => [
      [...needed, ...plain],
      [...plain, ...needed],
      [...first, ...needed, ...second, ...words],
    ]),
  ];
  yield { argv: [...lead, ...plain], form: 'plain' };
  for (const rest of alike) yield { argv: [...lead, ...rest], form: 'alike' };
  for (const rest of others) yield { argv: [...lead, ...rest], form: 'other' };
}

/** What the row requires, in each of the ways that its modes offer. */
function required(row: Row, lead: readonly string[], turn: number): string[][] {
  const spelled = (name: string | undefined): readonly string[] => {
    const option = row.options.find(({ names }) => name !== undefined && names.includes(name));
    return option === undefined ? [] : (spellingsOf(row, lead, option, turn)[0] ?? []);
  };
  const fixed = row.requires.flatMap(([name]) => spelled(name));
  const modes = row.modes === undefined ? [] : [...row.modes.always, ...row.modes.reading];
  if (modes.length > 0) return modes.map((mode) => [...spelled(mode), ...fixed]);
  return fixed.length > 0 ? [fixed] : [];
}

function spellingsOf(row: Row, lead: readonly string[], option: Option, turn: number): Spellings {
  const { names, kind, valueCount } = option;
  const value = valueOf(row, lead, option, turn);
  if (kind === 'flag' || (kind === 'optional' && turn % 3 === 0)) return bareSpellings(row, names);
  if (valueCount === 2) return names.map((name) => [name, value, value]);
  if (row.syntax === 'words' || row.syntax === 'separate') return names.map((name) => [name, value]);
  const attached = names.map((name) => [name.startsWith('--') ? `${name}=${value}` : `${name}${value}`]);
  return kind === 'optional' ? attached : [...names.map((name) => [name, value]), ...attached];
}

function bareSpellings(row: Row, names: readonly string[]): Spellings {
  const plain = names.map((name) => [name]);
  if (row.syntax !== 'gnu') return plain;
  const others = row.options.filter((option) => option.names !== names).flatMap((option) => option.names);
  const short = names
    .filter((name) => name.startsWith('--'))
    .flatMap((name) => {
      const length = Array.from(name, (_, at) => at + 1).find(
        (end) => end > 2 && !others.some((other) => other.startsWith(name.slice(0, end))),
      );
      return length === undefined ? [] : [[name.slice(0, length)]];
    });
  return [...plain, ...short];
}

function valueOf(row: Row, lead: readonly string[], option: Option, turn: number): string {
  const { kind, names, accepts } = option;
  if (kind === 'file') return turn % 4 === 3 ? anyFile(turn) : ownFile(lead[0] ?? '');
  if (kind === 'tree') return 'src';
  if (kind === 'entry') return 'a.txt';
  const value = sampleValue(names, accepts, turn);
  return row.refusesDashedValues && value.startsWith('-') ? '1' : value;
}

/** `-td` for `-t -d`; nothing where that can't be written. */
function bundled(one: Option, first: readonly string[], second: readonly string[]): string[][] {
  const [left = '', right = ''] = [first[0], second[0]];
  if (one.kind !== 'flag' || !/^-[^-]$/.test(left) || !/^-[^-]/.test(right)) return [];
  return [[`${left}${right.slice(1)}`, ...second.slice(1)]];
}

function positionalsOf(
  row: Row,
  lead: readonly string[],
  options: readonly string[],
  turn: number,
): string[] {
  const program = lead[0] ?? '';
  const result = parseArguments(row, ['', ...options], 1);
  const nothing = { given: new Map<string, never[]>(), sequence: [], positionals: [], fileValues: [] };
  const roles: Positionals = row.positionals(result.status === 'parsed' ? result.parsed : nothing);
  const words = roles.first.map((role) => wordOf(program, role, turn));
  const last = roles.rest === undefined ? undefined : wordOf(program, roles.rest, turn);
  return [...words, last].filter((word) => word !== undefined);
}

function wordOf(program: string, role: Role, turn: number): string | undefined {
  if (role instanceof RegExp) return sampleWord(program, role);
  if (role === 'text') return sampleText(program);
  return turn % 4 === 3 ? anyFile(turn >> 2) : ownFile(program);
}
