import { createHash } from 'node:crypto';
import type { Server, Socket } from 'node:net';
import { errorCode } from '@sluice/base';

/** How long to wait for another process before continuing without the lock: it may be suspended for good. */
const LONGEST_WAIT_MS = 10_000;
/** Milliseconds before asking an unresponsive holder again, and before a process that was waited for may ask again. */
const RETRY_MS = 5;

const IN_USE = new Set<string | undefined>(['EADDRINUSE', 'EEXIST']);

/**
 * Runs `work` while no other process of this machine that asks for the same lock does. The lock is a socket name in Linux's abstract
 * namespace: it leaves nothing on disk and disappears with its process, however that ends. Where it isn't available (other systems,
 * another network namespace, a sandbox that refuses sockets, a holder that keeps it for more than ten seconds), `work` runs anyway: the
 * lock only avoids conflicts, and the comparison just before replacing the file protects it. Rejects with the signal's reason if it is
 * aborted while waiting.
 */
export async function withProcessLock<Value>(
  realPath: string,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  const release = process.platform === 'linux' ? await take(nameOf(realPath), signal) : undefined;
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    await release?.();
  }
}

type Release = () => Promise<void>;

function nameOf(realPath: string): string {
  return `\0sluice-file-${createHash('sha256').update(realPath).digest('hex')}`;
}

async function take(name: string, signal: AbortSignal): Promise<Release | undefined> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    signal.throwIfAborted();
    const attempt = await listen(name);
    if (attempt.status === 'held') return attempt.release;
    const left = deadline - Date.now();
    if (attempt.status === 'refused' || left <= 0) return undefined;
    await untilReleased(name, left, signal);
  }
}

type Attempt =
  | { readonly status: 'held'; readonly release: Release }
  | { readonly status: 'taken' }
  | { readonly status: 'refused' };

async function listen(name: string): Promise<Attempt> {
  const { createServer } = await import('node:net');
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => waiting.delete(socket));
  });
  return new Promise((resolve) => {
    server.once('error', (error) => {
      resolve({ status: IN_USE.has(errorCode(error)) ? 'taken' : 'refused' });
    });
    server.listen(name, () => {
      server.unref();
      resolve({ status: 'held', release: () => close(server, waiting) });
    });
  });
}

/** Waiters notice that their connection ends, and have a moment in which this process doesn't ask again. */
async function close(server: Server, waiting: ReadonlySet<Socket>): Promise<void> {
  const isWaitedFor = waiting.size > 0;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    for (const socket of waiting) socket.destroy();
  });
  if (isWaitedFor) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}

/** Resolves when the holder lets go, the time is up or the signal is aborted; resolving early does no harm. */
async function untilReleased(name: string, limitMs: number, signal: AbortSignal): Promise<void> {
  const { connect } = await import('node:net');
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(name);
  const retry = (): void => void setTimeout(resolve, RETRY_MS);
  const timer = setTimeout(resolve, limitMs);
  socket.on('error', () => {});
  socket.on('close', (hadError) => (hadError ? retry() : resolve()));
  const onAbort = (): void => resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    socket.destroy();
  }
}
