import type { AnalyzedCommand, FileEffect, GivenCode } from '../analysis.ts';
import { emptiedByRedirections } from './emptied-files.ts';
import { namesStartUpFile } from '../state/start-up-variables.ts';
import { writtenText } from '../item/command-text.ts';
import { MAX_TEXTS } from '../item/deny-texts.ts';
import { openTexts } from '../item/open-texts.ts';
import { textOf, type Item } from '../item/item.ts';
import { givenCode } from './given-code.ts';
import { grantOf } from './grant-of.ts';
import type { Judgment } from './judgment.ts';
import { directoryOf } from '../state/state.ts';
import { lookupsOf } from '../state/lookups-of.ts';
import { standpointOf } from '../state/standpoint.ts';
import { giveUp, type Shell } from '../state/walk.ts';
import type { Call } from './call.ts';
import { analyzeVariant, type VariantOutcome } from './analyze-variant.ts';

/** Adds a command, and before it those that it runs, to what was found. */
export function analyzeItems(shell: Shell, call: Call): AnalyzedCommand {
  const { walk } = shell;
  const { variants, assignments, redirections, state } = call;
  const prefix = assignments.map(({ text }) => `${text} `).join('');
  const deny = new Set<string>();
  const outcomes = variants.map((items) => analyzeVariant(shell, call, items, prefix, deny, analyzeItems));
  const [first] = outcomes;
  const ownRefusal =
    call.hazard ?? (call.addsPrograms === true ? undefined : refusalOf(shell, call, outcomes));
  const refusal = ownRefusal ?? redirections.hazard;
  const exact = (prefix + writtenText(variants[0] ?? [])).trimEnd();
  deny.add(exact);
  if (deny.size > MAX_TEXTS) giveUp(walk, 'unsupported', 'it stands for too many commands', call.span.start);
  const readsItself = ownRefusal === undefined;
  if (readsItself) for (const { judgment } of outcomes) register(shell, judgment);
  const isHidden =
    call.hazard !== undefined ||
    call.sets !== undefined ||
    assignments.some(({ isSafe, addsPrograms }) => !isSafe && !addsPrograms) ||
    outcomes.some(({ allow }) => allow === undefined);
  const isAsNamed =
    call.hazard === undefined && shell.distrust === undefined && assignments.every(({ isSafe }) => isSafe);
  const usesNetwork = outcomes.map(({ judgment }) => judgment.usesNetwork);
  const standpoint = standpointOf(shell, state);
  const emptied = emptiedByRedirections(call.overwritten, call, standpoint);
  // What assignments alone do is seen in the commands after them.
  const isCommand = variants.length > 0;
  const isUnknown = mayRunUnknown(shell, call, outcomes);
  const code = codeOf(call, outcomes);
  const grants = outcomes.map(({ core }) => grantOf(core, code, walk, state));
  const command: AnalyzedCommand = {
    source: call.source,
    start: call.span.start,
    end: call.span.end,
    argv: argvOf(variants),
    unwrapped: argvOf(outcomes.map(({ core }) => core)),
    texts: {
      exact,
      allow: isHidden ? undefined : first?.allow,
      deny: call.isStandIn === true ? [] : [...deny],
      open: call.isStandIn === true ? [] : openTexts([...variants, ...outcomes.flatMap(shownAs)]),
    },
    isReadOnly: refusal === undefined,
    readsItself,
    why: refusal ?? first?.judgment.why ?? 'it only opens files or sets what programs speak',
    isFileEdit: isAsNamed && outcomes.length > 0 && outcomes.every(({ judgment }) => judgment.isFileEdit),
    files: uniqueFiles([...withLookups(shell, call, outcomes), ...emptied]),
    redirections: uniqueFiles(redirections.files),
    usesNetwork:
      redirections.usesNetwork ||
      usesNetwork.includes(true) ||
      (usesNetwork.includes(undefined) ? undefined : false),
    cwd: directoryOf(state),
    places: state.places ?? [],
    via: shell.via,
    isNested: call.isNested,
    code,
    grant: grants.find((one) => one !== undefined),
    isUncertain: (isCommand && shell.doubt !== undefined) || isUnknown,
    isUnknown,
    caution: redirections.caution,
  };
  walk.commands.push(command);
  noteTransfers(shell, command, outcomes);
  if (readsItself) noteConditions(shell, call, command, outcomes);
  return command;
}

/** What it runs need not be what it names. */
function mayRunUnknown(shell: Shell, call: Call, outcomes: readonly VariantOutcome[]): boolean {
  const { variants } = call;
  return (
    (variants.length > 0 && shell.facts.mayMoveGit) ||
    call.hazard !== undefined ||
    (call.isStartedElsewhere && call.addsPrograms !== true) ||
    variants.some((items) => items.some((item) => namesStartUpFile(textOf(item) ?? ''))) ||
    (call.addsPrograms !== true && outcomes.some(({ runsUnknown }) => runsUnknown)) ||
    variants.some(([name]) => name !== undefined && textOf(name) === undefined)
  );
}

