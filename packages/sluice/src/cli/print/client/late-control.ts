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
  /**
   * Forgets the first request, which was answered. The next `claim_session` opens the session; undefined if the client has ended its input,
   * or `signal` was aborted.
   * @param refuse answers any other request that comes before
   */
  claim(refuse: (requestId: string) => void, signal: AbortSignal): Promise<FirstRequest | undefined>;
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

/** The process waits for the session that it is to serve. */
interface Park {
  readonly claimed: (claim: FirstRequest | undefined) => void;
  readonly refuse: (requestId: string) => void;
}

export function createLateControl({
  link,
  asker,
  refuse,
  mayBeAsked,
  onLeft,
  onEnd,
}: LateControlScope): LateControl {
  let waiting: readonly FirstRequest[] = [];
  let connected: Pick<Control, 'request'> | undefined;
  let park: Park | undefined;
  let hasEnded = false;
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
    async claim(refuseRequest, signal) {
      const { promise, resolve } = Promise.withResolvers<FirstRequest | undefined>();
      const onAbort = (): void => resolve(undefined);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted || hasEnded) onAbort();
      park = { claimed: resolve, refuse: refuseRequest };
      const came = waiting.slice(1);
      waiting = [];
      for (const { requestId, request } of came) this.request(requestId, request);
      const claim = await promise;
      park = undefined;
      signal.removeEventListener('abort', onAbort);
      return claim;
    },
    connect(control) {
      connected = control;
      const came = waiting;
      waiting = [];
      for (const { requestId, request } of came) control.request(requestId, request);
    },
    messageCame: () => begin(undefined),
    refuse(requestId, message) {
      begin(undefined);
      refuse(requestId, message);
    },
    request(requestId, request) {
      if (connected !== undefined) return connected.request(requestId, request);
      const isClaim = getOwn(request, 'subtype') === 'claim_session';
      if (park !== undefined && !isClaim) return park.refuse(requestId);
      waiting = [...waiting, { requestId, request }];
      park?.claimed({ requestId, request });
      park = undefined;
      begin(getOwn(request, 'subtype') === 'initialize' ? { requestId, request } : undefined);
    },
    response(requestId, response, error) {
      if (link?.answer(requestId, response, error) === true) return undefined;
      if (error === undefined) return asker?.respond(requestId, response);
      asker?.fail(requestId, error);
      return undefined;
    },
    close() {
      hasEnded = true;
      begin(undefined);
      park?.claimed(undefined);
      if (asker?.hasOpen() === true || link?.hasOpen() === true || mayBeAsked()) onLeft();
      asker?.close();
      link?.close();
      onEnd();
    },
  };
}
