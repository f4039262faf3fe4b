import { effectsIn } from '../data/permission-mode.ts';
import type { FileAction } from '../permission/action.ts';
import type { PermissionContext } from '../permission/context/context.ts';
import type { PathSpellings } from '../permission/compiled-rules.ts';
import type { DecisionCause } from '../data/decision-cause.ts';
import { criticalRemoval } from '../permission/paths/critical-removal.ts';
import { criticalWrite } from '../permission/paths/critical-write.ts';
import { guardedPath } from '../permission/paths/guarded-path.ts';
import { isInside } from '../permission/paths/is-inside.ts';
import { gitFilesAtPath } from './git-files-at-path.ts';
import { levelsFollowed, targetsOf } from './followed-links.ts';
import { criticalCause, linkedRemoval } from './linked-removal.ts';
import { fileIsolation } from './isolation-demand.ts';
import { isWholeRemoval } from './is-whole-removal.ts';
import { isWrite } from './is-write.ts';
import type { Judge } from './judge.ts';
import { ruleDemand } from './rule-demand.ts';
import {
  allowedAsReading,
  allowedByMode,
  allowedByRule,
  asked,
  heaviest,
  kept,
  undecided,
  type Verdict,
} from '../permission/verdict.ts';
import type { PermissionRule } from '../data/permission-rule.ts';
import { isOfHomeSettings } from '../permission/paths/settings-of-home.ts';
import { sealDemand, secretWithin } from '../permission/paths/seal.ts';
import { mayBeProtected, protectedPart } from '../permission/paths/protected-paths.ts';
import { spellingsOfAction } from '../permission/paths/spellings.ts';
import { asListed } from './words-of-list.ts';
import { beneath, startDemand, treeDemand } from './tree-demand.ts';
import { treeDemandNow, unknownNameDemand } from './tree-demand-now.ts';

/** What no mode, allow rule or read-only command can override: deny rules, ask rules, safety checks. */
export function fileDemand(judge: Judge, declared: FileAction): Verdict | undefined {
  const { query, files } = judge;
  const action = asListed(judge, declared);
  if (action.path === undefined) return unknownFileDemand(judge, action);
  const path = spellingsOfAction(action.path, action, query.cwd, files);
  if (action.isOfVariable === true)
    return heaviest([sealed(judge, action, path), ruleDemand(judge, action, path)]);
  return heaviest([
    fileIsolation(judge, action, path),
    sealed(judge, action, path),
    ruleDemand(judge, action, path),
    ...linkDemands(judge, action, path),
    treeDemand(judge, action, path),
    floor(judge, action, path),
  ]);
}

/** The same for a file access in a script: only with a known path, and only what is certain. */
export function knownFileDemand(judge: Judge, action: FileAction, isPresumed = false): Verdict | undefined {
  const { query, snapshot, files } = judge;
  if (action.path === undefined)
    return action.removal === 'home'
      ? unknownFileDemand(judge, action)
      : (secretWithin(snapshot.sealed, action, files) ?? unknownNameDemand(judge, action));
  const path = spellingsOfAction(action.path, action, query.cwd, files);
  if (action.isOfVariable === true)
    return heaviest([sealed(judge, action, path), ruleDemand(judge, action, path)]);
  const what =
    action.removal === 'beneath-unknown'
      ? undefined
      : criticalRemoval(action, [path.lexical, path.real], query.cwd, snapshot);
  return heaviest([
    fileIsolation(judge, action, path),
    sealed(judge, action, path),
    ruleDemand(judge, action, path),
    // Of a directory of which a rule is about everything, that is certain.
    isWholeRemoval(action) ? ruleDemand(judge, action, beneath(path)) : undefined,
    treeDemandOfNames(judge, action, path, isPresumed),
    treeDemandNow(judge, action, path),
    what === undefined ? undefined : kept(criticalCause(action, path.lexical, what)),
    criticalWriteDemand(judge, action, path),
  ]);
}

/** Where git says for certain that a file of a rule changes; of a dry run, also where it can't tell which files do. */
function treeDemandOfNames(
  judge: Judge,
  action: FileAction,
  path: PathSpellings,
  isPresumed: boolean,
): Verdict | undefined {
  const verdict =
    isWrite(action) && action.gitNames !== undefined ? treeDemand(judge, action, path) : undefined;
  const isCertain = verdict?.cause.kind === 'may-concern' && verdict.cause.named === 'file';
  return isCertain || isPresumed ? verdict : undefined;
}

