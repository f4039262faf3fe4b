import type { Agent, AgentResult } from '@sluice/agent';
import type { TaskStopper } from '@sluice/tools';

/** How the work of an agent has ended. */
export interface WorkEnd {
  readonly outcome: 'completed' | 'failed' | 'stopped';
  /** Why it failed or was stopped, as a clause. */
  readonly reason: string | undefined;
  /** What else its reader should know, one sentence each. */
  readonly notes: readonly string[];
}

/** It was stopped. */
export interface Stopped {
  readonly by: TaskStopper;
  /** A clause. */
  readonly reason: string;
}

/** What an agent's model and journal are told: who stopped it, or that the program ends. */
export type StopTold = TaskStopper | 'shutdown';

/** Only a person's stop is the user's interrupt; otherwise the agent is told the reason. */
export function interruptOf(told: StopTold, message: string): Parameters<Agent['interrupt']>[0] {
  if (told === 'shutdown') return told;
  return told === 'person' ? 'user-cancel' : { kind: 'stopped', message };
}

/** Why an agent ended that the user stopped when it asked about a call. */
export const DECLINED = 'the user declined one of its calls and stopped it';

/** Why an agent ended that the session can no longer pay for. */
export const BUDGET_USED_UP = "the session's budget is used up";

/** What the result of an agent's last prompt means for its caller. Undefined: there was none. */
export function endOfWork(result: AgentResult | undefined, stopped: Stopped | undefined): WorkEnd {
  if (stopped !== undefined) return { outcome: 'stopped', reason: stopped.reason, notes: [] };
  if (result === undefined) return { outcome: 'failed', reason: 'it did not start', notes: [] };
  const { reason, failure, errors, turns } = result;
  const said = failure?.message ?? errors.join(' ');
  const failed = (why: string): WorkEnd => ({ outcome: 'failed', reason: clause(said, why), notes: [] });
  switch (reason) {
    case 'completed':
      return { outcome: 'completed', reason: undefined, notes: [] };
    case 'stop-prevented':
    case 'hook-stopped':
      return {
        outcome: 'completed',
        reason: undefined,
        notes: [`A hook ended its work. ${errors.join(' ')}`.trim()],
      };
    case 'max-turns':
      return {
        outcome: 'completed',
        reason: undefined,
        notes: [
          `It reached its limit of ${turns} turns, so this is its intermediate work, not a finished result.`,
        ],
      };
    case 'max-budget':
      return { outcome: 'stopped', reason: BUDGET_USED_UP, notes: [] };
    case 'declined':
      return { outcome: 'stopped', reason: DECLINED, notes: [] };
    case 'interrupted-streaming':
    case 'interrupted-tools':
    case 'shutdown':
    case 'shutdown-tools':
      return { outcome: 'stopped', reason: 'it was interrupted', notes: [] };
    case 'refused':
      return failed('its model refused the task');
    case 'output-retries':
      return failed('it did not give its answer in the required form');
    case 'too-long':
      return failed('its conversation became too long for the model');
    case 'prompt-blocked':
      return failed('a hook blocked its task');
    case 'tool-deferred':
    case 'deferred-unavailable':
      return failed('a hook deferred one of its calls, which only works for the main agent');
    case 'model-error':
      return failed('its model could not be called');
    default:
      return reason satisfies never;
  }
}

function clause(said: string, standard: string): string {
  const text = said.trim().replace(/[.\s]+$/, '');
  return text === '' ? standard : text;
}
