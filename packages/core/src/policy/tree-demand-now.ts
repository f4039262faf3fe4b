import type { FileAction } from '../permission/action.ts';
import type { PathSpellings } from '../permission/compiled-rules.ts';
import { isInside } from '../permission/paths/is-inside.ts';
import { spellingsOf } from '../permission/paths/spellings.ts';
import { asked, type Verdict } from '../permission/verdict.ts';
import { isWrite } from './is-write.ts';
import type { Judge } from './judge.ts';
import { areUnruled, treeDemand, withEndings } from './tree-demand.ts';

/**
 * What a script touches below a path, of which only what is certain counts: a file that a rule is about is there now, or the rule is about a
 * place below it, and there is too much to look at.
 */
export function treeDemandNow(judge: Judge, action: FileAction, path: PathSpellings): Verdict | undefined {
  const { rules, snapshot, files } = judge;
  const isWriting = isWrite(action);
  const isHidden =
    action.isHiddenIfDenied === true &&
    !isWriting &&
    snapshot.workingDirectories.some((directory) => isInside(path.real, directory));
  if (isHidden || action.gitNames !== undefined || action.isOfTop === true) return undefined;
  const verdict = treeDemand(judge, action, path);
  if (verdict?.cause.kind !== 'may-concern') return verdict;
  const kinds = isWriting ? (['Edit', 'Read'] as const) : (['Read'] as const);
  const { endings, levels } = action;
  if (action.access === 'write' && !changesWhatIsThere(action))
    return bringsRuled(judge, action, path) ? verdict : undefined;
  const names = withEndings(files.entriesBeneath(path.real, levels), endings);
  if (names !== undefined) return areUnruled(judge, names, path.real, path, kinds) ? undefined : verdict;
  const nearest = files.entriesBeneath(path.real, 1);
  if (nearest !== undefined && !areUnruled(judge, nearest, path.real, path, kinds)) return verdict;
  return kinds.some((kind) => rules.beneath('deny', kind, path, { endings, isOfPlaces: true }) !== undefined)
    ? verdict
    : undefined;
}

/** The same for a name that isn't known, in a directory outside of the workspace that is: `~/$NAME`. */
export function unknownNameDemand(judge: Judge, action: FileAction): Verdict | undefined {
  const { snapshot, query, files } = judge;
  const { within, access } = action;
  if (within === undefined || access === 'list') return undefined;
  const path = spellingsOf(within, query.cwd, files);
  if (snapshot.workingDirectories.some((directory) => isInside(path.real, directory))) return undefined;
  const demanded = treeDemandNow(judge, { ...action, path: within, isTree: true }, path);
  return demanded?.cause.kind === 'may-concern' ? asked({ ...demanded.cause, path: undefined }) : demanded;
}

/** What comes to a directory has the name of a rule, as far as the names are known. */
function bringsRuled(judge: Judge, { copyOf = [], endings }: FileAction, path: PathSpellings): boolean {
  return copyOf.some((source) => {
    const { realPath } = judge.files.identify(source, '/');
    const names = withEndings(judge.files.entriesBeneath(realPath), endings) ?? [];
    return !areUnruled(judge, names, realPath, path, ['Edit', 'Read']);
  });
}

function changesWhatIsThere({ levels, reachesAll, createsNone, changesAccess }: FileAction): boolean {
  return levels !== undefined || reachesAll === true || createsNone === true || changesAccess === true;
}
