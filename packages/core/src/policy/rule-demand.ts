import type { PathSpellings } from '../permission/compiled-rules.ts';
import type { FileAction } from '../permission/action.ts';
import { isInside } from '../permission/paths/is-inside.ts';
import { asked, denied, type Verdict } from '../permission/verdict.ts';
import { isWrite } from './is-write.ts';
import type { Judge } from './judge.ts';

/** A deny rule for reading also prevents writing: to write it is to know it. */
export function ruleDemand(
  { rules, snapshot }: Judge,
  action: FileAction,
  path: PathSpellings,
): Verdict | undefined {
  const isWriting = isWrite(action);
  const isHidden =
    action.isHiddenIfDenied === true &&
    snapshot.workingDirectories.some((directory) => isInside(path.real, directory));
  const deny =
    (isWriting ? rules.forPath('deny', 'Edit', path) : undefined) ??
    (isHidden ? undefined : rules.forPath('deny', 'Read', path));
  if (deny !== undefined) return denied({ kind: 'rule', rule: deny });
  const linked = otherNameDemand(rules, action, path, 'deny');
  if (linked !== undefined) return linked;
  const ask = rules.forPath('ask', isWriting ? 'Edit' : 'Read', path);
  return ask === undefined ? otherNameDemand(rules, action, path, 'ask') : asked({ kind: 'rule', rule: ask });
}

/** What is read or written under one name of a file is so under all of them. */
function otherNameDemand(
  rules: Judge['rules'],
  action: FileAction,
  path: PathSpellings,
  behavior: 'deny' | 'ask',
): Verdict | undefined {
  if (action.isTree || action.access === 'list' || action.access === 'remove') return undefined;
  const isDenying = behavior === 'deny';
  const ofWriting = isWrite(action) ? rules.forNamedFile(behavior, 'Edit', path) : undefined;
  const isReading = isDenying || !isWrite(action);
  const found = ofWriting ?? (isReading ? rules.forNamedFile(behavior, 'Read', path) : undefined);
  if (found === undefined) return undefined;
  const cause = { kind: 'rule', rule: found.rule, otherName: found.path } as const;
  return isDenying ? denied(cause) : asked(cause);
}
