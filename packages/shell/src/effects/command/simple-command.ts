import type { Assignment, SimpleCommand, Spanned, Word } from '../../tree.ts';
import { analyzeItems } from './analyze-items.ts';
import { printsNothing } from './emptied-files.ts';
import { guessedLookups, withEnvironment, withGuesses } from '../state/guesses.ts';
import { addEmptied, directoryChange, placesOfPattern } from '../state/directory-change.ts';
import { textOf, type Item } from '../item/item.ts';
import { itemsOf, valueOf, type Lookup } from '../item/items-of.ts';
import { lookupsFor } from '../state/lookups.ts';
import { overwrittenItems, redirectionEffects } from '../path/redirection-effects.ts';
import { isStartUpFile } from '../state/start-up-variables.ts';
import { isPrivateVariable, isSafeAssignment } from '../state/safe-variables.ts';
import { builtinCall, changesDirectory, changesNames, copiesDescriptors } from '../state/shell-builtins.ts';
import { either, goneFrom, inPlace, type Outcome, type State, withVariable } from '../state/state.ts';
import { addsProjectPrograms, onlyAddsPrograms } from '../state/project-programs.ts';
import { calledByTrap, isHarmlessTrap } from '../state/harmless-trap.ts';
import { standpointOf } from '../state/standpoint.ts';
import { assignmentText } from '../item/canonical-command-text.ts';
import type { Shell } from '../state/walk.ts';
import { evaluatedText, printedText, substitutedText, withInput } from '../state/printed-text.ts';
import { walkNestedScript } from './nested-script.ts';
import { walkStartedScript, type StartedScript } from './with-given-names.ts';
import { walkWords } from '../state/walk-words.ts';
import { variableGivesNames } from '../running/given-names.ts';
import { mayDoAnything } from '../state/variable-paths.ts';
import { setVariables } from './set-variables.ts';
import { isAssigning, scriptsOfVariable, unknownValue } from '../running/command-variables.ts';
import { holdsGitSetting, scriptsOfGitVariable, type GivenValue } from '../running/git-setting-variables.ts';
import { namesElement, subscriptText } from '../running/subscript-commands.ts';
import { hazardOf } from '../state/hazard-of.ts';
import { textsOfDescriptors } from '../state/descriptor-texts.ts';
import { addPrinted } from '../state/written-texts.ts';

/** Variables that the shell itself sets or reads otherwise than a script gave them. */
const SPECIAL =
  /^(?:BASH\w*|COMP_\w*|DIRSTACK|EPOCH\w*|EUID|FUNCNAME|GROUPS|HISTCMD|HOME|HOST\w*|IFS|LINENO|MACHTYPE|OLDPWD|OPT\w*|OSTYPE|PIPESTATUS|PPID|PWD|RANDOM|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|UID|_)$/u;

