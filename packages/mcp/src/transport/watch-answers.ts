import { createSseParser } from '@sluice/agent/http';
import { cutLine, getOwn, isJsonObject } from '@sluice/core';
import type { FetchLike } from '@modelcontextprotocol/client';
import { MAX_ANSWER_BYTES } from './bounded-body.ts';
import { readInvalidResponse, readMessage, type InvalidResponse, type RequestId } from './json-rpc.ts';

export interface AnswerWatchOptions {
  readonly kind: 'http' | 'sse';
  /** Whether the protocol's own package reads it: what it can't read, it drops. */
  readonly isReadable: (value: unknown) => boolean;
  /** The response to the request is one JSON text, or none: nothing comes after it. `reason`: what is wrong if that was no answer. */
  readonly onWhole: (id: RequestId, reason: string) => void;
  /** An event arrived that can't be used, and that may be the answer to a request. Without an id, no one can tell to which. */
  readonly onInvalid: (invalid: InvalidResponse) => void;
  /** An event arrived that is certainly not a message of the protocol, such as a heartbeat. The answer may still come. */
  readonly onIgnored: (data: string) => void;
}

/** Messages begin so, as `Peer` makes them. */
const REQUEST = /^\{"jsonrpc":"2\.0","id":(\d+),/;
/** For notifications and responses. A request is answered in JSON or on a stream of its own, and nowhere else. */
const ACCEPTED = 202;
const ONLY_ACCEPTED =
  'It answered the request with 202 Accepted, so no answer can follow. The problem is on the server, or "url" is not its address.';
const NOT_TO_THIS = 'Its response does not belong to this request.';
const MAX_SHOWN = 100;
/** What a message of the protocol begins with, also one that is cut off or damaged. */
const OPENING = /^\s*[[{]/;
/** A message of the protocol has at least one of them. */
const MEMBERS = ['jsonrpc', 'id', 'method', 'result', 'error'] as const;

/** `fetch` that looks at the answers to requests, so that no one waits for one that has come and can't be used. */
export function watchAnswers(fetchFn: FetchLike, options: AnswerWatchOptions): FetchLike {
  /** Which request's stream a stream continues, by the id of the last event of each. */
  const continued = new Map<string, RequestId>();
  return async (input, init) => {
    const response = await fetchFn(input, init);
    const isOld = options.kind === 'sse';
    const message = typeof init?.body === 'string' ? init.body : undefined;
    if (response.status === ACCEPTED && !isOld) {
      const id = toId(REQUEST.exec(message ?? '')?.[1]);
      if (id !== undefined) options.onWhole(id, ONLY_ACCEPTED);
    }
    if (!response.ok || response.body === null) return response;
    const type = response.headers.get('content-type') ?? '';
    // The older transport answers on its stream: a response to a message only confirms it, in JSON or not.
    if (isOld && message !== undefined) return response;
    const id =
      message === undefined
        ? continued.get(new Headers(init?.headers).get('last-event-id') ?? '')
        : toId(REQUEST.exec(message)?.[1]);
    if (id !== undefined && /^application\/json\b/i.test(type)) options.onWhole(id, NOT_TO_THIS);
    if (!/^text\/event-stream\b/i.test(type)) return response;
    const events = new WatchedEvents(id, isOld, continued, options);
    return withBody(response, response.body.pipeThrough(new TransformStream(events)));
  };
}

function toId(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

/** A response that is made has no address of its own. */
function withBody({ status, statusText, headers, url }: Response, body: ReadableStream): Response {
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
}

/** Passes a stream of events on as it is. */
class WatchedEvents {
  readonly #id: RequestId | undefined;
  readonly #carriesAll: boolean;
  readonly #continued: Map<string, RequestId>;
  readonly #options: AnswerWatchOptions;
  readonly #parser = createSseParser({ maxEventBytes: MAX_ANSWER_BYTES });
  #lastEventId = '';
  #isAnswered = false;

  /**
   * @param id the request that the stream belongs to; undefined: to none
   * @param carriesAll the answers to all requests come on it
   */
  constructor(
    id: RequestId | undefined,
    carriesAll: boolean,
    continued: Map<string, RequestId>,
    options: AnswerWatchOptions,
  ) {
    this.#id = id;
    this.#carriesAll = carriesAll;
    this.#continued = continued;
    this.#options = options;
  }

  transform(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
    controller.enqueue(chunk);
    if (this.#isAnswered) return;
    for (const event of this.#parser.push(chunk)) {
      if (this.#isAnswered) return;
      if (event.kind === 'lost') continue;
      this.#note(event.lastEventId);
      const isMessage = event.name === undefined || event.name === '' || event.name === 'message';
      if (isMessage && event.data !== '') this.#read(event.data);
    }
  }

  #note(eventId: string): void {
    if (this.#id === undefined || eventId === this.#lastEventId) return;
    this.#continued.delete(this.#lastEventId);
    this.#continued.set(eventId, this.#id);
    this.#lastEventId = eventId;
  }

  #read(data: string): void {
    const value = parsed(data);
    if (isForeign(data, value)) return this.#options.onIgnored(data);
    const message = value === undefined ? undefined : readMessage(value);
    const isUsable = message !== undefined && this.#options.isReadable(value);
    if (isUsable) {
      if (this.#id === undefined || message.kind !== 'response' || message.id !== this.#id) return;
      this.#isAnswered = true;
      this.#continued.delete(this.#lastEventId);
      return;
    }
    const { id = this.#id, reason } =
      value === undefined
        ? { reason: `It sent an event that is not JSON: ${JSON.stringify(cutLine(data, MAX_SHOWN))}.` }
        : (problemOf(value) ?? {});
    if (reason !== undefined && (id !== undefined || this.#carriesAll))
      this.#options.onInvalid({ id, reason });
  }
}

/** It can't have been meant as a message: no object or list, or an object with no member of one. */
function isForeign(data: string, value: unknown): boolean {
  if (value === undefined) return !OPENING.test(data);
  if (Array.isArray(value)) return false;
  return !isJsonObject(value) || MEMBERS.every((name) => getOwn(value, name) === undefined);
}

/** Undefined: it is not an answer, though not a valid message. */
function problemOf(value: unknown): InvalidResponse | undefined {
  if (isJsonObject(value) && getOwn(value, 'method') !== undefined) return undefined;
  const invalid = readMessage(value) === undefined ? readInvalidResponse(value) : undefined;
  if (invalid !== undefined) return invalid;
  const id = isJsonObject(value) ? getOwn(value, 'id') : undefined;
  const isId = typeof id === 'string' || typeof id === 'number';
  return { id: isId ? id : undefined, reason: 'Its response is not an MCP message.' };
}

/** Undefined: it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
