import type { Argument } from './argument.ts';
import type { Hardening } from './classification.ts';

/**
 * The language in which the rows are written. A row lists what is known to be harmless; everything else that the
 * program may understand is absent, and makes the command not read-only.
 */
export interface Row {
  readonly name: string;
  readonly options: readonly Option[];
  /**
   * `gnu`: `--long[=value]` with unambiguous abbreviations, and bundled letters. `exact`: the same without
   * abbreviations. `separate`: the same, but the value of a letter is always the next word, and further letters behind
   * it are options. `words`: each option is a word of its own, `-name [value]`, and `--` ends nothing.
   */
  readonly syntax: 'gnu' | 'exact' | 'separate' | 'words';
  /**
   * Options after the first positional are still options (`permuted`), are positionals (`options-first`), or are read
   * differently by different implementations, and therefore not accepted (`strict`).
   */
  readonly order: 'permuted' | 'options-first' | 'strict';
  readonly positionals: (parsed: ParsedArguments) => Positionals;
  /** What the positionals give away: contents, or only names, sizes and times. */
  readonly access: (parsed: ParsedArguments) => Access;
  /** Read besides what options and positionals name. */
  readonly readings: ((parsed: ParsedArguments) => readonly Reading[]) | undefined;
  /** Of each group at least one option must be present. An option that a later one can undo belongs in `modes`. */
  readonly requires: readonly (readonly string[])[];
  readonly modes: Modes | undefined;
  /** Accepts `-5`. */
  readonly hasNumberOption: boolean;
  /** Neither an option nor a positional of the program writes or executes, so any word will do. */
  readonly acceptsUnknownWords: boolean;
  /**
   * A value in a word of its own may not look like an option. Then nothing is hidden where a version of the program
   * takes more or fewer words for an option than its row says.
   */
  readonly refusesDashedValues: boolean;
  /** Its output reports on processes, network, mounts or owners. */
  readonly reportsOnMachine: (parsed: ParsedArguments) => boolean;
  /** Symbolic links below what it reads are followed. */
  readonly followsLinks: (parsed: ParsedArguments) => boolean;
  /** The first positional names one of these. */
  readonly subcommands: ReadonlyMap<string, Row> | undefined;
  /** Read-only without a sub-command, when one of these options is given or, for an empty list, always. */
  readonly withoutSubcommand: readonly string[] | undefined;
  readonly hardening: ((at: number, parsed: ParsedArguments) => Hardening) | undefined;
  /** Programs that it hands work to, found by their names in the search path. */
  readonly starts: readonly string[];
  /** Brings an older way to write the arguments into the form that the options describe, word for word. */
  readonly rewrite: ((argv: Arguments) => Arguments) | undefined;
  /** A final check of values that options and positions alone don't decide. Returns why not. */
  readonly inspect: ((parsed: ParsedArguments) => string | undefined) | undefined;
  /** The same row but for these. A copy by spreading would have nothing of it: rows are made from their sources when they are read. */
  but(changes: Partial<RowSource>): Row;
}

/** A program whose arguments follow no option syntax, such as `find`. */
export interface Special {
  readonly name: string;
  /** The words that it knows; each is an argument of its own, and so is its value. */
  readonly options: readonly OptionList[];
  readonly decide: (argv: Arguments) => SpecialVerdict;
}

export type Arguments = readonly Argument[];

export type Access = 'read' | 'list';

export type SpecialVerdict =
  | {
      readonly reads: readonly Reading[];
      readonly reportsOnMachine: boolean;
      /** Symbolic links below what it reads are followed. Default false. */
      readonly followsLinks?: boolean;
    }
  | { readonly why: string };

/** A path that is read. */
export interface Reading {
  readonly value: string | undefined;
  /** Of the argument that names it; -1: none does. */
  readonly index: number;
  readonly isRecursive: boolean;
  readonly access: Access;
  /** It begins at the top of the repository. */
  readonly ofRepository?: boolean;
  /** The file may name others, which are read with it: a thin archive. */
  readonly mayNameOthers?: boolean;
}

/** Files that one which is read names. */
export const unknownFiles = (access: Access): Reading => ({
  value: undefined,
  index: -1,
  isRecursive: false,
  access,
});

/** A path that is the value of an option. */
export interface FileValue extends Reading {
  readonly option: string;
}

