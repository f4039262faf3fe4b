import { chooseWrites } from './choose-writes.ts';
import { dryRun } from './dry-run.ts';
import { listWrites } from './list-writes.ts';
import { lookAt } from './look-at.ts';
import type { UndoSession } from './open-undo.ts';
import { nothingText } from './nothing-text.ts';
import { planRestore, type RestorePlan } from './plan-restore.ts';
import { missingPreImage, takeBack } from './take-back.ts';
import type { UndoOptions } from './undo-options.ts';
import { changedText, restoreText } from './undo-text.ts';
import { includeLaterWrites } from './include-later-writes.ts';

const NEEDS_FORCE: ReadonlySet<RestorePlan['status']> = new Set(['changed', 'followed']);

/** Messages for the user: what was done, and what could not be. */
interface UndoReport {
  readonly done: readonly string[];
  /** Empty: everything requested is done. */
  readonly problems: readonly string[];
}

/** Lists, shows or undoes the selected writes. All files are checked before the first is changed. */
export async function runUndo(session: UndoSession, options: UndoOptions): Promise<UndoReport> {
  const { writes, journal } = session;
  const { directory, choice, isForced, isList } = options;
  if (isList) {
    const lines = await listWrites(directory, writes, choice);
    return { done: lines.length === 0 ? [nothingText(choice, session.past)] : lines, problems: [] };
  }
  const named = chooseWrites(writes, choice);
  const chosen = isForced ? includeLaterWrites(named, writes) : named;
  if (chosen.length === 0) return { done: [], problems: [nothingText(choice, session.past)] };
  const { files, problems: unreadable } = await lookAt(chosen.map(({ path }) => path));
  const plans = planRestore(
    chosen.filter(({ path }) => files.has(path)),
    writes,
    new Map([...files].map(([path, { hash }]) => [path, hash])),
  );
  const problems = [...unreadable, ...(await missingPreImages(directory, plans))];
  const changed = isForced ? [] : plans.filter(({ status }) => NEEDS_FORCE.has(status));
  problems.push(...changed.map((plan) => changedText(plan, files.get(plan.path))));
  if (journal === undefined) return { done: await dryRun(directory, plans, changed.length > 0), problems };
  if (problems.length > 0) {
    return { done: await dryRun(directory, changed, true), problems: [...problems, 'nothing was changed'] };
  }
  const done: string[] = [];
  for (const plan of plans) {
    const taken = await takeBack(directory, journal, plan, files.get(plan.path)?.hash);
    if (taken.ok) done.push(restoreText(plan, taken));
    else problems.push(taken.message);
  }
  return { done, problems };
}

async function missingPreImages(
  directory: string,
  plans: readonly RestorePlan[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const plan of plans) {
    const missing = await missingPreImage(directory, plan);
    if (missing !== undefined) problems.push(missing);
  }
  return problems;
}
