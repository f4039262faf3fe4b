import { isJsonObject } from '@sluice/core';
import type { EventReader } from '../event-reader.ts';
import { failureOfError } from '../errors/failure-of-error.ts';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownCount, ownList, ownObject, ownText } from '../own-value.ts';
import { createResponseItems, type ResponseItems } from './response-items.ts';
import { errorOf, serverErrorText } from '../errors/server-error.ts';
import { streamCut } from '../errors/stream-cut.ts';
import { openaiResponsesUsage } from '../usage-counts.ts';

/**
 * Reads the events of the Responses API. An item is final as its `done` event gives it; an item that has only
 * deltas is cut.
 */
export function createOpenaiResponsesReader(assembler: MessageAssembler): EventReader {
  let items: ResponseItems | undefined;

  function begin(response: object): ResponseItems {
    if (items !== undefined) assembler.fail(streamCut(), undefined);
    items = createResponseItems(assembler);
    assembler.start({ id: ownText(response, 'id'), model: ownText(response, 'model') });
    return items;
  }

  function fail(error: object, line: number): void {
    items = undefined;
    assembler.fail(failureOfError(error, serverErrorText(error)), line);
  }

  /** The whole response, which some servers send without the events before it. */
  function finish(response: object, line: number): void {
    const current = items ?? begin(response);
    for (const [index, item] of ownList(response, 'output').entries()) {
      if (isJsonObject(item)) current.finish(index, item, line);
    }
    assembler.setUsage(openaiResponsesUsage(ownObject(response, 'usage') ?? {}));
    const details = ownObject(response, 'incomplete_details') ?? {};
    const reason = ownText(details, 'reason');
    if (reason === 'max_output_tokens') assembler.setStop('max_tokens');
    else if (reason === 'content_filter' || current.hasRefusal) assembler.setStop('refusal');
    else if (reason !== undefined) assembler.setStop(`other: ${reason}`);
    else assembler.setStop(assembler.hasCall() ? 'tool_use' : 'end_turn');
    items = undefined;
    assembler.end(line);
  }

  function readItem(type: string, event: object, line: number): void {
    const index = ownCount(event, 'output_index');
    if (index === undefined) return;
    const current = items ?? begin({});
    const item = ownObject(event, 'item');
    const delta = ownText(event, 'delta') ?? '';
    const part = ownCount(event, 'content_index') ?? 0;
    switch (type) {
      case 'response.output_item.added':
        return item && current.begin(index, item);
      case 'response.output_item.done':
        return item && current.finish(index, item, line);
      case 'response.output_text.delta':
        return current.addText(index, part, delta, line);
      case 'response.refusal.delta':
        return current.addRefusal(index, part, delta, line);
      case 'response.function_call_arguments.delta':
        return current.addInput(index, delta, line);
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return current.addThinking(index, delta, line);
      default:
        return undefined;
    }
  }

  return {
    accept(event, name, line) {
      const type = ownText(event, 'type') ?? name ?? '';
      const response = ownObject(event, 'response') ?? {};
      switch (type) {
        case 'response.created':
          begin(response);
          return;
        case 'response.completed':
        case 'response.incomplete':
          return finish(response, line);
        case 'response.failed':
        case 'response.cancelled':
          return fail(
            ownObject(response, 'error') ?? { message: `the response ended as ${type.slice(9)}` },
            line,
          );
        default: {
          const error = errorOf(event, name);
          if (error !== undefined) return fail(error, line);
          if (type.startsWith('response.')) return readItem(type, event, line);
          assembler.problemOnce(`unknown ${type}`, 'unknown-event', unknownText(type), line);
        }
      }
    },
    beforeLoss: () => {},
    done: () => {},
    end(line, isCut) {
      if (items !== undefined || isCut) assembler.fail(streamCut(), line);
    },
  };
}

function unknownText(type: string): string {
  const what =
    type === '' ? 'An event without a type' : `The event type ${JSON.stringify(type.slice(0, 80))}`;
  return `${what} is unknown; such events are ignored.`;
}
