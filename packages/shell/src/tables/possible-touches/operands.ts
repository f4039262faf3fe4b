import type { ParsedArguments } from '../row.ts';
import type { Use } from './route.ts';

type Operands = (parsed: ParsedArguments) => readonly Use[];

export const reads: Operands = ({ positionals }) => [['read', positionals]];

export const writes: Operands = ({ positionals }) => [['write', positionals]];

/** `uniq IN OUT`. */
export const inThenOut: Operands = ({ positionals }) => [
  ['read', positionals.slice(0, 1)],
  // Of a pattern that matches two files, the second is the output.
  ['write', positionals.slice(positionals[0]?.isOne === false ? 0 : 1)],
];

/** `qpdf IN… OUT`. */
export const lastIsWritten: Operands = ({ positionals }) => [
  ['read', positionals.slice(0, -1)],
  ['write', positionals.slice(-1)],
];

/** `zip OUT IN…`. */
export const firstIsWritten: Operands = ({ positionals }) => [
  ['write', positionals.slice(0, 1)],
  ['read', positionals.slice(1)],
];

/** A program or a mode comes first: `jq FILTER IN…`. */
export const readsAfterFirst: Operands = ({ positionals }) => [['read', positionals.slice(1)]];

export const writesAfterFirst: Operands = ({ positionals }) => [['write', positionals.slice(1)]];

/** In place with one of these options, else it reads. */
export const writesWith =
  (...options: readonly string[]): Operands =>
  (parsed) =>
    options.some((option) => parsed.given.has(option)) ? writes(parsed) : reads(parsed);

/** With directories including everything below them, if there is a flag named `-r`. */
export const removesAll: Operands = ({ positionals, given }) => [['remove', positionals, given.has('-r')]];
