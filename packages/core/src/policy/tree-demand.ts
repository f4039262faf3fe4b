import type { FileAction } from '../permission/action.ts';
import type { PathSpellings } from '../permission/compiled-rules.ts';
import { asked, denied, type Verdict } from '../permission/verdict.ts';
import { isWrite } from './is-write.ts';
import { namesOfGit } from './names-of-git.ts';
import type { Judge } from './judge.ts';

/** What may be touched below the path. */
export function treeDemand(judge: Judge, action: FileAction, path: PathSpellings): Verdict | undefined {
  const { rules, files } = judge;
  if (!action.isTree || action.access === 'list') return undefined;
  if (action.leavesOutDenied === true) return startDemand({ rules }, path);
  // Nothing is below a file, except in what was there once.
  if (action.isPast !== true && files.identify(path.real, '/').inode !== undefined) return undefined;
  if (action.mayBeFile === true && files.directoryId(path.real) === undefined) return undefined;
  const kind = isWrite(action) ? 'Edit' : 'Read';
  // A directory may have such a name, too, and git takes all that is in it.
  const endings = action.gitNames === undefined ? action.endings : undefined;
  const reach = { isPast: action.isPast, endings, isToCome: mayCreate(action) };
  const rule =
    action.isOfTop === true
      ? rules.mayConcern(kind === 'Edit' ? ['Edit', 'Read'] : ['Read'])
      : (rules.beneath('deny', kind, path, reach) ??
        (kind === 'Edit' ? rules.beneath('deny', 'Read', path, reach) : undefined) ??
        rules.beneath('ask', kind, path, reach));
  if (rule === undefined || holdsNothingRuled(judge, action, path)) return undefined;
  return asked({ kind: 'may-concern', rule, path: path.lexical });
}

function mayCreate({ access, changesAccess, createsNone }: FileAction): boolean {
  return access === 'write' && changesAccess !== true && createsNone !== true;
}

/** A rule may be about what is below, but none of what is read there, or comes there, is meant by any. */
function holdsNothingRuled(judge: Judge, action: FileAction, path: PathSpellings): boolean {
  const { access, gitNames, copyOf = [] } = action;
  const { files } = judge;
  if (action.isPast === true || access === 'list' || access === 'remove') return false;
  const kinds = access === 'read' ? (['Read'] as const) : (['Edit', 'Read'] as const);
  if (gitNames !== undefined) {
    const { endings } = action;
    const names = namesOfGit(judge, action, path.real, gitNames);
    const meant = names?.filter(
      (name) => endings?.some((ending) => `${name.slice(path.real.length)}/`.includes(`${ending}/`)) ?? true,
    );
    return areUnruled(judge, meant, path.real, path, kinds);
  }
  if (action.isAsNow !== true || (access === 'write' && copyOf.length === 0)) return false;
  const sources = access === 'read' ? [path.real] : copyOf;
  return sources.every((source) => {
    const { realPath } = files.identify(source, '/');
    return areUnruled(judge, files.namesBeneath(realPath), realPath, path, kinds);
  });
}

/** Files below a directory, as they are called where they are read, or come to. */
function areUnruled(
  { rules }: Judge,
  names: readonly string[] | undefined,
  directory: string,
  path: PathSpellings,
  kinds: readonly ('Read' | 'Edit')[],
): boolean {
  if (names === undefined) return false;
  const start = directory === '/' ? '' : directory;
  return names.every((name) => {
    const isBelow = name === directory || name.startsWith(`${start}/`);
    const rest = name.slice(start.length);
    const place = isBelow
      ? { lexical: below(path.lexical, rest), real: below(path.real, rest) }
      : { lexical: name, real: name };
    return kinds.every((kind) =>
      (['deny', 'ask'] as const).every((behavior) => rules.forPath(behavior, kind, place) === undefined),
    );
  });
}

const below = (path: string, rest: string): string => `${path === '/' ? '' : path}${rest}`;

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

/** A name that no pattern can match except one that matches every name. */
const ANY_NAME = '\uffff';

export function beneath({ lexical, real }: PathSpellings): PathSpellings {
  const join = (path: string): string => `${path === '/' ? '' : path}/${ANY_NAME}`;
  return { lexical: join(lexical), real: join(real) };
}
