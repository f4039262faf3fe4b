import type { AgentHooks } from '@sluice/agent';
import type { EventFields, FireOptions } from '@sluice/hooks';
import type { SessionParts } from '../../parts/session-parts.ts';
import { PromptEvents, type PromptEventsOptions } from './prompt-events.ts';

/**
 * Runs the hooks from the settings at the stages of a prompt. Looked up each time, since settings may change.
 */
export function agentHooks(
  parts: PromptEventsOptions['parts'],
  options: () => FireOptions,
  /**
   * Receives what identifies the session: the user's message, once hooks have allowed it, or a title from
   * them.
   */
  note: PromptEventsOptions['note'] = () => {},
  /** Facts about the session when it restarts after a compaction. */
  about: PromptEventsOptions['about'] = () => ({}),
  /** The agent that another one opened: its end is `SubagentStop`. */
  subagent?: PromptEventsOptions['subagent'],
  /** The scheduled prompts of the session. */
  crons: PromptEventsOptions['crons'] = () => [],
  /** Who writes the prompts. */
  source: PromptEventsOptions['source'] = 'sdk',
): AgentHooks {
  const events = new PromptEvents({ parts, options, note, about, subagent, crons, source });
  return {
    submitted: (prompt, signal) => events.submitted(prompt, signal),
    stopping: (lastText, signal) => events.stopping(lastText, signal),
    failed: (failure, lastText) => events.failed(failure, lastText),
    compacting: (trigger, instructions, signal) => events.compacting(trigger, instructions, signal),
    compacted: (trigger, summary, signal) => events.compacted(trigger, summary, signal),
    cleared: (signal) => events.cleared(signal),
    stopWanted: () => events.stopWanted(),
    began: () => events.began(),
  };
}

/** The scheduled prompts of a session, as hooks see them. */
export function sessionCrons({
  schedules,
}: Pick<SessionParts, 'schedules'>): NonNullable<EventFields['Stop']['session_crons']> {
  return (schedules?.known ?? []).map(({ id, cron, recurring, prompt }) => ({
    ...{ id, schedule: cron, recurring, prompt },
  }));
}