export interface Option {
  /** All spellings; the first one names it. */
  readonly names: readonly string[];
  /**
   * `trailing` takes the next word if there is one. `file` and `tree` take a value that is read; of an `entry` only times and the like are told. `refused` is there only
   * to make abbreviations ambiguous.
   */
  readonly kind: 'flag' | 'value' | 'optional' | 'trailing' | 'file' | 'tree' | 'entry' | 'refused';
  readonly valueCount: number;
  readonly accepts: RegExp | undefined;
}

/**
 * The options that choose what a program does, by first name. Without one of them it does something else than reading;
 * where several are given, the last one may decide, so what an earlier one says is worth nothing.
 */
export interface Modes {
  /** With one of these the program only reads, whatever else is given. */
  readonly always: readonly string[];
  /** Otherwise, of these and of `writing`, the last one given must be one of these. */
  readonly reading: readonly string[];
  readonly writing: readonly string[];
}

/** The same in short. The options are flags of the row and listed nowhere else. */
type ModeLists = { readonly [Kind in keyof Modes]?: string };

/** What a positional is: text, a file or a directory tree that is read, or text of one form only. */
export type Role = 'text' | 'file' | 'tree' | RegExp;

export interface Positionals {
  readonly first: readonly Role[];
  /** The role of all further positionals; undefined: there may be none. */
  readonly rest: Role | undefined;
  /** What `.` is when no path is named; undefined: it isn't read. */
  readonly otherwise: 'file' | 'tree' | undefined;
}

export interface Positional {
  /** Undefined: not all of it is known. */
  readonly value: string | undefined;
  /** Its beginning, as far as known. */
  readonly prefix: string;
  readonly index: number;
  /** It is one positional, whatever it becomes; otherwise what follows may be in any later place. */
  readonly isOne: boolean;
  readonly isAfterSeparator: boolean;
}

export interface ParsedArguments {
  /** The options given, by first name, with their values; undefined: a value that is not known. */
  readonly given: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** First names of the options, in the order in which they are given. */
  readonly sequence: readonly string[];
  readonly positionals: readonly Positional[];
  readonly fileValues: readonly FileValue[];
}

/** Several options of one kind, in short form: separated by spaces, spellings by slashes. Split on first use. */
export type OptionList = Omit<Option, 'names'> & { readonly names: string };

/** Options without a value: `'-a/--all -l'`. */
export const flags = (names: string): OptionList => listed(names, 'flag', undefined);
/** Options with a value, attached or separate. */
export const values = (names: string, accepts?: RegExp): OptionList => listed(names, 'value', accepts);
/** Options with a value that is attached or absent. */
export const optionals = (names: string, accepts?: RegExp): OptionList => listed(names, 'optional', accepts);
/** Options whose value is attached or the next word, and absent only at the end. */
export const trailing = (names: string): OptionList => listed(names, 'trailing', undefined);
/** Options whose value is a file that is read. */
export const files = (names: string): OptionList => listed(names, 'file', undefined);
/** Options whose value is a directory that is read with everything below it. */
export const trees = (names: string): OptionList => listed(names, 'tree', undefined);
/** Options whose value is a file of which only metadata such as times is shown. */
export const entries = (names: string): OptionList => listed(names, 'entry', undefined);
/** Options that write, execute or use the network, and of which an accepted option could be an abbreviation. */
export const refused = (names: string): OptionList => listed(names, 'refused', undefined);
/** Options that take two words after them. */
export const pairs = (names: string): OptionList => ({ ...listed(names, 'value', undefined), valueCount: 2 });

function listed(names: string, kind: Option['kind'], accepts: RegExp | undefined): OptionList {
  const valueCount = kind === 'flag' || kind === 'optional' || kind === 'refused' ? 0 : 1;
  return { names, kind, valueCount, accepts };
}

function expand({ names, ...shared }: OptionList): Option[] {
  return names.split(/\s+/).map((name) => ({ ...shared, names: name.split('/') }));
}

export const none: Positionals = { first: [], rest: undefined, otherwise: undefined };
export const anyText: Positionals = { first: [], rest: 'text', otherwise: undefined };
export const anyFiles: Positionals = { first: [], rest: 'file', otherwise: undefined };
export const anyTrees: Positionals = { first: [], rest: 'tree', otherwise: undefined };
export const only = (...first: Role[]): Positionals => ({ ...none, first });
/** Arguments such as a pattern, and what follows them. */
export const after = (first: readonly Role[], rest: Role, otherwise?: 'file' | 'tree'): Positionals => ({
  first,
  rest,
  otherwise,
});

