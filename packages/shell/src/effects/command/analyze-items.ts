import type { Spanned } from '../../tree.ts';
import type { AnalyzedCommand, FileEffect, GivenCode, LeavingOut } from '../analysis.ts';
import { changesOfList } from './changes-of-list.ts';
import { contentEffects, scriptEffects } from './content-effects.ts';
import { emptiedByRedirections, emptiedFiles, type Emptied } from './emptied-files.ts';
import { copiesOf } from '../path/copies-of.ts';
import { readByGitSettings } from '../path/git-setting-files.ts';
import { writtenByGitVariables } from '../path/git-variables.ts';
import { withOptionWords } from '../path/option-words.ts';
import { searchPlaces } from '../path/search-places.ts';
import { namesStartUpFile } from '../state/start-up-variables.ts';
import { decodedText, writtenText } from '../item/command-text.ts';
import { addDenyTexts, MAX_TEXTS } from '../item/deny-texts.ts';
import { openTexts } from '../item/open-texts.ts';
import { addedItem, textOf, type Item } from '../item/item.ts';
import { givenCode } from './given-code.ts';
import { grantOf } from './grant-of.ts';
import { judge } from './judge.ts';
import type { Judgment } from './judgment.ts';
import { withListedWords } from './with-listed-words.ts';
import { walkStartedScript } from './with-given-names.ts';
import { directoryOf, inSubshell, type State } from '../state/state.ts';
import { isReadFromList, isSubstituted } from './list-words.ts';
import { openWord, touchedByOpenWord, withOpenWord } from './open-words.ts';
import { leavingOut } from './leaving-out.ts';
import { lookupsOf } from '../state/lookups-of.ts';
import { isReservedName } from '../state/shell-builtins.ts';
import type { GivenText } from '../state/state.ts';
import type { RedirectionEffects } from '../path/redirection-effects.ts';
import { resolvePath, type Standpoint } from '../path/path-effects.ts';
import { readsOfList } from './reads-of-list.ts';
import { removalsOfInput, removalsOfPrinted } from './removals-of-input.ts';
import { isShadowed } from './shadowed-program.ts';
import { ownFunction } from './own-function.ts';
import { readsScript } from './reads-script.ts';
import { pushedPlaces } from './pushed-places.ts';
import { repositoryAt, settingsAt } from '../state/repository-at.ts';
import { aliasRunning } from '../running/running-alias.ts';
import { UNKNOWN_COMMAND } from '../running/command-options.ts';
import { goesBeyondTables } from '../running/goes-beyond-tables.ts';
import { placesOfRunning } from '../running/places-of-running.ts';
import { runningOf } from '../running/running-of.ts';
import type { Running } from '../running/running.ts';
import { standpointOf } from '../state/standpoint.ts';
import { toldByFiles } from './told-by-files.ts';
import { stripWrapper, TRUSTED } from '../running/strip-wrapper.ts';
import { giveUp, mayDescend, type Shell, type Walk } from '../state/walk.ts';
import { addWrittenByCommand, readWritten } from '../state/written-texts.ts';

/** A command as it would be run, with everything around its words. */
export interface Call {
  /** Its arguments, in each of the ways that variables allow. */
  readonly variants: readonly (readonly Item[])[];
  /** `NAME=value` before it. */
  readonly assignments: readonly {
    readonly text: string;
    readonly isSafe: boolean;
    /** It adds programs of the project to the search path. */
    readonly addsPrograms: boolean;
  }[];
  /** Why its words do more than they should. */
  readonly hazard: string | undefined;
  /** Why its assignments are more than reading. */
  readonly sets: string | undefined;
  readonly redirections: RedirectionEffects;
  /** What its redirections write over. */
  readonly overwritten: Emptied;
  /** The text that is its standard input, where the line gives it. */
  readonly input: GivenText | undefined;
  /** What the process substitutions among its words print. */
  readonly substituted: GivenText | undefined;
  /** What the command substitutions among its words print. */
  readonly evaluated: GivenText | undefined;
  readonly source: string;
  readonly span: Spanned;
  readonly state: State;
  readonly isNested: boolean;
  /** The shell has expanded its words; otherwise they are a part of another command's. */
  readonly isExpanded: boolean;
  /** A variable before it names a file that a shell runs first. */
  readonly isStartedElsewhere: boolean;
  /** It only adds programs of the project to the search path: what they do is a matter of the commands that run them. Default false. */
  readonly addsPrograms?: boolean;
  /** See `Inner`. */
  readonly isStandIn?: true | undefined;
  /** What it puts into arrays. */
  readonly elements: readonly Item[];
  /** Offset behind its last word; undefined: its words are a part of another command's. */
  readonly end: number | undefined;
}

