import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { samplePeaks, sumOf } from './sample-peaks.ts';

export interface ChildCall {
  readonly cwd: string;
  /** For results too long to show. */
  readonly directory: string;
  readonly name: string;
  /** A small call first, so that code and caches are not part of what is measured. */
  readonly warmUp: unknown;
  readonly input: unknown;
}

export interface ChildMeasurement {
  readonly ms: number;
  /** Peak memory of the process and all its children above what they held before the call. */
  readonly moreMegabytes: number;
}

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('done'), ms: z.number() }),
]);
type Message = z.output<typeof messageSchema>;

const SAMPLE_MS = 10;

/** Carries out one call of a built-in tool in a process of its own. The peaks of short-lived children are sampled. */
export async function measureInChild(call: ChildCall): Promise<ChildMeasurement> {
  const script = fileURLToPath(new URL('../child/one-call.ts', import.meta.url));
  const child = fork(script, { execArgv: ['--conditions=sluice-source'], stdio: 'inherit' });
  child.send(call);
  await next(child, 'ready');
  const { pid } = child;
  if (pid === undefined) throw new Error('The child did not start.');
  const idle = sumOf(samplePeaks(pid, new Map()));

  const peaks = new Map<number, number>();
  const stopSampling = new AbortController();
  const sampling = sampleUntil(stopSampling.signal, () => samplePeaks(pid, peaks));
  child.send('go');
  const { ms } = await next(child, 'done');
  stopSampling.abort();
  await sampling;
  samplePeaks(pid, peaks);
  child.send('end');
  await once(child, 'exit');
  return { ms, moreMegabytes: (sumOf(peaks) - idle) / 1024 };
}

async function next<Type extends Message['type']>(
  child: ChildProcess,
  type: Type,
): Promise<Extract<Message, { type: Type }>> {
  const raw = await Promise.race([
    once(child, 'message').then(([message]: unknown[]) => message),
    once(child, 'exit').then(([code]: unknown[]) => {
      throw new Error(`The measured process ended with ${String(code)}.`);
    }),
  ]);
  const message = messageSchema.parse(raw);
  if (!isOfType(message, type))
    throw new Error(`The measured process said "${message.type}", not "${type}".`);
  return message;
}

function isOfType<Type extends Message['type']>(
  message: Message,
  type: Type,
): message is Extract<Message, { type: Type }> {
  return message.type === type;
}

async function sampleUntil(signal: AbortSignal, sample: () => void): Promise<void> {
  while (!signal.aborted) {
    sample();
    await delay(SAMPLE_MS);
  }
}