export interface RowSource extends Partial<
  Omit<Row, 'positionals' | 'options' | 'subcommands' | 'reportsOnMachine' | 'access' | 'modes' | 'but'>
> {
  readonly access?: Access | Row['access'];
  readonly reportsOnMachine?: boolean | Row['reportsOnMachine'];
  readonly name: string;
  readonly options?: readonly OptionList[];
  readonly modes?: ModeLists;
  readonly positionals?: Positionals | Row['positionals'];
  readonly subcommands?: readonly Row[];
}

/** A row with the defaults of a GNU program that takes no positionals filled in. */
export function row(source: RowSource): Row {
  return new SourceRow(source);
}

/** Most of the hundreds of rows are never used in a run: what one says is made from its source when it is asked for. */
class SourceRow implements Row {
  readonly #source: RowSource;
  #options: readonly Option[] | undefined;
  #modes: Modes | undefined;
  #subcommands: ReadonlyMap<string, Row> | undefined;

  constructor(source: RowSource) {
    this.#source = source;
  }

  get name() {
    return this.#source.name;
  }

  get options() {
    return (this.#options ??= this.#lists().flatMap(expand));
  }

  get syntax() {
    return this.#source.syntax ?? 'gnu';
  }

  get order() {
    return this.#source.order ?? (this.#source.subcommands === undefined ? 'permuted' : 'options-first');
  }

  get positionals() {
    const { positionals = none } = this.#source;
    return typeof positionals === 'function' ? positionals : () => positionals;
  }

  get access() {
    const { access = 'read' } = this.#source;
    return typeof access === 'function' ? access : () => access;
  }

  get readings() {
    return this.#source.readings;
  }

  get requires() {
    return this.#source.requires ?? [];
  }

  get modes() {
    if (this.#source.modes === undefined) return undefined;
    return (this.#modes ??= modesOf(this.#source.modes));
  }

  get hasNumberOption() {
    return this.#source.hasNumberOption ?? false;
  }

  get acceptsUnknownWords() {
    return this.#source.acceptsUnknownWords ?? false;
  }

  get refusesDashedValues() {
    return this.#source.refusesDashedValues ?? false;
  }

  get followsLinks() {
    return this.#source.followsLinks ?? (() => false);
  }

  get reportsOnMachine() {
    const { reportsOnMachine = false } = this.#source;
    return typeof reportsOnMachine === 'function' ? reportsOnMachine : () => reportsOnMachine;
  }

  get subcommands() {
    const { subcommands } = this.#source;
    if (subcommands === undefined) return undefined;
    return (this.#subcommands ??= new Map(subcommands.map((one) => [one.name, one])));
  }

  get withoutSubcommand() {
    return this.#source.withoutSubcommand;
  }

  get hardening() {
    return this.#source.hardening;
  }

  get starts() {
    return this.#source.starts ?? [];
  }

  get rewrite() {
    return this.#source.rewrite;
  }

  get inspect() {
    return this.#source.inspect;
  }

  but(changes: Partial<RowSource>): Row {
    return new SourceRow({ ...this.#source, ...changes });
  }

  #lists(): readonly OptionList[] {
    const { options = [], modes = {} } = this.#source;
    const common = this.syntax === 'gnu' ? [flags('--help --version')] : [];
    return [...options, ...Object.values(modes).map((names) => flags(names)), ...common];
  }
}

function modesOf({ always, reading, writing }: ModeLists): Modes {
  const firstNames = (list: string | undefined): readonly string[] =>
    list === undefined ? [] : expand(flags(list)).flatMap(({ names }) => names.slice(0, 1));
  return { always: firstNames(always), reading: firstNames(reading), writing: firstNames(writing) };
}

/** Command names; those with a slash are paths, and the result shows whether the file exists. */
export function commandPaths({ positionals }: ParsedArguments): Reading[] {
  return positionals
    .filter(({ value }) => value === undefined || value.includes('/'))
    .map(({ value, index }) => ({ value, index, isRecursive: false, access: 'list' }));
}

/** The same row under several names. */
export function rows(names: string, source: Omit<RowSource, 'name'>): Row[] {
  return names.split(' ').map((name) => row({ ...source, name }));
}
