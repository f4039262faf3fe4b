import type { FileAction } from '../permission/action.ts';
import type { CompiledRules, PathSpellings } from '../permission/compiled-rules.ts';
import type { DecisionCause } from '../data/decision-cause.ts';
import type { PermissionRule } from '../data/permission-rule.ts';
import { asked, denied, type Verdict } from '../permission/verdict.ts';
import { isWrite } from './is-write.ts';
import { gitFilesAtPath } from './git-files-at-path.ts';
import type { Judge } from './judge.ts';

/** What may be touched below the path. */
export function treeDemand(judge: Judge, action: FileAction, path: PathSpellings): Verdict | undefined {
  const { rules, files } = judge;
  if (!action.isTree || action.access === 'list') return undefined;
  if (action.leavesOutDenied === true) return startDemand({ rules }, path) ?? linkDemand({ rules }, path);
  if (leavesOutRuled(judge, action, path)) return startDemand({ rules }, path);
  // Nothing is below a file, except in what was there once.
  if (action.isPast !== true && files.identify(path.real, '/').inode !== undefined) return undefined;
  if (action.mayBeFile === true && files.directoryId(path.real) === undefined) return undefined;
  const kind = isWrite(action) ? 'Edit' : 'Read';
  // A directory may have such a name, too, and git takes all that is in it.
  const endings = action.gitNames === undefined ? action.endings : undefined;
  const isTracked = isChange(action);
  const reach = { isPast: action.isPast, endings, isToCome: mayCreate(action), isTracked };
  const rule =
    action.isOfTop === true
      ? rules.mayConcern(kind === 'Edit' ? ['Edit', 'Read'] : ['Read'])
      : (rules.beneath('deny', kind, path, reach) ??
        (kind === 'Edit' ? deniedToRead(judge, action, path, reach) : undefined) ??
        rules.beneath('ask', kind, path, reach));
  if (rule === undefined) return undefined;
  if (action.gitNames !== undefined) return namedDemand(judge, action, path, rule);
  if (holdsNothingRuled(judge, action, path)) return undefined;
  return asked({ kind: 'may-concern', rule, path: path.lexical });
}

/**
 * What can't be read must not be overwritten either. Of a rule about a bare name, that is a file which is there: one that comes from an
 * archive, or a copy, holds no secret.
 */
function deniedToRead(
  judge: Judge,
  action: FileAction,
  path: PathSpellings,
  reach: Parameters<CompiledRules['beneath']>[3],
): PermissionRule | undefined {
  const ofPlaces = judge.rules.beneath('deny', 'Read', path, { ...reach, isOfPlaces: true });
  const rule = ofPlaces ?? judge.rules.beneath('deny', 'Read', path, reach);
  if (ofPlaces !== undefined) return rule;
  // What is edited, or moved there, may be such a file by then.
  const isNew = action.createsNone !== true && (action.copyOf ?? []).length === 0;
  const isOfNames =
    isNew && action.access === 'write' && action.gitNames === undefined && action.hasNoNewLinks === true;
  if (rule === undefined || !isOfNames) return rule;
  const names = namesThere(judge, path.real);
  return areUnruled(judge, names, path.real, path, ['Read']) ? undefined : rule;
}

/** Undefined where a link may lead to files elsewhere. */
function namesThere({ files }: Judge, directory: string): readonly string[] | undefined {
  return files.entriesBeneath(directory)?.length === 0 ? [] : files.namesBeneath(directory);
}

/** The command is told itself to leave out every name that a rule is about. */
function leavesOutRuled({ rules }: Judge, { access, excluded }: FileAction, path: PathSpellings): boolean {
  if (excluded === undefined || access !== 'read') return false;
  const names = rules.namesBeneath(path);
  return names.length > 0 && names.every((name) => excluded.includes(name));
}

/** A rule may be about what is below: it is about one of the files that git names, or they aren't known. */
function namedDemand(
  judge: Judge,
  action: FileAction,
  path: PathSpellings,
  rule: PermissionRule,
): Verdict | undefined {
  const { endings, isPast, gitNames } = action;
  const names =
    isPast === true || gitNames === undefined
      ? undefined
      : gitFilesAtPath(judge, action, path.real, gitNames);
  if (names === undefined) return asked({ kind: 'may-concern', rule, path: path.lexical });
  for (const name of names) {
    const isMeant =
      endings?.some((ending) => `${name.slice(path.real.length)}/`.includes(`${ending}/`)) ?? true;
    const ruled = isMeant ? ruleOfName(judge, action, name, path) : undefined;
    if (ruled !== undefined) return asked({ kind: 'may-concern', ...ruled });
  }
  return undefined;
}

/** For reading, a directory is another repository, of which git takes nothing. A file may take the place of a directory. */
function ruleOfName(
  { rules, files }: Judge,
  action: FileAction,
  name: string,
  path: PathSpellings,
): Omit<Extract<DecisionCause, { kind: 'may-concern' }>, 'kind'> | undefined {
  const isDirectory = name.endsWith('/');
  const place = placeBelow(path, name === '/' ? name : name.replace(/\/$/u, ''));
  const own = ruleAbout(rules, place, isWrite(action));
  if (own !== undefined && !isWrite(action)) return { rule: own, path: place.lexical };
  // Below it may be any file that a commit has.
  if (!isWrite(action) && isChange(action) && isDirectory) {
    const any = rules.mayConcern(['Read']);
    return any === undefined ? undefined : { rule: any, path: place.lexical };
  }
  if (own !== undefined) return { rule: own, path: place.lexical, named: 'file' };
  if (!isWrite(action)) return undefined;
  const reach = { isToCome: mayCreate(action), isTracked: isChange(action) };
  const below =
    rules.beneath('deny', 'Edit', place, reach) ??
    rules.beneath('deny', 'Read', place, reach) ??
    rules.beneath('ask', 'Edit', place, reach);
  if (below === undefined || !(isDirectory || files.directoryId(place.real) !== undefined)) return undefined;
  return { rule: below, path: place.lexical, named: 'directory' };
}

