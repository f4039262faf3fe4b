import type { Command, Script, SimpleCommand, Word, WordPart } from '../../tree.ts';
import { assignedInArithmetic } from '../hazard/arithmetic-hazard.ts';
import { isPrivateVariable, isSafeVariable, namesCommand } from './safe-variables.ts';
import {
  builtinCall,
  type BuiltinCall,
  changesDirectory,
  changesNames,
  copiesDescriptors,
  isDeclaration,
  isHarmlessSet,
  mayChangeVariables,
  readNames,
  setsVariables,
} from './shell-builtins.ts';
import { isHarmlessDeclaration, mayChooseCommands, mayMoveGit } from './declared-variables.ts';
import { calledByTrap, isHarmlessTrap } from './harmless-trap.ts';
import { onlyAddsPrograms } from './project-programs.ts';
import { listedVariables } from './listed-variables.ts';
import { visitScript } from './visit.ts';

/** What is true of a script as a whole, whatever its order: a loop or a function may run a later line first. */
export interface Facts {
  /** How often each variable is assigned. */
  readonly assignments: ReadonlyMap<string, number>;
  /** Variables that hold whole numbers, whenever they are set. */
  readonly numbers: ReadonlySet<string>;
  /** Variables whose values builtins read or compute: `read`, `mapfile`, `printf -v`, `getopts`. */
  readonly readIn: ReadonlySet<string>;
  /** Variables that hold, one after the other or all at once, what commands print or the script reads: names from a list. */
  readonly listed: ReadonlySet<string>;
  /** What the script sets this variable to is seen by nothing but the script. */
  readonly isOwn: (name: string) => boolean;
  /** Names of the functions that it defines. */
  readonly functions: ReadonlySet<string>;
  /** Those of them that it defines more than once. */
  readonly redefined: ReadonlySet<string>;
  /** Why a command need not be what its name says; undefined: it is. */
  readonly distrust: string | undefined;
  /** It may be another command than its name says. Undefined where only variables are set that choose none. */
  readonly doubt: string | undefined;
  /** It may send git to another repository: by a name that isn't known, or by one of git's with a value that isn't. */
  readonly mayMoveGit: boolean;
  /** No variable is set in a way that `assignments` doesn't count. */
  readonly areVariablesKnown: boolean;
  /** It has loops or functions: a command may run after one that comes after it. */
  readonly mayRepeat: boolean;
  /** `cd`, `pushd` and `exit` are those of the shell. */
  readonly isDirectoryKnown: boolean;
  /** Nothing in it changes the shell's directory: a function runs where it is defined. */
  readonly staysInPlace: boolean;
  /** Whether a command between two offsets of the source may change the shell's directory. */
  readonly changesDirectoryIn: (start: number, end: number) => boolean;
}

const PARAMETERS = '@ * 1 2 3 4 5 6 7 8 9'.split(' ');

const REPEATED = new Set(['for', 'select', 'while', 'until', 'function']);

const READS_IN = new Set('read mapfile readarray printf getopts'.split(' '));

const MOVERS = ['cd', 'pushd', 'popd', 'exit', 'command', 'builtin'];

/**
 * @param isOwn what the script sets it to is seen by nothing but the script
 * @param isGivenList its parameters are names from a list
 * @param activation see `activationOf`
 */
export function factsOf(
  script: Script,
  isOwn: (name: string) => boolean,
  isGivenList: boolean,
  activation?: SimpleCommand,
): Facts {
  const reading = new FactReading(isOwn, activation);
  visitScript(script, {
    command: (command) => reading.visitCommand(command),
    part: (part) => reading.visitPart(part),
  });
  return reading.facts(script, isGivenList);
}

/** Collects facts from the commands and words of a script. */
class FactReading {
  readonly #isOwn: (name: string) => boolean;
  readonly #activation: SimpleCommand | undefined;
  readonly #assignments = new Map<string, number>();
  /** How often each is assigned a whole number. */
  readonly #numbers = new Map<string, number>();
  readonly #functions = new Set<string>();
  readonly #redefined = new Set<string>();
  readonly #readIn = new Set<string>();
  readonly #literals = new Map<string, string>();
  /** Variables by which commands are called. */
  readonly #callers: string[] = [];
  readonly #traps: { readonly call: BuiltinCall; readonly at: number }[] = [];
  readonly #calls: { readonly name: string | undefined; readonly at: number }[] = [];
  #distrust: string | undefined;
  #doubt: string | undefined;
  #mayMoveGit = false;
  #areVariablesKnown = true;
  #isDirectoryKnown = true;
  #mayRepeat = false;

