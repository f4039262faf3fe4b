import type { FileEffect, LeavingOut } from '../analysis.ts';
import { copiesOf } from '../path/copies-of.ts';
import { withOptionWords } from '../path/option-words.ts';
import { writtenText } from '../item/command-text.ts';
import { addDenyTexts } from '../item/deny-texts.ts';
import { textOf, type Item } from '../item/item.ts';
import { judge } from './judge.ts';
import type { Judgment } from './judgment.ts';
import { withListedWords } from './with-listed-words.ts';
import { directoryOf } from '../state/state.ts';
import { isReadFromList, isSubstituted } from './list-words.ts';
import { openWord, withOpenWord } from './open-words.ts';
import { leavingOut } from './leaving-out.ts';
import { isReservedName } from '../state/shell-builtins.ts';
import type { Standpoint } from '../path/path-effects.ts';
import { isShadowed } from './shadowed-program.ts';
import { ownFunction } from './own-function.ts';
import { readsScript } from './reads-script.ts';
import type { Running } from '../running/running.ts';
import { standpointOf } from '../state/standpoint.ts';
import { stripWrapper } from '../running/strip-wrapper.ts';
import type { Shell } from '../state/walk.ts';
import { addWrittenByCommand } from '../state/written-texts.ts';
import type { Call } from './call.ts';
import { analyzeInner, type Analyze, type InnerOutcome } from './analyze-inner.ts';
import { otherTouches } from './other-touches.ts';
import { whatItRuns } from './what-it-runs.ts';

/** More wrappers around one another are not stripped. */
const MAX_WRAPPERS = 16;

export interface VariantOutcome {
  /** Its words without wrappers. */
  readonly core: readonly Item[];
  /** The same command without the options before its subcommand. */
  readonly shorter: readonly (readonly Item[])[];
  readonly judgment: Judgment;
  /** It runs a script that is not known. */
  readonly runsUnknown: boolean;
  readonly allow: string | undefined;
}

/** Analyzes a command with its words as one of the ways that variables allow has them. */
export function analyzeVariant(
  shell: Shell,
  call: Call,
  items: readonly Item[],
  prefix: string,
  deny: Set<string>,
  analyze: Analyze,
): VariantOutcome {
  const { walk } = shell;
  const { state } = call;
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
  const running = withOpenWord(whatItRuns(core, call, shell), core, open);
  walk.copies.push(...copiesOf(core, directoryOf(state)));
  const words = withOptionWords(running?.remainder ?? core, standpoint, ({ written }) => {
    const isListed = call.input?.listed !== undefined && isReadFromList(written, standpoint);
    return isListed || (call.evaluated?.listed !== undefined && isSubstituted(written));
  });
  // What another program is told to run is no function. A trap runs in the shell itself.
  const called = core === items && call.isExpanded ? ownFunction(core, state) : undefined;
  const asWritten = called ?? judge(words, shell, state, call.isNested, standpoint);
  const byItself = listedJudgment(words, shell, call, standpoint) ?? asWritten;
  const besides = otherTouches(core, call, shell, standpoint, { byItself, asWritten, open, running });
  const { followed, files } = besides;
  const whole = files.length === 0 ? byItself : { ...byItself, files: [...byItself.files, ...files] };
  addWrittenByCommand(walk, core, [...byItself.files, ...followed], call.input);
  const isAsWritten =
    whole.isReadOnly &&
    shell.distrust === undefined &&
    call.hazard === undefined &&
    call.assignments.every(({ isSafe }) => isSafe);
  const leavesOut = isAsWritten ? leavingOut(core, shell, call.end, standpoint) : undefined;
  const judgment = sparing(whole, leavesOut);
  const inner = running === undefined ? undefined : analyzeInner(shell, call, running, deny, analyze);
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
    besides.mayRunAnything ||
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

/** Where a search can leave out names, so that it shows nothing of them. */
function sparing(judgment: Judgment, leavesOut: LeavingOut | undefined): Judgment {
  if (leavesOut === undefined) return judgment;
  const isSearched = ({ access, isTree, path }: FileEffect): boolean =>
    access === 'read' && isTree && path !== undefined;
  const files = judgment.files.map((file) => (isSearched(file) ? { ...file, leavesOut } : file));
  return { ...judgment, files };
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

function shorterOf(running: Running | undefined): readonly (readonly Item[])[] {
  return (running?.inner ?? []).flatMap((one) => (one.kind === 'itself' ? [one.items] : []));
}