/** What mode, allow rules and working directories say about a file access that nothing else decides. */
export function fileAllowance(judge: Judge, declared: FileAction, isOwn: boolean): Verdict {
  const { query, snapshot, files, toolAllow } = judge;
  if (effectsIn(snapshot.mode) === 'allow') return allowedByMode(snapshot);
  const action = asListed(judge, declared);
  if (action.isOfVariable === true) return allowedAsReading({ kind: 'inside' });
  const access = isWrite(action) ? 'write' : 'read';
  if (action.path === undefined) {
    if (toolAllow !== undefined && isOwn) return allowedByRule(toolAllow);
    return undecided({ kind: 'unknown-path', access });
  }
  const path = spellingsOfAction(action.path, action, query.cwd, files);
  if (isOwn && (isPlanFile(snapshot, action, path) || isMemory(snapshot, action, path)))
    return allowedByMode(snapshot);
  const isWithin = snapshot.workingDirectories.some((directory) => isInside(path.real, directory));
  const rule =
    (access === 'read' ? allowOf(judge, 'Read', path, action) : undefined) ??
    allowOf(judge, 'Edit', path, action);
  const isOfMode = access === 'write' && isWithin && allowsEdits(judge, action, path);
  const stray = isOfMode || rule !== undefined || isWithin ? strayLink(judge, action, path) : undefined;
  if (stray === undefined && isOfMode) return allowedByMode(snapshot);
  if (stray === undefined && rule !== undefined) return allowedByRule(rule);
  // A rule about all uses of a command does not allow its redirections to reach the rest of the machine.
  if (toolAllow !== undefined && (isOwn || isWithin)) return allowedByRule(toolAllow);
  const isGranted = access === 'read' && action.isGranted === true;
  const fresh = isOwn ? undefined : freshAllowance(judge, action, path, access);
  if (fresh !== undefined) return fresh;
  if (!isWithin && !isGranted) return undecided({ kind: 'outside', path: path.real, access });
  if (stray !== undefined) return undecided(stray);
  return access === 'read'
    ? allowedAsReading({ kind: 'inside' })
    : undecided({ kind: 'changes-file', path: path.real });
}

/** What a command makes under a name that nothing else has is its own: reading it shows nothing new, and it is an edit of no one's file. */
function freshAllowance(
  { snapshot }: Judge,
  { isFresh }: FileAction,
  { lexical, real }: PathSpellings,
  access: 'read' | 'write',
): Verdict | undefined {
  if (isFresh !== true || lexical !== real) return undefined;
  if (access === 'read') return allowedAsReading({ kind: 'inside' });
  return effectsIn(snapshot.mode) === 'ask-except-edits' ? allowedByMode(snapshot) : undefined;
}

/** For a tree, a rule must allow everything that may be below it: `dir/**` does not include `dir` itself. */
function allowOf(
  { rules }: Judge,
  kind: 'Read' | 'Edit',
  path: PathSpellings,
  { isTree }: FileAction,
): PermissionRule | undefined {
  const rule = rules.forPath('allow', kind, path);
  if (rule !== undefined || !isTree) return rule;
  const child = beneath(path);
  const ofChild = rules.forPath('allow', kind, child);
  return ofChild !== undefined && rules.forPath('allow', kind, beneath(child)) !== undefined
    ? ofChild
    : undefined;
}

/** A symbolic link below the path that leads out of what is allowed. */
function strayLink(judge: Judge, action: FileAction, { real }: PathSpellings): DecisionCause | undefined {
  const { snapshot } = judge;
  if (levelsFollowed(action) === 0) return undefined;
  const access = isWrite(action) ? 'write' : 'read';
  const targets = targetsOf(judge, action, real);
  if (targets === undefined) return { kind: 'unknown-path', access };
  const isOpen = (path: string): boolean => {
    if (snapshot.workingDirectories.some((directory) => isInside(path, directory))) return true;
    const target = { lexical: path, real: path };
    const reading = access === 'read' ? allowOf(judge, 'Read', target, action) : undefined;
    return (reading ?? allowOf(judge, 'Edit', target, action)) !== undefined;
  };
  const stray = targets.find((target) => !isOpen(target));
  return stray === undefined ? undefined : { kind: 'outside', path: stray, access };
}

function allowsEdits({ snapshot }: Judge, action: FileAction, path: PathSpellings): boolean {
  const effects = effectsIn(snapshot.mode);
  const isEdit = effects === 'ask-except-edits' || (effects === 'classify' && action.access === 'write');
  return isEdit && !mayBeProtected(action) && !isOfHomeSettings(action, path, snapshot);
}

function unknownFileDemand(judge: Judge, action: FileAction): Verdict | undefined {
  const { query, snapshot, rules, files } = judge;
  const isolated = fileIsolation(judge, action, undefined);
  if (isolated !== undefined) return isolated;
  const secret = secretWithin(snapshot.sealed, action, files);
  if (secret !== undefined) return secret;
  const what = criticalRemoval(action, [], query.cwd, snapshot);
  if (what !== undefined) return kept(criticalCause(action, undefined, what));
  const plan =
    effectsIn(snapshot.mode) === 'never' && isWrite(action) ? kept({ kind: 'plan-mode' }) : undefined;
  if (action.access === 'list') return plan;
  // A rule's demand is asked in every mode, so it is more informative than the mode.
  const rule = rules.mayConcern(isWrite(action) ? ['Edit', 'Read'] : ['Read']);
  return rule === undefined ? plan : asked({ kind: 'may-concern', rule, path: undefined });
}