  constructor(isOwn: (name: string) => boolean, activation: SimpleCommand | undefined) {
    this.#isOwn = isOwn;
    this.#activation = activation;
  }

  visitCommand(command: Command): void {
    this.#mayRepeat ||= REPEATED.has(command.type);
    if (command.type === 'simple') this.#visitSimple(command);
    else if (command.type === 'for' || command.type === 'select') {
      this.#assign(command.variable, true);
      if (command.type === 'for' && command.words?.every(isNumber) === true)
        this.#noteNumber(command.variable);
    } else if (command.type === 'arithmetic') this.#visitArithmetic(command.parts);
    else if (command.type === 'function') {
      if (this.#functions.has(command.name)) this.#redefined.add(command.name);
      this.#functions.add(command.name);
      if (command.name === 'command_not_found_handle')
        this.#mistrust('it handles commands that are not found');
    }
    if (!('redirections' in command)) return;
    for (const { descriptor } of command.redirections)
      if (typeof descriptor === 'string') this.#assign(descriptor, true);
  }

  visitPart(part: WordPart): void {
    if (part.type === 'arithmetic') this.#visitArithmetic(part.parts);
    if (part.type !== 'parameter') return;
    if (part.operation.startsWith('!') && part.operation !== '!') this.#areVariablesKnown = false;
    if (part.operation.startsWith(':') || part.operation.startsWith('[')) {
      if (part.words.some((word) => !isPlainOperand(word.parts))) this.#areVariablesKnown = false;
    }
    if (/^(?:\[[^\]]*\])?:?=/u.test(part.operation)) this.#assign(part.name, true);
  }

