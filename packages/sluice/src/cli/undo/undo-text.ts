import type { JournaledWrite } from './journaled-write.ts';
import type { Look } from './look-at.ts';
import type { RestorePlan } from './plan-restore.ts';

/** `Edit toolu_1 of message-3`. */
export function writeText({ toolName, callId, messageId }: JournaledWrite): string {
  return `${toolName === '' ? 'call' : toolName} ${callId} of ${messageId}`;
}

/** One line of `--list`; `isKept`: the previous content is available, or there was no file. */
export function listLine(write: JournaledWrite, plan: RestorePlan | undefined, isKept: boolean): string {
  const time = new Date(write.time).toISOString().replace(/\.\d+Z$/, 'Z');
  const did = write.before === null ? 'made' : 'changed';
  const state = plan === undefined ? 'not a regular file now' : stateText(plan, isKept);
  return `${time}  ${writeText(write)}  ${did} ${write.path}  (${state})`;
}

function stateText({ status, later }: RestorePlan, isKept: boolean): string {
  if (!isKept && status !== 'as-before') return "can't be undone: its old content is no longer stored";
  return later === undefined ? STATES[status] : `written again by ${writeText(later)}`;
}

const STATES: Readonly<Record<RestorePlan['status'], string>> = {
  restore: 'can be undone',
  'as-before': 'is as it was before',
  changed: 'has changed since',
  followed: 'written again since',
};

/**
 * What was done to one file. `keptAt` is the copy of what someone else had written to it; `withDirectory` the directory
 * that was created for it and is also removed.
 */
export function restoreText(
  plan: RestorePlan,
  {
    keptAt,
    withDirectory,
  }: { readonly keptAt: string | undefined; readonly withDirectory: string | undefined },
): string {
  const directory = withDirectory === undefined ? '' : `, and with it ${withDirectory}, which is empty now`;
  const kept = keptAt === undefined ? '' : `; its content was saved in ${keptAt}`;
  return `${actionText(plan, 'restored', 'removed')}${directory}${kept}`;
}

/** What would be done to one file. */
export function wouldText(plan: RestorePlan): string {
  return actionText(plan, 'would restore', 'would remove');
}

function actionText({ path, target, status, writes }: RestorePlan, putBack: string, remove: string): string {
  const [first] = writes;
  const whose = first === undefined ? '' : `, as before ${writeText(first)}${andLater(writes)}`;
  if (status === 'as-before') return `${path} is already as it was${whose}`;
  return target === null
    ? `${remove} ${path}, which ${first === undefined ? 'the call' : writeText(first)} made${andLater(writes)}`
    : `${putBack} ${path}${whose}`;
}

/** If the last of them belongs to another call, it is undone too. */
function andLater(writes: readonly JournaledWrite[]): string {
  const [first, last] = [writes[0], writes.at(-1)];
  if (first === undefined || last === undefined || writeText(first) === writeText(last)) return '';
  return `, with all writes up to ${writeText(last)}`;
}

/** Why a file is not restored. */
export function changedText({ path, later, writes }: RestorePlan, now: Look | undefined): string {
  const [first, last] = [writes[0], writes.at(-1)];
  const call = last === undefined ? 'the call' : writeText(last);
  if (later !== undefined) {
    const which = `--message ${later.messageId} --call ${later.callId}`;
    return (
      `${path} was written again by ${writeText(later)}: undo that first (${which}), ` +
      `or use --force, which undoes all its writes from ${first === undefined ? 'the call' : writeText(first)} on`
    );
  }
  if (now?.changedAt === undefined)
    return `${path} has been removed since ${call} wrote it; --force restores its old content`;
  const when = new Date(now.changedAt).toISOString();
  return `${path} has changed since ${call} wrote it (last at ${when}), by hand or by a program such as a formatter; --force restores its old content anyway, and saves the current one`;
}
