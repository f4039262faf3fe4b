import type { FileAction } from '../permission/action.ts';
import type { PathSpellings } from '../permission/compiled-rules.ts';
import type { DecisionCause } from '../data/decision-cause.ts';
import { criticalRemoval, UNKNOWN_DIRECTORY } from '../permission/paths/critical-removal.ts';
import { isInside } from '../permission/paths/is-inside.ts';
import { kept, type Verdict } from '../permission/verdict.ts';
import { levelsFollowed, targetsOf } from './followed-links.ts';
import type { Judge } from './judge.ts';

/** What a pattern with several levels removes through links in its first levels. */
export function linkedRemoval(
  judge: Judge,
  action: FileAction,
  { real }: PathSpellings,
): Verdict | undefined {
  const { query, snapshot } = judge;
  if (action.access !== 'remove' || levelsFollowed(action) === 0) return undefined;
  const targets = targetsOf(judge, action, real);
  if (targets === undefined)
    return kept(criticalCause({ ...action, removal: 'beneath-unknown' }, undefined, UNKNOWN_DIRECTORY));
  const beneathLinks = { ...action, removal: action.removal ?? 'contents' };
  for (const target of targets) {
    // What lies behind it is removed by a name that the pattern gives there.
    const isOutside = !snapshot.workingDirectories.some((directory) => isInside(target, directory));
    if (isOutside && levelsFollowed(action) > 1)
      return kept(
        criticalCause({ ...beneathLinks, removal: 'beneath-unknown' }, undefined, UNKNOWN_DIRECTORY),
      );
    const what = criticalRemoval(beneathLinks, [target], query.cwd, snapshot);
    if (what !== undefined) return kept(criticalCause(beneathLinks, target, what));
  }
  return undefined;
}

export function criticalCause(
  { removal }: FileAction,
  path: string | undefined,
  what: string,
): DecisionCause {
  const isUnknown = removal === 'beneath-unknown';
  return {
    kind: 'critical-removal',
    path: isUnknown ? undefined : path,
    what,
    isContents: removal !== undefined,
  };
}