  #visitArithmetic(parts: readonly WordPart[]): void {
    const names = assignedInArithmetic(parts);
    if (names === undefined) this.#areVariablesKnown = false;
    for (const name of names ?? []) {
      this.#assign(name, true);
      this.#noteNumber(name);
    }
  }

  #noteNumber(name: string): void {
    this.#numbers.set(name, (this.#numbers.get(name) ?? 0) + 1);
  }

  facts(script: Script, isGivenList: boolean): Facts {
    const readIn = this.#readIn;
    const functions = this.#functions;
    const listed: string[] = [];
    if (this.#mayRepeat) listed.push(...readIn);
    if (isGivenList) listed.push(...PARAMETERS);
    const trapped = this.#traps.flatMap(({ call, at }) =>
      calledByTrap(call, functions).map((name) => ({ name, at })),
    );
    const moves = [...this.#calls, ...trapped]
      .filter(({ name }) => changesDirectory(name) || functions.has(name ?? ''))
      .toSorted((left, right) => left.at - right.at);
    const isDirectoryKnown = this.#isDirectoryKnown && !MOVERS.some((name) => functions.has(name));
    return {
      assignments: this.#assignments,
      numbers: new Set(
        [...this.#numbers].flatMap(([name, times]) => (this.#assignments.get(name) === times ? [name] : [])),
      ),
      readIn,
      listed: listedVariables(script, listed),
      isOwn: this.#isOwn,
      functions,
      redefined: this.#redefined,
      distrust: this.#distrust,
      doubt: this.#doubt,
      mayMoveGit: this.#mayMoveGit,
      areVariablesKnown: this.#areVariablesKnown && this.#areCallersKnown,
      mayRepeat: this.#mayRepeat,
      staysInPlace: isDirectoryKnown && !this.#calls.some(({ name }) => changesDirectory(name)),
      isDirectoryKnown,
      changesDirectoryIn: (start, end) => hasBetween(moves, start, end),
    };
  }

  /** Each is assigned once, a plain word that changes no variables. */
  get #areCallersKnown(): boolean {
    return this.#callers.every((name) => {
      const literal = this.#assignments.get(name) === 1 ? this.#literals.get(name) : undefined;
      // One that is split into several words may be anything.
      return literal !== undefined && /^[\w./-]+$/u.test(literal) && !mayChangeVariables(literal);
    });
  }

  #visitSimple(command: SimpleCommand): void {
    // The programs that are found first then are looked for by their names, see `searchPlaces`.
    if (command === this.#activation || onlyAddsPrograms(command)) {
      this.#distrust ??= 'the search path is changed, by which commands are found';
      return;
    }
    const isBare = command.words.length === 0;
    for (const { name, value, index } of command.assignments) {
      const literal = 'parts' in value && index === undefined ? value.literal : undefined;
      this.#assign(name, isBare, literal);
      if (index === undefined && 'parts' in value && isNumber(value)) this.#noteNumber(name);
      if ('parts' in value && value.literal !== undefined) this.#literals.set(name, value.literal);
    }
    if (isBare) return;
    if (copiesDescriptors(command)) return;
    const call = builtinCall(command.words);
    if (isHarmlessTrap(call)) {
      this.#traps.push({ call, at: command.start });
      return;
    }
    const { name } = call;
    this.#calls.push({ name, at: command.start });
    const caller = name === undefined ? plainParameter(command.words[0]) : undefined;
    if (caller !== undefined) this.#callers.push(caller);
    else if (setsVariables(call) || changesNames(call)) this.#areVariablesKnown = false;
    this.#noteRead(call);
    this.#noteTrust(call);
  }

  /** Variables that a builtin sets. */
  #noteRead({ name, operands }: BuiltinCall): void {
    if (READS_IN.has(name ?? ''))
      for (const { literal } of operands) if (literal !== undefined) this.#readIn.add(literal);
    if (name === 'read' || (name !== undefined && isDeclaration(name)))
      this.#mayMoveGit ||= operands.some(mayMoveGit);
    if (name === 'read')
      for (const one of readNames(operands.map((word) => word.literal)) ?? []) this.#assign(one, true);
  }

  /** Whether later commands are what their names say. */
  #noteTrust(call: BuiltinCall): void {
    const { name, operands } = call;
    if (name === undefined) {
      this.#mistrust('a command is called by a name that is not known');
      this.#isDirectoryKnown = false;
    } else if (changesNames(call)) {
      this.#mistrust(`after ${name} a command need not be what its name says`);
      this.#isDirectoryKnown = false;
    } else if (name === 'set' && !isHarmlessSet(operands.map((word) => word.literal))) {
      this.#mistrust('set changes how the shell reads what follows');
    } else if (name === 'unset' || isDeclaration(name)) {
      const changing = operands.filter((word) => !isHarmlessDeclaration(word.literal));
      if (changing.length === 0) return;
      const why = `${name} changes what programs or the shell may go by`;
      this.#distrust ??= why;
      if (changing.some((word) => mayChooseCommands(word))) this.#doubt ??= why;
    }
  }

  #assign(name: string, isKept: boolean, value?: string): void {
    this.#assignments.set(name, (this.#assignments.get(name) ?? 0) + 1);
    if (!isKept || isSafeVariable(name) || isPrivateVariable(name) || this.#isOwn(name)) return;
    const why = `${name} is changed, which programs or the shell may go by`;
    this.#distrust ??= why;
    if (value === undefined || !namesCommand(name)) this.#doubt ??= why;
  }

  #mistrust(why: string): void {
    this.#distrust ??= why;
    this.#doubt ??= why;
  }
}

/** The name of a variable that is a whole word. */
function plainParameter(word: Word | undefined): string | undefined {
  const [part, ...others] = word?.parts ?? [];
  return part?.type === 'parameter' && part.operation === '' && others.length === 0 ? part.name : undefined;
}

/** `3`, `$((i + 1))`, `$#`, `${#x}`. */
function isNumber({ literal, parts }: Word): boolean {
  if (literal !== undefined) return /^-?\d+$/u.test(literal);
  const [part, ...others] = parts.filter((one) => one.type !== 'literal' || one.value !== '');
  if (others.length > 0) return false;
  if (part?.type === 'arithmetic') return true;
  return part?.type === 'parameter' && (part.operation === '' ? part.name === '#' : part.operation === '#');
}

/** An operand that could be an arithmetic expression changes nothing. */
function isPlainOperand(parts: readonly WordPart[]): boolean {
  return parts.every((part) => part.type !== 'literal' || !/=|\+\+|--/u.test(part.value));
}

function hasBetween(sorted: readonly { readonly at: number }[], start: number, end: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && (sorted[low]?.at ?? end) < end;
}
