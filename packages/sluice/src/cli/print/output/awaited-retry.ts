import type { AgentEvent } from '@sluice/agent';
import type { ModelFailure } from '@sluice/core';

/**
 * Adds to the result of a prompt that was interrupted while the model was to be asked again why it had to be: the interrupt
 * itself tells nobody that no answer had come. The returned function takes every event, in order.
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