/** Walks over one simple command and all that its words run. */
export function walkSimpleCommand(shell: Shell, command: SimpleCommand, state: State): Outcome {
  const { assignments, words, redirections } = command;
  const targets = redirections.map(({ target }) => target);
  const values = assignments.flatMap(({ value }) => ('parts' in value ? [value] : value));
  const all = [...words, ...values, ...targets];
  walkWords(shell, all, state);
  const isSentElsewhere = words.some(({ literal }) => literal === '-C' || literal === '--chdir');
  if (isSentElsewhere) addEmptied(shell, words, state);
  const lookups = lookupsFor(shell, state, all);
  const standpoint = standpointOf(shell, state);
  const variantFor = (lookup: Lookup): readonly Item[] =>
    words.flatMap((word) => itemsOf(word, shell.source, lookup));
  const variants = lookups.map(variantFor);
  // A command of a name that isn't known asks anyway.
  const hasName = variants.some(([first]) => textOf(first) !== undefined);
  const guessed = hasName ? guessedLookups(shell, state, words, lookups).map(variantFor) : [];
  const lookup = lookups.length === 1 ? lookups[0] : undefined;
  const elements = assignments.flatMap(({ value }) => ('parts' in value ? [] : value));
  const variables = setVariables(shell, command, lookups, variants[0] ?? []);
  const redirected = redirectionEffects(redirections, shell.source, lookups, standpoint);
  const addsPrograms = command === shell.walk.activation || onlyAddsPrograms(command);
  const analyzed = analyzeItems(shell, {
    variants: words.length === 0 ? [] : [...variants, ...guessed],
    assignments: assignments.map((one) => describe(one, shell, words)),
    input: withInput(shell, redirections, state).input,
    substituted: textsOfDescriptors(shell, command, variants.flat(), state),
    evaluated: evaluatedText(shell, words, state),
    hazard: hazardOf(all, shell, state),
    sets: words.length === 0 ? bareHazard(assignments, lookup, shell) : undefined,
    redirections: redirected,
    overwritten: {
      how: printsNothing(variants[0] ?? []) ? 'surely' : 'perhaps',
      items: overwrittenItems(redirections, shell.source, lookups),
    },
    source: shell.source.slice(command.start, sourceEnd(command)),
    span: shell.span ?? command,
    state: withEnvironment(shell, state, command),
    isNested: shell.span !== undefined,
    isExpanded: true,
    isStartedElsewhere:
      variables.some(mayDoAnything) ||
      assignments.some(({ name, value }) =>
        isStartUpFile(name, 'parts' in value ? (value.literal ?? '.') : ''),
      ),
    end: words.at(-1)?.end,
    addsPrograms,
    elements: lookups.flatMap((one) => elements.flatMap((word) => itemsOf(word, shell.source, one))),
  });
  if (variables.length > 0) shell.walk.given.push({ command: analyzed, variables });
  addPrinted(shell.walk, redirected.files, () => printedText(shell, command, state));
  const told = variants[0] ?? [];
  const firstAssigned = told.findIndex((item) => isAssigning(textOf(item)));
  const given = [
    ...assignments.map((one) => assignmentValue(one, words.length > 0)),
    ...told.map((item, at) => assignmentWord(item, firstAssigned !== -1 && at > firstAssigned)),
  ].filter((one) => one !== undefined);
  for (const { name, text } of given) {
    for (const script of startedBy({ name, text }, given, told))
      walkStartedScript(shell, script, shell.span ?? command, [...shell.via, name], {
        places: undefined,
        input: undefined,
        guesses: state.guesses,
      });
  }
  const startUp = assignments.flatMap(({ name, value }) =>
    name === 'BASH_ENV' || name === 'ENV' ? ('parts' in value ? [value] : value) : [],
  );
  const startUpScript = substitutedText(shell, startUp, state);
  if (startUpScript !== undefined)
    walkNestedScript(shell, startUpScript, shell.span ?? command, [...shell.via, 'BASH_ENV'], {
      places: undefined,
      input: undefined,
      guesses: state.guesses,
    });
  const evaluated = runsItsWords(variants[0] ?? []) ? evaluatedText(shell, words, state) : undefined;
  if (evaluated !== undefined)
    walkNestedScript(shell, evaluated, shell.span ?? command, [...shell.via, 'eval'], {
      places: undefined,
      input: undefined,
      guesses: state.guesses,
    });
  const after = withGuesses(shell, state, command);
  if (words.length === 0) return either(assigned(assignments, shell, after, lookup));
  return moved(shell, variants, analyzed.texts.allow !== undefined, command, after);
}

/** What programs start because of a variable. */
function startedBy(
  { name, text }: GivenValue,
  given: readonly GivenValue[],
  command: readonly Item[],
): readonly StartedScript[] {
  if (namesElement(text)) return [{ text: subscriptText(text) }];
  const scripts = scriptsOfVariable(name, text);
  if (scripts === undefined) return scriptsOfGitVariable(name, text, given);
  const isGivenNames = variableGivesNames(
    name,
    command.map((item) => textOf(item)),
  );
  return scripts.map((script) => ({ text: script, isGivenNames }));
}

/** `GIT_SSH_COMMAND="$x" git fetch` runs what `$x` says. */
function assignmentValue({ name, value }: Assignment, isGiven: boolean): GivenValue | undefined {
  const text = 'parts' in value ? (value.literal ?? unknownValue(name, value.parts, isGiven)) : undefined;
  return text === undefined ? undefined : { name, text };
}

/**
 * `export EDITOR=…`, `env EDITOR=…`, `sudo EDITOR=…`. Where it is not an assignment, it has no such name.
 * @param isAssigned the words before it say that it is an assignment: a plain name may be that of a program then
 */
