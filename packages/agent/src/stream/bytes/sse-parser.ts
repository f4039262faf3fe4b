import { createLineSplitter, type LostReason, type SplitLine } from './line-splitter.ts';

/** One event of a server-sent event stream. A lost event existed but is not available. */
export type SseEvent =
  | {
      readonly kind: 'event';
      /** The `event:` field; undefined if there was none. */
      readonly name: string | undefined;
      /** The `data:` lines, joined with line feeds. */
      readonly data: string;
      /** The most recent `id:`, of this event or an earlier one. */
      readonly lastEventId: string;
      /** Milliseconds, if the event had a valid `retry:` field. */
      readonly retry: number | undefined;
      /** 1-based number of the event's first line. */
      readonly line: number;
    }
  | { readonly kind: 'lost'; readonly reason: LostReason; readonly line: number };

export interface SseParser {
  /** The events that this chunk completed. */
  push(chunk: Uint8Array): SseEvent[];
  /**
   * The event that the end of input cut off, if it had data. By the standard it is not an event, but a reader
   * that can tell from the data that nothing is missing may use it.
   */
  end(): SseEvent | undefined;
}

export interface SseParserOptions {
  /** Maximum bytes of one line, and characters of an event's joined data; a larger event is lost. */
  readonly maxEventBytes: number;
  /** The number of the first line, if earlier lines were already read. Default 1. */
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
 * Parses a server-sent event stream as the HTML standard defines it, from chunks of any size. One difference:
 * invalid UTF-8 makes an event lost, while a browser would insert replacement characters.
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
