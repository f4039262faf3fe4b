import { createLineSplitter, feedProblem, type FeedDecoder, type SplitLine } from '@sluice/agent';
import type { FeedItem } from '@sluice/core';
import type { PermissionResponse } from './permission-response.ts';
import { createObjectLines, type ObjectLine } from './object-lines.ts';
import { parseJsonLine } from './json-line.ts';

export interface JsonLinesDecoderOptions {
  /** Longer lines are skipped with a problem; at most this much of one is buffered. Default 16 MiB. */
  readonly maxLineBytes?: number;
  /** The number of the first line, if earlier lines were already read. Default 1. */
  readonly firstLine?: number;
  /** Handles a response to a permission request and returns a problem, if any. Without it, a response is a problem. */
  readonly onResponse?: (response: PermissionResponse) => string | undefined;
}

const DEFAULT_MAX_LINE_BYTES = 16 * 1024 * 1024;

const CUT_OBJECT = 'The input ends in the middle of the object that starts here; skipped.';
const UNCLOSED =
  'An object starts here and is not closed by a } on a line of its own: write each call on one line, or pretty-printed over several; skipped.';

/**
 * Decodes JSON lines: `tool_use` lines up to a `message_stop`, and complete assistant messages, which also end a
 * message whose calls came line by line. The end of the input ends an open message, unless it was discarded.
 */
export function createJsonLinesDecoder(options: JsonLinesDecoderOptions = {}): FeedDecoder {
  const { maxLineBytes = DEFAULT_MAX_LINE_BYTES, firstLine = 1, onResponse = refuseResponse } = options;
  const splitter = createLineSplitter({ maxLineBytes, lineEnds: 'lf', firstLine });
  const objects = createObjectLines(maxLineBytes);
  let hasOpenMessage = false;

  function endMessage(stopReason: string | undefined, lastBlockIsCall: boolean): FeedItem {
    hasOpenMessage = false;
    return { type: 'message-end', stopReason, lastBlockIsCall };
  }

  function endOpenMessage(): FeedItem[] {
    return hasOpenMessage ? [endMessage(undefined, true)] : [];
  }

  function accept(text: string, number: number): FeedItem[] {
    if (text.trim() === '') return [];
    const line = parseJsonLine(text, number);
    switch (line.type) {
      case 'call':
        hasOpenMessage = true;
        return [line.call];
      case 'message-stop':
        return [endMessage(line.stopReason, hasOpenMessage)];
      case 'message':
        return [...endOpenMessage(), ...line.items, endMessage(line.stopReason, line.lastBlockIsCall)];
      case 'response': {
        const wrong = onResponse(line.response);
        const code = line.response.problem === undefined ? 'no-open-request' : 'not-a-message';
        return wrong === undefined ? [] : [feedProblem(code, `${wrong}.`, number)];
      }
      case 'passing':
        if (line.item.type === 'discard') hasOpenMessage = false;
        return [line.item];
      default:
        return line satisfies never;
    }
  }

  function acceptObject(line: ObjectLine): FeedItem[] {
    switch (line.kind) {
      case 'line':
        return accept(line.text, line.number);
      case 'unclosed':
        return [feedProblem('not-json', UNCLOSED, line.number)];
      case 'too-long':
        return [tooLong('object', line.number)];
      default:
        return line satisfies never;
    }
  }

  function decode(line: SplitLine): FeedItem[] {
    if (line.kind === 'line') return objects.push(line.text, line.number).flatMap(acceptObject);
    const before = objects.end().flatMap(acceptObject);
    if (line.reason === 'not-utf8') {
      return [...before, feedProblem('not-json', 'The line is not valid UTF-8; skipped.', line.number)];
    }
    return [...before, tooLong('line', line.number)];
  }

  function tooLong(what: string, number: number): FeedItem {
    return feedProblem('line-too-long', `The ${what} is longer than ${maxLineBytes} bytes; skipped.`, number);
  }

  return {
    push: (chunk) => splitter.push(chunk).flatMap(decode),
    end() {
      const last = splitter.end();
      const items = last === undefined ? [] : decode(last);
      const open = objects.end().map(({ number }) => feedProblem('stream-cut', CUT_OBJECT, number));
      return [...items.map(asCut), ...open, ...endOpenMessage()];
    },
  };
}

function refuseResponse(): string {
  return 'Permission responses are read only with --permission-prompts stdio';
}

/** A last line that is not JSON and has no newline was most likely cut off. */
function asCut(item: FeedItem): FeedItem {
  if (item.type !== 'problem' || item.code !== 'not-json') return item;
  return { ...item, code: 'stream-cut', message: `The input ends in the middle of a line. ${item.message}` };
}