/** What may be read or written through symbolic links. */
function linkDemands(judge: Judge, action: FileAction, path: PathSpellings): (Verdict | undefined)[] {
  if (levelsFollowed(action) === 0) return [];
  const rule = judge.rules.mayConcern(isWrite(action) ? ['Edit', 'Read'] : ['Read']);
  if (rule === undefined) return [];
  const targets = targetsOf(judge, action, path.real);
  if (targets === undefined) {
    // As for an unknown path, a rule is about contents.
    return action.access === 'list' ? [] : [asked({ kind: 'may-concern', rule, path: path.lexical })];
  }
  return targets.flatMap((target) => {
    const place = { lexical: target, real: target };
    const isAbove = action.access === 'remove';
    return [
      ruleDemand(judge, action, place),
      isAbove ? treeDemand(judge, action, place) : undefined,
      action.isTree && action.leavesOutDenied === true ? startDemand(judge, place) : undefined,
    ];
  });
}

/** Why nothing allows a removal that includes the session's records: usually it is a directory that is never removed. */
function sealed(judge: Judge, action: FileAction, path: PathSpellings): Verdict | undefined {
  if (isChangeOfGit(action)) return undefined;
  const { query, snapshot, files } = judge;
  const verdict = sealDemand(snapshot.sealed, action, path, files);
  if (verdict?.cause.kind !== 'sealed' || verdict.cause.above === undefined || !isWrite(action))
    return verdict;
  const what = criticalRemoval(action, [path.lexical, path.real], query.cwd, snapshot);
  return what === undefined ? verdict : { ...verdict, cause: { ...verdict.cause, what } };
}

/** What commits change of the work tree, if less than all of it. */
function isChangeOfGit({ gitNames }: FileAction): boolean {
  return gitNames === 'submodules' || (typeof gitNames === 'object' && gitNames.by !== 'reset');
}

function criticalWriteDemand(
  { snapshot }: Judge,
  action: FileAction,
  path: PathSpellings,
): Verdict | undefined {
  const critical = criticalWrite(action, [path.lexical, path.real], snapshot);
  if (critical === undefined) return undefined;
  return kept({ kind: 'critical-removal', path: path.lexical, isContents: false, ...critical });
}

function floor(judge: Judge, action: FileAction, path: PathSpellings): Verdict | undefined {
  const { query, snapshot } = judge;
  // Of the directory in which git runs, it changes no more than the files that it names.
  if (!isWrite(action) || isChangeOfGit(action)) return undefined;
  const spellings = [path.lexical, path.real];
  const what = criticalRemoval(action, spellings, query.cwd, snapshot);
  if (what !== undefined) return kept(criticalCause(action, path.lexical, what));
  const linked = linkedRemoval(judge, action, path) ?? criticalWriteDemand(judge, action, path);
  if (linked !== undefined) return linked;
  if (effectsIn(snapshot.mode) === 'allow') return undefined;
  if (isPlanFile(snapshot, action, path)) return undefined;
  if (effectsIn(snapshot.mode) === 'never') return kept({ kind: 'plan-mode', path: action.path });
  if (isMemory(snapshot, action, path)) return undefined;
  for (const spelling of spellings) {
    const name = protectedPart(spelling);
    if (name !== undefined) return kept({ kind: 'protected-path', path: spelling, name });
  }
  const guarded = guardedPath(snapshot.guarded, action, path);
  if (guarded === undefined || isSparedByGit(judge, action, path, guarded)) return undefined;
  return kept({ kind: 'protected-path', path: guarded, name: 'settings, git hooks or a plugin' });
}

/** Whether git says which files it changes below a path, and a protected one is none of them. */
function isSparedByGit(judge: Judge, action: FileAction, path: PathSpellings, guarded: string): boolean {
  const { gitNames, isPast } = action;
  if (gitNames === undefined || isPast === true) return false;
  const names = gitFilesAtPath(judge, action, path.real, gitNames);
  if (names === undefined) return false;
  return !names.some(
    (name) => isInside(name, guarded) || isInside(guarded, name.endsWith('/') ? name.slice(0, -1) : name),
  );
}

/** Whether it writes in plan mode, anything but the plan. */
export function isAgainstPlan({ snapshot, query, files }: Judge, action: FileAction): boolean {
  if (effectsIn(snapshot.mode) !== 'never' || !isWrite(action)) return false;
  return (
    action.path === undefined ||
    !isPlanFile(snapshot, action, spellingsOfAction(action.path, action, query.cwd, files))
  );
}

/** A file of the agent's own notes: read and written without a question, but never removed. */
function isMemory({ mode, memory }: PermissionContext, action: FileAction, path: PathSpellings): boolean {
  if (memory === undefined || action.isTree) return false;
  const isWanted = action.access === 'read' || (action.access === 'write' && effectsIn(mode) !== 'never');
  return isWanted && path.real !== memory && isInside(path.real, memory);
}

/** The one file that plan mode is for: read and written without a question, but never removed. */
function isPlanFile({ mode, planFile }: PermissionContext, action: FileAction, path: PathSpellings): boolean {
  if (effectsIn(mode) !== 'never' || planFile === undefined || action.isTree) return false;
  return path.real === planFile && (action.access === 'read' || action.access === 'write');
}
