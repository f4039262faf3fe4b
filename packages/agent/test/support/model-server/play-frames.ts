import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from './encode/frames.ts';
import { now, type AnswerEnd, type Mark } from './recorded-request.ts';

export interface Stage {
  readonly response: ServerResponse;
  /** Aborted when the client goes or the server closes. */
  readonly gone: AbortSignal;
  readonly marks: Mark[];
  readonly chunkBytes: number | undefined;
}

/** Writes an answer; what waits ends with the connection. */
export async function playFrames(frames: Iterable<Frame>, stage: Stage): Promise<AnswerEnd> {
  const { response, gone, marks } = stage;
  for (const frame of frames) {
    if (gone.aborted) return 'client-gone';
    switch (frame.type) {
      case 'bytes':
        await write(frame.bytes, stage);
        if (frame.mark !== undefined) marks.push({ ...frame.mark, at: now() });
        break;
      case 'gate':
      case 'wait':
        await pause(frame, gone);
        break;
      case 'cut':
        response.destroy();
        return 'cut';
      case 'silence':
        await untilAborted(gone);
        return 'client-gone';
      case 'end':
        response.end();
        return 'cut';
      default:
        return frame satisfies never;
    }
  }
  if (gone.aborted) return 'client-gone';
  response.end();
  return 'whole';
}

export async function pause(
  frame: Extract<Frame, { type: 'gate' | 'wait' }>,
  gone: AbortSignal,
): Promise<void> {
  if (gone.aborted) return;
  const opened = frame.type === 'gate' ? frame.opened : delay(frame.ms, undefined, { signal: gone });
  await Promise.race([opened, untilAborted(gone)]).catch((error: unknown) => {
    if (!gone.aborted) throw error;
  });
}

/** One promise for each signal: an answer may wait a thousand times. */
export function untilAborted(signal: AbortSignal): Promise<unknown> {
  if (signal.aborted) return Promise.resolve();
  const known = aborted.get(signal) ?? once(signal, 'abort');
  aborted.set(signal, known);
  return known;
}

const aborted = new WeakMap<AbortSignal, Promise<unknown>>();

async function write(bytes: string | Uint8Array, { response, gone, chunkBytes }: Stage): Promise<void> {
  const whole = Buffer.from(bytes);
  const size = chunkBytes ?? whole.length;
  for (let from = 0; from < whole.length; from += size) {
    if (gone.aborted) return;
    const hasRoom = response.write(whole.subarray(from, from + size));
    if (!hasRoom)
      await Promise.race([once(response, 'drain', { signal: gone }), untilAborted(gone)]).catch(() => {});
    // Lets the socket send it, so that small pieces do not come as one.
    else if (chunkBytes !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
}
