import type { CommandAction, FileAction } from '../permission/action.ts';
import { isInside } from '../permission/is-inside.ts';
import type { Isolation } from '../permission/isolation.ts';
import type { PathSpellings } from '../permission/compiled-rules.ts';
import { denied, type Verdict } from '../permission/verdict.ts';
import type { Judge } from './judge.ts';

/** What an isolated agent must not do to files. `path` undefined: not known. */
export function fileIsolation(
  { snapshot: { isolation } }: Judge,
  { access, isTree }: FileAction,
  path: PathSpellings | undefined,
): Verdict | undefined {
  if (isolation === undefined || access === 'read' || access === 'list') return undefined;
  if (path === undefined) return refused(isolation, 'which file it writes is unknown');
  const reached = [path.lexical, path.real].find(
    (each) =>
      isForeign(isolation, each) || ((isTree || access === 'remove') && isInside(isolation.mainRoot, each)),
  );
  return reached === undefined ? undefined : refused(isolation, `it changes ${reached} in the main checkout`);
}

/** What an isolated agent must not run. A script that it runs is only judged by what is certain. */
export function commandIsolation(
  { snapshot: { isolation }, files }: Judge,
  { cwd, isReadOnly, isUncertain, isInScript, hasUntracedCode, reaches = [] }: CommandAction,
): Verdict | undefined {
  if (isolation === undefined) return undefined;
  if (cwd !== undefined && isForeign(isolation, cwd))
    return refused(isolation, `it runs in the main checkout (${cwd})`);
  const foreign = reaches.find(
    (path) =>
      path !== undefined &&
      [path, files.identify(path, cwd ?? '/').realPath].some((each) => isForeign(isolation, each)),
  );
  if (foreign !== undefined) return refused(isolation, `it names ${foreign} in the main checkout`);
  if (isInScript === true) return undefined;
  if (reaches.includes(undefined)) return refused(isolation, 'which repository it works on is unknown');
  if (isReadOnly) return undefined;
  if (hasUntracedCode === true)
    return refused(isolation, 'which files the code in its arguments or input changes is unknown');
  if (cwd === undefined) return refused(isolation, 'in which directory it runs is unknown');
  return isUncertain === true ? refused(isolation, 'what it runs is unknown') : undefined;
}

/** A call that is not understood may write anywhere. */
export function opaqueIsolation({ snapshot: { isolation } }: Judge, message: string): Verdict | undefined {
  return isolation === undefined ? undefined : refused(isolation, `it is not fully understood: ${message}`);
}

function isForeign({ mainRoot, path }: Isolation, given: string): boolean {
  return isInside(given, mainRoot) && !isInside(given, path);
}

function refused({ path }: Isolation, why: string): Verdict {
  return denied({ kind: 'isolation', why, path });
}