/** A deny rule for reading also prevents writing. */
function ruleAbout(
  rules: CompiledRules,
  place: PathSpellings,
  isWriting: boolean,
): PermissionRule | undefined {
  const ofReading = rules.forPath('deny', 'Read', place);
  if (!isWriting) return ofReading ?? rules.forPath('ask', 'Read', place);
  return rules.forPath('deny', 'Edit', place) ?? ofReading ?? rules.forPath('ask', 'Edit', place);
}

/** Git changes its work tree. */
const isChange = ({ gitNames }: FileAction): boolean => typeof gitNames === 'object';

function mayCreate({ access, changesAccess, createsNone }: FileAction): boolean {
  return access === 'write' && changesAccess !== true && createsNone !== true;
}

/** A rule may be about what is below, but none of what is read there, or comes there, is meant by any. */
function holdsNothingRuled(judge: Judge, action: FileAction, path: PathSpellings): boolean {
  const { access, copyOf = [] } = action;
  const { files } = judge;
  if (action.isPast === true || access === 'list') return false;
  const kinds = access === 'read' ? (['Read'] as const) : (['Edit', 'Read'] as const);
  if (access === 'remove')
    return (
      action.isAsNow === true && areUnruled(judge, files.entriesBeneath(path.real), path.real, path, kinds)
    );
  if (action.isAsNow !== true) return false;
  if (access === 'write' && action.createsNone === true && copyOf.length === 0) {
    const names = existingNames(judge, action, path.real);
    return areUnruled(judge, names, path.real, path, kinds);
  }
  if (access === 'write' && copyOf.length === 0) return false;
  const sources = access === 'read' ? [path.real] : copyOf;
  return sources.every((source) => {
    const { realPath } = files.identify(source, '/');
    return areUnruled(
      judge,
      withEndings(files.namesBeneath(realPath), action.endings),
      realPath,
      path,
      kinds,
    );
  });
}

/** Of what is there, what a pattern or a list may name. Where it may lie behind a link is another question. */
function existingNames(
  { files }: Judge,
  { levels, endings }: FileAction,
  directory: string,
): readonly string[] | undefined {
  const isListed = levels !== undefined && levels !== Infinity;
  const names = isListed ? files.entriesBeneath(directory, levels) : files.namesBeneath(directory);
  return withEndings(names, endings);
}

export function withEndings(
  names: readonly string[] | undefined,
  endings: FileAction['endings'],
): readonly string[] | undefined {
  return endings === undefined
    ? names
    : names?.filter((name) => endings.some((ending) => name.endsWith(ending)));
}

/** Files below a directory, as they are called where they are read, or come to. */
export function areUnruled(
  { rules }: Judge,
  names: readonly string[] | undefined,
  directory: string,
  path: PathSpellings,
  kinds: readonly ('Read' | 'Edit')[],
): boolean {
  if (names === undefined) return false;
  return names.every((name) => {
    const place = placeBelow({ lexical: path.lexical, real: directory }, name, path.real);
    return kinds.every((kind) =>
      (['deny', 'ask'] as const).every((behavior) => rules.forPath(behavior, kind, place) === undefined),
    );
  });
}

/** What a file below a directory is called where it comes to, as the directory is written and by its real path. */
function placeBelow(
  { lexical, real: directory }: PathSpellings,
  name: string,
  real = directory,
): PathSpellings {
  const start = directory === '/' ? '' : directory;
  if (name !== directory && !name.startsWith(`${start}/`)) return { lexical: name, real: name };
  const rest = name.slice(start.length);
  return { lexical: below(lexical, rest), real: below(real, rest) };
}

const below = (path: string, rest: string): string => `${path === '/' ? '' : path}${rest}` || '/';

/**
 * A search that leaves out names below its start still shows everything if the rule covers the start itself: `secret/**` for a search in
 * `secret`, or in what a link to it is called.
 */
export function startDemand({ rules }: Pick<Judge, 'rules'>, path: PathSpellings): Verdict | undefined {
  const child = beneath(path);
  for (const place of [child, beneath(child)]) {
    const deny = rules.forPath('deny', 'Read', place);
    if (deny !== undefined) return denied({ kind: 'rule', rule: deny });
    const ask = rules.forPath('ask', 'Read', place);
    if (ask !== undefined) return asked({ kind: 'rule', rule: ask });
  }
  return undefined;
}

/** What is left out by its name is read by another: a hard link. */
function linkDemand({ rules }: Pick<Judge, 'rules'>, path: PathSpellings): Verdict | undefined {
  const found = rules.linkedBeneath('deny', path) ?? rules.linkedBeneath('ask', path);
  return found === undefined ? undefined : asked({ kind: 'may-concern', ...found });
}

/** A name that no pattern can match except one that matches every name. */
const ANY_NAME = '\uffff';

export function beneath({ lexical, real }: PathSpellings): PathSpellings {
  const join = (path: string): string => `${path === '/' ? '' : path}/${ANY_NAME}`;
  return { lexical: join(lexical), real: join(real) };
}
