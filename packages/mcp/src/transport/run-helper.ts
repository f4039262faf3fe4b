import type { TransportContext } from './transport-context.ts';

export type HelperOutput =
  | { readonly ok: true; readonly text: string }
  /** `problem`: a clause, such as "it exited with code 3". Never what the command printed. */
  | { readonly ok: false; readonly problem: string };

export interface HelperOptions {
  readonly processes: TransportContext['processes'];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

const LIMIT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Runs a shell command that prints headers or credentials: 10 s and 64 KiB at most. Never rejects. */
export async function runHelper(
  command: string,
  { processes, env, cwd, signal }: HelperOptions,
): Promise<HelperOutput> {
  const started = processes.start({ command: '/bin/sh', args: ['-c', command], env, cwd });
  if (!started.ok) return { ok: false, problem: started.message };
  const { process: child } = started;
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdin.end();
  child.stderr.resume();
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  });
  const closed = new Promise<void>((resolve) => void child.stdout.once('close', resolve));
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), LIMIT_MS);
  const onAbort = (): void => resolve('late');
  signal.addEventListener('abort', onAbort, { once: true });
  const ended = await Promise.race([Promise.all([child.exited, closed]), late]);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  await child.end({ graceMs: 0 });
  if (ended === 'late') return { ok: false, problem: 'it did not end within 10 s' };
  const [exit] = ended;
  if (exit.status !== 'exited' || exit.code !== 0) return { ok: false, problem: 'it exited with an error' };
  if (size > MAX_BYTES) return { ok: false, problem: 'it printed more than 64 KiB' };
  return { ok: true, text: Buffer.concat(chunks).toString('utf8') };
}
