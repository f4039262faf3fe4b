import type { Command, Script, SimpleCommand, Word, WordPart } from '../../tree.ts';
import { assignsInArithmetic } from '../hazard/arithmetic-hazard.ts';
import { isPrivateVariable, isSafeVariable } from './safe-variables.ts';
import {
  builtinCall,
  changesDirectory,
  changesNames,
  isDeclaration,
  isHarmlessSet,
  mayChangeVariables,
  readNames,
  setsVariables,
} from './shell-builtins.ts';
import { listedVariables } from './listed-variables.ts';
import { visitScript } from './visit.ts';

/** What is true of a script as a whole, whatever its order: a loop or a function may run a later line first. */
export interface Facts {
  /** How often each variable is assigned. */
  readonly assignments: ReadonlyMap<string, number>;
  /** Variables whose values builtins read or compute: `read`, `mapfile`, `printf -v`, `getopts`. */
  readonly readIn: ReadonlySet<string>;
  /** Variables that hold, one after the other or all at once, what commands print or the script reads: names from a list. */
  readonly listed: ReadonlySet<string>;
  /** What the script sets this variable to is seen by nothing but the script. */
  readonly isOwn: (name: string) => boolean;
  /** Names of the functions that it defines. */
  readonly functions: ReadonlySet<string>;
  /** Why a command need not be what its name says; undefined: it is. */
  readonly distrust: string | undefined;
  /** It may be another command than its name says. Undefined where only variables are set that choose none. */
  readonly doubt: string | undefined;
  /** It may send git to another repository: by a name that isn't known, or by one of git's with a value that isn't. */
  readonly mayMoveGit: boolean;
  /** No variable is set in a way that `assignments` doesn't count. */
  readonly areVariablesKnown: boolean;
  /** It has loops or functions: a command may run after one that stands behind it. */
  readonly mayRepeat: boolean;
  /** `cd`, `pushd` and `exit` are those of the shell. */
  readonly isDirectoryKnown: boolean;
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
 */
export function factsOf(script: Script, isOwn: (name: string) => boolean, isGivenList: boolean): Facts {
  const assignments = new Map<string, number>();
  const functions = new Set<string>();
  const readIn = new Set<string>();
  const literals = new Map<string, string>();
  /** Variables by which commands are called. */
  const callers: string[] = [];
  const calls: { readonly name: string | undefined; readonly at: number }[] = [];
  let distrust: string | undefined;
  let doubt: string | undefined;
  const mistrust = (why: string): void => {
    distrust ??= why;
    doubt ??= why;
  };
  let mayMoveGit = false;
  let areVariablesKnown = true;
  let isDirectoryKnown = true;
  let mayRepeat = false;

  const assign = (name: string, isKept: boolean): void => {
    assignments.set(name, (assignments.get(name) ?? 0) + 1);
    if (isKept && !isSafeVariable(name) && !isPrivateVariable(name) && !isOwn(name))
      mistrust(`${name} is changed, which programs or the shell may go by`);
  };

  const simple = (command: SimpleCommand): void => {
    const isBare = command.words.length === 0;
    for (const { name, value } of command.assignments) {
      assign(name, isBare);
      if ('parts' in value && value.literal !== undefined) literals.set(name, value.literal);
    }
    if (isBare) return;
    const call = builtinCall(command.words);
    const { name, operands } = call;
    calls.push({ name, at: command.start });
    const caller = name === undefined ? plainParameter(command.words[0]) : undefined;
    if (caller !== undefined) callers.push(caller);
    else if (setsVariables(call) || changesNames(call)) areVariablesKnown = false;
    if (READS_IN.has(name ?? ''))
      for (const { literal } of operands) if (literal !== undefined) readIn.add(literal);
    if (name === 'read' || (name !== undefined && isDeclaration(name)))
      mayMoveGit ||= operands.some(({ literal, parts: [first] }) => {
        const text = literal ?? (first?.type === 'literal' ? first.value : '');
        if (literal === undefined && !text.includes('=')) return true;
        return GIT_PLACE.test(text) && (literal === undefined || !text.includes('='));
      });
    if (name === 'read')
      for (const one of readNames(operands.map((word) => word.literal)) ?? []) assign(one, true);
    if (name === undefined) {
      mistrust('a command is called by a name that is not known');
      isDirectoryKnown = false;
    } else if (changesNames(call)) {
      mistrust(`after ${name} a command need not be what its name says`);
      isDirectoryKnown = false;
    } else if (name === 'set' && !isHarmlessSet(operands.map((word) => word.literal))) {
      mistrust('set changes how the shell reads what follows');
    } else if (name === 'unset' || isDeclaration(name)) {
      const changing = operands.filter((word) => !isHarmlessDeclaration(word.literal));
      if (changing.length > 0) {
        const why = `${name} changes what programs or the shell may go by`;
        distrust ??= why;
        if (changing.some((word) => mayChooseCommands(word))) doubt ??= why;
      }
    }
  };

  const visitCommand = (command: Command): void => {
    mayRepeat ||= REPEATED.has(command.type);
    if (command.type === 'simple') simple(command);
    else if (command.type === 'for' || command.type === 'select') assign(command.variable, true);
    else if (command.type === 'arithmetic' && assignsInArithmetic(command.parts)) areVariablesKnown = false;
    else if (command.type === 'function') {
      functions.add(command.name);
      if (command.name === 'command_not_found_handle') mistrust('it handles commands that are not found');
    }
    if (!('redirections' in command)) return;
    for (const { descriptor } of command.redirections)
      if (typeof descriptor === 'string') assign(descriptor, true);
  };

  const visitPart = (part: WordPart): void => {
    if (part.type === 'arithmetic' && assignsInArithmetic(part.parts)) areVariablesKnown = false;
    if (part.type !== 'parameter') return;
    if (part.operation.startsWith('!') && part.operation !== '!') areVariablesKnown = false;
    if (part.operation.startsWith(':') || part.operation.startsWith('[')) {
      if (part.words.some((word) => !isPlainOperand(word.parts))) areVariablesKnown = false;
    }
    if (/^(?:\[[^\]]*\])?:?=/u.test(part.operation)) assign(part.name, true);
  };

