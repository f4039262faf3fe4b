import { isJsonObject, type StopReason } from '@sluice/core';
import type { EventReader } from '../event-reader.ts';
import { failureOfError } from '../errors/failure-of-error.ts';
import { createInteractionSteps } from './interaction-steps.ts';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownCount, ownObject, ownText } from '../own-value.ts';
import { errorOf, serverErrorText } from '../errors/server-error.ts';
import { streamCut } from '../errors/stream-cut.ts';
import { interactionsUsage } from '../usage-counts.ts';

/**
 * Reads the events of Google's Interactions API (ai.google.dev/gemini-api/docs/interactions). An answer is a
 * list of steps, each with a start, deltas, and a stop; a call is a step whose arguments arrive as pieces of
 * JSON.
 */
export function createInteractionsReader(assembler: MessageAssembler): EventReader {
  const steps = createInteractionSteps(assembler);

  function fail(error: object, line: number): void {
    assembler.fail(failureOfError(error, serverErrorText(error)), line);
  }

  function finish(interaction: object, line: number): void {
    const status = ownText(interaction, 'status') ?? 'completed';
    if (FAILED.has(status)) {
      const message = `the response ended as ${status}`;
      return fail(ownObject(interaction, 'error') ?? { message }, line);
    }
    if (!assembler.isOpen()) assembler.start({});
    assembler.setUsage(interactionsUsage(ownObject(interaction, 'usage') ?? {}));
    assembler.setStop(stopReasonOf(status, assembler.hasCall()));
    assembler.end(line);
  }

  return {
    accept(event, name, line) {
      const type = ownText(event, 'event_type') ?? name ?? '';
      const interaction = ownObject(event, 'interaction') ?? {};
      const index = ownCount(event, 'index');
      const step = ownObject(event, 'step');
      const delta = ownObject(event, 'delta');
      switch (type) {
        case 'interaction.created':
          if (assembler.isOpen()) assembler.fail(streamCut(), undefined);
          return assembler.start({ id: ownText(interaction, 'id'), model: ownText(interaction, 'model') });
        case 'interaction.status_update':
          return undefined;
        case 'interaction.completed':
          return finish(interaction, line);
        case 'step.start':
          return index !== undefined && isJsonObject(step) ? steps.start(index, step, line) : undefined;
        case 'step.delta':
          return index !== undefined && isJsonObject(delta) ? steps.grow(index, delta, line) : undefined;
        case 'step.stop':
          return index === undefined ? undefined : steps.stop(index);
        default: {
          const error = errorOf(event, name);
          if (error !== undefined) return fail(error, line);
          const text = `The event type ${JSON.stringify(type.slice(0, 80))} is unknown; such events are ignored.`;
          return assembler.problemOnce(`unknown ${type}`, 'unknown-event', text, line);
        }
      }
    },
    beforeLoss: () => {},
    done: () => {},
    end(line, isCut) {
      if (assembler.isOpen() || isCut) assembler.fail(streamCut(), line);
    },
  };
}

const FAILED = new Set(['failed', 'cancelled']);

function stopReasonOf(status: string, hasCall: boolean): StopReason {
  if (status === 'incomplete') return 'max_tokens';
  if (status === 'completed' || status === 'requires_action') return hasCall ? 'tool_use' : 'end_turn';
  return `other: ${status}`;
}