function assignmentWord(item: Item, isAssigned: boolean): GivenValue | undefined {
  const [, name, text] = /^([A-Za-z_.]\w*)=([^]*)$/u.exec(textOf(item) ?? item.approximation ?? '') ?? [];
  if (name === undefined || text === undefined) return undefined;
  if (textOf(item) === undefined && !holdsGitSetting(name)) return undefined;
  if (!isAssigned && !name.startsWith('GIT_CONFIG_') && !/[\s;&|`$]/u.test(text)) return undefined;
  return { name, text };
}

/** `eval …` and `bash -c …`, whatever runs them. */
function runsItsWords(items: readonly Item[]): boolean {
  return items.some((item) => /^(?:.*\/)?(?:eval|(?:ba|da|z|k|mk|a)?sh)$/u.test(textOf(item) ?? ''));
}

function describe(
  assignment: Assignment,
  { source, facts }: Shell,
  words: readonly Word[],
): { readonly text: string; readonly isSafe: boolean; readonly addsPrograms: boolean } {
  const { name, isAppend, index, value } = assignment;
  const literal = 'parts' in value && !isAppend && index === undefined ? value.literal : undefined;
  // Where `read` splits a line says nothing to anything else.
  const isSplitting = name === 'IFS' && literal !== undefined && words[0]?.literal === 'read';
  const isKept = words.length === 0 && 'parts' in value && isOfScript(name, value, facts);
  const isSafe = isSafeAssignment(name, literal) || isSplitting || isKept;
  const addsPrograms = words.length > 0 && addsProjectPrograms(assignment);
  return { text: assignmentText(assignment, source), isSafe, addsPrograms };
}

/** Without a command, an assignment stays; rules see nothing but its exact text. */
function bareHazard(
  assignments: readonly Assignment[],
  lookup: Lookup | undefined,
  { facts }: Shell,
): string | undefined {
  const unsafe = assignments.find(
    ({ name, value, isAppend, index }) =>
      isAppend ||
      index !== undefined ||
      !('parts' in value) ||
      (!isOfScript(name, value, facts) &&
        (lookup === undefined || !isSafeAssignment(name, valueOf(value, lookup)))),
  );
  return unsafe === undefined ? undefined : `it sets ${unsafe.name}`;
}

/**
 * A variable of the script's own: its value is seen where it is used, and what that runs is looked at by itself. In upper case it
 * may be meant for a program, unless it keeps what a command prints.
 */
function isOfScript(name: string, { parts }: Word, facts: Shell['facts']): boolean {
  const keepsOutput = parts.some(({ type }) => type === 'command-substitution');
  return facts.isOwn(name) && (keepsOutput || isPrivateVariable(name));
}

/** Variables of which this is the only assignment are known from here on. */
function assigned(
  assignments: readonly Assignment[],
  { facts }: Shell,
  state: State,
  lookup: Lookup | undefined,
): State {
  let after = state;
  if (!facts.areVariablesKnown || lookup === undefined) return after;
  for (const { name, value, isAppend, index } of assignments) {
    if (facts.assignments.get(name) !== 1 || isAppend || index !== undefined || SPECIAL.test(name)) continue;
    const known = 'parts' in value ? valueOf(value, lookup) : undefined;
    if (known !== undefined) after = withVariable(after, name, [known]);
  }
  return after;
}

/** Where the shell may be after the command. */
function moved(
  shell: Shell,
  variants: readonly (readonly Item[])[],
  isPlainName: boolean,
  command: SimpleCommand,
  state: State,
): Outcome {
  const { walk, facts } = shell;
  const { words } = command;
  const items = withoutBuiltinWords(variants[0] ?? []);
  const name = textOf(items[0]);
  const change = variants.length === 1 ? directoryChange(items, shell, state) : undefined;
  if (change !== undefined) {
    const { target } = change;
    if (!state.isSubshell && (target === undefined || target !== walk.context.cwd))
      walk.changesDirectory = true;
    if (target === undefined) addEmptied(shell, words, state);
    const places = target === undefined ? placesOfPattern(items, shell, state) : undefined;
    const isPushed = name === 'pushd';
    if (places !== undefined)
      return { success: goneFrom(state, { ...state, places }, isPushed), failure: state };
    return {
      success:
        target === undefined ? inPlace(state, undefined) : goneFrom(state, inPlace(state, target), isPushed),
      failure: target === undefined ? inPlace(state, undefined) : state,
    };
  }
  const isExit = name === 'exit' && items.length <= 2 && /^\d*$/u.test(textOf(items[1]) ?? '');
  if (
    isExit &&
    isPlainName &&
    facts.isDirectoryKnown &&
    command.redirections.length + command.assignments.length === 0
  )
    return either({ ...state, places: [] });
  const call = builtinCall(command.words);
  if (command === walk.activation) return either(state);
  if (isHarmlessTrap(call)) {
    const mayLeave = calledByTrap(call, facts.functions).some((one) => state.defined.get(one) !== 'stays');
    if (!mayLeave) return either(state);
    if (!state.isSubshell) walk.changesDirectory = true;
    return either(inPlace(state, undefined));
  }
  const hasChangedNames = !copiesDescriptors(command) && changesNames(call);
  const isMovingFunction = facts.functions.has(name ?? '') && state.defined.get(name ?? '') !== 'stays';
  const mayMove = changesDirectory(name) || hasChangedNames || isMovingFunction;
  if (!mayMove) return either(state);
  if (!state.isSubshell) walk.changesDirectory = true;
  return either(inPlace(state, undefined));
}

/** `command cd` and `builtin cd` are `cd`. */
function withoutBuiltinWords(items: readonly Item[]): readonly Item[] {
  let start = 0;
  while (textOf(items[start]) === 'command' || textOf(items[start]) === 'builtin') {
    start += 1;
    if (/^-p*$|^--$/u.test(textOf(items[start]) ?? 'x')) start += 1;
  }
  return items.slice(start);
}

/** Redirections at the end are left out. */
function sourceEnd({ words, assignments, redirections, start, end }: SimpleCommand): number {
  const parts: readonly (Word | Spanned)[] = [...assignments, ...words];
  const last = parts.at(-1)?.end;
  return last === undefined || redirections.length === 0 ? end : Math.max(last, start);
}
