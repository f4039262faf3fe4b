import type { Command, Script, Spanned, Word } from '../../tree.ts';
import { arithmeticHazard } from '../hazard/arithmetic-hazard.ts';
import { addOwnEffects } from './compound-command.ts';
import { harmlessVariables, hazardOf } from '../state/hazard-of.ts';
import type { Item } from '../item/item.ts';
import { endingOf } from '../item/changed-match.ts';
import { itemsOf } from '../item/items-of.ts';
import { lookupsFor } from '../state/lookups.ts';
import { lookupsOf } from '../state/lookups-of.ts';
import { isPrivateVariable } from '../state/safe-variables.ts';
import { walkSimpleCommand } from './simple-command.ts';
import {
  either,
  ended,
  inPlace,
  inSubshell,
  joined,
  type Outcome,
  type State,
  withMatch,
  withVariable,
} from '../state/state.ts';
import { standpointOf } from '../state/standpoint.ts';
import { NOT_KNOWN, evaluatedText, printedText, withInput } from '../state/printed-text.ts';
import { testEffects } from './test-effects.ts';
import type { Shell } from '../state/walk.ts';
import { walkParts, walkWords } from '../state/walk-words.ts';
import { addPrinted } from '../state/written-texts.ts';

/** Walks over commands one after the other, and says what is known behind them. */
export function walkScript(shell: Shell, script: Script, state: State): Outcome {
  let outcome = either(state);
  for (const { command, isBackground } of script.items) {
    const before = ended(outcome);
    if (isBackground) {
      walkCommand(shell, command, inSubshell(before));
      outcome = either(before);
    } else outcome = walkCommand(shell, command, before);
  }
  return outcome;
}

function walkCommand(shell: Shell, command: Command, state: State): Outcome {
  switch (command.type) {
    case 'simple':
      return walkSimpleCommand(shell, command, state);
    case 'and-or': {
      const left = walkCommand(shell, command.left, state);
      const isAnd = command.operator === '&&';
      const right = walkCommand(shell, command.right, isAnd ? left.success : left.failure);
      return isAnd
        ? { success: right.success, failure: joined(left.failure, right.failure) }
        : { success: joined(left.success, right.success), failure: right.failure };
    }
    case 'pipeline': {
      const [only] = command.commands;
      if (only !== undefined && command.commands.length === 1) {
        const { success, failure } = walkCommand(shell, only, state);
        return command.isNegated ? { success: failure, failure: success } : { success, failure };
      }
      let { input } = state;
      for (const element of command.commands) {
        const before = { ...inSubshell(state), input };
        walkCommand(shell, element, before);
        input = printedText(shell, element, before);
      }
      return either(state);
    }
    default: {
      const { success, failure } = walkCompound(shell, command, state);
      const { input } = state;
      return { success: { ...success, input }, failure: { ...failure, input } };
    }
  }
}

type Compound = Exclude<Command, { readonly type: 'simple' | 'and-or' | 'pipeline' }>;