  visitScript(script, { command: visitCommand, part: visitPart });
  for (const name of callers) {
    const literal = assignments.get(name) === 1 ? literals.get(name) : undefined;
    // One that is split into several words may be anything.
    if (literal === undefined || !/^[\w./-]+$/u.test(literal) || mayChangeVariables(literal))
      areVariablesKnown = false;
  }
  if (MOVERS.some((name) => functions.has(name))) isDirectoryKnown = false;
  const moves = calls
    .filter(({ name }) => changesDirectory(name) || functions.has(name ?? ''))
    .toSorted((left, right) => left.at - right.at);
  return {
    assignments,
    readIn,
    listed: listedVariables(script, [...(mayRepeat ? readIn : []), ...(isGivenList ? PARAMETERS : [])]),
    isOwn,
    functions,
    distrust,
    doubt,
    mayMoveGit,
    areVariablesKnown,
    mayRepeat,
    isDirectoryKnown,
    changesDirectoryIn: (start, end) => hasBetween(moves, start, end),
  };
}

/** The name of a variable that is a whole word. */
function plainParameter(word: Word | undefined): string | undefined {
  const [part, ...others] = word?.parts ?? [];
  return part?.type === 'parameter' && part.operation === '' && others.length === 0 ? part.name : undefined;
}

/** An operand that could be an arithmetic expression changes nothing. */
function isPlainOperand(parts: readonly WordPart[]): boolean {
  return parts.every((part) => part.type !== 'literal' || !/=|\+\+|--/u.test(part.value));
}

/** Variables by which the shell or programs choose what they run, or how they read it. */
const CHOOSING =
  /^(?:PATH|IFS|ENV|CDPATH|GLOBIGNORE|SHELLOPTS|POSIXLY_CORRECT|PS\d|LD_\w*|DYLD_\w*|BASH\w*|GIT_\w*|LESS\w*|PERL5DB|npm_config_\w*|\w*(?:INIT|RUNNER|PAGER|EDITOR|VISUAL|BROWSER|OPTIONS|OPTS?|FLAGS|ARGS|RSH|SSH|ASKPASS|PATH|HOME|LOADER|WRAPPER|PRELOAD|SHELL|COMMAND|CMD|HOOK|CONFIG)\w*)$/u;

function mayChooseCommands({ literal, parts: [first] }: Word): boolean {
  const text = literal ?? (first?.type === 'literal' ? first.value : '');
  const [, name] = /^(\w+)=/u.exec(text) ?? /^(\w+)$/u.exec(literal ?? '') ?? [];
  return name === undefined || CHOOSING.test(name);
}

function isHarmlessDeclaration(word: string | undefined): boolean {
  if (word === undefined || word.startsWith('-')) return false;
  const equals = word.indexOf('=');
  const name = equals === -1 ? word : word.slice(0, equals);
  return isSafeVariable(name);
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

/** Variables that say which repository git works on. */
const GIT_PLACE = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|NAMESPACE|CONFIG\w*)\b/u;
