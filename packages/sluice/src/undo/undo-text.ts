import type { JournaledWrite } from './journaled-write.ts';
import type { Look } from './look-at.ts';
import type { RestorePlan } from './plan-restore.ts';

/** `Edit toolu_1 of message-3`. */
export function writeText({ toolName, callId, messageId }: JournaledWrite): string {
  return `${toolName === '' ? 'call' : toolName} ${callId} of ${messageId}`;
}

/** One line of `--list`. */
export function listLine(write: JournaledWrite, plan: RestorePlan | undefined): string {
  const time = new Date(write.time).toISOString().replace(/\.\d+Z$/, 'Z');
  const did = write.before === null ? 'made' : 'changed';
  const state = plan === undefined ? 'not a regular file now' : stateText(plan);
  return `${time}  ${writeText(write)}  ${did} ${write.path}  (${state})`;
}

function stateText({ status, later }: RestorePlan): string {
  if (status !== 'changed' || later === undefined) return STATES[status];
  return `written again by ${writeText(later)}`;
}

const STATES: Readonly<Record<RestorePlan['status'], string>> = {
  restore: 'can be undone',
  'as-before': 'is as it was before',
  changed: 'has changed since',
};

/** What was done to one file; `keptAt` is where that is kept which somebody else had written to it. */
export function restoreText(plan: RestorePlan, keptAt: string | undefined): string {
  const kept = keptAt === undefined ? '' : `; what it held is kept in ${keptAt}`;
  return `${actionText(plan, 'put back', 'removed')}${kept}`;
}

/** What would be done to one file. */
export function wouldText(plan: RestorePlan): string {
  return actionText(plan, 'would put back', 'would remove');
}

function actionText({ path, target, status, writes }: RestorePlan, putBack: string, remove: string): string {
  const [first] = writes;
  const whose = first === undefined ? '' : `, as before ${writeText(first)}`;
  if (status === 'as-before') return `${path} is as it was already${whose}`;
  return target === null
    ? `${remove} ${path}, which ${first === undefined ? 'the call' : writeText(first)} made`
    : `${putBack} ${path}${whose}`;
}

/** Why a file is not put back. */
export function changedText({ path, later, writes }: RestorePlan, now: Look | undefined): string {
  const last = writes.at(-1);
  const call = last === undefined ? 'the call' : writeText(last);
  if (later !== undefined)
    return `${path} was written again by ${writeText(later)}: undo that first, or use --force`;
  if (now?.changedAt === undefined)
    return `${path} has been removed since ${call} wrote it; --force brings back what was there before`;
  const when = new Date(now.changedAt).toISOString();
  return `${path} has changed since ${call} wrote it (last at ${when}); --force puts it back all the same`;
}