function walkCompound(shell: Shell, command: Compound, before: State): Outcome {
  const state = withInput(shell, command.redirections, before);
  const targets = command.redirections.map(({ target }) => target);
  walkWords(shell, targets, state);
  const hazard = hazardOf(targets, shell, state);
  const isTest = command.type === 'test' || command.type === 'arithmetic';
  if (!isTest && (hazard !== undefined || targets.length > 0)) {
    const [first] = command.redirections;
    const span = { start: first?.start ?? command.start, end: command.end };
    const { redirections } = command;
    const own = { span, argv: [], hazard, files: [], redirections, why: 'it only reads' };
    const { redirections: opened } = addOwnEffects(shell, state, own);
    addPrinted(shell.walk, opened, () => printedText(shell, command, before));
  }
  switch (command.type) {
    case 'subshell':
      walkScript(shell, command.body, inSubshell(state));
      return either(state);
    case 'group':
      return walkScript(shell, command.body, state);
    case 'if':
      return walkIf(shell, command, state);
    case 'while':
    case 'until':
    case 'for':
    case 'select':
      return walkLoop(shell, command, state);
    case 'case':
      return walkCase(shell, command, state);
    case 'function':
      // It runs when it is called, wherever that is.
      walkCompoundBody(shell, command.body, state);
      return either(withFunction(shell, command, state));
    case 'test': {
      walkWords(shell, command.words, state);
      const own = testEffects(command.words, shell, state);
      shell.walk.reportsOnMachine ||= own.reportsOnMachine;
      const argv = ['[[', ...command.words.map(({ literal }) => literal), ']]'];
      const why = 'it only compares';
      const end = command.words.at(-1)?.end ?? command.end;
      addOwnEffects(shell, state, {
        span: spanTo(shell, command, ']]', end),
        argv,
        hazard: hazard ?? own.hazard,
        files: own.files,
        redirections: command.redirections,
        why,
      });
      return either(state);
    }
    case 'arithmetic': {
      walkParts(shell, command.parts, state);
      const own = hazard ?? arithmeticHazard(command.parts, harmlessVariables(shell, state));
      const { redirections } = command;
      addOwnEffects(shell, state, {
        span: spanTo(shell, command, '))', command.start),
        argv: ['((', undefined, '))'],
        hazard: own,
        files: [],
        redirections,
        why: 'it only computes',
      });
      return either(state);
    }
    default:
      return command satisfies never;
  }
}

/** From here on, a call runs this definition, unless another one may replace it. */
function withFunction(
  { facts }: Shell,
  { name, start, end }: Extract<Command, { readonly type: 'function' }>,
  state: State,
): State {
  if (facts.redefined.has(name)) return state;
  const kind = facts.changesDirectoryIn(start, end) ? 'moves' : 'stays';
  return { ...state, defined: new Map(state.defined).set(name, kind) };
}

function walkCompoundBody(shell: Shell, body: Command, state: State): void {
  const unknown = {
    variables: new Map(),
    matches: new Map(),
    latest: new Map(),
    plain: new Set<string>(),
    parameters: undefined,
  };
  const there = shell.facts.staysInPlace ? state : inPlace(state, undefined);
  walkCommand(shell, body, { ...there, ...unknown });
}

function walkIf(shell: Shell, command: Extract<Command, { readonly type: 'if' }>, state: State): Outcome {
  let before = state;
  let after: Outcome | undefined;
  const add = (outcome: Outcome): void => {
    after =
      after === undefined
        ? outcome
        : {
            success: joined(after.success, outcome.success),
            failure: joined(after.failure, outcome.failure),
          };
  };
  for (const { condition, body } of command.branches) {
    const { success, failure } = walkScript(shell, condition, before);
    add(walkScript(shell, body, success));
    before = failure;
  }
  if (command.otherwise === undefined) add(either(before));
  else add(walkScript(shell, command.otherwise, before));
  return after ?? either(before);
}

type Loop = Extract<Command, { readonly type: 'while' | 'until' | 'for' | 'select' }>;

function walkLoop(shell: Shell, command: Loop, state: State): Outcome {
  const isMoving = shell.facts.changesDirectoryIn(command.start, command.end);
  const start = isMoving ? inPlace(state, undefined) : state;
  if ('condition' in command) {
    const { success, failure } = walkScript(shell, command.condition, start);
    const body = walkScript(shell, command.body, command.type === 'while' ? success : failure);
    return either(joined(joined(ended(body), start), joined(success, failure)));
  }
  const { words, variable } = command;
  if (words !== undefined) {
    walkWords(shell, words, state);
    const hazard = hazardOf(words, shell, state);
    if (hazard !== undefined) refuseWords(shell, state, command, hazard);
    addWordLookups(shell, state, command, words);
  }
  if (!isPrivateVariable(variable)) refuseWords(shell, state, command, `a loop sets ${variable}`);
  const listed = words === undefined ? undefined : evaluatedText(shell, words, state);
  const given = listed?.listed === undefined && listed?.hasNoDash !== true ? undefined : listed;
  const within = words === undefined ? start : { ...start, input: given ?? start.input ?? NOT_KNOWN };
  const body = walkScript(shell, command.body, withLoopVariable(shell, command, within, variable));
  return either(joined(start, ended(body)));
}

