import { getOwn } from '@sluice/core';
import type { Control } from '../control/control-requests.ts';
import type { ControlAsker } from '../control/control-asker.ts';
import type { ClientLink } from './client-link.ts';

/**
 * Takes the client's lines from the start: answers are delivered at once, since opening the session may wait for them;
 * requests wait until the session is open.
 */
export interface LateControl extends Control {
  /**
   * The client's first request if it is `initialize`; undefined if it begins with anything else, has ended its input, or
   * `signal` was aborted.
   */
  first(signal: AbortSignal): Promise<FirstRequest | undefined>;
  /** The session is open. */
  connect(control: Pick<Control, 'request'>): void;
  /** A message has come. */
  messageCame(): void;
}

export interface FirstRequest {
  readonly requestId: string;
  readonly request: object;
}

interface LateControlScope {
  readonly link: ClientLink | undefined;
  readonly asker: ControlAsker | undefined;
  /** Answers a request with an error, after which no prompt may be processed. */
  readonly refuse: Control['refuse'];
  /** The client keeps its output open for now, because it may be asked: if it ends, the client has gone. */
  readonly mayBeAsked: () => boolean;
  /** Called before what is open is answered: the client has ended its output without answering it. */
  readonly onLeft: () => void;
  /** The client's output has ended. Called last. */
  readonly onEnd: () => void;
}

export function createLateControl({
  link,
  asker,
  refuse,
  mayBeAsked,
  onLeft,
  onEnd,
}: LateControlScope): LateControl {
  const waiting: FirstRequest[] = [];
  let connected: Pick<Control, 'request'> | undefined;
  const { promise: began, resolve: begin } = Promise.withResolvers<FirstRequest | undefined>();
  return {
    async first(signal) {
      const onAbort = (): void => begin(undefined);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      const first = await began;
      signal.removeEventListener('abort', onAbort);
      return first;
    },
    connect(control) {
      connected = control;
      for (const { requestId, request } of waiting.splice(0)) control.request(requestId, request);
    },
    messageCame: () => begin(undefined),
    refuse(requestId, message) {
      begin(undefined);
      refuse(requestId, message);
    },
    request(requestId, request) {
      if (connected !== undefined) return connected.request(requestId, request);
      waiting.push({ requestId, request });
      begin(getOwn(request, 'subtype') === 'initialize' ? { requestId, request } : undefined);
    },
    response(requestId, response, error) {
      if (link?.answer(requestId, response, error) === true) return undefined;
      if (error === undefined) return asker?.respond(requestId, response);
      asker?.fail(requestId, error);
      return undefined;
    },
    close() {
      begin(undefined);
      if (asker?.hasOpen() === true || link?.hasOpen() === true || mayBeAsked()) onLeft();
      asker?.close();
      link?.close();
      onEnd();
    },
  };
}
