import type { AgentReport } from '@sluice/agent';
import type { EndedWork, TaskStopper } from '@sluice/tools';

export interface AgentEnd {
  /** Undefined: it could not work at all. */
  readonly report: AgentReport | undefined;
  /** Who stopped it. */
  readonly by: TaskStopper | undefined;
  /** Why there is no report. */
  readonly reason?: string;
}

/** The end of an agent as the end of a background task. */
export function taskEnd({ report, by, reason }: AgentEnd): EndedWork {
  if (report === undefined)
    return { end: { status: 'failed', reason: reason ?? 'it could not run' }, notes: [] };
  const { outcome, text, totalTokens, toolUses, durationMs, notes } = report;
  switch (outcome) {
    case 'completed':
      return { end: { status: 'completed', text, usage: { totalTokens, toolUses, durationMs } }, notes };
    case 'failed':
      return { end: { status: 'failed', reason: report.reason ?? 'it failed', text }, notes };
    case 'stopped': {
      const why = report.reason === undefined ? [] : [`It was stopped: ${report.reason}.`];
      const done = text === '' ? [] : [`What it had written so far, which is not its result:\n${text}`];
      return { end: { status: 'stopped', by: by ?? 'program' }, notes: [...why, ...notes, ...done] };
    }
    default:
      return outcome satisfies never;
  }
}

/** A teammate that has finished its turn is still there. */
export function withIdleNote(ended: EndedWork, isInTeam: boolean): EndedWork {
  return isInTeam && ended.end.status === 'completed'
    ? { ...ended, notes: [...ended.notes, 'It is idle: SendMessage wakes it.'] }
    : ended;
}
