import { createLineSplitter, type LostReason, type SplitLine } from './line-splitter.ts';

/** One event of a server-sent event stream. A lost event was there and can't be given. */
export type SseEvent =
  | {
      readonly kind: 'event';
      /** The `event:` field; undefined when there was none. */
      readonly name: string | undefined;
      /** The `data:` lines, joined with line feeds. */
      readonly data: string;
      /** The last `id:` so far, of this event or an earlier one. */
      readonly lastEventId: string;
      /** Milliseconds, when the event had a valid `retry:` field. */
      readonly retry: number | undefined;
      /** 1-based number of the event's first line. */
      readonly line: number;
    }
  | { readonly kind: 'lost'; readonly reason: LostReason; readonly line: number };

export interface SseParser {
  /** The events that this piece has ended. */
  push(chunk: Uint8Array): SseEvent[];
  /**
   * The event that the end of input cut off, when it had data. By the rule of the format it is not an event; a reader
   * that can tell by the data itself that nothing is missing may take it.
   */
  end(): SseEvent | undefined;
}

export interface SseParserOptions {
  /** Cap for one line in bytes, and for an event's joined data in characters; an event above it is lost. */
  readonly maxEventBytes: number;
  /** The number of the first line, when some were read before. Default 1. */
  readonly firstLine?: number;
}

interface OpenEvent {
  readonly line: number;
  name: string | undefined;
  retry: number | undefined;
  data: string[];
  size: number;
  lost: LostReason | undefined;
}

/**
 * Parses a server-sent event stream as the HTML standard describes it, from pieces of any size. It differs in one
 * point: bytes that are not UTF-8 make an event lost, where a browser would put replacement characters in its data.
 */
export function createSseParser(options: SseParserOptions): SseParser {
  const { maxEventBytes, firstLine = 1 } = options;
  const splitter = createLineSplitter({ maxLineBytes: maxEventBytes, lineEnds: 'any', firstLine });
  let open: OpenEvent | undefined;
  let lastEventId = '';

  function dispatch(): SseEvent | undefined {
    const event = open;
    open = undefined;
    if (event === undefined) return undefined;
    const { line, name, retry, data, lost } = event;
    if (lost !== undefined) return { kind: 'lost', reason: lost, line };
    if (data.length === 0) return undefined;
    return { kind: 'event', name, data: data.join('\n'), lastEventId, retry, line };
  }

  function lose(event: OpenEvent, reason: LostReason): void {
    event.lost ??= reason;
    event.data = [];
  }

  function setField(event: OpenEvent, field: string, value: string): void {
    switch (field) {
      case 'data':
        event.size += value.length + 1;
        if (event.size > maxEventBytes + 1) lose(event, 'too-long');
        else if (event.lost === undefined) event.data.push(value);
        return;
      case 'event':
        event.name = value;
        return;
      case 'id':
        if (!value.includes('\0')) lastEventId = value;
        return;
      case 'retry':
        if (/^[0-9]+$/.test(value)) event.retry = Number(value);
        return;
      default:
      // The standard ignores other fields.
    }
  }

  function accept(line: SplitLine): SseEvent | undefined {
    if (line.kind === 'lost') {
      lose((open ??= emptyEvent(line.number)), line.reason);
      return undefined;
    }
    const text = line.number === firstLine && line.text.startsWith('\uFEFF') ? line.text.slice(1) : line.text;
    if (text === '') return dispatch();
    const colon = text.indexOf(':');
    if (colon === 0) return undefined;
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(colon + 1);
    setField((open ??= emptyEvent(line.number)), field, value.startsWith(' ') ? value.slice(1) : value);
    return undefined;
  }

  return {
    push: (chunk) =>
      splitter
        .push(chunk)
        .map(accept)
        .filter((event) => event !== undefined),
    end() {
      const line = splitter.end();
      const event = line === undefined ? undefined : accept(line);
      return event ?? dispatch();
    },
  };
}

function emptyEvent(line: number): OpenEvent {
  return { line, name: undefined, retry: undefined, data: [], size: 0, lost: undefined };
}