/** What the shell looks at to find the words that a loop goes through. */
function addWordLookups(shell: Shell, state: State, { start }: Spanned, words: readonly Word[]): void {
  const items = lookupsFor(shell, state, words).flatMap((lookup) =>
    words.flatMap((word) => itemsOf(word, shell.source, lookup)),
  );
  const files = lookupsOf(shell, items, state);
  const end = words.at(-1)?.end;
  if (files.length === 0 || end === undefined) return;
  const why = 'it goes through names';
  addOwnEffects(shell, state, {
    span: { start, end },
    argv: [],
    hazard: undefined,
    files,
    redirections: [],
    why,
  });
}

/** Each value of the loop is tried in its body, where all of them are known. */
function withLoopVariable(shell: Shell, command: Loop, state: State, variable: string): State {
  const { facts } = shell;
  if (command.type !== 'for') return state;
  if (!facts.areVariablesKnown || facts.assignments.get(variable) !== 1) return state;
  const [lookup] = lookupsFor(shell, state, []);
  const values = new Set<string>();
  const { words } = command;
  // Without words, the loop is over the script's arguments.
  const items =
    lookup === undefined || words === undefined
      ? words === undefined
        ? (state.parameters ?? [])
        : []
      : words.flatMap((word) => itemsOf(word, shell.source, lookup));
  const [first] = items;
  if (items.length === 1 && first?.isGlob === true && typeof first.value === 'object') {
    const { prefix } = first.value;
    const endings = new Set(first.globs.map(endingOf));
    const ending = endings.size === 1 ? [...endings][0] : undefined;
    const match = { ...first, value: { prefix, isOne: true, ending }, end: undefined };
    return withMatch(withPlain(shell, state, variable, first), variable, match);
  }
  for (const { value } of items) {
    if (typeof value !== 'string') return state;
    values.add(value);
  }
  return values.size === 0 ? state : withVariable(state, variable, [...values]);
}

/** Names that an unquoted variable leaves as they are, as most do. */
function withPlain(shell: Shell, state: State, variable: string, { globs }: Item): State {
  const { expand } = standpointOf(shell, state);
  const isPlain = globs.every(
    (pieces) => expand(pieces)?.matches.every(({ path }) => !/[*?[\\\s]/u.test(path)) ?? false,
  );
  return isPlain ? { ...state, plain: new Set(state.plain).add(variable) } : state;
}

function walkCase(shell: Shell, command: Extract<Command, { readonly type: 'case' }>, state: State): Outcome {
  const words = [command.subject, ...command.clauses.flatMap(({ patterns }) => patterns)];
  walkWords(shell, words, state);
  const hazard = hazardOf(words, shell, state);
  if (hazard !== undefined) refuseWords(shell, state, command, hazard);
  let after = state;
  for (const { body } of command.clauses) {
    // `;&` goes on into the next clause, which begins then where the one before it ended.
    const outcome = walkScript(shell, body, after);
    after = joined(after, ended(outcome));
  }
  return either(after);
}

function refuseWords(shell: Shell, state: State, span: Spanned, hazard: string): void {
  addOwnEffects(shell, state, { span, argv: [], hazard, files: [], redirections: [], why: '' });
}

/** Without the redirections and comments behind its end. */
function spanTo({ source }: Shell, { start, end }: Spanned, closing: string, from: number): Spanned {
  const at = source.slice(from, end).indexOf(closing);
  return { start, end: at === -1 ? end : from + at + closing.length };
}
