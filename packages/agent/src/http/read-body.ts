import type { ClientRequest } from 'node:http';
import type { Readable } from 'node:stream';
import type { Clock, ModelFailure } from '@sluice/core';
import { ABORTED, seconds, timedOut } from './failures.ts';
import { safeAddress } from './safe-address.ts';

/** A chunk of a body, or, as the last item, the failure that ended it early. */
export type BodyPart =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly failure: ModelFailure };

/**
 * How often a body is read, at most. Each read wakes the program, which costs more than what a model has written meanwhile. The reader of
 * the body changes it as it goes.
 */
export interface ReadPace {
  /** Milliseconds; 0: whenever something has come. */
  everyMs: number;
}

interface BodySource {
  readonly source: Readable;
  readonly outgoing: ClientRequest;
  readonly request: {
    readonly url: URL;
    readonly signal: AbortSignal;
    readonly firstByteTimeoutMs: number;
    readonly idleTimeoutMs: number;
    readonly pace?: ReadPace | undefined;
  };
  readonly clock: Clock;
  /** A clock time. */
  readonly firstByteDue: number;
}

/**
 * The chunks of a body, on demand. Nothing is read between chunks, so a slow reader applies backpressure. If
 * the reader stops early, the connection is closed.
 */
export async function* readBody({
  source,
  outgoing,
  request,
  clock,
  firstByteDue,
}: BodySource): AsyncGenerator<BodyPart, void, undefined> {
  const { url, signal, firstByteTimeoutMs, idleTimeoutMs, pace } = request;
  let state: 'open' | 'ended' | ModelFailure = 'open';
  let wake = (): void => undefined;
  const become = (next: 'ended' | ModelFailure): void => {
    if (state === 'open') state = next;
    wake();
  };
  const current = (): 'open' | 'ended' | ModelFailure => state;
  const abort = (): void => become(ABORTED);
  let isResting = false;
  const onReadable = (): void => {
    if (!isResting) wake();
  };
  source.on('readable', onReadable);
  source.once('end', () => become('ended'));
  source.on('error', () => become(cut(url)));
  source.once('close', () => become(source.readableEnded ? 'ended' : cut(url)));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  // Catch up on events that fired before these listeners were added.
  if (source.closed) become(source.readableEnded ? 'ended' : cut(url));
  let isFirst = true;
  let readAt = 0;
  const rest = async (): Promise<void> => {
    const left = readAt + (pace?.everyMs ?? 0) - clock.now();
    if (left <= 0 || signal.aborted || current() !== 'open') return;
    isResting = true;
    outgoing.socket?.pause();
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const takeTimerBack = clock.setTimer(left, resolve);
    await promise;
    takeTimerBack();
    isResting = false;
    outgoing.socket?.resume();
  };
  try {
    for (;;) {
      if (pace !== undefined) await rest();
      const now = current();
      // Data that arrived before the connection broke is still delivered.
      const bytes: unknown = signal.aborted ? null : source.read();
      if (Buffer.isBuffer(bytes)) {
        isFirst = false;
        readAt = clock.now();
        yield { ok: true, bytes };
        continue;
      }
      if (now === 'ended') return;
      if (now !== 'open') {
        yield { ok: false, failure: now };
        return;
      }
      const limit = isFirst ? Math.max(0, firstByteDue - clock.now()) : idleTimeoutMs;
      const failure = isFirst ? nothingCame(url, firstByteTimeoutMs) : fellSilent(url, idleTimeoutMs);
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const takeTimerBack = clock.setTimer(limit, () => become(failure));
      await woken;
      takeTimerBack();
    }
  } finally {
    signal.removeEventListener('abort', abort);
    source.off('readable', onReadable);
    if (current() !== 'ended') outgoing.destroy();
  }
}

function cut(url: URL): ModelFailure {
  return {
    kind: 'stream-cut',
    message: `The connection to ${safeAddress(url)} was lost in the middle of a response.`,
    isRetryable: true,
  };
}

function nothingCame(url: URL, limitMs: number): ModelFailure {
  return timedOut(
    `${safeAddress(url)} started a response but sent none of its body within ${seconds(limitMs)}. If the server needs longer, set API_TIMEOUT_MS (milliseconds).`,
  );
}

function fellSilent(url: URL, limitMs: number): ModelFailure {
  const message = `${safeAddress(url)} sent nothing more for ${seconds(limitMs)} in the middle of a response.`;
  return { kind: 'stream-cut', message, isRetryable: true };
}
