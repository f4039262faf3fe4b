import type { AgentHooks } from '@sluice/agent';
import type {
  DispatchedEvent,
  EventFields,
  EventVerdict,
  FireOptions,
  StopLoop,
} from '@sluice/settings/hooks';
import type { AgentParts } from '../local/open-local-runtime.ts';

/** The hooks that the settings name, at the moments of a prompt. Settings may change meanwhile: looked up each time. */
export function agentHooks(
  { dispatcher, env }: Pick<AgentParts, 'dispatcher' | 'env'>,
  options: () => FireOptions,
): AgentHooks {
  let stopLoop: StopLoop | undefined;

  function fire<Event extends DispatchedEvent>(
    event: Event,
    fields: EventFields[Event],
  ): Promise<EventVerdict> | undefined {
    const hooks = dispatcher();
    return hooks?.has(event) === true ? hooks.fire(event, fields, options()) : undefined;
  }

  return {
    async submitted(prompt) {
      const verdict = await fire('UserPromptSubmit', { prompt, source: 'user' });
      return {
        block: verdict?.block?.reason,
        stop: verdict?.stop?.reason,
        additionalContext: verdict?.additionalContext ?? [],
      };
    },
    async stopping(lastText) {
      if (dispatcher()?.has('Stop') !== true) return { goesOn: false, stop: undefined };
      if (stopLoop === undefined) {
        const { createStopLoop } = await import('@sluice/settings/hooks');
        const current = {
          fire: <Event extends DispatchedEvent>(
            event: Event,
            fields: EventFields[Event],
            at: FireOptions,
          ) => {
            const hooks = dispatcher();
            if (hooks === undefined) throw new Error('There are no hooks any more.');
            return hooks.fire(event, fields, at);
          },
        };
        stopLoop = createStopLoop(current, env);
      }
      const answer = await stopLoop.ask({ last_assistant_message: lastText }, options());
      if (answer.goesOn) return { goesOn: true, feedback: answer.feedback };
      const capped = answer.isCapped ? 'Hooks of Stop wanted it to go on once too often.' : undefined;
      return { goesOn: false, stop: answer.verdict.stop?.reason ?? capped };
    },
    async failed(failure, lastText) {
      await fire('StopFailure', {
        error: failure.kind,
        error_details: failure.message,
        last_assistant_message: lastText,
      });
    },
    async compacting(trigger, instructions) {
      const verdict = await fire('PreCompact', { trigger, custom_instructions: instructions ?? null });
      return { block: verdict?.block?.reason, instructions: verdict?.additionalContext ?? [] };
    },
    async compacted(trigger, summary) {
      const verdict = await fire('PostCompact', { trigger, compact_summary: summary });
      const started = await fire('SessionStart', { source: 'compact' });
      return [...(verdict?.additionalContext ?? []), ...(started?.additionalContext ?? [])];
    },
    began: () => stopLoop?.reset(),
  };
}
