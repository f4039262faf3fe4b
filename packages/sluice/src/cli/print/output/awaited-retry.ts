import type { AgentEvent } from '@sluice/agent';
import type { ModelFailure } from '@sluice/core';

/**
 * If a prompt was interrupted while waiting to retry the model, adds the reason for the retry to the result: the
 * interrupt alone doesn't show that no response had arrived. The returned function must receive every event, in order.
 */
export function createAwaitedRetry(): (event: AgentEvent) => AgentEvent {
  let failure: ModelFailure | undefined;
  return (event) => {
    switch (event.type) {
      case 'model':
        if (event.event.type === 'retry') ({ failure } = event.event);
        else if (event.event.type !== 'failed') failure = undefined;
        return event;
      case 'retracted':
        ({ failure } = event);
        return event;
      case 'result': {
        const awaited = failure;
        failure = undefined;
        const { reason, errors } = event.result;
        if (awaited === undefined || !INTERRUPTS.has(reason)) return event;
        const why = `Interrupted before the model, which had failed, was retried: ${awaited.message}`;
        return { ...event, result: { ...event.result, errors: [...errors, why] } };
      }
      default:
        return event;
    }
  };
}

const INTERRUPTS: ReadonlySet<string> = new Set(['interrupted-streaming', 'interrupted-tools', 'shutdown']);