/** More wrappers around one another are not stripped. */
const MAX_WRAPPERS = 16;

/** Adds a command, and before it those that it runs, to what was found. */
export function analyzeItems(shell: Shell, call: Call): AnalyzedCommand {
  const { walk } = shell;
  const { variants, assignments, redirections, state } = call;
  const prefix = assignments.map(({ text }) => `${text} `).join('');
  const deny = new Set<string>();
  const outcomes = variants.map((items) => analyzeVariant(shell, call, items, prefix, deny));
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
  const isUnknown =
    (isCommand && shell.facts.mayMoveGit) ||
    call.hazard !== undefined ||
    (call.isStartedElsewhere && call.addsPrograms !== true) ||
    variants.some((items) => items.some((item) => namesStartUpFile(textOf(item) ?? ''))) ||
    (call.addsPrograms !== true && outcomes.some(({ runsUnknown }) => runsUnknown)) ||
    variants.some(([name]) => name !== undefined && textOf(name) === undefined);
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
  if (outcomes.some(({ core, judgment }) => judgment.transfersLinks || isMoving(core))) {
    const after = shell.facts.mayRepeat ? -1 : walk.commands.length - 1;
    const written = command.files.filter(({ access }) => access === 'write');
    for (const { path } of written) if (path !== undefined) walk.transfers.push({ after, path });
  }
  if (readsItself && outcomes.some(({ judgment }) => judgment.needsNoRepository))
    walk.repositoryLess.add(command);
  if (readsItself && outcomes.some(({ judgment }) => Object.keys(judgment.environment).length > 0)) {
    if (shell.span === undefined && !call.isNested) walk.prefixes.add(call.span.start);
    else walk.wholeLineOnly.add(command);
  }
  return command;
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

function shorterOf(running: Running | undefined): readonly (readonly Item[])[] {
  return (running?.inner ?? []).flatMap((one) => (one.kind === 'itself' ? [one.items] : []));
}

function shownAs({ core, shorter }: VariantOutcome): readonly (readonly Item[])[] {
  return [core, ...shorter];
}

interface VariantOutcome {
  /** Its words without wrappers. */
  readonly core: readonly Item[];
  /** The same command without the options before its subcommand. */
  readonly shorter: readonly (readonly Item[])[];
  readonly judgment: Judgment;
  /** It runs a script that is not known. */
  readonly runsUnknown: boolean;
  readonly allow: string | undefined;
}

function analyzeVariant(
  shell: Shell,
  call: Call,
  items: readonly Item[],
  prefix: string,
  deny: Set<string>,
): VariantOutcome {
  const { walk } = shell;
  const { state, redirections } = call;
  if (prefix !== '') addDenyTexts(deny, items, prefix);
  addDenyTexts(deny, items, '');
  let core = items;
  for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
    const inner = stripWrapper(core);
    if (inner === undefined) break;
    core = inner;
    addDenyTexts(deny, core, '');
  }
  const standpoint = standpointOf(shell, state);
  const open = openWord(core, call, shell, standpoint);
  const told =
    withUnlisted(withAlias(runningOf(core, call), core, shell, state), core, shell, state) ??
    inLowerCase(shell, core) ??
    underOtherName(shell, core, state);
  const running = withOpenWord(told, core, open);
  walk.copies.push(...copiesOf(core, directoryOf(state)));
  const words = withOptionWords(running?.remainder ?? core, standpoint, ({ written }) => {
    const isListed = call.input?.listed !== undefined && isReadFromList(written, standpoint);
    return isListed || (call.evaluated?.listed !== undefined && isSubstituted(written));
  });
  // What another program is told to run is no function. A trap runs in the shell itself.
  const called = core === items && call.isExpanded ? ownFunction(core, state) : undefined;
  const asWritten = called ?? judge(words, shell, state, call.isNested, standpoint);
  const byItself = listedJudgment(words, shell, call, standpoint) ?? asWritten;
  const isListed = byItself.files.some(({ areWords }) => areWords !== undefined);
  const runsOther = (running?.inner.length ?? 0) > 0 && textOf(core[0]) !== 'git';
  const readText = readWritten(walk);
  const followed = contentEffects(
    core,
    { input: call.input, substituted: call.substituted, redirections, readText },
    standpoint,
  );
  const emptied = emptiedFiles(core, call, standpoint);
  const inFiles = toldByFiles(core, {
    walk,
    state,
    input: call.input,
    substituted: call.substituted,
    inputs: redirections.files.filter(({ access }) => access === 'read').map(({ path }) => path),
  });
  const others = [
    ...followed,
    ...inFiles.variants.flatMap((one) => judge(one, shell, state, call.isNested, standpoint).files),
    ...inFiles.reaches.flatMap((one) => scriptEffects(one, standpoint)),
    ...emptied,
    ...removalsOfInput(core, call.input, [...byItself.files, ...emptied], standpoint),
    ...removalsOfPrinted(call.evaluated, [...byItself.files, ...emptied], standpoint),
    ...(byItself.isReadOnly || runsOther || isListed
      ? []
      : readsOfList(core, call, byItself.files, standpoint)),
    ...changesOfList(core, call, asWritten.files, standpoint),
    ...touchedByOpenWord(core, open),
    ...writtenByGitVariables(call.assignments, core, standpoint),
    ...readByGitSettings(call.assignments, core, standpoint, () => {
      const report = repositoryAt(shell, directoryOf(state));
      return report.status === 'found' ? report.workTree : undefined;
    }),
    ...removalsInWorkTree(shell, call, core, standpoint),
    ...pushedPlaces(core, {
      directory: directoryOf(state),
      source: walk.source,
      repositoryAt: (directory) => repositoryAt(shell, directory),
    }),
  ];
  const whole = others.length === 0 ? byItself : { ...byItself, files: [...byItself.files, ...others] };
  addWrittenByCommand(walk, core, [...byItself.files, ...followed], call.input);
  const isAsWritten =
    whole.isReadOnly &&
    shell.distrust === undefined &&
    call.hazard === undefined &&
    call.assignments.every(({ isSafe }) => isSafe);
  const leavesOut = isAsWritten ? leavingOut(core, shell, call.end, standpoint) : undefined;
  const judgment = sparing(whole, leavesOut);
  const inner = running === undefined ? undefined : analyzeInner(shell, call, running, deny);
  const isTransparent =
    running?.isTransparent === true &&
    inner?.isReadOnly === true &&
    (running.remainder === undefined || judgment.isReadOnly);
  const isRunner = running !== undefined && running.inner.some(({ kind }) => kind !== 'itself');
  const own: Judgment = isTransparent
    ? { ...judgment, isReadOnly: true, why: `${running.name} runs what only reads`, usesNetwork: false }
    : { ...judgment, isReadOnly: judgment.isReadOnly && !isRunner };
  const named = isRunner && !own.isReadOnly ? { ...own, why: inner?.why ?? own.why } : own;
  const runsUnknown =
    inFiles.mayRunAnything ||
    inner?.isKnown === false ||
    ((running === undefined || running.inner.length === 0) && readsScript(core));
  const allow = allowText(shell, core, running, inner, isShadowed(core, shell, state, standpoint));
  return { core, shorter: shorterOf(running), judgment: named, runsUnknown, allow };
}