/** Why it does more than read. */
function refusalOf(
  { distrust }: Shell,
  { sets, assignments, redirections }: Call,
  outcomes: readonly VariantOutcome[],
): string | undefined {
  return (
    sets ??
    (assignments.some(({ isSafe }) => !isSafe) ? 'a variable that programs may go by is set' : undefined) ??
    outcomes.find(({ judgment }) => !judgment.isReadOnly)?.judgment.why ??
    redirections.caution ??
    distrust
  );
}

function codeOf(
  { input, substituted, redirections }: Call,
  outcomes: readonly VariantOutcome[],
): GivenCode | undefined {
  const readsFile = redirections.files.some(({ access }) => access === 'read');
  const found = outcomes
    .map(({ core }) => givenCode(core, substituted ?? input, readsFile))
    .filter((one) => one !== undefined);
  const [first, ...others] = found;
  if (first === undefined || others.length === 0) return first;
  return {
    ...first,
    texts: [...new Set(found.flatMap(({ texts }) => texts))],
    isKnown: found.every(({ isKnown }) => isKnown),
  };
}

/** What it writes may be, or hold, a symbolic link, for the commands after it. */
function noteTransfers(
  { walk, facts }: Shell,
  command: AnalyzedCommand,
  outcomes: readonly VariantOutcome[],
): void {
  if (!outcomes.some(({ core, judgment }) => judgment.transfersLinks || isMoving(core))) return;
  const after = facts.mayRepeat ? -1 : walk.commands.length - 1;
  const written = command.files.filter(({ access }) => access === 'write');
  for (const { path } of written) if (path !== undefined) walk.transfers.push({ after, path });
}

/** On what it depends that the command only reads. */
function noteConditions(
  { walk, span }: Shell,
  call: Call,
  command: AnalyzedCommand,
  outcomes: readonly VariantOutcome[],
): void {
  if (outcomes.some(({ judgment }) => judgment.needsNoRepository)) walk.repositoryLess.add(command);
  if (outcomes.every(({ judgment }) => Object.keys(judgment.environment).length === 0)) return;
  if (span === undefined && !call.isNested) walk.prefixes.add(call.span.start);
  else walk.wholeLineOnly.add(command);
}

/** In forms that no table knows, too. */
function isMoving(core: readonly Item[]): boolean {
  return /^(?:.*\/)?(?:ln|mv)$/u.test(textOf(core[0]) ?? '');
}

/** What the command touches, and what the shell looks up for its words, where that is more. */
function withLookups(
  shell: Shell,
  { variants, state, isExpanded, elements }: Call,
  outcomes: readonly VariantOutcome[],
): readonly FileEffect[] {
  const touched = outcomes.flatMap(({ judgment }) => judgment.files);
  if (!isExpanded) return touched;
  const found = lookupsOf(shell, [...variants.flat(), ...elements], state);
  if (found.length === 0) return touched;
  const keyOf = ({ written, path }: FileEffect, isTree: boolean): string =>
    `${isTree} ${path ?? '?'} ${written}`;
  const covered = new Set(
    touched.flatMap((file) => (file.isTree ? [keyOf(file, true), keyOf(file, false)] : [keyOf(file, false)])),
  );
  return [...touched, ...found.filter((one) => !covered.has(keyOf(one, one.isTree)))];
}

function shownAs({ core, shorter }: VariantOutcome): readonly (readonly Item[])[] {
  return [core, ...shorter];
}

function register({ walk }: Shell, judgment: Judgment): void {
  walk.reportsOnMachine ||= judgment.reportsOnMachine;
  if (judgment.repository === 'may-write') walk.repository = 'may-write';
  else walk.repository ??= judgment.repository;
  for (const [name, value] of Object.entries(judgment.environment)) walk.environment.set(name, value);
  for (const { at, text } of judgment.insertions) walk.insertions.set(at, text);
}

/** Words that are the same in all ways that variables allow. */
function argvOf(variants: readonly (readonly Item[])[]): readonly (string | undefined)[] {
  const [first = [], ...others] = variants;
  return first.map((item, index) => {
    const text = textOf(item);
    return others.every((items) => textOf(items[index]) === text) ? text : undefined;
  });
}

function uniqueFiles(files: readonly FileEffect[]): readonly FileEffect[] {
  if (files.length < 2) return files;
  const seen = new Map(
    files.map((file) => [
      `${file.access} ${file.isTree} ${file.isGranted ?? ''} ${file.levels ?? ''} ${file.endings?.join('') ?? ''} ${file.removal ?? ''} ${file.reachesAll ?? ''} ${file.createsNone ?? ''} ${file.copyOf?.join('\0') ?? ''} ${JSON.stringify(file.gitNames)} ${file.isOfTop ?? ''} ${file.gitRunsIn?.join('\0') ?? ''} ${file.mayBeFile ?? ''} ${file.areWords ?? ''} ${file.isComputed ?? ''} ${file.isFresh ?? ''} ${file.excluded?.join('\0') ?? ''} ${JSON.stringify(file.leavesOut)} ${file.path ?? '?'} ${file.written}`,
      file,
    ]),
  );
  return [...seen.values()];
}
