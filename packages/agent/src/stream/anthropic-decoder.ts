import { getOwn, isJsonObject, type FeedItem } from '@sluice/core';
import type { FeedDecoder } from './feed-decoder.ts';
import { feedProblem } from './feed-problem.ts';
import { createMessageAssembler } from './message-assembler.ts';
import { parseJson } from './parse-json.ts';
import { createSseParser, type SseEvent } from './sse-parser.ts';

export interface AnthropicDecoderOptions {
  /** Cap for one event in bytes, and for the input of one call in characters. Default 64 MiB. */
  readonly maxEventBytes?: number;
  /** The number of the first line, when some were read before. Default 1. */
  readonly firstLine?: number;
}

const DEFAULT_MAX_EVENT_BYTES = 64 * 1024 * 1024;

/**
 * Decodes the event stream of the Anthropic Messages API: any number of messages, one after the other. A call comes
 * when its block closes. A stream that is cut at any byte gives the calls of the whole one up to there, and those
 * whose blocks were open as `unclosed`, never a different call: where an event is lost, open calls are refused.
 */
export function createAnthropicDecoder(options: AnthropicDecoderOptions = {}): FeedDecoder {
  const { maxEventBytes = DEFAULT_MAX_EVENT_BYTES, firstLine = 1 } = options;
  const parser = createSseParser({ maxEventBytes, firstLine });
  const assembler = createMessageAssembler(maxEventBytes);

  function lose(problem: FeedItem): FeedItem[] {
    assembler.loseEvent();
    return [problem];
  }

  function decode(event: SseEvent): FeedItem[] {
    const { line } = event;
    if (event.kind === 'lost') {
      return event.reason === 'too-long'
        ? lose(feedProblem('line-too-long', `An event is longer than ${maxEventBytes} bytes; skipped.`, line))
        : lose(feedProblem('not-json', 'An event is not valid UTF-8; skipped.', line));
    }
    const json = parseJson(event.data);
    if (!json.ok)
      return lose(feedProblem('not-json', `The data of an event is not JSON: ${json.fault}`, line));
    if (!isJsonObject(json.value)) {
      return lose(feedProblem('not-a-message', 'The data of an event is not a JSON object.', line));
    }
    const type = getOwn(json.value, 'type') ?? event.name;
    if (typeof type !== 'string') {
      return lose(feedProblem('not-a-message', 'An event has no type.', line));
    }
    return assembler.accept(type, json.value, line);
  }

  return {
    push: (chunk) => parser.push(chunk).flatMap(decode),
    end() {
      const last = parser.end();
      const isTold = last !== undefined && canTellAtEnd(last);
      const items = isTold ? decode(last) : [];
      if (!assembler.hasOpenMessage && (last === undefined || isTold)) return items;
      const cut = feedProblem('stream-cut', 'The stream ended before its message was whole.', last?.line);
      return [...items, cut, ...assembler.breakOff()];
    },
  };
}

/** An object that is complete can't be the beginning of a longer one, so nothing of its event is missing. */
function canTellAtEnd(last: SseEvent): boolean {
  return last.kind === 'event' ? parseJson(last.data).ok : last.reason === 'too-long';
}