/** Where it only reads, or edits, the files that a list names, which these are. */
function listedJudgment(
  items: readonly Item[],
  shell: Shell,
  call: Call,
  standpoint: Standpoint,
): Judgment | undefined {
  const listed = withListedWords(items, call, !shell.walk.source.includes('IFS'));
  if (listed === undefined) return undefined;
  const judgment = judge(listed, shell, call.state, call.isNested, standpoint);
  if (judgment.isReadOnly) return judgment;
  const isEdit = judgment.isFileEdit && judgment.files.every(changesAtMost);
  return isEdit ? { ...judgment, isFileEdit: false } : undefined;
}

function changesAtMost({ access, path, createsNone }: FileEffect): boolean {
  return (
    path !== undefined &&
    (access === 'read' || access === 'list' || (access === 'write' && createsNone === true))
  );
}

/** What `git clean` removes where a variable names the work tree. */
function removalsInWorkTree(
  shell: Shell,
  { state }: Call,
  [git, ...words]: readonly Item[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  if (git === undefined || !/^(?:.*\/)?git$/u.test(textOf(git) ?? '')) return [];
  const { guesses, variables } = state;
  const trees = guesses.get('GIT_WORK_TREE') ?? variables.get('GIT_WORK_TREE') ?? [];
  return trees.flatMap((tree) => {
    const items = [git, addedItem('--work-tree'), addedItem(tree), ...words];
    return judge(items, shell, state, true, standpoint).files.filter(({ access }) => access === 'remove');
  });
}

/** Where a search can leave out names, so that it shows nothing of them. */
function sparing(judgment: Judgment, leavesOut: LeavingOut | undefined): Judgment {
  if (leavesOut === undefined) return judgment;
  const isSearched = ({ access, isTree, path }: FileEffect): boolean =>
    access === 'read' && isTree && path !== undefined;
  const files = judgment.files.map((file) => (isSearched(file) ? { ...file, leavesOut } : file));
  return { ...judgment, files };
}

/** With what an alias in the settings of the repository, or of the user, makes of it. */
function withAlias(
  running: Running | undefined,
  core: readonly Item[],
  shell: Shell,
  state: State,
): Running | undefined {
  const alias = aliasRunning(core, () => settingsAt(shell, directoryOf(state)));
  if (alias === undefined || shell.via.includes(alias.name)) return running;
  return running === undefined ? alias : { ...running, inner: [...running.inner, ...alias.inner] };
}

/** With any command, where an option that no table knows may run one. */
function withUnlisted(
  running: Running | undefined,
  core: readonly Item[],
  shell: Shell,
  state: State,
): Running | undefined {
  if (!goesBeyondTables(core, () => settingsAt(shell, directoryOf(state)))) return running;
  if (running !== undefined) return { ...running, inner: [...running.inner, UNKNOWN_COMMAND] };
  const name = textOf(core[0]) ?? '';
  return { name, inner: [UNKNOWN_COMMAND], allow: 'as-written', isTransparent: false, staysHere: true };
}

/** Where programs are found in any case, `RM x` runs `rm x`. */
function inLowerCase({ walk }: Shell, core: readonly Item[]): Running | undefined {
  const [first, ...rest] = core;
  const name = textOf(first);
  const lower = name?.toLowerCase();
  if (walk.context.ignoresCase !== true || first === undefined || name === lower) return undefined;
  const inner = [{ kind: 'words', items: [{ ...first, value: lower }, ...rest] } as const];
  return { name: name ?? '', inner, allow: 'as-written', isTransparent: false, staysHere: true };
}

/** A link to `rm`, or a copy of it, is `rm`. */
function underOtherName({ walk }: Shell, core: readonly Item[], state: State): Running | undefined {
  const [first, ...rest] = core;
  const word = textOf(first);
  if (first === undefined || word === undefined || TRUSTED.test(word)) return undefined;
  const source = word.includes('/') ? sourceOfPath(walk, word, state) : sourceOfName(walk, word, state);
  const name = source?.slice(source.lastIndexOf('/') + 1);
  if (name === undefined || name === '' || name === word.slice(word.lastIndexOf('/') + 1)) return undefined;
  const inner = [{ kind: 'words', items: [{ ...first, value: name }, ...rest] } as const];
  return { name: word, inner, allow: 'as-written', isTransparent: false, staysHere: true };
}

function sourceOfPath({ copies, context }: Walk, word: string, state: State): string | undefined {
  const path = resolvePath(word, directoryOf(state));
  const copied = copies.findLast((copy) => copy.path === path)?.source;
  return copied ?? (path === undefined ? undefined : context.realName?.(path));
}

/** Found by the search path: where it is put may be a directory of that. */
function sourceOfName({ copies, context, source }: Walk, name: string, state: State): string | undefined {
  // A builtin of the shell, which no directory has.
  if (name === '.') return undefined;
  const copied = copies.findLast((copy) => copy.path.endsWith(`/${name}`))?.source;
  if (copied !== undefined) return copied;
  const places = searchPlaces(source, name, directoryOf(state));
  return places.map((place) => context.realName?.(place)).find((one) => one !== undefined);
}

/** What wildcards of an allow rule are compared with. */
function allowText(
  shell: Shell,
  core: readonly Item[],
  running: Running | undefined,
  inner: InnerOutcome | undefined,
  isHidden: boolean,
): string | undefined {
  const [first] = core;
  const name = first?.isLiteral === true ? textOf(first) : undefined;
  if (core.length === 0 || isHidden) return undefined;
  if (name === undefined || name === '' || isReservedName(name) || shell.facts.functions.has(name))
    return undefined;
  if (running?.allow === 'hidden') return undefined;
  return running?.allow === 'inner' ? inner?.allow : writtenText(core);
}

interface InnerOutcome {
  readonly isKnown: boolean;
  readonly isReadOnly: boolean;
  readonly why: string;
  readonly allow: string | undefined;
}

function analyzeInner(shell: Shell, call: Call, running: Running, deny: Set<string>): InnerOutcome {
  const { walk } = shell;
  const from = walk.commands.length;
  const via = [...shell.via, running.name];
  const places = placesOfRunning(running, call.state);
  const input = inputOf(running, call);
  let isKnown = true;
  let allow: string | undefined;
  for (const inner of running.inner) {
    if (walk.opaque !== undefined) break;
    if (inner.kind === 'itself') {
      addDenyTexts(deny, inner.items, '');
    } else if (inner.kind === 'script') {
      isKnown &&= inner.isKnown;
      // A shell that reads its script from its input has read it all.
      walkStartedScript(shell, inner, call.span, via, {
        places,
        input: inner.text === input?.text ? undefined : input,
        guesses: call.state.guesses,
        defined: running.name === 'trap' ? call.state.defined : undefined,
      });
    } else if (mayDescend(shell, decodedText(inner.items).length, call.span.start)) {
      const command = analyzeItems(
        { ...shell, via, span: call.span },
        {
          ...call,
          input,
          variants: [inner.items],
          assignments: [],
          hazard: undefined,
          sets: undefined,
          redirections: { files: [], usesNetwork: false, hazard: undefined, caution: undefined },
          overwritten: { how: 'perhaps', items: [] },
          state: inSubshell({ ...call.state, places }),
          isNested: true,
          isExpanded: false,
          isStartedElsewhere: false,
          addsPrograms: false,
          isStandIn: inner.isStandIn,
          end: undefined,
        },
      );
      for (const text of command.texts.deny) deny.add(text);
      ({ allow } = command.texts);
    }
  }
  const found = walk.commands.slice(from);
  const refused = found.find(({ isReadOnly }) => !isReadOnly);
  return {
    isKnown,
    isReadOnly: isKnown && found.length > 0 && refused === undefined && walk.opaque === undefined,
    why: refused === undefined ? `${running.name} runs other commands` : `${running.name}: ${refused.why}`,
    allow,
  };
}

/** Where removals find the names that are added to a command. */
function inputOf(
  { readsElsewhere, found, takesNames }: Running,
  { input: given }: Call,
): GivenText | undefined {
  if (readsElsewhere === true) return undefined;
  const areWords = given?.ends === undefined ? undefined : takesNames?.(given.ends);
  const input = given === undefined ? undefined : { ...given, areWords };
  if (found === undefined) return input;
  const shared = input ?? { text: '', isKnown: false, isBounded: true };
  return { ...shared, listed: [...(input?.listed ?? []), ...found] };
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
