import { present } from '@sluice/base';
import type { AgentHooks } from '@sluice/agent';
import type { DispatchedEvent, EventFields, EventVerdict, FireOptions, StopLoop } from '@sluice/hooks';
import type { SessionFacts } from '../options/about-session.ts';
import type { AgentParts } from '../runtime/local-runtime.ts';
import type { SessionParts } from '../parts/session-parts.ts';
import { taskSummaries } from './task-summaries.ts';

/**
 * Runs the hooks from the settings at the stages of a prompt. Looked up each time, since settings may change.
 */
export function agentHooks(
  { dispatcher, env, tasks }: Pick<AgentParts, 'dispatcher' | 'env' | 'tasks'>,
  options: () => FireOptions,
  /**
   * Receives what identifies the session: the user's message, once hooks have allowed it, or a title from
   * them.
   */
  note: (changes: { readonly prompt?: string; readonly title?: string }) => void = () => {},
  /** Facts about the session when it restarts after a compaction. */
  about: () => Pick<SessionFacts, 'model' | 'title'> = () => ({}),
  /** The agent that another one opened: its end is `SubagentStop`. */
  subagent?: Pick<EventFields['SubagentStop'], 'agent_id' | 'agent_type' | 'agent_transcript_path'>,
  /** The scheduled prompts of the session. */
  crons: () => NonNullable<EventFields['Stop']['session_crons']> = () => [],
): AgentHooks {
  const agentId = subagent?.agent_id;
  const stopEvent = subagent === undefined ? 'Stop' : 'SubagentStop';
  let stopLoop: StopLoop | undefined;
  let wanted: string | undefined;
  const noteStop = (verdict: EventVerdict | undefined): void => {
    wanted ??= verdict?.stop?.reason;
  };

  function fire<Event extends DispatchedEvent>(
    event: Event,
    fields: EventFields[Event],
    signal?: AbortSignal,
  ): Promise<EventVerdict> | undefined {
    const hooks = dispatcher();
    if (hooks?.has(event, agentId) !== true) return undefined;
    return hooks.fire(event, fields, { ...options(), ...present({ signal }) });
  }

  return {
    async submitted(prompt, signal) {
      const verdict = await fire('UserPromptSubmit', { prompt, source: 'user' }, signal);
      const title = verdict?.sessionTitle;
      if (verdict?.block === undefined) note({ prompt, title });
      return {
        block: verdict?.block?.reason,
        stop: verdict?.stop?.reason,
        additionalContext: verdict?.additionalContext ?? [],
      };
    },
    async stopping(lastText, signal) {
      if (dispatcher()?.has(stopEvent, agentId) !== true) return { goesOn: false, stop: undefined };
      if (stopLoop === undefined) {
        const { createStopLoop } = await import('@sluice/hooks');
        const current = {
          fire: <Event extends DispatchedEvent>(
            event: Event,
            fields: EventFields[Event],
            at: FireOptions,
          ) => {
            const hooks = dispatcher();
            if (hooks === undefined) throw new Error('Hooks are no longer available.');
            return hooks.fire(event, fields, at);
          },
        };
        stopLoop = createStopLoop(current, env, subagent);
      }
      const fields = {
        last_assistant_message: lastText,
        background_tasks: taskSummaries(tasks.list()),
        session_crons: crons(),
      };
      const answer = await stopLoop.ask(fields, { ...options(), signal });
      if (answer.goesOn) return { goesOn: true, feedback: answer.feedback };
      const capped = answer.isCapped ? `Hooks of ${stopEvent} wanted it to go on once too often.` : undefined;
      return { goesOn: false, stop: answer.verdict.stop?.reason ?? capped };
    },
    async failed(failure, lastText) {
      if (dispatcher()?.has('StopFailure', agentId) !== true) return;
      const { failureError } = await import('@sluice/hooks');
      await fire('StopFailure', {
        error: failureError(failure.kind),
        error_details: failure.message,
        last_assistant_message: lastText,
      });
    },
    async compacting(trigger, instructions, signal) {
      const fields = { trigger, custom_instructions: instructions ?? null };
      const verdict = await fire('PreCompact', fields, signal);
      noteStop(verdict);
      return { block: verdict?.block?.reason, instructions: verdict?.additionalContext ?? [] };
    },
    async compacted(trigger, summary, signal) {
      const verdict = await fire('PostCompact', { trigger, compact_summary: summary }, signal);
      const { model, title } = about();
      const fields = {
        source: 'compact' as const,
        model,
        session_title: title,
      };
      const started = await fire('SessionStart', fields, signal);
      noteStop(verdict);
      noteStop(started);
      if (started?.sessionTitle !== undefined) note({ title: started.sessionTitle });
      return [...(verdict?.additionalContext ?? []), ...(started?.additionalContext ?? [])];
    },
    stopWanted() {
      const reason = wanted;
      wanted = undefined;
      return reason;
    },
    began: () => stopLoop?.reset(),
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
